//! What a study is: it decides what is done next, from nothing but the results so far, and what
//! they mean.
//!
//! A study is one file in `studies/` and one row of its list, with its parameters declared once. It
//! gets the command line's options, progress, the store, resuming, replaying, worker processes and
//! experiments for free.

use std::any::Any;
use std::sync::Arc;

use mctslab_arena::{Numbered, Plan, Round, TaskResult};
use mctslab_core::spec::{Args, Entry};
use mctslab_registry::AnyGame;

use crate::agents::Agents;
use crate::document::{About, Document};
use crate::error::LabError;
use crate::samplers::check_sample;
use crate::study_context::StudyContext;

/// What most tasks are called when they are counted.
pub const GAMES: &str = "games";

/// What tasks of several kinds are called.
pub const TASKS: &str = "tasks";

/// What tasks are called that may be of several kinds: by the kind they share, if they share one.
pub fn common_unit(mut units: impl Iterator<Item = &'static str>) -> &'static str {
    let first = units.next().unwrap_or(GAMES);
    if units.all(|unit| unit == first) { first } else { TASKS }
}

/// How far a study is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// What is known so far, in a few words.
    pub line: String,
    /// The share of the work that is done, if anybody knows.
    pub share: Option<f64>,
    /// Something that a reader should know early, such as that the budget will not be enough.
    pub warning: Option<String>,
}

/// A study at work. Any of them can be asked whether it is of a certain type, so that several of
/// one kind make one document.
pub trait Study: Send + Any {
    /// The tasks to do next, after the results of all that were handed out before were added;
    /// `None` if the study is over. The answer depends on nothing but those results.
    fn next(&mut self) -> Option<Round>;

    /// Takes the result with the next higher number.
    fn add(&mut self, result: &TaskResult);

    /// Ends the study with the results that are there: the time is up, or a run was interrupted.
    fn give_up(&mut self) {}

    /// How many tasks there will be, or no more than how many: see
    /// [`Study::decides_while_running`].
    fn planned(&self) -> u64;

    /// Whether the number of tasks depends on results, so that [`Study::planned`] is a bound.
    fn decides_while_running(&self) -> bool {
        false
    }

    /// What its tasks are called when they are counted.
    fn unit(&self) -> &'static str {
        GAMES
    }

    /// How far it is.
    fn progress(&self) -> Progress;

    /// What it found.
    fn document<'a>(&'a self, about: About<'a>) -> Box<dyn Document + 'a>;

    /// Keeps from now on what a page shows of single games.
    fn keep_games(&mut self) {}

    /// Makes what a page shows of single games, from the moves that were recorded. No agent is
    /// asked: the game may be one of a catalog without agents.
    fn show_games(&mut self, _context: StudyContext<'_>) -> Result<(), LabError> {
        Ok(())
    }

    /// What a reader should know before the first game.
    fn remarks(&self, _context: StudyContext<'_>) -> Result<Vec<String>, LabError> {
        Ok(Vec::new())
    }

    /// Takes a result that an earlier version chose to have, for a study that can make something of
    /// it; `false` if it replays its decisions instead. `agents` are those of the run by their
    /// numbers.
    fn observe(&mut self, _result: &TaskResult, _agents: &[Numbered]) -> bool {
        false
    }

    /// Ends a study of results that an earlier version chose to have.
    fn conclude(&mut self) {}

    /// What is wrong with what a task of the study's own kind is said to have found, if something
    /// is: it may come from a store, from a worker or from anywhere. What passes is handed to
    /// [`Study::add`]. By default samples of a measure are checked by the measure, and all else
    /// passes.
    fn check(&self, context: StudyContext<'_>, work: &str, _task: u64, found: &str) -> Result<(), String> {
        check_sample(context, work, found)
    }

    /// Does a task of the study's own kind: `work` is what the round says of it. A pure function of
    /// these and of the plan's seed; what the study keeps from one task to the next only saves
    /// time. The study that does tasks is not the one that decides.
    fn perform(&mut self, _context: StudyContext<'_>, work: &str, task: u64) -> Result<String, LabError> {
        Err(LabError::Task { task, reason: format!("this study has no tasks of its own, and `{work}` is none") })
    }
}

/// A study in the list: what it is called, what can be set, and how it is made.
#[derive(Clone, Copy)]
pub struct StudyRow {
    /// The command that runs it.
    pub command: &'static str,
    /// Its name, its one-line description and its parameters.
    pub entry: Entry,
    /// The head of its file: what it does, and the paper behind it.
    pub source: &'static str,
    /// Which agents it takes.
    pub agents: Agents,
    /// What to type to run it.
    pub example: &'static str,
    /// Makes it. The parameters were checked against the entry; what is left to refuse are
    /// combinations.
    pub build: fn(&Setup<'_>) -> Result<Box<dyn Study>, LabError>,
    /// Makes one document of several runs of the command, if that makes sense.
    pub combine: Option<CombineRuns>,
    /// Whether its text has rows that are shown only where all are asked for (`--verbose`).
    pub more_rows: bool,
}

/// Makes one document of several runs; the error says which of them does not fit the others.
pub type CombineRuns = for<'a> fn(Vec<OneOfMany<'a>>) -> Result<Box<dyn Document + 'a>, LabError>;

/// A run that is shown together with others: what it is, and its study.
pub type OneOfMany<'a> = (About<'a>, &'a (dyn Study + 'static));

/// The study of one of several runs as the type that it is; the error names the run that is of
/// another.
pub fn study_as<'a, S: Study>(one: &OneOfMany<'a>) -> Result<&'a S, LabError> {
    let (about, study) = one;
    let study: &'a dyn Any = *study;
    let other = || LabError::Request(format!("{} is a different kind of study than the others", about.place()));
    study.downcast_ref::<S>().ok_or_else(other)
}

/// What a study is made from.
pub struct Setup<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The study's parameters.
    pub args: &'a Args,
    /// The game.
    pub game: &'a Arc<dyn AnyGame>,
}
