//! A state: a value that is never changed.

use std::sync::Arc;
use std::time::{Duration, Instant};

use mctslab_core::OwnLimits;
use mctslab_core::rng::mix;
use mctslab_lab::registry::{AnyGame, AnyState, RegistryError, SearchBudget};
use mctslab_lab::{AnalysisRequest, SearchDocument, names_limit};
use mctslab_page::{Boards, draw};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PySlice, PyString};

use crate::analysis::{Analysis, SearchTree};
use crate::error::{exception, guarded, registry_error};
use crate::game::{Game, Reduced, origin};
use crate::python_game::PyState;
use crate::waiting::{LOOK_EVERY, interruptible};

/// A state of a game. It is a value: `play` makes a new one, and nothing changes this one.
///
/// >>> import mctslab
/// >>> state = mctslab.Game("tic-tac-toe").initial()
/// >>> after = state.play("b2")
/// >>> state.to_move, after.to_move, len(after.legal_moves)
/// (0, 1, 8)
#[pyclass(frozen, module = "mctslab")]
pub(crate) struct State {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) any: Arc<dyn AnyState>,
}

/// A cell: whose it is, and what stands there.
type OwnedCell = (Option<usize>, String);

/// The spec of an agent that is given as a spec, a function, a class or a player.
pub(crate) fn agent_spec(agent: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = agent.cast::<PyString>() {
        return Ok(text.to_str()?.to_string());
    }
    agent.py().import("mctslab.players")?.call_method1("spec_of", (agent,))?.extract()
}

/// The text of a move that is given as text or as a whole number.
pub(crate) fn move_text(given: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(text.to_str()?.to_string());
    }
    // What `operator.index` takes for a number: integers of Python and of NumPy. `True` is none.
    let number = given.py().import("operator")?.call_method1("index", (given,));
    if let (Ok(number), false) = (number, given.is_instance_of::<PyBool>()) {
        return Ok(number.str()?.to_str()?.to_string());
    }
    let (kind, shown) = (given.get_type().name()?.to_string(), given.repr()?.to_string());
    let message = format!("{shown} of type `{kind}` is not a move: moves are texts, such as those of `legal_moves`");
    Err(exception("UsageError", message))
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { any: Arc::clone(&self.game) }
    }

    /// The seat that is to move; `None` when the game is over.
    #[getter]
    fn to_move(&self) -> PyResult<Option<usize>> {
        guarded(|| self.any.turn())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        Ok(self.to_move()?.is_none())
    }

    /// The legal moves; none when the game is over.
    #[getter]
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        guarded(|| self.any.moves())
    }

    /// The numbers of the legal moves, in the same order, each below `index_bound`.
    #[getter]
    fn legal_indices(&self) -> PyResult<Vec<usize>> {
        guarded(|| self.any.indices())
    }

    /// One more than the largest number of a move of this game.
    #[getter]
    fn index_bound(&self) -> usize {
        self.any.index_bound()
    }

    /// The state after a move: its text, as `legal_moves` has it, or a whole number that is written
    /// so.
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<State> {
        let text = move_text(r#move)?;
        let any = guarded(|| self.any.play(&text))?.map_err(|error| registry_error(RegistryError::Move(error)))?;
        Ok(State { game: Arc::clone(&self.game), any })
    }

    /// What the game paid each seat, in [0, 1]; `None` while it goes on.
    #[getter]
    fn payoffs(&self) -> PyResult<Option<Vec<f64>>> {
        guarded(|| self.any.payoffs())
    }

    /// The position as text, which `Game.state` reads back.
    #[getter]
    fn text(&self) -> PyResult<String> {
        guarded(|| self.any.text())
    }

    /// The board as lines of text.
    #[getter]
    fn board(&self) -> PyResult<String> {
        let drawn = guarded(|| draw(&self.any.view()))?;
        Ok(plain(&drawn))
    }

    /// The cells of the board by row: for each the owner (`None` if nobody's) and what stands
    /// there.
    #[getter]
    fn cells(&self) -> PyResult<Vec<Vec<OwnedCell>>> {
        let view = guarded(|| self.any.view())?;
        let cell = |cell: mctslab_core::view::Cell| (cell.owner.map(mctslab_core::Player::index), cell.text);
        Ok(view.rows.into_iter().map(|row| row.cells.into_iter().map(cell).collect()).collect())
    }

    /// A copy of the state object of a game that is written in Python; `None` in all others.
    #[getter]
    fn python(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.any.inner().downcast_ref::<PyState>().map(|state| state.copy(py)).transpose()
    }

    /// The payoffs of `n` random games from here: a NumPy array with a row for each game and a
    /// column for each seat. Fewer games with the same seed are the first of them.
    #[pyo3(signature = (n, *, seed=1))]
    fn playouts<'py>(&self, py: Python<'py>, n: usize, seed: u64) -> PyResult<Bound<'py, PyAny>> {
        let (numpy, seats) = (py.import("numpy")?, self.any.players());
        // What is too large for the memory is refused before anything is played.
        let array = numpy.call_method1("empty", ((n, seats),))?;
        let flat = array.call_method1("reshape", (-1,))?;
        let (mut games, mut filled) = (RandomGames { any: &*self.any, seed, block: 0, left: n }, 0);
        while games.left > 0 {
            let bytes = py.detach(|| guarded(|| games.for_a_while()))?;
            let end = filled + bytes.len() / size_of::<f64>();
            let payoffs = numpy.call_method1("frombuffer", (PyBytes::new(py, &bytes), "float64"))?;
            flat.set_item(PySlice::new(py, filled as isize, end as isize, 1), payoffs)?;
            filled = end;
            py.check_signals()?;
        }
        Ok(array)
    }

    /// Searches from here with an agent, within the smaller of its own limits and those given. With
    /// `tree` its tree is kept, to be looked at by `inspect` of what it found.
    #[pyo3(signature = (agent="uct".into(), *, seed=1, seconds=None, iterations=None, depth=None, tree=false))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn search<'py>(
        &self,
        py: Python<'py>,
        agent: AgentArgument<'py>,
        seed: u64,
        seconds: Option<f64>,
        iterations: Option<u64>,
        depth: Option<u32>,
        tree: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let spec = agent.spec()?;
        let (time, game, any) = (duration(seconds)?, Arc::clone(&self.game), Arc::clone(&self.any));
        let (json, kept) = interruptible(py, move |stop| {
            let (agent, begin) = (game.agent(&spec).map_err(registry_error)?, Instant::now());
            let budget = SearchBudget { time, iterations, depth, stop: Some(stop), ..SearchBudget::default() };
            let (report, kept) = game.search_and_keep(&any, &spec, seed, budget).map_err(registry_error)?;
            let document = SearchDocument::new(&*game, agent, report, begin.elapsed().as_secs_f64());
            Ok((document.json().to_string(), tree.then(|| SearchTree::new(kept, any.players()))))
        })?;
        py.import("mctslab.results")?.getattr("Search")?.call1((json, self.copy(py)?, kept))
    }

    /// A search that is watched: iterate over it to see what it has found so far, every `every`
    /// seconds, and at last what it found.
    #[pyo3(signature = (agent="uct".into(), *, seed=1, seconds=None, iterations=None, depth=None, every=0.2))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn analyse(
        &self,
        py: Python<'_>,
        agent: AgentArgument<'_>,
        seed: u64,
        seconds: Option<f64>,
        iterations: Option<u64>,
        depth: Option<u32>,
        every: f64,
    ) -> PyResult<Analysis> {
        let agent = agent.spec()?;
        let (time, every) = (duration(seconds)?, duration(Some(every))?.unwrap_or_default());
        let (game, state) = (Arc::clone(&self.game), Arc::clone(&self.any));
        // An agent that was given no limit has none of its own where something else ends the
        // search.
        let is_limited = names_limit(&agent) || (time.is_none() && iterations.is_none());
        let own_limits = if is_limited { OwnLimits::Keep } else { OwnLimits::Ignore };
        let request = AnalysisRequest { game, state, agent, seed, time, iterations, depth, own_limits, every };
        py.detach(|| Analysis::start(request))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let view = guarded(|| self.any.view())?;
        Ok(Boards::alone(&view).into_string())
    }

    fn __str__(&self) -> PyResult<String> {
        self.text()
    }

    fn __repr__(&self) -> PyResult<String> {
        let name = self.game.catalog().short_game(self.game.spec());
        Ok(format!("Game({name:?}).state({:?})", self.text()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<State>() else { return Ok(false) };
        guarded(|| self.any.equals(&*other.get().any))
    }

    fn __hash__(&self) -> PyResult<u64> {
        guarded(|| self.any.hash())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (String, Option<String>, String)>> {
        let load = py.import("mctslab._pickle")?.getattr("load_state")?;
        let spec = self.game.spec().to_string();
        let origin = origin(py, &spec)?;
        Ok((load, (spec, origin, self.text()?)))
    }
}

impl State {
    fn copy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        State { game: Arc::clone(&self.game), any: Arc::clone(&self.any) }.into_bound_py_any(py)
    }
}

/// Random games that are still to be played.
struct RandomGames<'a> {
    any: &'a dyn AnyState,
    seed: u64,
    block: u64,
    left: usize,
}

impl RandomGames<'_> {
    /// Games of one stream of random numbers: few enough that they are soon over in the slowest of
    /// games.
    const BLOCK: usize = 64;

    /// Plays on for a while; the bytes of the payoffs.
    fn for_a_while(&mut self) -> Vec<u8> {
        let (begin, mut bytes) = (Instant::now(), Vec::new());
        while self.left > 0 && begin.elapsed() < LOOK_EVERY {
            let count = self.left.min(Self::BLOCK);
            let seed = if self.block == 0 { self.seed } else { mix(&[self.seed, self.block]) };
            bytes.extend(self.any.playouts(count, seed).iter().flat_map(|payoff| payoff.to_ne_bytes()));
            self.left -= count;
            self.block += 1;
        }
        bytes
    }
}

/// An agent as it is given to a method: a spec, or something that has one.
pub(crate) enum AgentArgument<'py> {
    Spec(String),
    Object(Bound<'py, PyAny>),
}

impl From<&str> for AgentArgument<'_> {
    fn from(spec: &str) -> Self {
        AgentArgument::Spec(spec.to_string())
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for AgentArgument<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(AgentArgument::Object(object.to_owned()))
    }
}

impl AgentArgument<'_> {
    fn spec(&self) -> PyResult<String> {
        match self {
            AgentArgument::Spec(spec) => Ok(spec.clone()),
            AgentArgument::Object(object) => agent_spec(object),
        }
    }
}

/// Thirty years: clocks cannot show what is much later, and nobody waits for it.
const LONGEST: f64 = 1e9;

/// A number of seconds that somebody gave.
pub(crate) fn duration(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let read = |seconds: f64| {
        Duration::try_from_secs_f64(seconds.min(LONGEST))
            .map_err(|_| exception("UsageError", format!("{seconds} seconds: expected a number that is not negative")))
    };
    seconds.map(read).transpose()
}

/// Text without the colours of a terminal.
pub(crate) fn plain(text: &str) -> String {
    let (mut shown, mut rest) = (String::new(), text);
    while let Some(start) = rest.find("\u{1b}[") {
        shown.push_str(&rest[..start]);
        let after = &rest[start + 2..];
        let end = after.find(|letter: char| letter.is_ascii_alphabetic()).map_or(after.len(), |end| end + 1);
        rest = &after[end..];
    }
    shown + rest
}
