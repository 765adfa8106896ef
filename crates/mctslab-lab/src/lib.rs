//! The laboratory: planning, playing, resuming and replaying runs, whatever their study.
//!
//! Everything that a front end needs is a call here: [`Lab::plan`] turns strings into a
//! [`Plan`](mctslab_arena::Plan), [`Run`] is the state machine of one, a [`Host`] plays runs by a
//! crew, [`replay()`] reads one back from the store, and a [`Document`] says what was found. The
//! command line, worker processes, experiments and tests are loops around these. The studies
//! themselves, each a [`Study`] with a [`StudyRow`], are in `mctslab-studies`.

mod agents;
mod alarms;
mod analysis;
mod anchor;
mod atomic_file;
mod best;
mod bots;
mod build;
mod command_schema;
mod conditions;
mod control;
mod document;
mod drive;
mod driver;
mod engine_check;
mod entry_list;
mod error;
mod experiment;
mod explain;
pub mod export;
mod found;
mod game_document;
mod hints;
mod host;
mod inspect;
mod lab;
mod line_editor;
mod names;
mod options;
mod own_crate;
mod perft;
mod plan;
mod plan_settings;
mod play_runs;
mod reader;
mod replay;
mod resume_hints;
mod run;
mod run_list;
mod run_snapshot;
mod samplers;
mod schema;
mod searches;
mod spec_lists;
mod speeds;
mod start;
mod study;
mod study_context;
mod terminal_play;
mod touchstone;
mod work;
mod worker_agreement;

pub use agents::Agents;
pub use analysis::{Analysis, AnalysisError, AnalysisRequest, Snapshot, names_limit};
pub use anchor::{Anchor, AnchorError};
pub use atomic_file::write_whole;
pub use best::best_agent;
pub use bots::{bot_spec, with_bots};
pub use build::name_build;
pub use command_schema::{AgentOption, CommandOption, CommandSchema, CommandStudy, ConditionSchema};
pub use conditions::Conditions;
pub use control::Control;
pub use document::{
    About, COUNT_FORFEITS, Document, GameMatrix, KeyNumber, Settings, TextOptions, json_of, ordered_json_of,
    reproduce_run, reproduce_samples, reproduce_study, settings_html, settings_with,
};
pub use drive::{drive, ending, hire};
pub use engine_check::{EngineCheckDocument, EngineRequest};
pub use entry_list::EntryList;
pub use error::LabError;
pub use experiment::{
    Experiment, ExperimentDocument, ExperimentEntry, ExperimentList, ExperimentRun, Labelled, experiment_document,
    experiment_list, experiment_of_runs, report_experiment, resume_experiment, start_experiment,
};
pub use explain::Explanation;
pub use found::{last_run, stored_game, stored_page, with_found, with_runs};
pub use game_document::GameDocument;
pub use hints::{Hints, LibraryHints, Recipe, RecipePart, SharedHints, cure, cure_of_registry, cure_of_store};
pub use host::{Host, RunHandle};
pub use inspect::{check_result, inspector};
pub use lab::{Lab, SpecGame};
pub use line_editor::{LineEditor, LineKey, TypedLine};
pub use mctslab_arena as arena;
pub use mctslab_registry as registry;
pub use names::{agent_name, anchor, touchstone_name};
pub use options::{StudyOption, split_specs};
pub use own_crate::OwnCrate;
pub use perft::PerftDocument;
pub use plan::{Request, is_deterministic, not_random, touchstone};
pub use play_runs::{Audience, MakeCrew, News, Players, ProgressOfAll, play_runs};
pub use reader::Reader;
pub use replay::{Replayed, Stored, replay, replay_for_page};
pub use resume_hints::{kept, kept_of, kept_so_far, resume_call, unit_of};
pub use run::{Run, RunState};
pub use run_list::{RunEntry, RunList};
pub use run_snapshot::{RunSnapshot, progress_line};
pub use samplers::{Samplers, check_sample, sample_of, sample_round};
pub use schema::{ChoiceSchema, LabSchema, OptionSchema, Schema, StudySchema, Takes};
pub use searches::{
    MoveSummary, RepeatedSearch, SearchDocument, SearchRequest, TreeNode, repeat_search, repeat_search_watched,
    search_progress, thoughts,
};
pub use spec_lists::expand;
pub use speeds::{
    InstructionCounts, PlayoutSpeedRow, SpeedRequest, SpeedRow, Speeds, agents_of_sizes, count_instructions,
    measure_speeds, playout_table, speed_table,
};
pub use start::{compare, resume, resume_with, start};
pub use study::{CombineRuns, GAMES, OneOfMany, Progress, Setup, Study, StudyRow, TASKS, common_unit, study_as};
pub use study_context::StudyContext;
pub use terminal_play::{Answer, Conversation};
pub use touchstone::{MOST_ITERATIONS, Touchstone};
pub use work::make_player;
pub use worker_agreement::Homogeneity;
