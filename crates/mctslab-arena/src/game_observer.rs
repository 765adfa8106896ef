//! Observers of a game, which are shown the moves as they are made.

use std::time::Duration;

use mctslab_core::{Agent, Game, Player};

/// Receives each move of a game.
pub trait GameObserver<G: Game> {
    /// Whether it does anything: if not, nothing is measured and it is not called.
    const WATCHES: bool;

    /// Receives a move before it is played.
    fn see(&mut self, shown: ShownMove<'_, G>);
}

/// The observer that does nothing.
impl<G: Game> GameObserver<G> for () {
    const WATCHES: bool = false;

    fn see(&mut self, _: ShownMove<'_, G>) {}
}

/// A move that is about to be played.
pub struct ShownMove<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position before the move.
    pub state: &'a G::State,
    /// The player who moves.
    pub player: Player,
    /// The number of the agent who chose it.
    pub number: usize,
    /// The agent itself, whose [`Agent::thoughts`] are those of this move.
    pub agent: &'a dyn Agent<G>,
    /// The move.
    pub mv: G::Move,
    /// The time that the agent took.
    pub took: Duration,
}
