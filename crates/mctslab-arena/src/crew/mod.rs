//! Who plays jobs: a crew takes jobs and reports results. There are crews of threads and of worker
//! processes.

pub(crate) mod job;
mod lines;
pub(crate) mod process;
pub(crate) mod processes;
pub(crate) mod threads;
pub mod worker;

use std::time::Duration;

use crate::{Job, JobFailure, TaskResult, Took};

/// How a job ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobEnd {
    /// All its results were reported, or all that there will be after a stop.
    Done,
    /// It cannot be played.
    Failed(JobFailure),
}

/// What a crew reports of a job.
#[derive(Clone, Debug)]
pub struct Report {
    /// The number of the job.
    pub job: u64,
    /// The run it belongs to.
    pub run: usize,
    /// Results since the last report.
    pub results: Vec<TaskResult>,
    /// How long they took.
    pub took: Took,
    /// How it ended; `None` while it is being played.
    pub end: Option<JobEnd>,
}

/// Why a crew cannot go on.
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
#[error("{0}")]
pub struct CrewError(pub String);

/// Who plays jobs.
pub trait Crew {
    /// How many jobs it can use at a time.
    fn places(&self) -> usize;

    /// How long a job should take: long enough that handing it out costs little beside it.
    fn job_length(&self) -> Duration;

    /// Takes a job. No more than [`Crew::places`] are given at a time, but for those that it
    /// reported the end of.
    fn give(&mut self, job: Job) -> Result<(), CrewError>;

    /// Waits for a report, but no longer than `patience`.
    fn wait(&mut self, patience: Duration) -> Result<Vec<Report>, CrewError>;

    /// What a reader of the results should know of those who play.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
}
