//! A worker: reads jobs, plays them and writes their results, a line of JSON each, until its input
//! ends.
//!
//! The first line that a worker writes identifies it. Then it receives plans, rounds and jobs, in
//! lines that name a run by its number; a job refers to the latest plan and the latest round of its
//! run. Results are written as they come, and then the end of the job. A worker stops at the end of
//! its input, whatever it is doing, so none is left behind when its driver dies.

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::stopwatch::Stopwatch;
use crate::{Flags, Job, JobFailure, JobPlayer, MakePlayer, Plan, Round, TaskResult, Took};

/// The number of results after which they are written; they are written earlier if the first of
/// them is old enough.
const MAX_BUNDLE_RESULTS: usize = 256;
const FLUSH_AFTER: Duration = Duration::from_millis(100);

/// The identity of a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The version of mctslab.
    pub version: String,
    /// A digest of the names and options of its games, agents and studies.
    pub catalog: String,
}

/// A line that a worker reads.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum WorkerOrder {
    /// The plan of a run.
    Plan { run: usize, plan: Arc<Plan> },
    /// The round of the next jobs of a run.
    Round { run: usize, round: Arc<Round> },
    /// Tasks to do.
    Job { run: usize, job: u64, tasks: Range<u64> },
    /// Begin no more tasks.
    Stop,
    /// Abandon games in progress.
    Halt,
}

/// A line that a worker writes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum WorkerAnswer {
    /// Its identity.
    Worker(Identity),
    /// Some results of a job, with the clock time and the CPU time that they took.
    Results { job: u64, busy_us: u64, cpu_us: u64, results: Vec<TaskResult> },
    /// The end of a job.
    End { job: u64, failure: Option<JobFailure> },
}

/// Why a worker cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// A line that is not an order.
    #[error("cannot read the order `{line}`: {reason}; a worker is started by another mctslab, which sends it orders")]
    WorkerOrder {
        /// The line, or its beginning.
        line: String,
        /// Why it is not.
        reason: String,
    },
    /// The input or the output failed.
    #[error("a worker's input or output broke: {0}")]
    Io(#[from] io::Error),
}

/// Carries out the orders in the lines of `input`, to its end.
pub fn serve(
    identity: &Identity,
    make: &MakePlayer,
    input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
) -> Result<(), WorkerError> {
    say(out, &WorkerAnswer::Worker(identity.clone()))?;
    let flags = Arc::new(Flags::default());
    let (sender, orders) = channel();
    let reader = Arc::clone(&flags);
    std::thread::spawn(move || read(input, &reader, &sender));
    let mut worker = JobWorker { make, plans: HashMap::new(), rounds: HashMap::new(), players: HashMap::new() };
    for order in orders {
        match order? {
            WorkerOrder::Plan { run, plan } => {
                worker.players.remove(&run);
                worker.plans.insert(run, plan);
            }
            WorkerOrder::Round { run, round } => drop(worker.rounds.insert(run, round)),
            WorkerOrder::Job { run, job, tasks } => worker.play(run, job, tasks, &flags, out)?,
            // The thread that reads carries these out, since a job is being played.
            WorkerOrder::Stop | WorkerOrder::Halt => {}
        }
    }
    Ok(())
}

/// Reads orders and passes them on; those that end a job take effect at once.
fn read(input: impl BufRead, flags: &Flags, orders: &Sender<Result<WorkerOrder, WorkerError>>) {
    for line in input.lines() {
        let order = line.map_err(WorkerError::from).and_then(|line| {
            serde_json::from_str(&line).map_err(|error| WorkerError::WorkerOrder {
                line: line.chars().take(80).collect(),
                reason: error.to_string(),
            })
        });
        match &order {
            Ok(WorkerOrder::Stop) => flags.stop.store(true, Ordering::Relaxed),
            Ok(WorkerOrder::Halt) | Err(_) => flags.halt.store(true, Ordering::Relaxed),
            Ok(_) => {}
        }
        let over = order.is_err();
        if orders.send(order).is_err() || over {
            return;
        }
    }
    // The driver is gone, so results do not matter any more.
    flags.halt.store(true, Ordering::Relaxed);
}

struct JobWorker<'a> {
    make: &'a MakePlayer,
    plans: HashMap<usize, Arc<Plan>>,
    rounds: HashMap<usize, Arc<Round>>,
    players: HashMap<usize, Box<dyn JobPlayer>>,
}

impl JobWorker<'_> {
    fn play(
        &mut self,
        run: usize,
        id: u64,
        tasks: Range<u64>,
        flags: &Flags,
        out: &mut dyn Write,
    ) -> Result<(), WorkerError> {
        let (mut bundle, mut sent, mut broken) = (Vec::new(), Stopwatch::start(), None);
        let report = |bundle: &mut Vec<TaskResult>, sent: &mut Stopwatch, out: &mut dyn Write| {
            let Took { clock, cpu } = sent.lap();
            let (busy_us, cpu_us) = (clock.as_micros() as u64, cpu.as_micros() as u64);
            say(out, &WorkerAnswer::Results { job: id, busy_us, cpu_us, results: std::mem::take(bundle) })
        };
        let mut take = |result: TaskResult| {
            bundle.push(result);
            if bundle.len() >= MAX_BUNDLE_RESULTS || sent.clock() >= FLUSH_AFTER {
                broken = broken.take().or(report(&mut bundle, &mut sent, out).err());
            }
        };
        let failure = self.results(run, id, tasks, flags, &mut take).err();
        if let Some(error) = broken {
            return Err(error.into());
        }
        report(&mut bundle, &mut sent, out)?;
        if failure.is_some() {
            self.players.remove(&run);
        }
        Ok(say(out, &WorkerAnswer::End { job: id, failure })?)
    }

    fn results(
        &mut self,
        run: usize,
        id: u64,
        tasks: Range<u64>,
        flags: &Flags,
        take: &mut dyn FnMut(TaskResult),
    ) -> Result<(), JobFailure> {
        let (Some(plan), Some(round)) = (self.plans.get(&run), self.rounds.get(&run)) else {
            return Err(JobFailure::Refused(format!("job {id} is of run {run}, whose plan and round were not given")));
        };
        let job = Job { id, run, plan: Arc::clone(plan), round: Arc::clone(round), tasks };
        if !self.players.contains_key(&run) {
            // Of many runs that are played together most have ended after a while.
            self.players.clear();
            self.players.insert(run, (self.make)(plan)?);
        }
        let player = self.players.get_mut(&run).expect("it was just made");
        player.play(&job, flags, take)
    }
}

fn say(out: &mut dyn Write, answer: &WorkerAnswer) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    out.write_all(b"\n")?;
    out.flush()
}
