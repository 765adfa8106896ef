//! One worker process: its jobs, its answers, and its end.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::ops::Range;
use std::process::{Child, ChildStdin, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use thiserror::Error;

use crate::crew::worker::WorkerOrder;
use crate::{Inspect, Job, ResultError, Round, TaskResult, TaskSet};

/// The process groups of the running workers.
static GROUPS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

fn groups() -> MutexGuard<'static, Vec<Pid>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every worker and all processes that it started, at once, before a process exit that runs
/// no destructors, as after a second Ctrl-C. A worker that hangs would not end by itself.
pub(crate) fn kill_workers() {
    for &group in groups().iter() {
        // It is no error if the group has no members any more.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// A job, and the set of its tasks that are done.
pub(crate) struct JobPiece {
    pub(crate) job: Job,
    pub(crate) done: TaskSet,
    pub(crate) losses: u32,
}

impl JobPiece {
    /// The tasks that are not done.
    pub(crate) fn left(&self) -> Vec<Range<u64>> {
        self.done.missing_in(&self.job.tasks)
    }
}

/// A worker process.
pub(crate) struct WorkerProcess {
    /// Distinguishes the output of this process from that of its predecessor.
    pub(crate) generation: u64,
    pub(crate) child: Child,
    group: Option<Pid>,
    pub(crate) started: Instant,
    /// The time of the last message to or from it.
    pub(crate) heard: Instant,
    pub(crate) input: Option<ChildStdin>,
    /// Whether it has identified itself.
    pub(crate) known: bool,
    pub(crate) piece: Option<JobPiece>,
    /// Whether it was started for its job alone.
    pub(crate) alone: bool,
    plans: HashSet<usize>,
    rounds: HashMap<usize, Arc<Round>>,
    /// The number of parts of the job that it was given and has not ended yet.
    pub(crate) parts: usize,
}

impl WorkerProcess {
    /// A process that was just started in a group of its own, without a job.
    pub(crate) fn new(mut child: Child, generation: u64) -> WorkerProcess {
        let group = Pid::from_raw(child.id().cast_signed());
        groups().extend(group);
        let (input, now) = (child.stdin.take(), Instant::now());
        WorkerProcess {
            generation,
            child,
            group,
            started: now,
            heard: now,
            input,
            known: false,
            piece: None,
            alone: false,
            plans: HashSet::new(),
            rounds: HashMap::new(),
            parts: 0,
        }
    }

    /// Gives it the tasks of a job that are not done. If the worker is dead already, the thread
    /// that reads from it notices.
    pub(crate) fn give(&mut self, piece: JobPiece) {
        self.heard = Instant::now();
        let (run, job) = (piece.job.run, piece.job.id);
        if self.plans.insert(run) {
            self.order(&WorkerOrder::Plan { run, plan: Arc::clone(&piece.job.plan) });
        }
        if !self.rounds.get(&run).is_some_and(|round| Arc::ptr_eq(round, &piece.job.round)) {
            self.order(&WorkerOrder::Round { run, round: Arc::clone(&piece.job.round) });
            self.rounds.insert(run, Arc::clone(&piece.job.round));
        }
        let left = piece.left();
        self.parts = left.len();
        for tasks in left {
            self.order(&WorkerOrder::Job { run, job, tasks });
        }
        self.piece = Some(piece);
    }

    pub(crate) fn order(&mut self, order: &WorkerOrder) {
        let Some(input) = &mut self.input else { return };
        let text = serde_json::to_string(order).expect("plans and rounds can always be written") + "\n";
        drop(input.write_all(text.as_bytes()).and_then(|()| input.flush()));
    }

    /// Accepts results of its job and returns the run they belong to, or the error in them.
    pub(crate) fn take(&mut self, job: u64, results: &[TaskResult], inspect: &Inspect) -> Result<usize, Rubbish> {
        let Some(piece) = self.piece.as_mut().filter(|piece| piece.job.id == job) else {
            return Err(Rubbish::Job(job));
        };
        for result in results {
            let task = result.task();
            if !piece.job.tasks.contains(&task) {
                return Err(Rubbish::Task(task));
            }
            let checked = piece.job.round.check(result).and_then(|()| inspect(&piece.job, result));
            checked.map_err(|error| Rubbish::Result { task, error })?;
            piece.done.insert(task..task + 1);
        }
        Ok(piece.job.run)
    }

    /// Ends the process; the exit status if it had ended before, by itself or by an outside signal.
    pub(crate) fn end(&mut self) -> Option<ExitStatus> {
        self.input = None;
        // It may be about to end.
        for _ in 0..20 {
            if let Ok(Some(status)) = self.child.try_wait() {
                self.kill();
                self.group = None;
                return Some(status);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        self.kill();
        drop(self.child.wait());
        self.group = None;
        None
    }

    /// Kills it and all processes that it started. The thread that reads from it reports its end.
    pub(crate) fn kill(&mut self) {
        if let Some(group) = self.group {
            let _ = kill_process_group(group, Signal::KILL);
            groups().retain(|known| *known != group);
        }
    }
}

/// Answers that were not asked for.
#[derive(Debug, Error)]
pub(crate) enum Rubbish {
    #[error("it sent results of job {0}, which it was not given")]
    Job(u64),
    #[error("it sent a result of task {0}, which it was not given")]
    Task(u64),
    #[error("it sent a wrong result of task {task}: {error}")]
    Result { task: u64, error: ResultError },
}

/// Whether a process was killed by a signal from outside.
pub(crate) fn was_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    const OUTSIDE_SIGNALS: [i32; 4] = [1, 2, 9, 15];
    status.signal().is_some_and(|signal| OUTSIDE_SIGNALS.contains(&signal))
}

/// The way in which a process ended, in words.
pub(crate) fn ended_how(status: Option<ExitStatus>) -> String {
    status.map_or_else(|| "it closed its output".to_string(), |status| format!("it ended with {status}"))
}
