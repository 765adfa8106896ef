//! A state of a game of any type: a value that is never changed, for callers who know no types.

use std::any::Any;
use std::sync::Arc;

use crate::{Game, Player, Rng, TextError, View};

/// A state of a game of any type, spoken to in strings. Playing a move makes another state.
pub trait AnyState: Any + Send + Sync {
    /// How many seats the game has.
    fn players(&self) -> usize;

    /// The seat to move; `None` when the game is over.
    fn turn(&self) -> Option<usize>;

    /// Its text.
    fn text(&self) -> String;

    /// The move that led here; `None` for a state that was read and for the initial one.
    fn last_move(&self) -> Option<&str>;

    /// The legal moves, in the order of the game's list.
    fn moves(&self) -> Vec<String>;

    /// The numbers of the legal moves, in the same order: they differ for the moves of this state.
    fn indices(&self) -> Vec<usize>;

    /// One more than the largest number that a move of the game has.
    fn index_bound(&self) -> usize;

    /// The state after a move; the error lists what is legal.
    fn play(&self, text: &str) -> Result<Arc<dyn AnyState>, TextError>;

    /// The states after each legal move, in the order of [`AnyState::moves`].
    fn successors(&self) -> Vec<Arc<dyn AnyState>>;

    /// Another state of the same game, from its text.
    fn read(&self, text: &str) -> Result<Arc<dyn AnyState>, TextError>;

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

    /// The state as the game's own type.
    fn inner(&self) -> &dyn Any;
}

/// A state of a game whose type is known.
pub struct StateOf<G: Game> {
    game: Arc<G>,
    /// The game's spec with every option written out: states of games with other options differ.
    spec: Arc<str>,
    state: G::State,
    /// The move that led here, with its text.
    last: Option<(G::Move, String)>,
}

impl<G: Game> StateOf<G> {
    /// A state that no move is known to have led to.
    pub fn new(game: &Arc<G>, spec: &Arc<str>, state: G::State) -> StateOf<G> {
        StateOf { game: Arc::clone(game), spec: Arc::clone(spec), state, last: None }
    }

    /// The state of a game with this spec that hides behind a state of any type, if it is one.
    pub fn of<'a>(any: &'a dyn AnyState, spec: &str) -> Option<&'a StateOf<G>> {
        let any: &dyn Any = any;
        any.downcast_ref::<StateOf<G>>().filter(|found| *found.spec == *spec)
    }

    /// The state.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The move that led here, if one is known.
    pub fn last(&self) -> Option<G::Move> {
        self.last.as_ref().map(|&(mv, _)| mv)
    }

    /// The state after a legal move.
    #[must_use]
    pub fn after(&self, mv: G::Move) -> StateOf<G> {
        let text = self.game.move_text(&self.state, mv);
        let mut state = self.state.clone();
        self.game.play(&mut state, mv);
        StateOf { last: Some((mv, text)), ..StateOf::new(&self.game, &self.spec, state) }
    }

    fn list(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&self.state, &mut moves);
        moves
    }
}

impl<G: Game> AnyState for StateOf<G> {
    fn players(&self) -> usize {
        self.game.players()
    }

    fn turn(&self) -> Option<usize> {
        self.game.turn(&self.state).map(Player::index)
    }

    fn text(&self) -> String {
        self.game.state_text(&self.state)
    }

    fn last_move(&self) -> Option<&str> {
        self.last.as_ref().map(|(_, text)| text.as_str())
    }

    fn moves(&self) -> Vec<String> {
        self.list().into_iter().map(|mv| self.game.move_text(&self.state, mv)).collect()
    }

    fn indices(&self) -> Vec<usize> {
        self.list().into_iter().map(|mv| self.game.index(mv)).collect()
    }

    fn index_bound(&self) -> usize {
        self.game.index_bound()
    }

    fn play(&self, text: &str) -> Result<Arc<dyn AnyState>, TextError> {
        Ok(Arc::new(self.after(self.game.parse_move(&self.state, text)?)))
    }

    fn successors(&self) -> Vec<Arc<dyn AnyState>> {
        self.list().into_iter().map(|mv| Arc::new(self.after(mv)) as Arc<dyn AnyState>).collect()
    }

    fn read(&self, text: &str) -> Result<Arc<dyn AnyState>, TextError> {
        Ok(Arc::new(StateOf::new(&self.game, &self.spec, self.game.parse_state(text)?)))
    }

    fn payoffs(&self) -> Option<Vec<f64>> {
        let over = self.game.turn(&self.state).is_none();
        over.then(|| self.game.payoffs(&self.state).as_slice().to_vec())
    }

    fn view(&self) -> View {
        self.game.view(&self.state, self.last())
    }

    fn hash(&self) -> u64 {
        self.game.hash(&self.state)
    }

    fn equals(&self, other: &dyn AnyState) -> bool {
        StateOf::<G>::of(other, &self.spec).is_some_and(|other| self.state == other.state)
    }

    fn playouts(&self, count: usize, seed: u64) -> Vec<f64> {
        let game = &*self.game;
        let (mut rng, mut scratch, mut state) = (Rng::new(seed), Vec::new(), self.state.clone());
        let mut payoffs = Vec::with_capacity(count * game.players());
        for _ in 0..count {
            state.clone_from(&self.state);
            payoffs.extend_from_slice(game.playout(&mut state, &mut rng, &mut scratch).payoffs.as_slice());
        }
        payoffs
    }

    fn inner(&self) -> &dyn Any {
        &self.state
    }
}
