//! A search that is watched while it goes on.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mctslab_lab::registry::{AnyAgent, AnyGame, AnyState};
use mctslab_lab::{Analysis as Search, AnalysisError, AnalysisRequest, SearchDocument, Snapshot, TreeNode};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

use crate::error::{exception, guarded, lab_error, registry_error};
use crate::state::{State, move_text};

/// How long is waited until signals are looked at.
const PATIENCE: Duration = Duration::from_millis(100);

/// The moves of a path: a text with the moves one after the other, or any sequence of moves.
fn path_of(path: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    let Some(path) = path else { return Ok(Vec::new()) };
    if let Ok(text) = path.extract::<String>() {
        return Ok(text.split_whitespace().map(str::to_string).collect());
    }
    path.try_iter()?.map(|mv| move_text(&mv?)).collect()
}

/// The tree of a search that is over.
#[pyclass(frozen, module = "mctslab")]
pub(crate) struct SearchTree {
    agent: Mutex<Box<dyn AnyAgent>>,
    players: usize,
}

impl SearchTree {
    /// The tree of an agent that has searched in a game with this number of players.
    pub(crate) fn new(agent: Box<dyn AnyAgent>, players: usize) -> SearchTree {
        SearchTree { agent: Mutex::new(agent), players }
    }
}

#[pymethods]
impl SearchTree {
    /// A node, as JSON.
    #[pyo3(signature = (path=None))]
    fn inspect(&self, path: Option<Bound<'_, PyAny>>) -> PyResult<String> {
        let path = path_of(path.as_ref())?;
        let agent = self.agent.lock().unwrap_or_else(PoisonError::into_inner);
        let node = guarded(|| TreeNode::find(&**agent, &path, self.players))?.map_err(lab_error)?;
        Ok(node.json().to_string())
    }
}

/// A search that goes on in the background. Iterate over it: each item is what was found so far,
/// the last one what was found. Leaving a `with` block, `stop()` and forgetting it end the search.
#[pyclass(frozen, module = "mctslab")]
pub(crate) struct Analysis {
    game: Arc<dyn AnyGame>,
    any: Arc<dyn AnyState>,
    search: Search,
    /// The number of what was seen last.
    seen: AtomicU64,
    /// Whether the end was seen.
    ended: AtomicBool,
}

impl Analysis {
    /// Begins to search.
    pub(crate) fn start(request: AnalysisRequest) -> PyResult<Analysis> {
        let (game, any) = (Arc::clone(&request.game), Arc::clone(&request.state));
        let search = guarded(|| Search::start(request))?.map_err(registry_error)?;
        Ok(Analysis { game, any, search, seen: AtomicU64::new(0), ended: AtomicBool::new(false) })
    }

    fn document(&self, snapshot: &Snapshot) -> String {
        let agent = self.search.agent().to_string();
        SearchDocument::new(&*self.game, agent, snapshot.report.clone(), snapshot.seconds).json().to_string()
    }
}

#[pymethods]
impl Analysis {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        while !self.ended.load(Ordering::Relaxed) {
            let seen = self.seen.load(Ordering::Relaxed);
            let found = py.detach(|| self.search.newer(seen, PATIENCE));
            if let Err(error) = py.check_signals() {
                self.stop();
                return Err(error);
            }
            let found = found.map_err(|error| {
                self.ended.store(true, Ordering::Relaxed);
                match error {
                    AnalysisError::Search(error) => registry_error(error),
                    AnalysisError::Panicked(message) => exception("GameError", message),
                }
            })?;
            let Some(snapshot) = found else { continue };
            self.seen.store(snapshot.number, Ordering::Relaxed);
            self.ended.store(snapshot.is_last, Ordering::Relaxed);
            let json = guarded(|| self.document(&snapshot))?;
            let state = State { game: Arc::clone(&self.game), any: Arc::clone(&self.any) }.into_bound_py_any(py)?;
            return py.import("mctslab.results")?.getattr("Search")?.call1((json, state)).map(Some);
        }
        Ok(None)
    }

    /// A node of the tree, once the search is over: `path` is the moves that lead there, as a list
    /// or as one text; without it, it is the root.
    #[pyo3(signature = (path=None))]
    fn inspect<'py>(&self, py: Python<'py>, path: Option<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let path = path_of(path.as_ref())?;
        let node = guarded(|| self.search.inspect(&path))?.map_err(lab_error)?;
        py.import("mctslab.results")?.getattr("Node")?.call_method1("of", (node.json().to_string(),))
    }

    /// Ends the search: what it has found is the next item.
    fn stop(&self) {
        self.search.stop();
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __exit__(&self, _kind: Py<PyAny>, _value: Py<PyAny>, _traceback: Py<PyAny>) {
        self.stop();
    }
}
