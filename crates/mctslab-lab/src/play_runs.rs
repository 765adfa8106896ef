//! Playing runs for somebody who watches: remarks, progress, the order to stop, and how to go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use mctslab_arena::{Crew, Flags};

use crate::drive::{Control, drive, ending, hire, progress_line};
use crate::error::LabError;
use crate::lab::Lab;
use crate::resume_hints::{kept, kept_of, resume_command, unit_of};
use crate::run::{Run, RunState};

/// Who watches runs.
pub trait Audience {
    /// Something worth knowing.
    fn note(&self, text: &str);

    /// How many tasks are done, and how far that is in words.
    fn progress(&self, done: u64, line: String);

    /// The runs stop when the tasks that are under way, games or others, are over.
    fn stopping(&self, unit: &str);
}

/// Who plays runs, and until when.
pub struct Players<'a> {
    /// The command that starts a worker process; threads of this process if there is none.
    pub workers: Option<&'a str>,
    /// How many threads or processes.
    pub count: usize,
    /// A crew that a front end brings along, in place of both.
    pub other: Option<&'a MakeCrew<'a>>,
    /// When games that are not over are abandoned.
    pub deadline: Option<Instant>,
    /// Raised to stop.
    pub stop: &'a AtomicBool,
}

/// Makes a crew that obeys these flags.
pub type MakeCrew<'a> = dyn Fn(&Lab, &Arc<Flags>) -> Result<Box<dyn Crew>, LabError> + 'a;

/// How many alarms of each run were reported.
#[derive(Debug, Default)]
pub struct ReportedAlarms(Vec<usize>);

impl ReportedAlarms {
    /// The alarms that were not reported yet ([`Run::alarms`]); of several runs each names its own.
    pub fn news(&mut self, runs: &[Run]) -> Vec<String> {
        self.0.resize(runs.len(), 0);
        let mut news = Vec::new();
        for (run, reported) in runs.iter().zip(&mut self.0) {
            let alarms = run.alarms();
            let game = if runs.len() > 1 { format!("{}: ", run.about().game) } else { String::new() };
            news.extend(alarms[*reported..].iter().map(|alarm| format!("{game}{alarm}")));
            *reported = alarms.len();
        }
        news
    }
}

/// Plays runs together until they are over or stopped. An interrupted run is no error.
pub fn play_runs(
    lab: &Lab,
    mut runs: Vec<Run>,
    players: &Players<'_>,
    audience: &dyn Audience,
) -> Result<Vec<Run>, LabError> {
    let control = Control { deadline: players.deadline, ..Control::default() };
    let mut crew = match players.other {
        Some(make) => make(lab, &control.flags)?,
        None => hire(lab, players.workers, players.count, &control)?,
    };
    let resume: Vec<Option<String>> = runs.iter().map(resume_command).collect();
    if let [run] = runs.as_slice() {
        let place = run.store().map(|open| format!("run {} in {}", open.number(), open.store().path().display()));
        place.into_iter().chain(run.remarks().unwrap_or_default()).for_each(|remark| audience.note(&remark));
    }
    let (begin, mut warned, mut reported) = (Instant::now(), false, ReportedAlarms::default());
    let mut watch = |runs: &[Run]| {
        reported.news(runs).iter().for_each(|alarm| audience.note(&format!("warning: {alarm}")));
        if players.stop.load(Ordering::Relaxed) && !control.flags.stop.swap(true, Ordering::Relaxed) {
            audience.stopping(unit_of(runs));
        }
        let warning = runs.iter().find_map(|run| run.progress().warning).filter(|_| !warned && runs.len() == 1);
        if let Some(warning) = warning {
            warned = true;
            audience.note(&warning);
        }
        audience.progress(runs.iter().map(Run::done).sum(), progress_line(runs, begin.elapsed()));
    };
    let outcome = drive(&mut runs, &mut *crew, &control, &mut watch);
    crew.warnings().iter().for_each(|warning| audience.note(&format!("warning: {warning}")));
    let resume = resume.iter().flatten().next();
    outcome.map_err(|error| error.with_hint(|| kept(unit_of(&runs), resume)))?;
    if ending(&runs) == RunState::OutOfTime {
        audience.note(&format!("the time limit was reached; {}", kept_of(&runs)));
    }
    Ok(runs)
}
