//! Documents: what was found, written once for the terminal, for programs and for pages.
//!
//! A document is a value that serde writes. What its JSON holds are its fields; what its text and
//! its page show beyond that comes from the games that it was made of. There is one type for each
//! kind of run: [`MatchDocument`], [`TournamentDocument`], [`PortraitDocument`],
//! [`StrengthDocument`] and, of many studies of strength, [`ComparisonDocument`]. All of them are
//! [`Document`]s, so that a front end prints, stores or serves a run without knowing its kind. What
//! is not about one run has a type with a text of its own: [`RunList`], [`GameDocument`],
//! [`RepeatedSearch`], [`SpeedRow`], [`PlayoutSpeedRow`], [`EntryList`], [`Explanation`],
//! [`SearchDocument`], [`PerftDocument`], [`EngineCheckDocument`].
//!
//! Keys of JSON are sorted by their names: a document is first a [`serde_json::Value`].

mod about;
mod bench;
mod board;
mod comparison;
mod counts;
mod criteria;
mod efficiency;
mod engine_check;
mod entries;
mod experiment;
mod explain;
mod forfeits;
mod game;
mod mean;
mod one_search;
mod paper;
mod parameters;
mod perft;
mod portrait;
mod probe;
mod replays;
mod reproduce;
mod results;
mod run;
mod runs;
mod search;
mod settings;
mod sparkline;
mod strength;
mod sweep;
mod terminal;
mod trace;
mod width;

use std::time::Duration;

pub use about::About;
pub use bench::{InstructionCounts, PlayoutSpeedRow, SpeedRow, Speeds, playout_table, speed_table};
pub use board::{colour, draw};
pub use comparison::ComparisonDocument;
pub use counts::CountsDocument;
pub use criteria::CriteriaDocument;
pub use efficiency::EfficiencyDocument;
pub use engine_check::{EngineCheckDocument, EngineRequest};
pub use entries::EntryList;
pub use experiment::{ExperimentDocument, ExperimentEntry, ExperimentList, ExperimentRun};
pub use explain::Explanation;
pub use game::GameDocument;
pub use mean::MeanValue;
pub use one_search::{SearchDocument, search_progress};
pub(crate) use paper::rounded;
pub use paper::{
    PaperClaim, PaperCollection, PaperDocument, PaperFigure, PaperPoint, PaperRow, PaperSeries, VerdictTally,
};
pub use perft::PerftDocument;
pub(crate) use portrait::shown_of_portrait;
pub use portrait::{LadderPart, PortraitDocument, ShownPortrait};
pub use probe::{Missed, ProbeDocument};
pub use run::{MatchDocument, TournamentDocument};
pub(crate) use run::{match_document, replays_of_run, tournament_document};
pub use runs::{RunEntry, RunList};
pub use search::{MoveSummary, RepeatedSearch, thoughts};
use serde::Serialize;
use serde_json::Value;
pub use settings::{COUNT_FORFEITS, Settings};
pub use strength::StrengthDocument;
pub(crate) use strength::replays_of_study;
pub use sweep::SweepDocument;
pub use terminal::{BOLD, DIM, rate, table, table_within};
pub use trace::TraceDocument;

/// How the text of a document is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextOptions {
    /// Everything, not only what matters most.
    pub verbose: bool,
    /// How long the run took, if it was played just now.
    pub elapsed: Option<Duration>,
}

/// What a run found.
pub trait Document {
    /// For programs: one JSON document.
    fn json(&self) -> Value;

    /// For people: text for a terminal, with its styles.
    fn text(&self, options: &TextOptions) -> String;

    /// For people: one HTML file that needs nothing else.
    fn page(&self) -> String;

    /// What was found, in a line: for lists of many runs.
    fn headline(&self) -> String;

    /// Why the run says nothing although it ended, and what would help, if that is so.
    fn failure(&self) -> Option<String> {
        None
    }
}

/// Any value as JSON.
fn json_of(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("maps with text as keys, lists, numbers and text can always be written")
}
