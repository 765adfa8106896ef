//! Playing runs that are all there from the beginning, by threads or by worker processes.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use mctslab_arena::engines::words;
use mctslab_arena::{Crew, LocalCrew, WorkerCrew};

use crate::control::Control;
use crate::driver::{Driver, NoAccess, RunTable};
use crate::error::LabError;
use crate::inspect::inspector;
use crate::lab::Lab;
use crate::run::{Run, RunState};
use crate::work::make_player;

/// Those who play: this many threads of this process, or worker processes that a command starts.
pub fn hire(lab: &Lab, workers: Option<&str>, count: usize, control: &Control) -> Result<Box<dyn Crew>, LabError> {
    let flags = Arc::clone(&control.flags);
    let Some(command) = workers else { return Ok(Box::new(LocalCrew::new(count, make_player(lab), flags))) };
    let words = words(command).map_err(|error| LabError::Request(format!("the workers `{command}`: {error}")))?;
    let crew = WorkerCrew::start(words, count, lab.identity(), flags, inspector(lab))?;
    Ok(Box::new(crew.with_example(lab.hints().start_worker())))
}

/// Runs that nobody else looks at.
struct OwnRuns<'a>(&'a mut [Run]);

impl RunTable for OwnRuns<'_> {
    fn with<T>(&mut self, number: usize, act: impl FnOnce(&mut Run) -> T) -> Result<T, NoAccess> {
        Ok(act(&mut self.0[number]))
    }

    fn is_stopped(&self, _number: usize) -> bool {
        false
    }
}

/// Plays runs until they are over, the control says otherwise or one of them fails; then all of
/// them are closed, and what was played is written. `watch` is called every now and then. Runs that
/// join and leave while others play are those of a [`Host`](crate::Host), by the same loop.
pub fn drive(
    runs: &mut [Run],
    crew: &mut dyn Crew,
    control: &Control,
    watch: &mut dyn FnMut(&[Run]),
) -> Result<(), LabError> {
    let mut driver = Driver::new();
    for _ in runs.iter() {
        driver.admit();
    }
    let mut closed = Vec::new();
    while driver.is_open() {
        let wrote = driver.turn(&mut OwnRuns(runs), crew, control);
        if driver.first_failed().is_some() {
            // The others finish the games that they are playing.
            control.flags.stop.store(true, Ordering::Relaxed);
        }
        if wrote {
            watch(runs);
        }
        closed.extend(driver.take_closed());
    }
    watch(runs);
    let failed = closed.into_iter().find(|(number, _)| Some(*number) == driver.first_failed());
    failed.map_or(Ok(()), |(_, outcome)| outcome)
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
