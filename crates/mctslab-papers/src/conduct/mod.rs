//! An id as an experiment: its runs in the store, and what came of them.
//!
//! `select` keeps the rows that are asked for, `runs` finds or starts their runs, `play` plays
//! them, `measure` reads the numbers of the rows, and `document` says what came of it.

mod document;
mod measure;
mod play;
mod runs;
mod select;

use mctslab_arena::Plan;
use mctslab_lab::Run;

pub use self::play::run_papers;
pub use self::runs::{start_paper, start_papers};
use crate::expand::Expanded;
use crate::library::PaperId;
use crate::settings::{PaperSettings, RunKey};

/// An id that is being run.
pub struct PaperRun<'a> {
    id: PaperId<'a>,
    settings: PaperSettings,
    expanded: Expanded,
    /// The runs with their plans, and their numbers in the store.
    runs: Vec<(RunKey, Plan, Option<i64>)>,
    /// Rows that are not run.
    left_out: usize,
    experiment: Option<i64>,
}

/// An id with those of its runs that are to be played.
pub type StartedPaper<'a> = (PaperRun<'a>, Vec<Run>);

impl PaperRun<'_> {
    /// Its name.
    pub fn name(&self) -> &str {
        self.id.name()
    }

    /// Whether its runs are to be played one after the other on one thread.
    pub fn timed(&self) -> bool {
        self.id.timed()
    }

    /// Its number among the experiments of the store.
    pub fn experiment(&self) -> Option<i64> {
        self.experiment
    }

    /// How many runs it has.
    pub fn len(&self) -> usize {
        self.runs.len()
    }

    /// Whether it has no runs.
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }
}
