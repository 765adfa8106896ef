//! One worker process: what it was given, what it answers, and its end.

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

/// The process groups of the workers that are running.
static GROUPS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

fn groups() -> MutexGuard<'static, Vec<Pid>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every worker with all that it started, at once: for an end that drops nothing, as by a
/// second Ctrl-C. One that does not answer would not end by itself.
pub(crate) fn kill_workers() {
    for &group in groups().iter() {
        // A group without members is what is wanted.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// A job, and what is left of it.
pub(crate) struct JobPiece {
    pub(crate) job: Job,
    pub(crate) done: TaskSet,
    pub(crate) losses: u32,
}

impl JobPiece {
    /// What is left of it.
    pub(crate) fn left(&self) -> Vec<Range<u64>> {
        self.done.missing_in(&self.job.tasks)
    }
}

/// A worker process.
pub(crate) struct WorkerProcess {
    /// Distinguishes what this process wrote from what its predecessor wrote.
    pub(crate) generation: u64,
    pub(crate) child: Child,
    group: Option<Pid>,
    pub(crate) started: Instant,
    /// When it was given something, or said something, last.
    pub(crate) heard: Instant,
    pub(crate) input: Option<ChildStdin>,
    /// Whether it said who it is.
    pub(crate) known: bool,
    pub(crate) piece: Option<JobPiece>,
    /// Whether it was started for its job alone.
    pub(crate) alone: bool,
    plans: HashSet<usize>,
    rounds: HashMap<usize, Arc<Round>>,
    /// How many parts of the job it was given and has not ended yet.
    pub(crate) parts: usize,
}

impl WorkerProcess {
    /// A process that was just started in a group of its own, and has been given nothing.
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

    /// Gives it what is left of a job. A worker that is dead already is found out by whoever reads
    /// from it.
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

    /// Takes results of its job; the run that they are of, or what is wrong with them.
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

    /// Ends the process, and says how it ended if it had ended by itself or by somebody else's
    /// hand.
    pub(crate) fn end(&mut self) -> Option<ExitStatus> {
        self.input = None;
        // It may be on its way out.
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

    /// Kills it and all that it started. Whoever reads from it says that it has ended.
    pub(crate) fn kill(&mut self) {
        if let Some(group) = self.group {
            let _ = kill_process_group(group, Signal::KILL);
            groups().retain(|known| *known != group);
        }
    }
}

/// Answers that a worker was not asked for.
#[derive(Debug, Error)]
pub(crate) enum Rubbish {
    #[error("it sent results of job {0}, which it was not given")]
    Job(u64),
    #[error("it sent a result of task {0}, which it was not given")]
    Task(u64),
    #[error("it sent a wrong result of task {task}: {error}")]
    Result { task: u64, error: ResultError },
}

/// Whether a process was killed from outside.
pub(crate) fn was_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    const OUTSIDE: [i32; 4] = [1, 2, 9, 15];
    status.signal().is_some_and(|signal| OUTSIDE.contains(&signal))
}

/// How a process ended, in words.
pub(crate) fn ended_how(status: Option<ExitStatus>) -> String {
    status.map_or_else(|| "it closed its output".to_string(), |status| format!("it ended with {status}"))
}
