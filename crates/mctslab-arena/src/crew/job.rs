//! Jobs: what a worker is given, and what it gives back.
//!
//! A job is a plan, a round of it and the numbers of some of its tasks: everything that a worker
//! needs. Playing it is a pure function, so it does not matter which worker plays it, how often, or
//! together with which other tasks.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use mctslab_core::text::beginning;
use serde::{Deserialize, Serialize};

use crate::{Plan, Record, ResultError, Round};

/// Some tasks of a run.
#[derive(Clone, Debug)]
pub struct Job {
    /// Its own number among all jobs that were handed out.
    pub id: u64,
    /// The run's place among those that are played together.
    pub run: usize,
    /// The plan of the run.
    pub plan: Arc<Plan>,
    /// The round that the tasks belong to.
    pub round: Arc<Round>,
    /// The numbers of the tasks.
    pub tasks: Range<u64>,
}

/// What came of one task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TaskResult {
    /// A game.
    Game(Record),
    /// The result of a study's own kind of task, as a text that the study reads.
    Own {
        /// The number of the task.
        task: u64,
        /// What it found.
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
        /// The agent that was asked to do something, if one was.
        agent: Option<usize>,
        /// The message.
        message: String,
    },
    /// The job cannot be played: an agent that cannot be built, a task that cannot be read.
    Refused(String),
}

impl JobFailure {
    /// The same with a message that can be shown, whoever wrote it.
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

/// How playing is brought to an end from outside.
#[derive(Debug, Default)]
pub struct Flags {
    /// No more tasks are begun; the games that are being played go on to their end.
    pub stop: AtomicBool,
    /// Games that are being played are abandoned as well.
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

/// Plays jobs of one plan, with agents of its own.
pub trait JobPlayer: Send {
    /// Plays the tasks of a job in their order and hands each result over as soon as it is there,
    /// until `flags` say otherwise.
    fn play(&mut self, job: &Job, flags: &Flags, results: &mut dyn FnMut(TaskResult)) -> Result<(), JobFailure>;
}

/// Makes what plays the jobs of a plan; every thread and every worker process has its own.
pub type MakePlayer = dyn Fn(&Plan) -> Result<Box<dyn JobPlayer>, JobFailure> + Send + Sync;

/// Looks at a result of a job that another process played, and says what is wrong with it. The
/// round has been asked before.
pub type Inspect = dyn Fn(&Job, &TaskResult) -> Result<(), ResultError> + Send + Sync;
