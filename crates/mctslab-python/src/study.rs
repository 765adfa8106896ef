//! Runs: what the commands of the command line do, for Python.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use mctslab_lab::arena::{Crew, CrewError, Flags, Store};
use mctslab_lab::{
    Agents, Anchor, Audience, Conditions, Document, Experiment, Lab, LabError, MakeCrew, News, Players, ProgressOfAll,
    Request, Run, RunState, TextOptions, compare, ending, experiment_document, experiment_of_runs, inspector, kept_of,
    play_runs, replay, resume, resume_experiment, start, start_experiment,
};
use mctslab_papers::{PaperLibrary, PaperSettings, run_papers, start_papers};
use pyo3::prelude::*;
use serde::Deserialize;

use crate::crew::{FutureCrew, Interrupt};
use crate::error::{exception, guarded, lab_error};
use crate::execution::Execution;
use crate::lab::{identity_now, lab};
use crate::outcome::StudyOutcome;
use crate::state::duration;
use crate::store::parts_of;
use crate::threads::Threads;

/// The kinds of documents that are made of many runs.
const EXPERIMENT: &str = "experiment";
const PAPER: &str = "paper";

/// The game of a study that plays none.
const ANY_GAME: &str = "nim";

/// What a study is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    command: String,
    study: String,
    options: Vec<(String, String)>,
    games: Vec<String>,
    agents: Vec<String>,
    anchor: Option<String>,
    seed: u64,
    #[serde(flatten)]
    conditions: Conditions,
}

/// Who plays, and who watches.
pub(crate) struct Playing {
    threads: usize,
    executor: Option<Py<PyAny>>,
    progress: Option<Py<PyAny>>,
    deadline: Option<Instant>,
    warnings: Vec<String>,
}

impl Playing {
    /// Begins to play; the store is left to whoever starts the runs.
    fn new(execution: Execution) -> PyResult<(Playing, Option<PathBuf>)> {
        let Execution { store, threads, crew: executor, show: progress, seconds } = execution;
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.unwrap_or_else(cores).max(1);
        let deadline = duration(seconds)?.map(|seconds| Instant::now() + seconds);
        Ok((Playing { threads, executor, progress, deadline, warnings: Vec::new() }, store))
    }

    /// Plays runs together until they are over or stopped.
    fn play(&mut self, lab: &Lab, runs: Vec<Run>, alone: bool) -> PyResult<Vec<Run>> {
        let flags = Arc::default();
        let interrupt = Interrupt::new(Arc::clone(&flags));
        let threads = if alone { 1 } else { self.threads };
        let executor = self.executor.as_ref().filter(|_| !alone);
        let make = |lab: &Lab, flags: &Arc<Flags>| -> Result<Box<dyn Crew>, LabError> {
            let Some(executor) = executor else { return Ok(Box::new(Threads::new(threads, lab, flags))) };
            let executor = Python::attach(|py| executor.clone_ref(py));
            let crew = FutureCrew::new(executor, identity_now(), inspector(lab), interrupt.clone());
            Ok(Box::new(crew.map_err(|error| CrewError(error.to_string()))?))
        };
        let never = AtomicBool::new(false);
        let (other, deadline) = (Some(&make as &MakeCrew<'_>), self.deadline);
        let players = Players { workers: None, count: threads, other, deadline, stop: &never, flags };
        let audience =
            PythonAudience { progress: self.progress.as_ref(), interrupt: &interrupt, heard: RefCell::default() };
        let played = play_runs(lab, runs, &players, &audience);
        self.warnings.append(&mut audience.heard.take());
        // Ctrl-C is reported by whoever looks at the state of the runs; anything else that was
        // raised is an error.
        let raised = interrupt
            .take()
            .filter(|error| Python::attach(|py| !error.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py)));
        let runs = played.map_err(lab_error)?;
        raised.map_or(Ok(runs), Err)
    }

    fn outcome(
        &mut self,
        command: &str,
        document: &dyn Document,
        runs: Vec<i64>,
        interrupted: Option<String>,
        page: bool,
        elapsed: Option<Duration>,
    ) -> StudyOutcome {
        let page = page.then(|| parts_of(&document.page()));
        let warnings = std::mem::take(&mut self.warnings);
        let found = StudyOutcome::of(command, document, &TextOptions { verbose: false, elapsed });
        StudyOutcome { page, runs, interrupted, warnings, ..found }
    }
}

/// Looks for Ctrl-C, warns of the first forfeits and shows how far the runs are.
struct PythonAudience<'a> {
    progress: Option<&'a Py<PyAny>>,
    interrupt: &'a Interrupt,
    /// What was said of those who play.
    heard: RefCell<Vec<String>>,
}

impl PythonAudience<'_> {
    /// Calls Python code; what it raises ends playing.
    fn call(&self, call: impl FnOnce(Python<'_>) -> PyResult<()>) {
        if let Err(error) = Python::attach(call) {
            self.interrupt.note(error);
        }
    }
}

impl Audience for PythonAudience<'_> {
    fn note(&self, news: &News<'_>) {
        match *news {
            News::Alarm(text) => {
                self.call(|py| {
                    py.import("mctslab.errors")?.call_method1("warn_of_forfeit", (text,))?;
                    Ok(())
                });
            }
            News::Crew(text) => self.heard.borrow_mut().push(text.to_string()),
            // A call prints nothing that nobody asked for.
            News::Remark(_) | News::Outlook(_) => {}
        }
    }

    fn progress(&self, now: &ProgressOfAll) {
        self.call(|py| {
            py.check_signals()?;
            let Some(progress) = self.progress else { return Ok(()) };
            progress.call1(py, (now.done, now.planned, &now.line, now.unit)).map(drop)
        });
    }

    fn stopping(&self, _unit: &str) {}
}

fn interrupted(runs: &[Run]) -> Option<String> {
    (ending(runs) == RunState::Stopped).then(|| format!("interrupted; {}", kept_of(runs)))
}

fn numbers(runs: &[Run]) -> Vec<i64> {
    runs.iter().filter_map(|run| Some(run.store()?.number())).collect()
}

/// Plans and plays a study; several games or targets make several runs, which are played together.
#[pyfunction]
pub(crate) fn play_study(py: Python<'_>, asked: &str, execution: Execution) -> PyResult<StudyOutcome> {
    let asked: Asked = serde_json::from_str(asked).map_err(|error| exception("UsageError", error.to_string()))?;
    let (mut playing, store) = Playing::new(execution)?;
    let command = asked.command.clone();
    py.detach(|| {
        guarded(|| {
            let (lab, begin) = (lab(), Instant::now());
            let (runs, anchor) = asked.runs(&lab, store.as_deref()).map_err(lab_error)?;
            let runs = playing.play(&lab, runs, false)?;
            let (numbers, interrupted) = (numbers(&runs), interrupted(&runs));
            let elapsed = Some(begin.elapsed());
            if let [run] = runs.as_slice() {
                let document = run.study().document(run.about().anchored(anchor));
                return Ok(playing.outcome(&command, &*document, numbers, interrupted, store.is_none(), elapsed));
            }
            let all = runs.iter().map(|run| (run.about(), run.study())).collect();
            let document = compare(&lab, all).map_err(lab_error)?;
            Ok(playing.outcome(&command, &*document, numbers, interrupted, true, elapsed))
        })
    })?
}

impl Asked {
    fn runs(self, lab: &Lab, store: Option<&Path>) -> Result<(Vec<Run>, Option<Anchor>), LabError> {
        let study = lab.study_spec(&self.command, &self.study, &self.options)?;
        let (row, _) = lab.resolve_study_of(&self.command, "study", &study)?;
        let anchor = self.anchor.as_deref().map(|text| Anchor::parse(text, &self.agents)).transpose();
        let anchor = anchor.map_err(|error| LabError::Request(error.to_string()))?;
        let request =
            Request { game: String::new(), study, agents: self.agents, conditions: self.conditions, seed: self.seed };
        let plans = match row.agents {
            // A plan has a game, whatever it is.
            Agents::NoGame if self.games.is_empty() => lab.plan_games(&request, &[ANY_GAME.to_string()])?,
            Agents::Target => {
                let targets: Vec<Option<String>> = request.agents.iter().cloned().map(Some).collect();
                lab.plan_each(&request, &self.games, &targets)?
            }
            _ => lab.plan_games(&request, &self.games)?,
        };
        let runs = plans.into_iter().map(|plan| start(lab, plan, store)).collect::<Result<Vec<Run>, _>>()?;
        Ok((runs, anchor))
    }
}

/// Plays a stored run on; one that is finished is only read.
#[pyfunction]
pub(crate) fn resume_run(
    py: Python<'_>,
    run: i64,
    execution: Execution,
    allow_engines: bool,
) -> PyResult<StudyOutcome> {
    let (mut playing, store) = Playing::new(execution)?;
    let store = store.ok_or_else(|| exception("UsageError", "no store: name the one that has the run".to_string()))?;
    py.detach(|| {
        guarded(|| {
            let lab = lab();
            let opened = Store::open_existing(&store).map_err(|error| lab_error(error.into()))?;
            let row = opened.run(run).map_err(|error| lab_error(error.into()))?;
            let mut stopped = None;
            if row.status != mctslab_lab::arena::Status::Finished {
                drop(opened);
                let resumed = resume(&lab, &store, run, allow_engines).map_err(lab_error)?;
                stopped = interrupted(&playing.play(&lab, vec![resumed], false)?);
            }
            let opened = Store::open_existing(&store).map_err(|error| lab_error(error.into()))?;
            let replayed = replay(&lab, &opened, run).map_err(lab_error)?;
            let command = replayed.stored.row.command.clone();
            Ok(playing.outcome(&command, &*replayed.document(), vec![run], stopped, false, None))
        })
    })?
}

/// Plays an experiment, or goes on with number `resumed` of the store.
#[pyfunction]
pub(crate) fn play_experiment(
    py: Python<'_>,
    text: Option<String>,
    resumed: Option<i64>,
    execution: Execution,
    allow_engines: bool,
) -> PyResult<StudyOutcome> {
    let (mut playing, store) = Playing::new(execution)?;
    py.detach(|| {
        guarded(|| {
            let (lab, begin) = (lab(), Instant::now());
            let parse = |text| Experiment::parse(&lab, "the experiment", text, allow_engines);
            let parsed = text.as_deref().map(parse).transpose().map_err(lab_error)?;
            let (number, runs) = match (&store, resumed, &parsed) {
                (Some(path), Some(number), _) => {
                    (number, resume_experiment(&lab, path, number, allow_engines).map_err(lab_error)?)
                }
                (_, _, Some(experiment)) => {
                    if let (Some(path), Some(text)) = (&store, text.as_deref()) {
                        start_experiment(&lab, path, experiment, text).map_err(lab_error)?
                    } else {
                        let runs = experiment.runs.iter().map(|run| Run::new(&lab, run.plan.clone(), None));
                        (0, runs.collect::<Result<Vec<Run>, _>>().map_err(lab_error)?)
                    }
                }
                _ => return Err(exception("UsageError", "no experiment: give a file or its text".to_string())),
            };
            let runs = playing.play(&lab, runs, false)?;
            let (all, mut stopped) = (numbers(&runs), interrupted(&runs));
            let elapsed = Some(begin.elapsed());
            let Some(path) = &store else {
                let experiment = parsed.as_ref().expect("without a store it was parsed");
                let document = experiment_of_runs(experiment, &runs);
                return Ok(playing.outcome(EXPERIMENT, &document, all, stopped, true, elapsed));
            };
            drop(runs);
            if stopped.is_some() {
                let call = format!("mctslab.resume_experiment({number}, store={:?})", path.display().to_string());
                stopped = Some(format!("interrupted; what was played is kept: `{call}` continues"));
            }
            let opened = Store::open_existing(path).map_err(|error| lab_error(error.into()))?;
            let document = experiment_document(&lab, &opened, number).map_err(lab_error)?;
            Ok(playing.outcome(EXPERIMENT, &document, vec![number], stopped, true, elapsed))
        })
    })?
}

/// How a paper is run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedPaper {
    id: String,
    scale: f64,
    scales: Vec<(String, f64)>,
    budget: f64,
    budgets: Option<String>,
    profile: Option<String>,
    time: bool,
    sample: bool,
    rows: Vec<String>,
    seed: u64,
    file: Option<PathBuf>,
    allow_engines: bool,
}

/// Runs tables and figures of papers; one outcome for each.
#[pyfunction]
pub(crate) fn play_papers(py: Python<'_>, asked: &str, execution: Execution) -> PyResult<Vec<StudyOutcome>> {
    let asked: AskedPaper = serde_json::from_str(asked).map_err(|error| exception("UsageError", error.to_string()))?;
    let (mut playing, store) = Playing::new(execution)?;
    py.detach(|| {
        guarded(|| {
            let lab = lab();
            let library = match &asked.file {
                None => PaperLibrary::built_in(),
                Some(path) => {
                    let text = std::fs::read_to_string(path).map_err(|error| {
                        exception("UsageError", format!("cannot read `{}`: {error}", path.display()))
                    })?;
                    PaperLibrary::of_file(&path.display().to_string(), &text)
                }
            };
            let library = library.map_err(lab_error)?;
            let settings = PaperSettings {
                scale: asked.scale,
                scales: asked.scales,
                budget: asked.budget,
                budgets: asked.budgets,
                profile: asked.profile,
                time: asked.time,
                seed: asked.seed,
                sample: asked.sample,
                rows: asked.rows,
                engines_allowed: asked.allow_engines,
            };
            let ids = library.find(&asked.id).map_err(lab_error)?;
            let (papers, remarks) = start_papers(&lab, &ids, &settings, store.as_deref()).map_err(lab_error)?;
            let played = run_papers(&lab, papers, store.as_deref(), |runs, timed| {
                playing.play(&lab, runs, timed).map_err(Raised)
            });
            let (documents, whole) = played.map_err(|Raised(error)| error)?;
            playing.warnings.extend(remarks);
            let words = "interrupted; what was played is kept with a store, and the same call goes on with it";
            let stopped = (!whole).then(|| words.to_string());
            let outcome = |document| playing.outcome(PAPER, document, Vec::new(), stopped.clone(), true, None);
            Ok(documents.iter().map(|document| document as &dyn Document).map(outcome).collect())
        })
    })?
}

/// An exception on its way through the lab.
struct Raised(PyErr);

impl From<LabError> for Raised {
    fn from(error: LabError) -> Raised {
        Raised(lab_error(error))
    }
}
