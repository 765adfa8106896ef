//! A game.

use std::sync::Arc;

use mctslab_lab::registry::AnyGame;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::{guarded, lab_error, registry_error};
use crate::lab;
use crate::state::{State, agent_spec};
use crate::waiting::interruptible;

/// How something is pickled: a function, and its arguments.
pub(crate) type Reduced<'py, A> = (Bound<'py, PyAny>, A);

/// A game, named by a spec such as `"hex(size=7)"`.
///
/// >>> import mctslab
/// >>> game = mctslab.Game("hex(size=7)")
/// >>> game.players, game.initial().to_move
/// (2, 0)
#[pyclass(frozen, module = "mctslab")]
pub(crate) struct Game {
    pub(crate) any: Arc<dyn AnyGame>,
}

#[pymethods]
impl Game {
    #[new]
    fn new(py: Python<'_>, spec: String) -> PyResult<Game> {
        let any = py.detach(|| guarded(|| lab::game(&spec)))?.map_err(lab_error)?;
        Ok(Game { any })
    }

    /// The spec with every option written out.
    #[getter]
    fn spec(&self) -> &str {
        self.any.spec()
    }

    /// The spec without what is as by default.
    #[getter]
    fn name(&self) -> String {
        self.any.catalog().short_game(self.any.spec())
    }

    /// How many seats there are.
    #[getter]
    fn players(&self) -> usize {
        self.any.players()
    }

    /// No game is longer than this many plies.
    #[getter]
    fn max_plies(&self) -> u32 {
        self.any.max_plies()
    }

    /// The best agent that is known for this game, with as many iterations as take about a second.
    #[getter]
    fn best_agent(&self) -> String {
        mctslab_lab::best_agent(&*self.any)
    }

    /// The state before the first move.
    fn initial(&self) -> PyResult<State> {
        self.start(None)
    }

    /// The state that a text describes: the text that `str(state)` gives.
    fn state(&self, text: &str) -> PyResult<State> {
        self.start(Some(text))
    }

    /// An agent's spec with every option written out, if it can play this game.
    fn agent(&self, py: Python<'_>, agent: &Bound<'_, PyAny>) -> PyResult<String> {
        let spec = agent_spec(agent)?;
        py.detach(|| guarded(|| self.any.agent(&spec)))?.map_err(registry_error)
    }

    /// How many sequences of `depth` moves there are from the start, or from `position`.
    #[pyo3(signature = (depth, *, position=None, threads=1))]
    fn perft(&self, py: Python<'_>, depth: u32, position: Option<String>, threads: usize) -> PyResult<u64> {
        let any = Arc::clone(&self.any);
        interruptible(py, move |_| {
            let counted = any.perft(position.as_deref(), depth, threads).map_err(registry_error)?;
            Ok(counted.iter().map(|(_, nodes)| nodes).sum())
        })
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.name())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| other.get().any.spec() == self.any.spec())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyTuple::new(py, ["mctslab.Game", self.any.spec()])?.hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (String, Option<String>)>> {
        let load = py.import("mctslab._pickle")?.getattr("load_game")?;
        Ok((load, (self.any.spec().to_string(), origin(py, self.any.spec())?)))
    }
}

impl Game {
    fn start(&self, text: Option<&str>) -> PyResult<State> {
        let any = guarded(|| self.any.state(text))?.map_err(registry_error)?;
        Ok(State { game: Arc::clone(&self.any), any })
    }
}

/// Where another process finds a game that was registered here: its import path, if it has one.
pub(crate) fn origin(py: Python<'_>, spec: &str) -> PyResult<Option<String>> {
    let name = spec.split('(').next().unwrap_or_default();
    py.import("mctslab._games")?.call_method1("origin", (name,))?.extract()
}
