//! Crews: a crew takes jobs and reports results. There are crews of threads and of worker
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
    /// All its results were reported, or after a stop all that there will be.
    Done,
    /// It could not be played.
    Failed(JobFailure),
}

/// A report of a crew about a job.
#[derive(Clone, Debug)]
pub struct Report {
    /// The number of the job.
    pub job: u64,
    /// The run it belongs to.
    pub run: usize,
    /// Results since the last report.
    pub results: Vec<TaskResult>,
    /// The time they took.
    pub took: Took,
    /// The end of the job; `None` while it is being played.
    pub end: Option<JobEnd>,
}

/// Why a crew cannot continue.
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
#[error("{0}")]
pub struct CrewError(pub String);

/// Plays jobs.
pub trait Crew: Send {
    /// The number of jobs it can use at a time.
    fn places(&self) -> usize;

    /// The intended length of a job: long enough that the cost of handing it out is small in
    /// comparison.
    fn job_length(&self) -> Duration;

    /// Takes a job. At any time at most [`Crew::places`] jobs are in its hands whose end it has not
    /// reported.
    fn give(&mut self, job: Job) -> Result<(), CrewError>;

    /// Waits for reports, at most for the time `patience`.
    fn wait(&mut self, patience: Duration) -> Result<Vec<Report>, CrewError>;

    /// Warnings about the crew for the readers of the results.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
}
