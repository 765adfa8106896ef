//! A search that is watched while it goes on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use mctslab_core::spec::{Arg, Spec, Value};
use mctslab_lab::SearchDocument;
use mctslab_lab::registry::{AnyGame, AnyState, RegistryError, SearchBudget, SearchReport};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::error::{guarded, registry_error};
use crate::state::State;

/// What a search needs that is watched.
pub(crate) struct Live {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) any: Arc<dyn AnyState>,
    pub(crate) spec: String,
    pub(crate) seed: u64,
    pub(crate) time: Option<Duration>,
    pub(crate) iterations: Option<u64>,
    pub(crate) depth: Option<u32>,
    pub(crate) every: Duration,
}

/// What is seen of a search: a snapshot, or its end.
type SeenSearch = (bool, PyResult<String>);

/// What waiting for a while came to.
enum Waited {
    SeenSearch(SeenSearch),
    Nothing,
    Over,
}

/// A search that goes on in the background. Iterate over it: each item is what was found so far,
/// the last one what was found. Leaving a `with` block, `stop()` and forgetting it end the search.
#[pyclass(frozen, module = "mctslab")]
pub(crate) struct Analysis {
    game: Arc<dyn AnyGame>,
    any: Arc<dyn AnyState>,
    stop: Arc<AtomicBool>,
    seen: Mutex<Option<Receiver<SeenSearch>>>,
}

impl Live {
    /// Begins to search.
    pub(crate) fn start(self) -> PyResult<Analysis> {
        let agent = guarded(|| self.agent())?.map_err(registry_error)?;
        let (sender, seen) = sync_channel(1);
        let stop = Arc::new(AtomicBool::new(false));
        let (game, any, flag) = (Arc::clone(&self.game), Arc::clone(&self.any), Arc::clone(&stop));
        std::thread::spawn(move || self.search(&agent, &flag, &sender));
        Ok(Analysis { game, any, stop, seen: Mutex::new(Some(seen)) })
    }

    /// The agent; one that was given no limit has none of its own, where something else ends the
    /// search.
    fn agent(&self) -> Result<String, RegistryError> {
        let game = &self.game;
        let plain = game.agent(&self.spec)?;
        let mut spec = Spec::parse(&self.spec)?;
        let limited = spec.args.iter().any(|arg| ["iters", "time", "nodes", "depth"].contains(&arg.key.as_str()));
        if limited || (self.time.is_none() && self.iterations.is_none()) {
            return Ok(plain);
        }
        for most in ["1000000000000", "1000000000"] {
            spec.args.retain(|arg| arg.key != "iters");
            spec.args.push(Arg { key: "iters".to_string(), value: Value::Number(most.to_string()) });
            if let Ok(unlimited) = game.agent(&spec.to_string()) {
                return Ok(unlimited);
            }
        }
        Ok(plain)
    }

    fn search(&self, agent: &str, stop: &AtomicBool, sender: &SyncSender<SeenSearch>) {
        let (game, begin) = (&self.game, Instant::now());
        let json = |report: &SearchReport| document(&**game, agent, report, begin);
        let mut show = |report: &SearchReport| {
            if report.best.is_empty() {
                return;
            }
            // Nobody waits for a reader who is slower than the search: what it has not taken is out
            // of date.
            if let Err(TrySendError::Disconnected(_)) = sender.try_send((false, Ok(json(report)))) {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let (time, iterations, depth) = (self.time, self.iterations, self.depth);
        let observer: Option<(Duration, mctslab_lab::registry::Show<'_>)> = Some((self.every, &mut show));
        let budget = SearchBudget { time, iterations, depth, stop: Some(stop), observer, ..SearchBudget::default() };
        let found = guarded(|| game.search_from(&self.any, agent, self.seed, budget));
        let found = found.and_then(|found| found.map_err(registry_error)).map(|report| json(&report));
        // Whoever has gone away does not want to know.
        drop(sender.send((true, found)));
    }
}

fn document(game: &dyn AnyGame, agent: &str, report: &SearchReport, begin: Instant) -> String {
    SearchDocument::new(game, agent.to_string(), report.clone(), begin.elapsed().as_secs_f64()).json().to_string()
}

#[pymethods]
impl Analysis {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            let seen = py.detach(|| self.wait());
            if let Err(error) = py.check_signals() {
                self.stop();
                return Err(error);
            }
            let (last, found) = match seen {
                Waited::SeenSearch(seen) => seen,
                Waited::Nothing => continue,
                Waited::Over => return Ok(None),
            };
            if last {
                *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = None;
            }
            let state = State { game: Arc::clone(&self.game), any: Arc::clone(&self.any) }.into_bound_py_any(py)?;
            return py.import("mctslab.results")?.getattr("Search")?.call1((found?, state)).map(Some);
        }
    }

    /// Ends the search: what it has found is the next item.
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __exit__(&self, _kind: Py<PyAny>, _value: Py<PyAny>, _traceback: Py<PyAny>) {
        self.stop();
    }
}

impl Analysis {
    /// What is seen next; nothing yet, or nothing any more.
    fn wait(&self) -> Waited {
        let place = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(seen) = &*place else { return Waited::Over };
        match seen.recv_timeout(Duration::from_millis(100)) {
            Ok(seen) => Waited::SeenSearch(seen),
            Err(RecvTimeoutError::Timeout) => Waited::Nothing,
            Err(RecvTimeoutError::Disconnected) => Waited::Over,
        }
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stop();
    }
}
