//! A worker: reads jobs, plays them and writes their results, a line of JSON each, until there is
//! no more to read.
//!
//! The first line that a worker writes says who it is. Then it is given plans, rounds and jobs, in
//! lines that name a run by its number; a job refers to the plan and the round of its run that were
//! given last. Results are written as they come, and at last the end of the job. A worker that has
//! nothing more to read ends, whatever it is doing, so none is left behind when its driver dies.

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

/// Results are written when there are this many of them, or when the first of them is this old.
const BUNDLE: usize = 256;
const FLUSH_AFTER: Duration = Duration::from_millis(100);

/// What a worker is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The version of mctslab.
    pub version: String,
    /// What games, agents and studies it has: a digest of their names and options.
    pub catalog: String,
}

/// A line that a worker reads.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum WorkerOrder {
    /// The plan of a run.
    Plan { run: usize, plan: Arc<Plan> },
    /// The round that the next jobs of a run are of.
    Round { run: usize, round: Arc<Round> },
    /// Tasks to do.
    Job { run: usize, job: u64, tasks: Range<u64> },
    /// No more tasks are begun.
    Stop,
    /// Games that are being played are abandoned.
    Halt,
}

/// A line that a worker writes.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum WorkerAnswer {
    /// Who it is.
    Worker(Identity),
    /// Some results of a job, and how long they took by the clock and by the processor.
    Results { job: u64, busy_us: u64, cpu_us: u64, results: Vec<TaskResult> },
    /// The end of a job.
    End { job: u64, failure: Option<JobFailure> },
}

/// Why a worker cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// A line that is no order.
    #[error("cannot read the order `{line}`: {reason}; a worker is started by another mctslab, which sends it orders")]
    WorkerOrder {
        /// The line, or its beginning.
        line: String,
        /// Why.
        reason: String,
    },
    /// The input or the output broke.
    #[error("a worker's input or output broke: {0}")]
    Io(#[from] io::Error),
}

/// Does what the lines of `input` order until there are no more.
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
            // Obeyed by whoever reads, since a job is being played.
            WorkerOrder::Stop | WorkerOrder::Halt => {}
        }
    }
    Ok(())
}

/// Reads orders and hands them on; those that end a job are obeyed at once.
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
    // Nobody is there any more to whom results would matter.
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
            if bundle.len() >= BUNDLE || sent.clock() >= FLUSH_AFTER {
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
            // Of many runs that are played together most are over after a while.
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
