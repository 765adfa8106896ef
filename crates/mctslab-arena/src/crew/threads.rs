//! A crew of the threads of this process.
//!
//! Every thread has its own agents for as long as a run lasts, takes the next job, and passes on
//! results in small bundles: with instant players a message per game would cost more than the game.

use std::any::Any;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::{Crew, CrewError, JobEnd, Report};
use crate::stopwatch::Stopwatch;
use crate::{Flags, Job, JobFailure, JobPlayer, MakePlayer, TaskResult, Took};

/// The number of results after which they are passed on; they are passed on earlier if the first of
/// them is old enough.
const MAX_BUNDLE_RESULTS: usize = 256;
const FLUSH_AFTER: Duration = Duration::from_millis(20);
/// The number of runs whose agents a thread keeps.
const MOST_PLAYERS: usize = 16;
/// The number of jobs for each thread: one that is played, and one that waits.
const JOBS_PER_THREAD: usize = 2;

/// A crew of threads of this process.
pub struct LocalCrew {
    /// `None` after the end.
    jobs: Option<SyncSender<Job>>,
    reports: Receiver<Report>,
    threads: Vec<JoinHandle<()>>,
    flags: Arc<Flags>,
    size: usize,
    shared: Shared,
}

/// The state shared by all threads.
#[derive(Clone)]
struct Shared {
    queue: Arc<Mutex<Receiver<Job>>>,
    reports: SyncSender<Report>,
    make: Arc<MakePlayer>,
    flags: Arc<Flags>,
}

impl LocalCrew {
    /// A crew of this many threads, which are started when there is work for them.
    pub fn new(threads: usize, make: Arc<MakePlayer>, flags: Arc<Flags>) -> LocalCrew {
        let size = threads.max(1);
        let (jobs, queue) = sync_channel(JOBS_PER_THREAD * size);
        let (sender, reports) = sync_channel(64);
        let shared = Shared { queue: Arc::new(Mutex::new(queue)), reports: sender, make, flags: Arc::clone(&flags) };
        LocalCrew { jobs: Some(jobs), reports, threads: Vec::new(), flags, size, shared }
    }
}

impl Crew for LocalCrew {
    fn places(&self) -> usize {
        JOBS_PER_THREAD * self.size
    }

    fn job_length(&self) -> Duration {
        FLUSH_AFTER
    }

    fn give(&mut self, job: Job) -> Result<(), CrewError> {
        // There are no more threads than jobs: a set of agents may need much memory.
        if self.threads.len() < self.size {
            let shared = self.shared.clone();
            let thread = std::thread::Builder::new().name(format!("worker-{}", self.threads.len()));
            let started = thread.spawn(move || work(&shared));
            self.threads.push(started.map_err(|error| CrewError(format!("cannot start a thread: {error}")))?);
        }
        let gone = |()| CrewError("the threads that play have ended".to_string());
        self.jobs.as_ref().ok_or(()).map_err(gone)?.send(job).map_err(|_| gone(()))
    }

    fn wait(&mut self, patience: Duration) -> Result<Vec<Report>, CrewError> {
        match self.reports.recv_timeout(patience) {
            Ok(report) => Ok(std::iter::once(report).chain(self.reports.try_iter()).collect()),
            Err(RecvTimeoutError::Timeout) => Ok(Vec::new()),
            Err(RecvTimeoutError::Disconnected) => Err(CrewError("the threads that play have ended".to_string())),
        }
    }
}

impl Drop for LocalCrew {
    fn drop(&mut self) {
        self.flags.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        self.jobs = None;
        for thread in self.threads.drain(..) {
            // No thread waits for a place in the channel.
            while !thread.is_finished() {
                drop(self.reports.recv_timeout(Duration::from_millis(1)));
            }
            drop(thread.join());
        }
    }
}

/// Plays jobs until there are no more.
fn work(shared: &Shared) {
    let mut players: HashMap<usize, Box<dyn JobPlayer>> = HashMap::new();
    loop {
        // The lock is held while waiting: the thread that holds it takes the next job.
        let job = shared.queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        let (mut bundle, mut sent) = (Vec::new(), Stopwatch::start());
        // Whether the report was received.
        let report = |results: Vec<TaskResult>, took: Took, end: Option<JobEnd>| {
            shared.reports.send(Report { job: job.id, run: job.run, results, took, end }).is_ok()
        };
        let mut gone = false;
        let mut take = |result: TaskResult| {
            bundle.push(result);
            if bundle.len() >= MAX_BUNDLE_RESULTS || sent.clock() >= FLUSH_AFTER {
                gone |= !report(std::mem::take(&mut bundle), sent.lap(), None);
            }
        };
        let end = match player(&mut players, &job, &*shared.make) {
            Ok(player) => player.play(&job, &shared.flags, &mut take),
            Err(failure) => Err(failure),
        };
        if end.is_err() {
            // The state of a player after a panic may be inconsistent, so it is dropped.
            players.remove(&job.run);
        }
        let end = end.map_or_else(JobEnd::Failed, |()| JobEnd::Done);
        if !report(bundle, sent.lap(), Some(end)) || gone {
            return;
        }
    }
}

/// The player of a job's plan, made when it is first needed.
fn player<'a>(
    players: &'a mut HashMap<usize, Box<dyn JobPlayer>>,
    job: &Job,
    make: &MakePlayer,
) -> Result<&'a mut Box<dyn JobPlayer>, JobFailure> {
    // Of many runs that are played together most have ended after a while.
    if players.len() >= MOST_PLAYERS && !players.contains_key(&job.run) {
        players.clear();
    }
    match players.entry(job.run) {
        Entry::Occupied(made) => Ok(made.into_mut()),
        Entry::Vacant(place) => Ok(place.insert(make(&job.plan)?)),
    }
}

/// The message of a panic.
pub fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it gave no reason".to_string())
}
