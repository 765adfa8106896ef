//! Playing runs for somebody who watches: remarks, progress, the order to stop, and how to go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use mctslab_arena::{Crew, Flags};

use crate::control::Control;
use crate::drive::{ending, hire};
use crate::error::LabError;
use crate::host::{Host, RunHandle};
use crate::lab::Lab;
use crate::resume_hints::{kept, kept_of, resume_call, unit_of};
use crate::run::{Run, RunState};
use crate::run_snapshot::{RunSnapshot, progress_line};
use crate::study::common_unit;

/// Who watches runs.
pub trait Audience {
    /// Something worth knowing.
    fn note(&self, news: &News<'_>);

    /// How far the runs are.
    fn progress(&self, progress: &ProgressOfAll);

    /// The runs stop when the tasks that are under way, games or others, are over.
    fn stopping(&self, unit: &str);
}

/// Something worth knowing of runs that are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News<'a> {
    /// What the run is, and what a reader should know before the first game.
    Remark(&'a str),
    /// What the study expects already, such as that the budget will not be enough.
    Outlook(&'a str),
    /// A first game that was forfeited.
    Alarm(&'a str),
    /// Something about those who played.
    Crew(&'a str),
}

/// How far runs are that are played together.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgressOfAll {
    /// Tasks that are done.
    pub done: u64,
    /// How many there will be; `None` if a study decides that while it runs.
    pub planned: Option<u64>,
    /// How far that is, in words.
    pub line: String,
    /// What the tasks are called.
    pub unit: &'static str,
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
    /// Raised to stop: looked at every now and then.
    pub stop: &'a AtomicBool,
    /// The flags that the crew obeys.
    pub flags: Arc<Flags>,
}

/// Makes a crew that obeys these flags.
pub type MakeCrew<'a> = dyn Fn(&Lab, &Arc<Flags>) -> Result<Box<dyn Crew>, LabError> + 'a;

/// How many alarms of each run were reported.
#[derive(Debug, Default)]
struct ReportedAlarms(Vec<usize>);

impl ReportedAlarms {
    /// The alarms that were not reported yet ([`Run::alarms`]); of several runs each names its own.
    fn news(&mut self, runs: &[RunSnapshot]) -> Vec<String> {
        self.0.resize(runs.len(), 0);
        let mut news = Vec::new();
        for (run, reported) in runs.iter().zip(&mut self.0) {
            let game = if runs.len() > 1 { format!("{}: ", run.game) } else { String::new() };
            news.extend(run.alarms[*reported..].iter().map(|alarm| format!("{game}{alarm}")));
            *reported = run.alarms.len();
        }
        news
    }
}

/// Plays runs together until they are over or stopped. An interrupted run is no error; if one
/// fails, the others are stopped.
pub fn play_runs(
    lab: &Lab,
    runs: Vec<Run>,
    players: &Players<'_>,
    audience: &dyn Audience,
) -> Result<Vec<Run>, LabError> {
    let control = Control { deadline: players.deadline, flags: Arc::clone(&players.flags) };
    let mut crew = match players.other {
        Some(make) => make(lab, &control.flags)?,
        None => hire(lab, players.workers, players.count, &control)?,
    };
    let resume: Vec<Option<String>> = runs.iter().map(resume_call).collect();
    let unit = unit_of(&runs);
    if let [run] = runs.as_slice() {
        let place = run.store().map(|open| format!("run {} in {}", open.number(), open.store().path().display()));
        let remarks = place.into_iter().chain(run.remarks().unwrap_or_default());
        remarks.for_each(|remark| audience.note(&News::Remark(&remark)));
    }
    let host = Host::new(control);
    let handles: Vec<RunHandle> = runs.into_iter().map(|run| host.submit(run)).collect();
    let mut watched = Watched { handles: &handles, players, audience, begin: Instant::now(), said: Said::default() };
    host.play(&mut *crew, &mut || watched.look());
    watched.look();
    crew.warnings().iter().for_each(|warning| audience.note(&News::Crew(warning)));
    let resume = resume.iter().flatten().next();
    let taken: Result<Vec<Run>, LabError> = handles.into_iter().map(RunHandle::take).collect();
    let runs = taken.map_err(|error| error.with_hint(|| kept(unit, resume)))?;
    if ending(&runs) == RunState::OutOfTime {
        audience.note(&News::Remark(&format!("the time limit was reached; {}", kept_of(&runs))));
    }
    Ok(runs)
}

/// Runs that are watched while they are played.
struct Watched<'a> {
    handles: &'a [RunHandle],
    players: &'a Players<'a>,
    audience: &'a dyn Audience,
    begin: Instant,
    said: Said,
}

/// What the audience knows.
#[derive(Default)]
struct Said {
    alarms: ReportedAlarms,
    outlook: bool,
}

impl Watched<'_> {
    fn look(&mut self) {
        let (players, audience, said) = (self.players, self.audience, &mut self.said);
        let runs: Vec<RunSnapshot> = self.handles.iter().map(|handle| (*handle.progress()).clone()).collect();
        said.alarms.news(&runs).iter().for_each(|alarm| audience.note(&News::Alarm(alarm)));
        let unit = common_unit(runs.iter().map(|run| run.unit));
        if players.stop.load(Ordering::Relaxed) && !players.flags.stop.swap(true, Ordering::Relaxed) {
            audience.stopping(unit);
        }
        if runs.iter().any(|run| run.failure.is_some()) {
            // The others finish the games that they are playing.
            players.flags.stop.store(true, Ordering::Relaxed);
        }
        let outlook = runs.iter().find_map(|run| run.progress.warning.as_deref());
        if let Some(outlook) = outlook.filter(|_| !said.outlook && runs.len() == 1) {
            said.outlook = true;
            audience.note(&News::Outlook(outlook));
        }
        audience.progress(&ProgressOfAll {
            done: runs.iter().map(|run| run.done).sum(),
            planned: runs.iter().map(|run| run.planned).sum(),
            line: progress_line(&runs, self.begin.elapsed()),
            unit,
        });
    }
}
