//! Uniformly random moves to the end, by the game's own fastest way.

use mctslab_core::spec::Entry;
use mctslab_core::{Game, Payoffs, Rng};

use super::Policy;
use crate::trail::Trail;

pub(super) const ENTRY: Entry = Entry::word("uniform", "every legal move equally likely");

/// The policy, with a buffer for moves.
pub struct Uniform<M> {
    scratch: Vec<M>,
    /// Leave the state as it is at the end.
    to_end: bool,
}

impl<M> Default for Uniform<M> {
    fn default() -> Self {
        Uniform::new(false)
    }
}

impl<M> Uniform<M> {
    /// The policy; with `to_end` it leaves the state as it is at the end, at the cost of speed in some games.
    pub fn new(to_end: bool) -> Uniform<M> {
        Uniform { scratch: Vec::new(), to_end }
    }
}

impl<G: Game> Policy<G> for Uniform<G::Move> {
    fn playout(&mut self, game: &G, state: &mut G::State, rng: &mut Rng, trail: &mut Trail) -> Payoffs {
        if !self.to_end && !trail.is_on() {
            return game.playout(state, rng, &mut self.scratch).payoffs;
        }
        while let Some(player) = game.turn(state) {
            let mv = game.random_move(state, rng, &mut self.scratch).expect("a game that goes on has a legal move");
            trail.push(game, player, mv);
            game.play(state, mv);
        }
        game.payoffs(state)
    }
}
