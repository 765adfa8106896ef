//! A state of a game of any type: a value that is never changed, for callers who know no types.

use std::any::Any;
use std::sync::Arc;

use mctslab_core::{Game, Player, Rng, View};

use crate::erased::Erased;
use crate::{AnyGame, RegistryError, SearchBudget, SearchReport};

/// A state of a game of any type, spoken to in strings. Playing a move makes another state.
pub trait AnyState: Any + Send + Sync {
    /// The game it belongs to.
    fn game(&self) -> Arc<dyn AnyGame>;

    /// The seat to move; `None` when the game is over.
    fn turn(&self) -> Option<usize>;

    /// Its text.
    fn text(&self) -> String;

    /// The legal moves, in the order of the game's list.
    fn moves(&self) -> Vec<String>;

    /// The numbers of the legal moves, in the same order: they differ for the moves of this state.
    fn indices(&self) -> Vec<usize>;

    /// One more than the largest number that a move of the game has.
    fn index_bound(&self) -> usize;

    /// The state after a move; the error lists what is legal.
    fn play(&self, text: &str) -> Result<Arc<dyn AnyState>, RegistryError>;

    /// What the game paid each seat; `None` while it goes on.
    fn payoffs(&self) -> Option<Vec<f64>>;

    /// The board, with the move that led here marked.
    fn view(&self) -> View;

    /// A hash that is equal for equal states, and the same on every 64-bit machine.
    fn hash(&self) -> u64;

    /// Whether the other is an equal state of the same game.
    fn equals(&self, other: &dyn AnyState) -> bool;

    /// The payoffs of `count` random games from here: those of the first game by seat, then those
    /// of the second, and so on.
    fn playouts(&self, count: usize, seed: u64) -> Vec<f64>;

    /// One search from here within the budget.
    fn search(&self, agent: &str, seed: u64, budget: SearchBudget<'_>) -> Result<SearchReport, RegistryError>;

    /// The state as the game's own type.
    fn inner(&self) -> &dyn Any;
}

/// A state of a game whose type is known.
pub(crate) struct StateOf<G: Game> {
    pub(crate) table: Arc<Erased<G>>,
    pub(crate) state: G::State,
    pub(crate) last: Option<G::Move>,
}

impl<G: Game> StateOf<G> {
    fn list(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.table.game.moves(&self.state, &mut moves);
        moves
    }
}

impl<G: Game> AnyState for StateOf<G> {
    fn game(&self) -> Arc<dyn AnyGame> {
        Arc::clone(&self.table) as Arc<dyn AnyGame>
    }

    fn turn(&self) -> Option<usize> {
        self.table.game.turn(&self.state).map(Player::index)
    }

    fn text(&self) -> String {
        self.table.game.state_text(&self.state)
    }

    fn moves(&self) -> Vec<String> {
        self.list().into_iter().map(|mv| self.table.game.move_text(&self.state, mv)).collect()
    }

    fn indices(&self) -> Vec<usize> {
        self.list().into_iter().map(|mv| self.table.game.index(mv)).collect()
    }

    fn index_bound(&self) -> usize {
        self.table.game.index_bound()
    }

    fn play(&self, text: &str) -> Result<Arc<dyn AnyState>, RegistryError> {
        let mv = self.table.game.parse_move(&self.state, text).map_err(RegistryError::Move)?;
        let mut state = self.state.clone();
        self.table.game.play(&mut state, mv);
        Ok(Arc::new(StateOf { table: Arc::clone(&self.table), state, last: Some(mv) }))
    }

    fn payoffs(&self) -> Option<Vec<f64>> {
        let over = self.table.game.turn(&self.state).is_none();
        over.then(|| self.table.game.payoffs(&self.state).as_slice().to_vec())
    }

    fn view(&self) -> View {
        self.table.game.view(&self.state, self.last)
    }

    fn hash(&self) -> u64 {
        self.table.game.hash(&self.state)
    }

    fn equals(&self, other: &dyn AnyState) -> bool {
        let other: &dyn Any = other;
        other
            .downcast_ref::<StateOf<G>>()
            .is_some_and(|other| self.table.spec == other.table.spec && self.state == other.state)
    }

    fn playouts(&self, count: usize, seed: u64) -> Vec<f64> {
        let game = &*self.table.game;
        let (mut rng, mut scratch, mut state) = (Rng::new(seed), Vec::new(), self.state.clone());
        let mut payoffs = Vec::with_capacity(count * game.players());
        for _ in 0..count {
            state.clone_from(&self.state);
            payoffs.extend_from_slice(game.playout(&mut state, &mut rng, &mut scratch).payoffs.as_slice());
        }
        payoffs
    }

    fn search(&self, agent: &str, seed: u64, budget: SearchBudget<'_>) -> Result<SearchReport, RegistryError> {
        self.table.search_from(&self.state, agent, seed, budget)
    }

    fn inner(&self) -> &dyn Any {
        &self.state
    }
}
