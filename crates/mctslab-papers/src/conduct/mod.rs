//! An id as an experiment: its runs in the store, and what came of them.
//!
//! `select` chooses the rows that are asked for, `runs` finds or starts their runs, `play` plays
//! them, `measure` has the numbers of the rows, `judged` the verdicts of claims, and `document`
//! says what came of it; `as_published` judges claims on the paper's own numbers. `decide` plays in
//! `stages` what open claims need.

mod as_published;
mod decide;
mod document;
mod judged;
mod measure;
mod needs;
mod play;
mod runs;
mod select;
mod stages;

use std::collections::HashSet;

use mctslab_arena::Plan;
use mctslab_lab::Run;

pub use self::as_published::ClaimAsPublished;
pub use self::decide::{DecideAudience, decide_papers};
pub use self::play::{add_to_papers, run_papers};
pub use self::runs::{start_paper, start_papers};
use crate::expand::Expanded;
use crate::library::PaperId;
use crate::settings::{PaperSettings, RunKey};

/// An id that is being run.
pub struct PaperRun<'a> {
    id: PaperId<'a>,
    settings: PaperSettings,
    expanded: Expanded,
    /// The runs that are played.
    runs: Vec<PlannedRun>,
    /// The rows that are run.
    chosen: HashSet<RunKey>,
    /// Which sample of its rows this is, from 1.
    stage: u32,
    /// Whether its claims are decided in stages.
    staged: bool,
    experiment: Option<i64>,
}

/// A run with its plan.
struct PlannedRun {
    key: RunKey,
    plan: Plan,
    /// What it is, whatever its size and seed.
    fingerprint: String,
    /// Its number in the store.
    number: Option<i64>,
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
