//! Who is shown the moves of a game as they are made.

use std::time::Duration;

use mctslab_core::{Agent, Game, Player};

/// Looks on while a game is played.
pub trait Onlooker<G: Game> {
    /// Whether anybody looks: where nobody does, nothing is measured and nothing is shown.
    const LOOKS: bool;

    /// Takes note of a move before it is played.
    fn see(&mut self, shown: Shown<'_, G>);
}

/// Nobody looks on.
impl<G: Game> Onlooker<G> for () {
    const LOOKS: bool = false;

    fn see(&mut self, _: Shown<'_, G>) {}
}

/// A move that is about to be played.
pub struct Shown<'a, G: Game> {
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
    /// How long the agent took.
    pub took: Duration,
}
