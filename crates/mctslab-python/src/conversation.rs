//! A game between a person and agents, for whoever reads lines and prints answers.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mctslab_lab::registry::SearchBudget;
use mctslab_lab::{Answer, Conversation as Talk};
use pyo3::prelude::*;

use crate::error::{guarded, registry_error};
use crate::game::Game;
use crate::state::{agent_spec, plain};
use crate::waiting::interruptible;

/// A game between a person and agents: what is typed goes in, what is to be printed comes out.
#[pyclass(frozen, module = "mctslab._mctslab")]
pub(crate) struct Conversation {
    talk: Arc<Mutex<Talk>>,
    seat: usize,
}

#[pymethods]
impl Conversation {
    /// A game with the person in a seat and an agent in all others; without a seed the machine
    /// plays otherwise every time.
    #[new]
    #[pyo3(signature = (game, against, seat, position=None, seed=None))]
    fn new(
        game: &Bound<'_, Game>,
        against: &Bound<'_, PyAny>,
        seat: usize,
        position: Option<String>,
        seed: Option<u64>,
    ) -> PyResult<Conversation> {
        let (spec, any) = (agent_spec(against)?, Arc::clone(&game.get().any));
        let seed = seed.unwrap_or_else(Talk::fresh_seed);
        let talk = interruptible(game.py(), move |_| {
            Talk::new(&*any, position.as_deref(), seat, &spec, seed).map_err(registry_error)
        })?;
        Ok(Conversation { talk: Arc::new(Mutex::new(talk)), seat })
    }

    /// What can be typed.
    #[classattr]
    const WORDS: &'static str = Talk::WORDS;

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        guarded(|| locked(&self.talk).turn().is_none())
    }

    /// Whether the person is to move.
    #[getter]
    fn is_yours(&self) -> PyResult<bool> {
        guarded(|| locked(&self.talk).turn() == Some(self.seat))
    }

    /// The board.
    fn board(&self) -> PyResult<String> {
        guarded(|| plain(&locked(&self.talk).board()))
    }

    /// Asks the person for a move.
    fn prompt(&self) -> PyResult<String> {
        guarded(|| plain(&locked(&self.talk).prompt()))
    }

    /// Lets the machine make its move; what it played, in words.
    fn machine_moves(&self, py: Python<'_>) -> PyResult<String> {
        let talk = Arc::clone(&self.talk);
        interruptible(py, move |stop| {
            let (mut talk, budget) = (locked(&talk), SearchBudget { stop: Some(stop), ..SearchBudget::default() });
            let Some(seat) = talk.turn() else { return Ok(String::new()) };
            talk.machine_moves(seat, budget).map(|text| plain(&text)).map_err(registry_error)
        })
    }

    /// Does what the person typed: whether the position is another one, whether the conversation is
    /// over, and what is to be printed.
    fn answer(&self, py: Python<'_>, line: String) -> PyResult<(bool, bool, String)> {
        let talk = Arc::clone(&self.talk);
        interruptible(py, move |stop| {
            let budget = SearchBudget { stop: Some(stop), ..SearchBudget::default() };
            Ok(match locked(&talk).answer(&line, budget).map_err(registry_error)? {
                Answer::Moved => (true, false, String::new()),
                Answer::Said(text) => (false, false, plain(&text)),
                Answer::Help => (false, false, Talk::WORDS.to_string()),
                Answer::Left(text) => (false, true, plain(&text)),
            })
        })
    }

    /// What came of the game, once it is over.
    fn result(&self) -> PyResult<String> {
        guarded(|| plain(&locked(&self.talk).result()))
    }
}

fn locked(talk: &Mutex<Talk>) -> MutexGuard<'_, Talk> {
    talk.lock().unwrap_or_else(PoisonError::into_inner)
}
