//! Players written in Python, as the agent `python`.
//!
//! A player is a function of a state, or a class with `choose(state, budget)`; the module
//! `mctslab.players` finds it and says how it is called. It is called on the thread that plays the
//! game. Only where a move has a time limit it is called on a thread of its own, so that one that
//! never answers can be left behind.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{AnyAgent, AnyState, Failure, Fault, SearchBudget, SearchReport};
use mctslab_lab::registry::{AgentRow, AnyGame, PYTHON};
use pyo3::prelude::*;

use crate::budget::Budget;
use crate::error::{traceback, unwind_if_interrupted};
use crate::state::{State, move_text};

const AGENT: Entry = Entry {
    name: PYTHON,
    doc: "a player written in Python: a function of a state, or a class with `choose(state, budget)`",
    params: &[
        Param::required("agent", Kind::Text, "where it is found: \"package.module:Name\""),
        Param::new("options", Kind::Text, "\"\"", "keyword arguments for it, as in \"depth=3,style='bold'\""),
        Param::new(
            "timeout",
            Kind::Real { min: 0.0, max: 1e9 },
            "0",
            "seconds after which a move that was not answered is lost; 0: never, but for the clock of the game",
        ),
    ],
};

const SOURCE: &str = "\
//! A player that is Python code.
//!
//! A function that is given a state and returns a move, or a class: its instances are asked
//! `choose(state, budget)` and, where they have it, with `new_game(seed)` called before each game.
//! An exception, an answer that is no legal move and an answer that comes too late cost the game,
//! with the traceback or the answer kept in its record; the run goes on.
//!
//! A class may say `deterministic = True`: then equal states always get equal moves.";

/// The row of the agent.
pub(crate) fn row() -> AgentRow {
    AgentRow::of_any_game(AGENT, SOURCE, Arc::new(|game, args| Ok(Box::new(Player::load(game, args)?))))
}

/// How a player is called.
struct Callable {
    choose: Py<PyAny>,
    takes_budget: bool,
    new_game: Option<Py<PyAny>>,
}

/// A player at one table.
struct Player {
    game: Arc<dyn AnyGame>,
    agent: String,
    options: String,
    timeout: Option<Duration>,
    deterministic: bool,
    /// `None` after it was left behind on its thread.
    callable: Option<Arc<Callable>>,
    seed: u64,
    /// What `new_game` raised.
    failed: Option<Failure>,
    aside: Option<SideThread>,
}

impl Player {
    fn load(game: &Arc<dyn AnyGame>, args: &Args) -> Result<Player, SpecError> {
        let timeout = Some(args.real("timeout")).filter(|seconds| *seconds > 0.0).map(Duration::from_secs_f64);
        let (agent, options) = (args.text("agent").to_string(), args.text("options").to_string());
        let refuse = |reason| SpecError::combination(PYTHON, format!("cannot use \"{agent}\": {reason}"));
        let (callable, deterministic) = Callable::load(&agent, &options).map_err(refuse)?;
        let (game, callable) = (Arc::clone(game), Some(Arc::new(callable)));
        Ok(Player { game, agent, options, timeout, deterministic, callable, seed: 0, failed: None, aside: None })
    }

    /// The player; another one of the same kind if the last was left behind.
    fn callable(&mut self) -> Result<Arc<Callable>, Failure> {
        if let Some(callable) = &self.callable {
            return Ok(Arc::clone(callable));
        }
        let (callable, _) =
            Callable::load(&self.agent, &self.options).map_err(|reason| Failure::new(Fault::NoStart, reason))?;
        callable.new_game(self.seed)?;
        let callable = Arc::new(callable);
        self.callable = Some(Arc::clone(&callable));
        Ok(callable)
    }

    /// Asks on a thread that can be left behind.
    fn ask_aside(&mut self, state: State, limits: &SearchBudget<'_>, most: Duration) -> MoveAnswer {
        let callable = self.callable()?;
        let aside = self.aside.get_or_insert_with(SideThread::start);
        let budget = Budget::of(limits);
        let answer = aside.ask(MoveQuestion { callable, state, budget }, most);
        answer.unwrap_or_else(|| {
            self.aside = None;
            self.callable = None;
            let message = format!("no answer after {:.3} s", most.as_secs_f64());
            Err(Failure::new(Fault::TimeOut, message))
        })
    }
}

impl AnyAgent for Player {
    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.failed = self.callable().and_then(|callable| callable.new_game(seed)).err();
    }

    fn choose(&mut self, state: &Arc<dyn AnyState>, limits: SearchBudget<'_>) -> Result<SearchReport, Failure> {
        if let Some(failure) = &self.failed {
            return Err(failure.clone());
        }
        let shown = State { game: Arc::clone(&self.game), any: Arc::clone(state) };
        // A player that thinks past its clock has lost already.
        let clock = limits.clocks.and_then(|clocks| clocks.left.get(clocks.seat).copied());
        let answer = if let Some(most) = self.timeout.into_iter().chain(clock).min() {
            self.ask_aside(shown, &limits, most)
        } else {
            let callable = self.callable()?;
            Python::attach(|py| callable.choose(py, shown, || Budget::of(&limits)))
        };
        Ok(SearchReport::of_move(&**state, answer?))
    }

    fn is_deterministic(&self) -> bool {
        self.deterministic
    }
}

/// The text of a move, or why there is none.
type MoveAnswer = Result<String, Failure>;

impl Callable {
    /// The player that is found there, and whether it is deterministic.
    fn load(agent: &str, options: &str) -> Result<(Callable, bool), String> {
        Python::attach(|py| {
            let loaded = py.import("mctslab.players").and_then(|module| {
                let found = module.call_method1("load", (agent, options))?;
                found.extract::<(Py<PyAny>, bool, Option<Py<PyAny>>, bool)>()
            });
            let (choose, takes_budget, new_game, deterministic) = loaded.map_err(|error| error.to_string())?;
            Ok((Callable { choose, takes_budget, new_game }, deterministic))
        })
    }

    fn new_game(&self, seed: u64) -> Result<(), Failure> {
        let Some(new_game) = &self.new_game else { return Ok(()) };
        Python::attach(|py| {
            let done = new_game.call1(py, (seed,));
            done.map(drop).map_err(|error| crash(py, &error))
        })
    }

    fn choose(&self, py: Python<'_>, state: State, budget: impl FnOnce() -> Budget) -> MoveAnswer {
        let answer =
            if self.takes_budget { self.choose.call1(py, (state, budget())) } else { self.choose.call1(py, (state,)) };
        let answer = answer.map_err(|error| crash(py, &error))?;
        let answer = answer.bind(py);
        move_text(answer).map_err(|_| {
            let kind = answer.get_type().name().map_or_else(|_| "?".to_string(), |name| name.to_string());
            let shown = answer.repr().map_or_else(|_| kind.clone(), |text| text.to_string());
            no_move(&format!("the player returned {shown} of type `{kind}`: expected the text of a legal move"))
        })
    }
}

/// An exception of a player. Ctrl-C is none: the process that plays is to end, and the game was not
/// lost.
fn crash(py: Python<'_>, error: &PyErr) -> Failure {
    unwind_if_interrupted(py, error);
    Failure::new(Fault::Crash, traceback(py, error))
}

fn no_move(message: &str) -> Failure {
    Failure::new(Fault::IllegalMove, message)
}

/// What is asked on a thread of its own.
struct MoveQuestion {
    callable: Arc<Callable>,
    state: State,
    budget: Budget,
}

/// A thread that asks a player.
struct SideThread {
    questions: Sender<MoveQuestion>,
    answers: Receiver<MoveAnswer>,
    /// Python's name of the thread.
    ident: Receiver<u64>,
    known: Option<u64>,
}

impl SideThread {
    fn start() -> SideThread {
        let ((questions, asked), (sender, answers), (name, ident)) = (channel::<MoveQuestion>(), channel(), channel());
        std::thread::spawn(move || {
            let named = Python::attach(|py| {
                py.import("threading").and_then(|module| module.call_method0("get_ident")?.extract::<u64>())
            });
            drop(named.map(|ident| name.send(ident)));
            for MoveQuestion { callable, state, budget } in asked {
                let answer = Python::attach(|py| callable.choose(py, state, || budget));
                if sender.send(answer).is_err() {
                    break;
                }
            }
        });
        SideThread { questions, answers, ident, known: None }
    }

    /// The answer; `None` if it does not come in time. The thread is then of no more use, and is
    /// asked to end.
    fn ask(&mut self, question: MoveQuestion, most: Duration) -> Option<MoveAnswer> {
        let end = Instant::now() + most;
        if self.known.is_none() {
            self.known = self.ident.recv().ok();
        }
        let gone = || Some(Err(Failure::new(Fault::Crash, "the thread of the player ended")));
        if self.questions.send(question).is_err() {
            return gone();
        }
        match self.answers.recv_timeout(end.saturating_duration_since(Instant::now())) {
            Ok(answer) => Some(answer),
            Err(RecvTimeoutError::Disconnected) => gone(),
            Err(RecvTimeoutError::Timeout) => {
                self.interrupt();
                None
            }
        }
    }

    /// Raises an exception in the thread, which ends Python code that never returns.
    fn interrupt(&self) {
        let Some(ident) = self.known else { return };
        Python::attach(|py| {
            let raised = py.import("mctslab.players").and_then(|module| module.call_method1("interrupt", (ident,)));
            drop(raised);
        });
    }
}
