//! How far a run is, as a value that others may look at while it is played.

use std::time::Duration;

use crate::run::{Run, RunState};
use crate::study::Progress;

/// How far a run is at a moment.
#[derive(Clone, Debug)]
pub struct RunSnapshot {
    /// How far it is.
    pub state: RunState,
    /// Tasks that are done, those of earlier runners included.
    pub done: u64,
    /// How many tasks there will be; `None` if the study decides that while it runs.
    pub planned: Option<u64>,
    /// How far the study is.
    pub progress: Progress,
    /// What its tasks are called when they are counted.
    pub unit: &'static str,
    /// The game, with those of its options that are not as usual.
    pub game: String,
    /// What happened in the first games that were forfeited.
    pub alarms: Vec<String>,
    /// Whether it is closed: written, and played by nobody.
    pub is_closed: bool,
    /// Why it failed, if it did.
    pub failure: Option<String>,
}

impl RunSnapshot {
    /// How far a run is now.
    pub fn of(run: &Run) -> RunSnapshot {
        RunSnapshot {
            state: run.state(),
            done: run.done(),
            planned: run.planned(),
            progress: run.progress(),
            unit: run.study().unit(),
            game: run.about().game.to_string(),
            alarms: run.alarms().to_vec(),
            is_closed: false,
            failure: None,
        }
    }

    /// The share of the work that is done, as far as it is known.
    fn share(&self) -> f64 {
        match (self.state, self.planned) {
            (RunState::Over, _) => 1.0,
            (_, Some(planned)) => self.done as f64 / planned.max(1) as f64,
            (_, None) => self.progress.share.unwrap_or(0.0),
        }
    }
}

/// How far runs are after so long, in words.
pub fn progress_line(runs: &[RunSnapshot], elapsed: Duration) -> String {
    let [run] = runs else { return line_of_many(runs, elapsed) };
    let progress = &run.progress;
    let left = progress.share.filter(|share| *share > 0.0 && run.planned.is_none()).map(|share| {
        let left = elapsed.as_secs_f64() * (1.0 - share).max(0.0) / share;
        format!(", about {left:.0} s left")
    });
    progress.line.clone() + &left.unwrap_or_default()
}

/// How many of several runs are over, and how long the others may take.
fn line_of_many(runs: &[RunSnapshot], elapsed: Duration) -> String {
    let over = runs.iter().filter(|run| run.state == RunState::Over).count();
    let share = runs.iter().map(RunSnapshot::share).sum::<f64>() / runs.len().max(1) as f64;
    let left = elapsed.as_secs_f64() * (1.0 - share) / share;
    let left = if share > 0.0 && over < runs.len() { format!(", about {left:.0} s left") } else { String::new() };
    format!("{over} of {} runs{left}", runs.len())
}
