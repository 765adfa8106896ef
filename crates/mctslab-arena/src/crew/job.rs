//! Jobs: what a worker receives and what it returns.
//!
//! A job is a plan, a round of it and the numbers of some of its tasks: everything that a worker
//! needs. Playing it is a pure function, so the results do not depend on which worker plays it, how
//! often, or together with which other tasks.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mctslab_core::text::beginning;
use serde::{Deserialize, Serialize};

use crate::{Plan, Record, ResultError, Round};

/// Some tasks of a run.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its number, unique among all jobs of a crew.
    pub id: u64,
    /// The number of its run among the runs that are played together.
    pub run: usize,
    /// The plan of the run.
    pub plan: Arc<Plan>,
    /// The round that the tasks belong to.
    pub round: Arc<Round>,
    /// The numbers of the tasks.
    pub tasks: Range<u64>,
}

/// The result of one task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TaskResult {
    /// A game.
    Game(Record),
    /// The result of a study's own kind of task, as text that the study reads.
    Own {
        /// The number of the task.
        task: u64,
        /// The text.
        found: String,
    },
}

impl TaskResult {
    /// The number of its task.
    pub fn task(&self) -> u64 {
        match self {
            TaskResult::Game(record) => record.fixture,
            TaskResult::Own { task, .. } => *task,
        }
    }

    /// The game, if it is one.
    pub fn game(&self) -> Option<&Record> {
        match self {
            TaskResult::Game(record) => Some(record),
            TaskResult::Own { .. } => None,
        }
    }
}

/// Why a job could not be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobFailure {
    /// An agent or a game panicked: a bug.
    Panic {
        /// The number of the task.
        task: Option<u64>,
        /// The agent that was called, if one was.
        agent: Option<usize>,
        /// The message.
        message: String,
    },
    /// The job cannot be played: an agent that cannot be built, a task that cannot be read.
    Refused(String),
}

impl JobFailure {
    /// The same failure with a message that is safe to show, whatever its source.
    #[must_use]
    pub fn shortened(self) -> JobFailure {
        match self {
            JobFailure::Panic { task, agent, message } => {
                JobFailure::Panic { task, agent, message: beginning(&message).into_owned() }
            }
            JobFailure::Refused(reason) => JobFailure::Refused(beginning(&reason).into_owned()),
        }
    }
}

/// Flags that end the play of jobs from outside.
#[derive(Debug, Default)]
pub struct Flags {
    /// No more tasks are begun; games in progress are played to their end.
    pub stop: AtomicBool,
    /// Games in progress are abandoned as well.
    pub halt: AtomicBool,
}

impl Flags {
    /// Whether no more tasks are to be begun.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.is_halted()
    }

    /// Whether games are to be abandoned.
    pub fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }
}

/// Plays the jobs of one plan, with agents of its own.
pub trait JobPlayer: Send {
    /// Plays the tasks of a job in their order and passes on each result at once, until the job
    /// ends or `flags` are raised.
    fn play(&mut self, job: &Job, flags: &Flags, results: &mut dyn FnMut(TaskResult)) -> Result<(), JobFailure>;
}

/// Makes the player of the jobs of a plan; every thread and every worker process has its own.
pub type MakePlayer = dyn Fn(&Plan) -> Result<Box<dyn JobPlayer>, JobFailure> + Send + Sync;

/// Checks a result of a job that another process played; the error says what is wrong with it. The
/// round has checked the result before.
pub type Inspect = dyn Fn(&Job, &TaskResult) -> Result<(), ResultError> + Send + Sync;
