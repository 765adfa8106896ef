//! Uniformly random moves to the end, by the game's own fastest way.

use mctslab_core::spec::Entry;
use mctslab_core::{Game, Payoffs, Rng};

use super::Policy;

pub(super) const ENTRY: Entry = Entry::word("uniform", "every legal move equally likely");

/// The policy, with a buffer for moves.
pub struct Uniform<M> {
    scratch: Vec<M>,
}

impl<M> Default for Uniform<M> {
    fn default() -> Self {
        Uniform { scratch: Vec::new() }
    }
}

impl<G: Game> Policy<G> for Uniform<G::Move> {
    fn playout(&mut self, game: &G, state: &mut G::State, rng: &mut Rng) -> Payoffs {
        game.playout(state, rng, &mut self.scratch).payoffs
    }
}
