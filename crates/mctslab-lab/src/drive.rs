//! Playing runs: one loop around their state machines, for threads and worker processes alike.
//!
//! Several runs are played together, so that the waiting of one is filled by the others. How many
//! tasks go into one job is decided here, from how long they take, and never changes a result.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use mctslab_arena::engines::words;
use mctslab_arena::{Crew, CrewError, Flags, JobEnd, LocalCrew, Report, WorkerCrew};

use crate::error::LabError;
use crate::inspect::inspector;
use crate::lab::Lab;
use crate::run::{Run, RunState};
use crate::work::make_player;

/// Results are written when there are this many of them, or when the last write is this long ago.
const BATCH: usize = 8192;
const WRITE_EVERY: Duration = Duration::from_millis(100);
/// How often a crew that reports nothing is looked after.
const TICK: Duration = Duration::from_millis(50);
/// No job has more tasks than this, and each is at most `GROWTH` times as large as the one before.
const MOST_TASKS: f64 = 16384.0;
const GROWTH: f64 = 8.0;

/// How playing is brought to an end from outside.
#[derive(Clone, Default)]
pub struct Control {
    /// Raised to stop.
    pub flags: Arc<Flags>,
    /// When games that are not over are abandoned.
    pub deadline: Option<Instant>,
}

impl Control {
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Those who play: this many threads of this process, or worker processes that a command starts.
pub fn hire(lab: &Lab, workers: Option<&str>, count: usize, control: &Control) -> Result<Box<dyn Crew>, LabError> {
    let flags = Arc::clone(&control.flags);
    let Some(command) = workers else { return Ok(Box::new(LocalCrew::new(count, make_player(lab), flags))) };
    let words = words(command).map_err(|error| LabError::Request(format!("the workers `{command}`: {error}")))?;
    Ok(Box::new(WorkerCrew::start(words, count, lab.identity(), flags, inspector(lab))?))
}

/// Plays runs until they are over, the control says otherwise or one of them fails; then all of
/// them are closed, and what was played is written. `watch` is called every now and then.
pub fn drive(
    runs: &mut [Run],
    crew: &mut dyn Crew,
    control: &Control,
    watch: &mut dyn FnMut(&[Run]),
) -> Result<(), LabError> {
    let mut driver = Driver { out: HashSet::new(), next_id: 0, turn: 0, paces: vec![Pace::default(); runs.len()] };
    let mut outcome = driver.play(runs, crew, control, watch);
    if outcome.is_err() {
        // The others finish the games that they are playing; what they still report is kept as far
        // as it can be.
        control.flags.stop.store(true, Ordering::Relaxed);
        while !driver.out.is_empty() {
            let Ok(reports) = crew.wait(TICK) else { break };
            for report in reports {
                drop(driver.take(runs, report));
            }
        }
    }
    for run in runs.iter_mut() {
        run.stop();
        let closed = run.close();
        outcome = outcome.and(closed);
    }
    watch(runs);
    outcome
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

struct Driver {
    /// The jobs that are out.
    out: HashSet<u64>,
    next_id: u64,
    /// The run that is asked first for the next job.
    turn: usize,
    paces: Vec<Pace>,
}

impl Driver {
    fn play(
        &mut self,
        runs: &mut [Run],
        crew: &mut dyn Crew,
        control: &Control,
        watch: &mut dyn FnMut(&[Run]),
    ) -> Result<(), LabError> {
        let mut written = Instant::now();
        loop {
            if control.is_late() {
                control.flags.halt.store(true, Ordering::Relaxed);
                runs.iter_mut().for_each(Run::time_out);
            }
            if control.flags.is_stopped() {
                runs.iter_mut().for_each(Run::stop);
            }
            self.hand_out(runs, crew)?;
            if self.out.is_empty() {
                return Ok(());
            }
            let patience = control.deadline.map_or(TICK, |deadline| {
                deadline.saturating_duration_since(Instant::now()).clamp(Duration::from_millis(1), TICK)
            });
            // All of them are taken, whatever becomes of the first: a job whose end was reported is
            // not waited for again.
            let mut taken = Ok(());
            for report in crew.wait(patience)? {
                let wanted = crew.job_length();
                self.paces[report.run].learn(report.results.len(), report.took.clock, wanted);
                taken = taken.and(self.take(runs, report));
            }
            taken?;
            if written.elapsed() >= WRITE_EVERY || runs.iter().any(|run| run.unwritten() >= BATCH) {
                runs.iter_mut().try_for_each(Run::flush)?;
                written = Instant::now();
                watch(runs);
            }
        }
    }

    /// Gives the crew as many jobs as it can use, from one run after the other.
    fn hand_out(&mut self, runs: &mut [Run], crew: &mut dyn Crew) -> Result<(), LabError> {
        let mut idle = 0;
        while self.out.len() < crew.places() && idle < runs.len() {
            let number = self.turn % runs.len();
            self.turn = number + 1;
            let run = &mut runs[number];
            // The last tasks of a round are shared by all.
            let share = run.waiting().div_ceil(crew.places() as u64).max(1);
            let most = (self.paces[number].tasks as u64).clamp(1, if run.waiting() == 0 { 1 } else { share });
            match run.take_job(self.next_id, number, most)? {
                Some(job) => {
                    self.out.insert(self.next_id);
                    self.next_id += 1;
                    crew.give(job)?;
                    idle = 0;
                }
                None => idle += 1,
            }
        }
        Ok(())
    }

    fn take(&mut self, runs: &mut [Run], report: Report) -> Result<(), LabError> {
        let Report { job, run, results, end, took, .. } = report;
        let run =
            runs.get_mut(run).ok_or_else(|| CrewError(format!("results came for run {run}, which does not exist")))?;
        if end.is_some() {
            self.out.remove(&job);
        }
        run.add_cpu(took.cpu);
        run.accept(results)?;
        match end {
            Some(JobEnd::Failed(failure)) => Err(run.failed(failure)),
            _ => Ok(()),
        }
    }
}

/// Whether any of the runs was stopped before it was over.
pub fn ending(runs: &[Run]) -> RunState {
    let states = runs.iter().map(Run::state);
    states.fold(RunState::Over, |worst, state| match (worst, state) {
        (RunState::Stopped, _) | (_, RunState::Stopped) => RunState::Stopped,
        (RunState::OutOfTime, _) | (_, RunState::OutOfTime) => RunState::OutOfTime,
        _ => state,
    })
}

/// How far runs are after so long, in words.
pub fn progress_line(runs: &[Run], elapsed: Duration) -> String {
    let [run] = runs else { return line_of_many(runs, elapsed) };
    let progress = run.progress();
    let left = progress.share.filter(|share| *share > 0.0 && run.planned().is_none()).map(|share| {
        let left = elapsed.as_secs_f64() * (1.0 - share).max(0.0) / share;
        format!(", about {left:.0} s left")
    });
    progress.line + &left.unwrap_or_default()
}

/// How many of several runs are over, and how long the others may take.
fn line_of_many(runs: &[Run], elapsed: Duration) -> String {
    let over = runs.iter().filter(|run| run.state() == RunState::Over).count();
    let share = |run: &Run| match (run.state(), run.planned()) {
        (RunState::Over, _) => 1.0,
        (_, Some(planned)) => run.done() as f64 / planned.max(1) as f64,
        (_, None) => run.progress().share.unwrap_or(0.0),
    };
    let share = runs.iter().map(share).sum::<f64>() / runs.len().max(1) as f64;
    let left = elapsed.as_secs_f64() * (1.0 - share) / share;
    let left = if share > 0.0 && over < runs.len() { format!(", about {left:.0} s left") } else { String::new() };
    format!("{over} of {} runs{left}", runs.len())
}
