//! The third crew: whatever takes functions and returns futures. Jobs are submitted to an executor
//! of Python, and their results come back as the values of futures.
//!
//! A future may fail or be lost: its job is submitted again. One that is not back for long is
//! submitted once more, and whichever answer comes first counts: playing a job is a pure function,
//! so duplicates are the same.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use mctslab_core::text::beginning;
use mctslab_lab::Homogeneity;
use mctslab_lab::arena::{
    Crew, CrewError, Flags, Identity, Inspect, Job, JobEnd, Plan, Report, Round, TaskResult, Took, interrupt,
};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::threads::unplayed;
use crate::work::WorkAnswer;

/// How often it is looked for workers that came or went, and for jobs that have been out for too
/// long.
const LOOK_EVERY: Duration = Duration::from_millis(200);
/// A job that was lost this often is not submitted again: it may be what kills workers.
const MOST_LOSSES: u32 = 8;

/// Ctrl-C, wherever Python notices it: once to stop in order, twice to stop now.
#[derive(Clone)]
pub(crate) struct Interrupt {
    raised: Arc<Mutex<Option<PyErr>>>,
    pub(crate) flags: Arc<Flags>,
}

impl Interrupt {
    pub(crate) fn new(flags: Arc<Flags>) -> Interrupt {
        Interrupt { raised: Arc::default(), flags }
    }

    /// Takes note of an exception that ends playing.
    pub(crate) fn note(&self, error: PyErr) {
        let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
        let flag = if raised.is_some() { &self.flags.halt } else { &self.flags.stop };
        flag.store(true, Ordering::Relaxed);
        raised.get_or_insert(error);
    }

    /// Whether Ctrl-C was pressed, now or before.
    fn is_raised(&self, py: Python<'_>) -> bool {
        if let Err(error) = py.check_signals() {
            self.note(error);
        }
        // The command line has its own watch on Ctrl-C, since Python's is off there.
        let watched = interrupt::flag().load(Ordering::Relaxed);
        watched || self.raised.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// What ended playing, if something did.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A job that is out.
struct JobOut {
    job: Job,
    losses: u32,
    /// When it was submitted last, and how long it is waited for.
    since: Instant,
    patience: Duration,
}

/// An executor of Python that plays.
pub(crate) struct FutureCrew {
    /// `mctslab.executors.Crew`.
    python: Py<PyAny>,
    workers: usize,
    patience: Duration,
    /// How long a job should take.
    job_length: Duration,
    identity: Identity,
    /// Looks at what workers found.
    inspect: Arc<Inspect>,
    interrupt: Interrupt,
    out: HashMap<u64, JobOut>,
    /// The jobs of submissions.
    tickets: HashMap<u64, u64>,
    next_ticket: u64,
    texts: Texts,
    compared: Homogeneity,
    looked: Instant,
    /// Jobs that could not be submitted, since Ctrl-C came first.
    unsent: Vec<Report>,
    /// Why it gave up.
    failed: Option<CrewError>,
}

/// Plans and rounds as JSON, written once.
#[derive(Default)]
struct Texts {
    plans: HashMap<usize, (Arc<Plan>, Arc<str>)>,
    rounds: HashMap<usize, (Arc<Round>, Arc<str>)>,
}

impl Texts {
    fn of(&mut self, job: &Job) -> Result<(Arc<str>, Arc<str>), CrewError> {
        Ok((text(&mut self.plans, job.run, &job.plan)?, text(&mut self.rounds, job.run, &job.round)?))
    }
}

/// What was written last of a run, or is written now.
fn text<T: serde::Serialize>(
    known: &mut HashMap<usize, (Arc<T>, Arc<str>)>,
    run: usize,
    value: &Arc<T>,
) -> Result<Arc<str>, CrewError> {
    if let Some((last, text)) = known.get(&run)
        && Arc::ptr_eq(last, value)
    {
        return Ok(Arc::clone(text));
    }
    let text: Arc<str> = serde_json::to_string(&**value).map_err(|error| CrewError(error.to_string()))?.into();
    known.insert(run, (Arc::clone(value), Arc::clone(&text)));
    Ok(text)
}

/// What came of a submission: the answer, or why there is none.
type Arrived = (u64, Option<String>, Option<String>);

impl FutureCrew {
    pub(crate) fn new(
        python: Py<PyAny>,
        identity: Identity,
        inspect: Arc<Inspect>,
        interrupt: Interrupt,
    ) -> PyResult<FutureCrew> {
        let seconds = |name: &str| {
            let seconds = Python::attach(|py| python.getattr(py, name)?.extract::<f64>(py))?;
            PyResult::Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX / 4))
        };
        let (patience, job_length) = (seconds("patience")?, seconds("job_seconds")?);
        let workers = count(&python)?;
        Ok(FutureCrew {
            python,
            workers,
            patience,
            job_length,
            identity,
            inspect,
            interrupt,
            out: HashMap::new(),
            tickets: HashMap::new(),
            next_ticket: 0,
            texts: Texts::default(),
            compared: Homogeneity::default(),
            looked: Instant::now(),
            unsent: Vec::new(),
            failed: None,
        })
    }

    fn submit(&mut self, number: u64) -> Result<(), CrewError> {
        let Some(out) = self.out.get_mut(&number) else { return Ok(()) };
        out.since = Instant::now();
        let (plan, round) = self.texts.of(&out.job)?;
        let (ticket, tasks) = (self.next_ticket, out.job.tasks.clone());
        self.next_ticket += 1;
        self.tickets.insert(ticket, number);
        let identity = (&self.identity.version, &self.identity.catalog);
        let submitted = Python::attach(|py| {
            let job = (ticket, identity.0, identity.1, &*plan, &*round, tasks.start, tasks.end);
            self.python.call_method1(py, "give", job).map(drop).map_err(|error| self.refuse(py, error))
        });
        if let Err(refused) = submitted {
            // It never left.
            self.unsent.extend(self.out.remove(&number).map(|out| unplayed(number, out.job.run)));
            return refused.map_or(Ok(()), Err);
        }
        Ok(())
    }

    /// An exception of the executor; Ctrl-C is none, nor is what becomes of workers that were
    /// interrupted too.
    fn refuse(&self, py: Python<'_>, error: PyErr) -> Option<CrewError> {
        if error.is_instance_of::<PyKeyboardInterrupt>(py) {
            self.interrupt.note(error);
            return None;
        }
        if self.interrupt.is_raised(py) {
            return None;
        }
        Some(CrewError(format!("the executor takes no more jobs: {error}")))
    }

    /// What came back within the time, of those that were not known yet.
    fn arrived(&mut self, patience: Duration) -> Result<Vec<Arrived>, CrewError> {
        let waited = Python::attach(|py| {
            let waited = self.python.call_method1(py, "wait", (patience.as_secs_f64(),));
            waited.and_then(|waited| waited.extract::<Vec<Arrived>>(py)).map_err(|error| self.refuse(py, error))
        });
        waited.or_else(|refused| refused.map_or(Ok(Vec::new()), Err))
    }

    /// Submits a job again that was lost; after Ctrl-C it is over, and played when the run is
    /// resumed.
    fn lose(&mut self, number: u64, reason: &str) -> Result<Option<Report>, CrewError> {
        if Python::attach(|py| self.interrupt.is_raised(py)) {
            return Ok(self.out.remove(&number).map(|out| unplayed(number, out.job.run)));
        }
        let Some(out) = self.out.get_mut(&number) else { return Ok(None) };
        out.losses += 1;
        if out.losses >= MOST_LOSSES {
            let (tasks, times) = (&out.job.tasks, out.losses);
            return Err(CrewError(format!(
                "the tasks {} to {} were lost {times} times; the last reason: {reason}",
                tasks.start,
                tasks.end.saturating_sub(1)
            )));
        }
        self.submit(number).map(|()| None)
    }

    /// The report of an answer; `None` if it cannot be right, and the job is lost.
    fn read(&mut self, number: u64, text: &str) -> Result<Report, String> {
        let answer: WorkAnswer = serde_json::from_str(text)
            .map_err(|error| format!("it cannot be read: {}", beginning(&error.to_string())))?;
        let job = &self.out[&number].job;
        for result in &answer.results {
            let task = result.task();
            if !job.tasks.contains(&task) {
                return Err(format!("worker `{}` answered task {task}, which it was not given", answer.worker));
            }
            let wrong = |reason| format!("worker `{}` answered task {task} wrongly: {reason}", answer.worker);
            job.round.check(result).and_then(|()| (self.inspect)(job, result)).map_err(wrong)?;
        }
        if answer.failure.is_none() && answer.results.len() as u64 != job.tasks.end - job.tasks.start {
            let (given, found) = (job.tasks.end - job.tasks.start, answer.results.len());
            return Err(format!("worker `{}` answered {found} of {given} tasks", answer.worker));
        }
        for result in &answer.results {
            match result {
                TaskResult::Game(record) => self.compared.add_game(&answer.worker, job.run, record),
                TaskResult::Own { found, .. } => {
                    self.compared.add_sample(&answer.worker, job.run, &job.round, found);
                }
            }
        }
        let end = Some(answer.failure.map_or(JobEnd::Done, |failure| JobEnd::Failed(failure.shortened())));
        let took = Took { clock: Duration::from_micros(answer.busy_us), cpu: Duration::from_micros(answer.cpu_us) };
        Ok(Report { job: number, run: job.run, results: answer.results, took, end })
    }

    /// Counts the workers again, and submits those jobs once more that have been out for too long.
    fn look_after(&mut self) -> Result<(), CrewError> {
        if self.looked.elapsed() < LOOK_EVERY {
            return Ok(());
        }
        self.looked = Instant::now();
        match count(&self.python) {
            Ok(workers) => self.workers = workers,
            Err(error) if Python::attach(|py| error.is_instance_of::<PyKeyboardInterrupt>(py)) => {
                self.interrupt.note(error);
            }
            // Whoever cannot say it now has as many as before.
            Err(_) => (),
        }
        let late = |out: &JobOut| out.since.elapsed() > out.patience;
        let late: Vec<u64> = self.out.iter().filter(|(_, out)| late(out)).map(|(number, _)| *number).collect();
        for number in late {
            if let Some(out) = self.out.get_mut(&number) {
                out.patience *= 2;
            }
            self.submit(number)?;
        }
        Ok(())
    }
}

/// How many jobs an executor plays at a time.
fn count(python: &Py<PyAny>) -> PyResult<usize> {
    Ok(Python::attach(|py| python.getattr(py, "workers")?.extract::<usize>(py))?.max(1))
}

impl Crew for FutureCrew {
    fn places(&self) -> usize {
        // One job that is played, and one that waits.
        2 * self.workers
    }

    fn job_length(&self) -> Duration {
        self.job_length
    }

    fn give(&mut self, job: Job) -> Result<(), CrewError> {
        let number = job.id;
        self.out.insert(number, JobOut { job, losses: 0, since: Instant::now(), patience: self.patience });
        self.submit(number)
    }

    fn wait(&mut self, patience: Duration) -> Result<Vec<Report>, CrewError> {
        // What was read together with a failure is gone, so nobody may wait for it.
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let reports = self.reports(patience);
        self.failed = reports.as_ref().err().cloned();
        reports
    }

    fn warnings(&self) -> Vec<String> {
        self.compared.report()
    }
}

impl FutureCrew {
    /// What came back, after no more than `patience`.
    fn reports(&mut self, patience: Duration) -> Result<Vec<Report>, CrewError> {
        if self.interrupt.flags.is_halted() {
            // Nobody waits for what is still being played; it is played again when the run is
            // resumed.
            drop(Python::attach(|py| self.python.call_method0(py, "cancel")));
            let unsent = std::mem::take(&mut self.unsent);
            return Ok(unsent
                .into_iter()
                .chain(self.out.drain().map(|(number, out)| unplayed(number, out.job.run)))
                .collect());
        }
        let mut reports = std::mem::take(&mut self.unsent);
        let patience = if reports.is_empty() { patience } else { Duration::ZERO };
        for (ticket, answer, error) in self.arrived(patience)? {
            let Some(number) = self.tickets.remove(&ticket).filter(|number| self.out.contains_key(number)) else {
                continue;
            };
            let read = match answer {
                Some(text) => self.read(number, &text),
                None => Err(error.unwrap_or_default()),
            };
            match read {
                Ok(report) => {
                    self.out.remove(&number);
                    reports.push(report);
                }
                Err(reason) => reports.extend(self.lose(number, &reason)?),
            }
        }
        self.look_after()?;
        reports.append(&mut self.unsent);
        Ok(reports)
    }
}
