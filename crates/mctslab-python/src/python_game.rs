//! Games written in Python: a class with the methods of the contract becomes a game like any other.
//!
//! Its states are Python objects that are never changed. What is asked of a state more than once
//! (who is to move, the legal moves, the key by which states are equal) is asked of Python once. A
//! move is the number of the move; the object is found among the legal ones.
//!
//! An exception in the rules unwinds to whoever plays, as a panic of rules written in Rust does: a
//! run ends with an error that shows the traceback, and what was played is kept.

use std::cell::Cell;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};

use mctslab_core::hash::StateHash;
use mctslab_core::spec::Entry;
use mctslab_core::testing::{MUST_REFUSE, conformance};
use mctslab_core::text::interned;
use mctslab_core::view::{BoardRow, Cell as BoardCell};
use mctslab_core::{Game, Payoffs, Player, Playout, Rng, TextError, View};
use mctslab_lab::arena::panic_message;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::error::{exception, lab_error, traceback, unwind, unwind_if_interrupted};
use crate::lab;
use crate::waiting::{interruptible, is_left};

/// The methods of a game that is written in Python.
struct PythonRules {
    initial: Py<PyAny>,
    turn: Py<PyAny>,
    moves: Py<PyAny>,
    play: Py<PyAny>,
    payoffs: Py<PyAny>,
    /// The number of a move; a move that has none is a number itself.
    index: Option<Py<PyAny>>,
    key: Option<Py<PyAny>>,
    text: Option<Py<PyAny>>,
    parse: Option<Py<PyAny>>,
    move_text: Option<Py<PyAny>>,
    view: Option<Py<PyAny>>,
    /// A copy of a state, and making a move in it: a faster way to play out.
    copy_and_apply: Option<(Py<PyAny>, Py<PyAny>)>,
    players: usize,
    payoff_sum: Option<f64>,
    index_bound: usize,
    max_plies: u32,
}

/// A game written in Python.
#[derive(Clone)]
pub(crate) struct PyGame(Arc<PythonRules>);

/// A move: its number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PyMove(u32);

impl fmt::Debug for PyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A state.
#[derive(Clone)]
pub(crate) struct PyState(Arc<KnownAnswers>);

/// What is known of a state.
struct KnownAnswers {
    object: Py<PyAny>,
    rules: Arc<PythonRules>,
    /// The moves that led there.
    history: Vec<u32>,
    key: OnceLock<String>,
    turn: OnceLock<Option<u8>>,
    moves: OnceLock<Vec<(u32, Py<PyAny>)>>,
}

impl PyState {
    fn new(object: Py<PyAny>, rules: &Arc<PythonRules>, history: Vec<u32>) -> PyState {
        let (key, turn, moves) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        PyState(Arc::new(KnownAnswers { object, rules: Arc::clone(rules), history, key, turn, moves }))
    }

    /// A copy of the state in Python: whoever changes it changes no game.
    pub(crate) fn copy(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match &self.0.rules.copy_and_apply {
            Some((copy, _)) => copy.call1(py, (&self.0.object,)),
            None => Ok(py.import("copy")?.call_method1("deepcopy", (&self.0.object,))?.unbind()),
        }
    }

    fn key(&self) -> &str {
        // Nothing is locked while Python is asked: whoever holds the interpreter may wait for the
        // lock.
        if let Some(key) = self.0.key.get() {
            return key;
        }
        let key = attached(|py| {
            let object = self.0.object.bind(py);
            match &self.0.rules.key {
                Some(key) => key.bind(py).call1((object,))?.str()?.extract(),
                None => object.repr()?.extract::<String>(),
            }
        });
        self.0.key.get_or_init(|| key)
    }

    fn turn(&self) -> Option<u8> {
        if let Some(turn) = self.0.turn.get() {
            return *turn;
        }
        let turn = attached(|py| self.0.rules.turn.bind(py).call1((&self.0.object,))?.extract::<Option<u8>>());
        if let Some(player) = turn.filter(|player| usize::from(*player) >= self.0.rules.players) {
            let most = self.0.rules.players - 1;
            unwind(format!("`turn` answered {player}: expected a player from 0 to {most}, or None at the end"));
        }
        *self.0.turn.get_or_init(|| turn)
    }

    fn moves(&self) -> &[(u32, Py<PyAny>)] {
        if let Some(moves) = self.0.moves.get() {
            return moves;
        }
        let moves = attached(|py| {
            let list = self.0.rules.moves.bind(py).call1((&self.0.object,))?;
            let mut moves = Vec::new();
            for mv in list.try_iter()? {
                let mv = mv?;
                moves.push((self.0.rules.number(py, &mv)?, mv.unbind()));
            }
            Ok(moves)
        });
        self.0.moves.get_or_init(|| moves)
    }
}

impl PartialEq for PyState {
    fn eq(&self, other: &PyState) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.key() == other.key()
    }
}

impl Eq for PyState {}

impl Hash for PyState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
    }
}

impl fmt::Debug for PyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// Asks Python something; what it raises unwinds, and so does the end of a call that nobody waits
/// for.
fn attached<T>(ask: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
    if is_left() {
        unwind("interrupted".to_string());
    }
    let asked = Python::attach(|py| {
        ask(py).map_err(|error| {
            unwind_if_interrupted(py, &error);
            traceback(py, &error)
        })
    });
    asked.unwrap_or_else(|message| unwind(message))
}

impl PythonRules {
    fn read(py: Python<'_>, game: &Bound<'_, PyAny>) -> PyResult<PythonRules> {
        let kind = game.get_type().name()?.to_string();
        let method = |name: &str| {
            game.getattr(name).map(Bound::unbind).map_err(|_| {
                let needed =
                    "initial, turn, moves, play, payoffs, index_bound and max_plies; index unless moves are numbers";
                exception("UsageError", format!("`{kind}` has no `{name}`: a game has {needed}"))
            })
        };
        let optional = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            Ok(game.getattr_opt(name)?.filter(|found| !found.is_none()).map(Bound::unbind))
        };
        let number = |name: &str| -> PyResult<Bound<'_, PyAny>> {
            let found = method(name)?.into_bound(py);
            if found.is_callable() { found.call0() } else { Ok(found) }
        };
        let players = match optional("players")? {
            None => 2,
            Some(found) if found.bind(py).is_callable() => found.bind(py).call0()?.extract()?,
            Some(found) => found.extract(py)?,
        };
        if !(1..=Player::MOST).contains(&players) {
            let most = Player::MOST;
            return Err(exception("UsageError", format!("{players} players: a game has 1 to {most}")));
        }
        let payoff_sum = match optional("payoff_sum")? {
            Some(sum) => Some(sum.extract(py)?),
            None => (players == 2).then_some(1.0),
        };
        Ok(PythonRules {
            initial: method("initial")?,
            turn: method("turn")?,
            moves: method("moves")?,
            play: method("play")?,
            payoffs: method("payoffs")?,
            index: optional("index")?,
            key: optional("key")?,
            text: optional("text")?,
            parse: optional("parse")?,
            move_text: optional("move_text")?,
            view: optional("view")?,
            copy_and_apply: optional("copy")?.zip(optional("apply")?),
            players,
            payoff_sum: payoff_sum.filter(|sum: &f64| sum.is_finite()),
            index_bound: number("index_bound")?.extract()?,
            max_plies: number("max_plies")?.extract()?,
        })
    }

    fn number(&self, py: Python<'_>, mv: &Bound<'_, PyAny>) -> PyResult<u32> {
        match &self.index {
            Some(index) => index.bind(py).call1((mv,))?.extract(),
            None => mv.extract(),
        }
    }

    fn payoffs(&self, py: Python<'_>, state: &Bound<'_, PyAny>) -> PyResult<Payoffs> {
        let found: Vec<f64> = self.payoffs.bind(py).call1((state,))?.extract()?;
        if found.len() != self.players || !found.iter().all(|payoff| (0.0..=1.0).contains(payoff)) {
            let players = self.players;
            let message = format!("`payoffs` answered {found:?}: expected {players} numbers from 0 to 1");
            return Err(exception("GameError", message));
        }
        Ok(Payoffs::new(&found))
    }

    /// A random game from a state, all of it in one visit to Python.
    fn playout(&self, py: Python<'_>, start: &Py<PyAny>, rng: &mut Rng) -> PyResult<Playout> {
        let moves = self.moves.bind(py);
        let mut plies = 0;
        let mut state = match &self.copy_and_apply {
            Some((copy, _)) => copy.bind(py).call1((start,))?,
            None => start.bind(py).clone(),
        };
        loop {
            let list = moves.call1((&state,))?;
            let mv = match list.cast::<PyList>() {
                Ok(list) if list.is_empty() => break,
                Ok(list) => list.get_item(rng.below(list.len() as u32) as usize)?,
                Err(_) => {
                    let list: Vec<Bound<'_, PyAny>> = list.try_iter()?.collect::<PyResult<_>>()?;
                    if list.is_empty() {
                        break;
                    }
                    list[rng.below(list.len() as u32) as usize].clone()
                }
            };
            if plies > self.max_plies {
                let most = self.max_plies;
                let message = format!("a game goes on after {most} plies, which `max_plies` says no game does");
                return Err(exception("GameError", message));
            }
            plies += 1;
            match &self.copy_and_apply {
                Some((_, apply)) => drop(apply.bind(py).call1((&state, mv))?),
                None => state = self.play.bind(py).call1((&state, mv))?,
            }
        }
        Ok(Playout { payoffs: self.payoffs(py, &state)?, plies: Some(plies) })
    }
}

/// What stands for the initial position.
const START: &str = "start";

impl PyGame {
    fn play_number(&self, state: &PyState, number: u32) -> PyState {
        let Some((_, mv)) = state.moves().iter().find(|(index, _)| *index == number) else {
            unwind(format!("the move {number} is not legal in `{}`", state.key()));
        };
        let next = attached(|py| self.0.play.bind(py).call1((&state.0.object, mv)).map(Bound::unbind));
        let mut history = Vec::with_capacity(state.0.history.len() + 1);
        history.extend_from_slice(&state.0.history);
        history.push(number);
        PyState::new(next, &self.0, history)
    }

    /// The moves that led to a state, by which it is written where the game has no way of its own.
    fn moves_text(&self, state: &PyState) -> String {
        let mut at = self.initial();
        let mut words = Vec::new();
        for &number in &state.0.history {
            words.push(self.move_text(&at, PyMove(number)));
            at = self.play_number(&at, number);
        }
        if words.is_empty() { START.to_string() } else { words.join(" ") }
    }
}

impl Game for PyGame {
    type State = PyState;
    type Move = PyMove;

    fn initial(&self) -> PyState {
        PyState::new(attached(|py| self.0.initial.call0(py)), &self.0, Vec::new())
    }

    fn turn(&self, state: &PyState) -> Option<Player> {
        state.turn().map(|player| Player::new(usize::from(player)))
    }

    fn moves(&self, state: &PyState, out: &mut Vec<PyMove>) {
        out.extend(state.moves().iter().map(|(number, _)| PyMove(*number)));
    }

    fn play(&self, state: &mut PyState, mv: PyMove) {
        *state = self.play_number(state, mv.0);
    }

    fn payoffs(&self, state: &PyState) -> Payoffs {
        attached(|py| self.0.payoffs(py, state.0.object.bind(py)))
    }

    fn index(&self, mv: PyMove) -> usize {
        mv.0 as usize
    }

    fn index_bound(&self) -> usize {
        self.0.index_bound
    }

    fn max_plies(&self) -> u32 {
        self.0.max_plies
    }

    fn players(&self) -> usize {
        self.0.players
    }

    fn payoff_sum(&self) -> Option<f64> {
        self.0.payoff_sum
    }

    fn move_text(&self, state: &PyState, mv: PyMove) -> String {
        let Some(write) = &self.0.move_text else { return mv.0.to_string() };
        let Some((_, object)) = state.moves().iter().find(|(index, _)| *index == mv.0) else {
            return mv.0.to_string();
        };
        attached(|py| write.bind(py).call1((&state.0.object, object))?.str()?.extract())
    }

    fn state_text(&self, state: &PyState) -> String {
        match &self.0.text {
            Some(text) if self.0.parse.is_some() => {
                attached(|py| text.bind(py).call1((&state.0.object,))?.str()?.extract())
            }
            _ => self.moves_text(state),
        }
    }

    fn parse_state(&self, text: &str) -> Result<PyState, TextError> {
        if let (Some(parse), Some(_)) = (&self.0.parse, &self.0.text) {
            let read = Python::attach(|py| parse.call1(py, (text,)).map_err(|error| error.to_string()));
            let object = read.map_err(|reason| TextError::quoted(text, format!("a position ({reason})")))?;
            return Ok(PyState::new(object, &self.0, Vec::new()));
        }
        let mut state = self.initial();
        for word in text.split_whitespace().filter(|word| *word != START) {
            let mv = self.parse_move(&state, word)?;
            self.play(&mut state, mv);
        }
        Ok(state)
    }

    fn view(&self, state: &PyState, _last: Option<PyMove>) -> View {
        let Some(view) = &self.0.view else { return View { notes: vec![self.state_text(state)], ..View::default() } };
        let rows: Vec<Vec<(Option<usize>, String)>> = attached(|py| view.bind(py).call1((&state.0.object,))?.extract());
        let cell = |(owner, text): (Option<usize>, String)| BoardCell {
            text,
            owner: owner.filter(|owner| *owner < Player::MOST).map(Player::new),
            highlighted: false,
        };
        let row = |cells: Vec<_>| BoardRow { cells: cells.into_iter().map(cell).collect(), ..BoardRow::default() };
        View { rows: rows.into_iter().map(row).collect(), ..View::default() }
    }

    fn playout(&self, state: &mut PyState, rng: &mut Rng, _scratch: &mut Vec<PyMove>) -> Playout {
        attached(|py| self.0.playout(py, &state.0.object, rng))
    }

    fn hash(&self, state: &PyState) -> u64 {
        use std::hash::BuildHasher;
        StateHash.hash_one(state.key())
    }

    fn state_bytes(&self, state: &PyState) -> usize {
        size_of::<KnownAnswers>() + 4 * state.0.history.len()
    }
}

/// Makes a game of an object with the methods of the contract, under that name.
#[pyfunction]
pub(crate) fn register_game(py: Python<'_>, name: &str, doc: &str, game: &Bound<'_, PyAny>) -> PyResult<()> {
    let rules = PyGame(Arc::new(PythonRules::read(py, game)?));
    let word = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if !name.starts_with(|letter: char| letter.is_ascii_lowercase()) || !name.chars().all(word) {
        let message =
            format!("`{name}` is not a valid name: expected lower-case letters, digits and `-`, as in `my-game`");
        return Err(exception("UsageError", message));
    }
    let (entry, source) = (Entry::word(interned(name), interned(doc.lines().next().unwrap_or_default())), head(doc));
    lab::add(|catalog| Ok(catalog.add_game(entry, source, move |_| Ok(rules.clone()))?)).map_err(lab_error)
}

/// A text as the head of a source file, which is where explanations come from.
fn head(doc: &str) -> &'static str {
    let lines: Vec<String> = doc.lines().map(|line| format!("//! {}", line.trim())).collect();
    interned(&lines.join("\n"))
}

thread_local! {
    /// Whether what panics on this thread is reported otherwise than on standard error.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Checks the laws that every game keeps; the error says which one is broken, and where.
#[pyfunction]
pub(crate) fn check_rules(py: Python<'_>, name: String, game: &Bound<'_, PyAny>) -> PyResult<()> {
    static HOOK: OnceLock<()> = OnceLock::new();
    HOOK.get_or_init(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                usual(info);
            }
        }));
    });
    let rules = PyGame(Arc::new(PythonRules::read(py, game)?));
    interruptible(py, move |_| {
        QUIET.set(true);
        let checked = catch_unwind(AssertUnwindSafe(|| conformance(&name, &rules)));
        QUIET.set(false);
        checked.map(drop).map_err(|panic| {
            let said = panic_message(&*panic);
            // `assert_eq!` puts what was expected on lines of their own.
            let cure =
                if said.contains(MUST_REFUSE) { ": `parse` must raise an exception, such as ValueError" } else { "" };
            exception("GameError", format!("`{name}` breaks a law: {said}{cure}"))
        })
    })
}
