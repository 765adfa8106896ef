//! What a worker does: it plays the tasks of a job and answers with their results.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use mctslab_lab::arena::{Flags, Identity, Job, JobFailure, JobPlayer, Plan, Round, TaskResult};
use mctslab_lab::make_player;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};

use crate::error::{exception, guarded};
use crate::lab::{identity_now, lab};

/// A worker keeps the players of no more plans than this.
const MOST_PLAYERS: usize = 16;

/// What a worker answers.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkAnswer {
    /// Its name.
    pub(crate) worker: String,
    /// How long it played.
    pub(crate) busy_us: u64,
    /// How long it had a processor for that.
    pub(crate) cpu_us: u64,
    pub(crate) results: Vec<TaskResult>,
    pub(crate) failure: Option<JobFailure>,
}

thread_local! {
    /// The players of this thread by the texts of their plans.
    static PLAYERS: RefCell<HashMap<String, Box<dyn JobPlayer>>> = RefCell::default();
}

/// Plays the tasks `first` to `end` (not included) of a round of a plan. A driver of another
/// version, or with other games, is refused.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are what a job is")]
pub(crate) fn do_work(
    py: Python<'_>,
    worker: String,
    version: String,
    catalog: String,
    plan: String,
    round: String,
    first: u64,
    end: u64,
) -> PyResult<String> {
    // Python's clock of a thread goes on while the thread is detached.
    let processor = || py.import("time")?.call_method0("thread_time")?.extract::<f64>();
    let before = processor()?;
    let answer = py.detach(|| {
        let begin = Instant::now();
        let driver = Identity { version, catalog };
        let mut results = Vec::new();
        let played = guarded(|| play(&worker, &driver, &plan, &round, first..end, &mut results));
        let failure = match played {
            Ok(outcome) => outcome.err(),
            // Ctrl-C ends the worker, not the run.
            Err(error) if Python::attach(|py| error.is_instance_of::<PyKeyboardInterrupt>(py)) => return Err(error),
            Err(error) => Some(JobFailure::Refused(error.to_string())),
        };
        Ok(WorkAnswer { worker, busy_us: begin.elapsed().as_micros() as u64, cpu_us: 0, results, failure })
    });
    let mut answer = answer?;
    answer.cpu_us = ((processor()? - before).max(0.0) * 1e6) as u64;
    serde_json::to_string(&answer).map_err(|error| exception("ExecutorError", error.to_string()))
}

fn play(
    worker: &str,
    driver: &Identity,
    plan: &str,
    round: &str,
    tasks: Range<u64>,
    results: &mut Vec<TaskResult>,
) -> Result<(), JobFailure> {
    let own = identity_now();
    if own != *driver {
        let said = |one: &Identity| format!("mctslab {} with the catalog {}", one.version, one.catalog);
        return Err(JobFailure::Refused(format!(
            "the worker `{worker}` is {}, and its driver {}: they would play other games; install the same package on both",
            said(&own),
            said(driver)
        )));
    }
    let unread = |error: serde_json::Error| JobFailure::Refused(format!("the worker cannot read its job: {error}"));
    let parsed: Arc<Plan> = Arc::new(serde_json::from_str(plan).map_err(unread)?);
    let round: Arc<Round> = Arc::new(serde_json::from_str(round).map_err(unread)?);
    PLAYERS.with_borrow_mut(|players| {
        if players.len() >= MOST_PLAYERS && !players.contains_key(plan) {
            players.clear();
        }
        let mut player = match players.remove(plan) {
            Some(player) => player,
            None => make_player(&lab())(&parsed)?,
        };
        let job = Job { id: 0, run: 0, plan: parsed, round, tasks };
        // A player whose job failed is not used again: it was not put back.
        player.play(&job, &Flags::default(), &mut |result| results.push(result))?;
        players.insert(plan.to_string(), player);
        Ok(())
    })
}
