//! Studies of players and games: planning, playing, resuming and replaying runs, and what came of
//! them.
//!
//! Everything that a front end needs is a call here: [`Lab::plan`] turns strings into a
//! [`Plan`](mctslab_arena::Plan), [`Run`] is the state machine of one, [`drive`] plays runs by a
//! crew, [`replay`] reads one back from the store, and a [`documents::Document`] says what was
//! found. The command line, worker processes, experiments and tests are loops around these.

mod agents;
mod alarms;
mod anchor;
mod aside;
mod best;
mod bots;
mod braces;
mod build;
mod builder;
mod calls;
pub mod complexity;
mod conversation;
pub mod documents;
mod drive;
mod error;
mod experiment;
pub mod export;
mod found;
mod going_on;
mod homogeneity;
mod inspect;
mod instructions;
mod lab;
mod line_editor;
mod names;
mod options;
mod own_crate;
pub mod papers;
mod plan;
mod plan_settings;
mod play_runs;
pub mod portrait;
mod reader;
mod replay;
pub mod report;
mod run;
mod samplers;
mod searches;
mod speeds;
mod start;
mod studies;
mod study;
mod study_context;
pub mod sweep;
pub mod trace;
mod work;

pub use agents::Agents;
pub use aside::write_whole;
pub use best::best_agent;
pub use bots::{bot_spec, with_bots};
pub use braces::expand;
pub use build::name_build;
pub use builder::{FrontEnd, LabBuilder};
pub use calls::{AgentResult, Entrant, Found, Uct, measure, measure_by, play_match, write_report};
pub use conversation::{Answer, Conversation};
pub use drive::{Control, drive, ending, hire, progress_line};
pub use error::LabError;
pub use experiment::{
    Experiment, Labelled, experiment_document, experiment_list, experiment_of_runs, report_experiment,
    resume_experiment, start_experiment,
};
pub use found::{last_run, stored_game, stored_page, with_found, with_runs};
pub use going_on::{kept, kept_of, kept_so_far, resume_command, store_option, unit_of};
pub use homogeneity::Homogeneity;
pub use inspect::{check_result, inspector};
pub use instructions::count_instructions;
pub use lab::{Lab, SpecGame};
pub use line_editor::{LineEditor, LineKey, TypedLine};
pub use mctslab_arena as arena;
pub use mctslab_registry as registry;
pub use names::{agent_name, anchor};
pub use options::{StudyOption, split_specs};
pub use own_crate::OwnCrate;
pub use plan::Request;
pub use play_runs::{Audience, MakeCrew, Players, ReportedAlarms, play_runs};
pub use reader::Reader;
pub use replay::{Replayed, Stored, replay, replay_for_page};
pub use run::{Run, RunState};
pub use samplers::{Samplers, check_sample, sample_of, sample_round};
pub use searches::{SearchRequest, repeat_search, repeat_search_watched};
pub use speeds::{SpeedRequest, agents_of_sizes, measure_speeds};
pub use start::{compare, resume, resume_with, start};
pub use studies::STUDIES;
pub use study::{CombineRuns, GAMES, OneOfMany, Progress, Setup, Study, StudyRow, TASKS, common_unit, study_as};
pub use study_context::StudyContext;
pub use work::make_player;
