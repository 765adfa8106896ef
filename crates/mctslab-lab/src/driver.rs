//! The loop around runs: it hands jobs out, takes what comes back, and closes what is over.
//!
//! Several runs are played together, so that the waiting of one is filled by the others. How many
//! tasks go into one job is decided here, from how long they take, and never changes a result. A
//! run that fails fails alone: the others go on. Where runs are kept is not known here
//! ([`RunTable`]): in a slice, or behind locks where others look at them.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use mctslab_arena::{Crew, CrewError, JobEnd, Report};

use crate::control::Control;
use crate::error::LabError;
use crate::run::{Run, RunState};

/// Results are written when there are this many of them, or when the last write is this long ago.
const BATCH: usize = 8192;
pub(crate) const WRITE_EVERY: Duration = Duration::from_millis(100);
/// How often a crew that reports nothing is looked after.
const TICK: Duration = Duration::from_millis(50);
/// How long is waited for a run that somebody looks at, if there is nothing else to do.
pub(crate) const GLANCE: Duration = Duration::from_millis(1);
/// No job has more tasks than this, and each is at most `GROWTH` times as large as the one before.
const MOST_TASKS: f64 = 16384.0;
const GROWTH: f64 = 8.0;

/// Runs by their numbers.
pub(crate) trait RunTable {
    /// Does something with a run.
    fn with<T>(&mut self, number: usize, act: impl FnOnce(&mut Run) -> T) -> Result<T, NoAccess>;

    /// Whether this run alone is to be stopped.
    fn is_stopped(&self, number: usize) -> bool;
}

/// Why nothing was done with a run.
pub(crate) enum NoAccess {
    /// Somebody looks at it just now.
    Busy,
    /// It panicked, with this message, and is not to be used again.
    Panicked(String),
}

/// How fast the tasks of a run are done.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// Tasks for the next job.
    tasks: f64,
}

impl Default for Pace {
    fn default() -> Self {
        Pace { tasks: 1.0 }
    }
}

impl Pace {
    /// Learns from a job of `tasks` that took `busy`: the next is to take `wanted`.
    fn learn(&mut self, tasks: usize, busy: Duration, wanted: Duration) {
        if tasks > 0 {
            let fitting = tasks as f64 * wanted.as_secs_f64() / busy.as_secs_f64().max(1e-9);
            self.tasks = fitting.clamp(1.0, (GROWTH * self.tasks).min(MOST_TASKS));
        }
    }
}

/// A run that is not closed yet.
#[derive(Default)]
struct Driven {
    pace: Pace,
    /// How many of its jobs are out.
    out: usize,
    /// Reports that it has not taken yet, since somebody looked at it.
    reports: Vec<Report>,
    /// Why it failed.
    error: Option<LabError>,
    /// It panicked: nothing is done with it any more.
    is_lost: bool,
}

/// What drives runs, one turn after the other.
pub(crate) struct Driver {
    open: BTreeMap<usize, Driven>,
    /// The jobs that are out, each with its run.
    out: HashMap<u64, usize>,
    next_id: u64,
    /// The run that is asked first for the next job.
    next_run: usize,
    /// How many runs there have been.
    admitted: usize,
    written: Instant,
    /// The first run that failed.
    first_failed: Option<usize>,
    /// Why the crew cannot go on.
    broken: Option<CrewError>,
    /// Some run was not to be had in this turn.
    is_busy: bool,
    /// Runs that were closed, with how they ended.
    closed: Vec<(usize, Result<(), LabError>)>,
}

impl Driver {
    pub(crate) fn new() -> Driver {
        Driver {
            open: BTreeMap::new(),
            out: HashMap::new(),
            next_id: 0,
            next_run: 0,
            admitted: 0,
            written: Instant::now(),
            first_failed: None,
            broken: None,
            is_busy: false,
            closed: Vec::new(),
        }
    }

    /// Takes one more run; the answer is its number.
    pub(crate) fn admit(&mut self) -> usize {
        let number = self.admitted;
        self.admitted += 1;
        self.open.insert(number, Driven::default());
        if let Some(error) = self.broken.clone() {
            self.fail(number, error.into());
        }
        number
    }

    /// Whether any run is not closed.
    pub(crate) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    /// The runs that are not closed.
    pub(crate) fn open(&self) -> Vec<usize> {
        self.open.keys().copied().collect()
    }

    /// The first run that failed.
    pub(crate) fn first_failed(&self) -> Option<usize> {
        self.first_failed
    }

    /// The runs that were closed since the last question, with how they ended.
    pub(crate) fn take_closed(&mut self) -> Vec<(usize, Result<(), LabError>)> {
        std::mem::take(&mut self.closed)
    }

    /// Hands out jobs, waits a moment for reports, writes what is due and closes what is over.
    /// Whether it was time to write.
    pub(crate) fn turn(&mut self, runs: &mut impl RunTable, crew: &mut dyn Crew, control: &Control) -> bool {
        self.is_busy = false;
        self.obey(runs, control);
        let played = self.hand_out(runs, crew).and_then(|()| self.wait(runs, crew, control));
        if let Err(error) = played {
            self.give_up(runs, crew, control, &error);
        }
        for number in self.open() {
            self.take_reports(runs, number);
        }
        let wrote = self.write(runs);
        self.close_those_over(runs);
        wrote
    }

    /// The crew cannot go on: all runs fail. What it still reports of the games that are being
    /// played is kept as far as it can be.
    fn give_up(&mut self, runs: &mut impl RunTable, crew: &mut dyn Crew, control: &Control, error: &CrewError) {
        self.break_off(control, error);
        while !self.out.is_empty() {
            let Ok(reports) = crew.wait(TICK) else { break };
            for report in reports {
                drop(self.take(runs, report, crew.job_length()));
            }
        }
        self.abandon(control, error);
    }

    /// The crew cannot go on, and nobody waits for what it still reports.
    pub(crate) fn abandon(&mut self, control: &Control, error: &CrewError) {
        self.break_off(control, error);
        self.out.clear();
        self.open.values_mut().for_each(|driven| driven.out = 0);
    }

    /// All runs fail, and so do those that come later.
    fn break_off(&mut self, control: &Control, error: &CrewError) {
        self.broken = Some(error.clone());
        for number in self.open() {
            self.fail(number, error.clone().into());
        }
        control.flags.stop.store(true, Ordering::Relaxed);
    }

    /// Takes note of why a run failed.
    fn fail(&mut self, number: usize, error: LabError) {
        if let Some(driven) = self.open.get_mut(&number) {
            driven.error.get_or_insert(error);
            self.first_failed.get_or_insert(number);
        }
    }

    /// Does something with a run; `None` if it is not to be had just now, or if it failed.
    fn act<T>(
        &mut self,
        runs: &mut impl RunTable,
        number: usize,
        act: impl FnOnce(&mut Run) -> Result<T, LabError>,
    ) -> Option<T> {
        if self.open.get(&number).is_none_or(|driven| driven.is_lost) {
            return None;
        }
        match runs.with(number, act) {
            Ok(Ok(done)) => return Some(done),
            Ok(Err(error)) => self.fail(number, error),
            Err(NoAccess::Busy) => self.is_busy = true,
            Err(NoAccess::Panicked(message)) => {
                self.open.entry(number).and_modify(|driven| driven.is_lost = true);
                self.fail(number, LabError::panic_of_study(message));
            }
        }
        None
    }

    /// Stops what is to be stopped.
    fn obey(&mut self, runs: &mut impl RunTable, control: &Control) {
        let is_late = control.is_late();
        if is_late {
            control.flags.halt.store(true, Ordering::Relaxed);
        }
        let all = control.flags.is_stopped();
        for number in self.open() {
            let stops = all || runs.is_stopped(number) || self.has_failed(number);
            if is_late || stops {
                self.act(runs, number, |run| {
                    if is_late {
                        run.time_out();
                    }
                    if stops {
                        run.stop();
                    }
                    Ok(())
                });
            }
        }
    }

    fn has_failed(&self, number: usize) -> bool {
        self.open.get(&number).is_some_and(|driven| driven.error.is_some())
    }

    /// Gives the crew as many jobs as it can use, from one run after the other.
    fn hand_out(&mut self, runs: &mut impl RunTable, crew: &mut dyn Crew) -> Result<(), CrewError> {
        let mut idle = 0;
        while self.out.len() < crew.places() && idle < self.open.len() {
            let later = self.open.range(self.next_run..).next();
            let Some((&number, _)) = later.or_else(|| self.open.first_key_value()) else { break };
            self.next_run = number + 1;
            idle = if self.give_job(runs, crew, number)? { 0 } else { idle + 1 };
        }
        Ok(())
    }

    /// Gives the crew a job of a run; whether there was one.
    fn give_job(&mut self, runs: &mut impl RunTable, crew: &mut dyn Crew, number: usize) -> Result<bool, CrewError> {
        let Some(driven) = self.open.get(&number).filter(|driven| driven.error.is_none()) else { return Ok(false) };
        let (id, tasks, places) = (self.next_id, driven.pace.tasks as u64, crew.places() as u64);
        let take = |run: &mut Run| {
            // The last tasks of a round are shared by all.
            let share = run.waiting().div_ceil(places).max(1);
            let most = tasks.clamp(1, if run.waiting() == 0 { 1 } else { share });
            run.take_job(id, number, most)
        };
        let Some(job) = self.act(runs, number, take).flatten() else { return Ok(false) };
        self.out.insert(id, number);
        self.open.entry(number).and_modify(|driven| driven.out += 1);
        self.next_id += 1;
        crew.give(job)?;
        Ok(true)
    }

    /// Waits for what the crew reports, but not for long.
    fn wait(&mut self, runs: &mut impl RunTable, crew: &mut dyn Crew, control: &Control) -> Result<(), CrewError> {
        if self.out.is_empty() {
            if self.is_busy {
                thread::sleep(GLANCE);
            }
            return Ok(());
        }
        let patience = control.deadline.map_or(TICK, |deadline| {
            deadline.saturating_duration_since(Instant::now()).clamp(Duration::from_millis(1), TICK)
        });
        // All of them are taken, whatever becomes of the first: a job whose end was reported is not
        // waited for again.
        let mut taken = Ok(());
        for report in crew.wait(patience)? {
            taken = taken.and(self.take(runs, report, crew.job_length()));
        }
        taken
    }

    /// Takes a report, of which the next job is to take `wanted`.
    fn take(&mut self, runs: &mut impl RunTable, report: Report, wanted: Duration) -> Result<(), CrewError> {
        let number = report.run;
        if number >= self.admitted {
            return Err(CrewError(format!("results came for run {number}, which does not exist")));
        }
        let is_over = report.end.is_some() && self.out.remove(&report.job).is_some();
        let Some(driven) = self.open.get_mut(&number) else { return Ok(()) };
        driven.out -= usize::from(is_over);
        driven.pace.learn(report.results.len(), report.took.clock, wanted);
        driven.reports.push(report);
        self.take_reports(runs, number);
        Ok(())
    }

    /// Hands a run what was reported of it.
    fn take_reports(&mut self, runs: &mut impl RunTable, number: usize) {
        let Some(driven) = self.open.get_mut(&number).filter(|driven| !driven.reports.is_empty()) else { return };
        let mut reports = std::mem::take(&mut driven.reports);
        self.act(runs, number, |run| {
            let mut taken = Ok(());
            for Report { results, took, end, .. } in reports.drain(..) {
                run.add_cpu(took.cpu);
                taken = taken.and(run.accept(results));
                if let Some(JobEnd::Failed(failure)) = end {
                    taken = taken.and(Err(run.failed(failure)));
                }
            }
            taken
        });
        // Nobody took them if the run was not to be had.
        if let Some(driven) = self.open.get_mut(&number).filter(|driven| !driven.is_lost) {
            driven.reports = reports;
        }
    }

    /// Writes what is due; whether it was time to.
    fn write(&mut self, runs: &mut impl RunTable) -> bool {
        let is_time = self.written.elapsed() >= WRITE_EVERY;
        let mut wrote = is_time;
        for number in self.open() {
            let flush = |run: &mut Run| {
                let is_due = is_time || run.unwritten() >= BATCH;
                if is_due { run.flush().map(|()| true) } else { Ok(false) }
            };
            wrote |= !self.has_failed(number) && self.act(runs, number, flush).unwrap_or_default();
        }
        if wrote {
            self.written = Instant::now();
        }
        wrote
    }

    /// Closes the runs of which nothing more will come.
    fn close_those_over(&mut self, runs: &mut impl RunTable) {
        for number in self.open() {
            let Some(driven) = self.open.get(&number) else { continue };
            if driven.out > 0 || !(driven.reports.is_empty() || driven.is_lost) {
                continue;
            }
            let has_failed = driven.error.is_some();
            let close = |run: &mut Run| {
                if has_failed {
                    run.stop();
                }
                Ok((run.state() != RunState::Open).then(|| run.close()))
            };
            let closed = self.act(runs, number, close).flatten();
            if closed.is_none() && !self.open.get(&number).is_some_and(|driven| driven.is_lost) {
                continue;
            }
            if let Some(Err(error)) = closed {
                self.fail(number, error);
            }
            let error = self.open.remove(&number).and_then(|driven| driven.error);
            self.closed.push((number, error.map_or(Ok(()), Err)));
        }
    }
}
