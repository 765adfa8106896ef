//! Runs that join and leave while others play.
//!
//! A [`Host`] plays whatever is submitted to it, by one crew: each run in its turn, so that a new
//! one need not wait for the end of the others. What is submitted is looked at and stopped through
//! its [`RunHandle`]. A run that fails fails alone. The records of a run are the same as if it were
//! played by itself.
//!
//! Looking never slows the loop: the progress of a run is a value that the loop replaces at
//! intervals, and while the document of a run is read, the loop leaves that run for later and plays
//! the others.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use mctslab_arena::{Crew, CrewError, panic_message};

use crate::control::Control;
use crate::document::Document;
use crate::driver::{Driver, GLANCE, NoAccess, RunTable, WRITE_EVERY};
use crate::error::LabError;
use crate::run::{Run, RunState};
use crate::run_snapshot::RunSnapshot;

/// As much stack as a main thread has: rules of games may be code of another language.
const STACK: usize = 8 << 20;

/// What plays runs that are submitted to it. Dropping it abandons the games that are being played,
/// closes all runs, each with what it has, and leaves no thread.
pub struct Host {
    shared: Arc<HostShared>,
    control: Control,
    /// The thread of the loop, if it has one of its own; at its end it knows what to say of those
    /// who played.
    thread: Option<JoinHandle<Vec<String>>>,
}

/// What a host and its loop share.
#[derive(Default)]
struct HostShared {
    orders: Mutex<HostOrders>,
    /// There is something new among the orders.
    woken: Condvar,
}

#[derive(Default)]
struct HostOrders {
    submitted: Vec<Arc<HostedRun>>,
    /// Nothing more will be submitted.
    is_closing: bool,
}

/// A run that is played by a host.
struct HostedRun {
    /// `None` once it was taken back, or after a panic.
    run: Mutex<Option<Run>>,
    /// Raised to stop this run alone.
    stop: AtomicBool,
    seen: Mutex<HostedState>,
    changed: Condvar,
}

struct HostedState {
    latest: Arc<RunSnapshot>,
    /// How it ended, once it is closed.
    end: Option<Result<(), LabError>>,
}

/// A run that was submitted to a [`Host`]. The run goes on without its handle.
pub struct RunHandle {
    hosted: Arc<HostedRun>,
}

impl Host {
    /// A host whose loop is to be run by [`Host::play`].
    pub(crate) fn new(control: Control) -> Host {
        Host { shared: Arc::default(), control, thread: None }
    }

    /// A host whose loop has a thread of its own, with a crew that obeys the flags of `control`.
    pub fn start(mut crew: Box<dyn Crew>, control: Control) -> Result<Host, LabError> {
        let mut host = Host::new(control);
        let mut rounds = HostLoop::new(&host);
        let control = host.control.clone();
        let thread = thread::Builder::new().name("host".to_string()).stack_size(STACK).spawn(move || {
            while rounds.wait_for_work() {
                let played = catch_unwind(AssertUnwindSafe(|| rounds.turn(&mut *crew, &control)));
                if let Err(panic) = played {
                    // Nobody knows what the crew still reports.
                    rounds.driver.abandon(&control, &CrewError(panic_message(&*panic)));
                }
            }
            crew.warnings()
        });
        host.thread = Some(thread.map_err(|error| CrewError(format!("cannot start a thread: {error}")))?);
        Ok(host)
    }

    /// Plays a run together with all others that are being played.
    pub fn submit(&self, run: Run) -> RunHandle {
        let latest = Arc::new(RunSnapshot::of(&run));
        let hosted = Arc::new(HostedRun {
            run: Mutex::new(Some(run)),
            stop: AtomicBool::new(false),
            seen: Mutex::new(HostedState { latest, end: None }),
            changed: Condvar::new(),
        });
        self.shared.orders().submitted.push(Arc::clone(&hosted));
        self.shared.woken.notify_all();
        RunHandle { hosted }
    }

    /// Runs the loop on this thread until everything that was submitted is closed. `watch` is
    /// called every now and then.
    pub(crate) fn play(&self, crew: &mut dyn Crew, watch: &mut dyn FnMut()) {
        let mut rounds = HostLoop::new(self);
        while rounds.has_work() {
            if rounds.turn(crew, &self.control) {
                watch();
            }
        }
    }

    /// Stops all runs when the tasks that are under way are over.
    pub fn stop(&self) {
        self.control.flags.stop.store(true, Ordering::Relaxed);
    }

    /// Waits until everything that was submitted is closed. The answer is what a reader of the
    /// results should know of those who played.
    pub fn finish(mut self) -> Vec<String> {
        self.close().unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Ends the thread, when there is nothing left to do.
    fn close(&mut self) -> thread::Result<Vec<String>> {
        self.shared.orders().is_closing = true;
        self.shared.woken.notify_all();
        self.thread.take().map_or_else(|| Ok(Vec::new()), JoinHandle::join)
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        if self.thread.is_some() {
            self.control.flags.halt.store(true, Ordering::Relaxed);
            drop(self.close());
        }
    }
}

impl HostShared {
    fn orders(&self) -> MutexGuard<'_, HostOrders> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HostedRun {
    fn seen(&self) -> MutexGuard<'_, HostedState> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) -> MutexGuard<'_, Option<Run>> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunHandle {
    /// How far the run is; never more than a moment old.
    pub fn progress(&self) -> Arc<RunSnapshot> {
        Arc::clone(&self.hosted.seen().latest)
    }

    /// Stops the run when its tasks that are under way are over; the others play on.
    pub fn stop(&self) {
        self.hosted.stop.store(true, Ordering::Relaxed);
    }

    /// Waits until the run is closed, but no longer than `patience`; how far it is by then.
    pub fn wait_for(&self, patience: Duration) -> Arc<RunSnapshot> {
        let is_open = |seen: &mut HostedState| seen.end.is_none();
        let waited = self.hosted.changed.wait_timeout_while(self.hosted.seen(), patience, is_open);
        Arc::clone(&waited.unwrap_or_else(PoisonError::into_inner).0.latest)
    }

    /// Waits until the run is closed: over, stopped or failed.
    pub fn wait(&self) -> Arc<RunSnapshot> {
        let is_open = |seen: &mut HostedState| seen.end.is_none();
        let waited = self.hosted.changed.wait_while(self.hosted.seen(), is_open);
        Arc::clone(&waited.unwrap_or_else(PoisonError::into_inner).latest)
    }

    /// Looks at the run, which makes a pause meanwhile; `None` after a panic of it.
    pub fn with_run<T>(&self, look: impl FnOnce(&Run) -> T) -> Option<T> {
        self.hosted.run().as_ref().map(look)
    }

    /// Looks at what the run has found so far.
    pub fn with_document<T>(&self, look: impl FnOnce(&dyn Document) -> T) -> Option<T> {
        self.with_run(|run| look(&*run.document()))
    }

    /// Waits until the run is closed, and takes it back. The error is why it failed.
    pub fn take(self) -> Result<Run, LabError> {
        self.wait();
        let end = self.hosted.seen().end.take().unwrap_or(Ok(()));
        let run = self.hosted.run().take();
        end.map(|()| run.expect("it is there unless it failed, and nobody else can take it"))
    }
}

/// The loop of a host.
struct HostLoop {
    shared: Arc<HostShared>,
    driver: Driver,
    runs: HostedRuns,
    /// Runs that the driver has closed, and of which this is still to be shown.
    closed: Vec<(usize, Result<(), LabError>)>,
    shown: Instant,
}

impl HostLoop {
    fn new(host: &Host) -> HostLoop {
        let shared = Arc::clone(&host.shared);
        let (driver, runs, closed) = (Driver::new(), HostedRuns::default(), Vec::new());
        HostLoop { shared, driver, runs, closed, shown: Instant::now() }
    }

    /// Takes what was submitted; whether any run is open.
    fn has_work(&mut self) -> bool {
        let submitted = std::mem::take(&mut self.shared.orders().submitted);
        for hosted in submitted {
            self.runs.0.insert(self.driver.admit(), hosted);
        }
        self.driver.is_open() || !self.closed.is_empty()
    }

    /// Waits until there is something to play; `false` if there will be nothing more.
    fn wait_for_work(&mut self) -> bool {
        if self.has_work() {
            return true;
        }
        let is_idle = |orders: &mut HostOrders| orders.submitted.is_empty() && !orders.is_closing;
        let waited = self.shared.woken.wait_while(self.shared.orders(), is_idle);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        self.has_work()
    }

    /// One turn of the loop; whether it is time to look at what has changed.
    fn turn(&mut self, crew: &mut dyn Crew, control: &Control) -> bool {
        if !self.driver.is_open() {
            // Somebody looks at the last runs; what they have come to is shown after that.
            thread::sleep(GLANCE);
        }
        let wrote = self.driver.turn(&mut self.runs, crew, control);
        let is_time = wrote || self.shown.elapsed() >= WRITE_EVERY;
        if is_time {
            self.shown = Instant::now();
            for number in self.driver.open() {
                self.runs.show(number);
            }
        }
        self.closed.extend(self.driver.take_closed());
        let any_closed = !self.closed.is_empty();
        self.show_closed();
        any_closed || is_time
    }

    /// Lets go of the runs that were closed, but for those that somebody looks at just now.
    fn show_closed(&mut self) {
        for (number, end) in std::mem::take(&mut self.closed) {
            let (last, end) = match self.runs.with(number, |run| RunSnapshot::of(run)) {
                Err(NoAccess::Busy) => {
                    self.closed.push((number, end));
                    continue;
                }
                Err(NoAccess::Panicked(message)) => (None, end.and_then(|()| Err(LabError::panic_of_study(message)))),
                Ok(last) => (Some(last), end),
            };
            if let Some(hosted) = self.runs.0.remove(&number) {
                hosted.close(last, end);
            }
        }
    }
}

impl HostedRun {
    /// Shows how far it was at last, if that is known, and how it ended.
    fn close(&self, last: Option<RunSnapshot>, end: Result<(), LabError>) {
        let failure = end.as_ref().err().map(ToString::to_string);
        let mut seen = self.seen();
        let last = last.unwrap_or_else(|| RunSnapshot { state: RunState::Stopped, ..(*seen.latest).clone() });
        seen.latest = Arc::new(RunSnapshot { is_closed: true, failure, ..last });
        seen.end = Some(end);
        self.changed.notify_all();
    }
}

/// The runs of a host by their numbers.
#[derive(Default)]
struct HostedRuns(BTreeMap<usize, Arc<HostedRun>>);

impl HostedRuns {
    /// Shows how far a run is, unless somebody looks at it just now.
    fn show(&mut self, number: usize) {
        if let Ok(now) = self.with(number, |run| RunSnapshot::of(run))
            && let Some(hosted) = self.0.get(&number)
        {
            hosted.seen().latest = Arc::new(now);
        }
    }
}

impl RunTable for HostedRuns {
    fn with<T>(&mut self, number: usize, act: impl FnOnce(&mut Run) -> T) -> Result<T, NoAccess> {
        let gone = || NoAccess::Panicked("it is gone".to_string());
        let hosted = self.0.get(&number).ok_or_else(gone)?;
        let mut place = match hosted.run.try_lock() {
            Ok(place) => place,
            Err(TryLockError::Poisoned(place)) => place.into_inner(),
            Err(TryLockError::WouldBlock) => return Err(NoAccess::Busy),
        };
        let run = place.as_mut().ok_or_else(gone)?;
        catch_unwind(AssertUnwindSafe(|| act(run))).map_err(|panic| {
            // Whatever is half done after a panic is never looked at again.
            *place = None;
            NoAccess::Panicked(panic_message(&*panic))
        })
    }

    fn is_stopped(&self, number: usize) -> bool {
        self.0.get(&number).is_some_and(|hosted| hosted.stop.load(Ordering::Relaxed))
    }
}
