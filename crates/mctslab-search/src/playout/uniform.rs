//! Uniformly random moves to the end of the game, played as fast as the game can.

use mctslab_core::spec::{Args, Entry};
use mctslab_core::{Game, Payoffs, Rng};

use super::cut::{Cut, EVAL, LIMIT, SCORE};
use super::{BuiltPlayout, PlayoutFamily, PlayoutInfo, Policy};
use crate::PartCatalog;
use crate::trail::Trail;

/// `uniform` in the list of playouts, with its options.
pub(super) struct UniformFamily;

impl PlayoutFamily for UniformFamily {
    const INFO: PlayoutInfo = PlayoutInfo {
        entry: Entry { name: "uniform", doc: "every legal move equally likely", params: &[LIMIT, SCORE, EVAL] },
        source: include_str!("uniform.rs"),
        build: (),
    };

    fn build<G: Game>(game: &G, args: &Args, parts: &PartCatalog, to_end: bool) -> BuiltPlayout<G> {
        Ok(Box::new(Uniform::cut(Cut::build(game, args, parts)?, to_end)))
    }
}

/// The policy, with a buffer for moves.
pub struct Uniform<G: Game> {
    scratch: Vec<G::Move>,
    cut: Cut<G>,
    /// Leave the state as it is at the end.
    to_end: bool,
}

impl<G: Game> Default for Uniform<G> {
    fn default() -> Self {
        Uniform::new(false)
    }
}

impl<G: Game> Uniform<G> {
    /// The policy; with `to_end` it leaves the state as it is at the end, at the cost of speed in
    /// some games.
    pub fn new(to_end: bool) -> Uniform<G> {
        Uniform::cut(Cut::never(), to_end)
    }

    /// The policy, with playouts that stop where `cut` says.
    pub fn cut(cut: Cut<G>, to_end: bool) -> Uniform<G> {
        Uniform { scratch: Vec::new(), cut, to_end }
    }
}

impl<G: Game> Policy<G> for Uniform<G> {
    fn playout(&mut self, game: &G, state: &mut G::State, rng: &mut Rng, trail: &mut Trail) -> Payoffs {
        if self.cut.is_never() && !self.to_end && !trail.is_on() {
            return game.playout(state, rng, &mut self.scratch).payoffs;
        }
        if self.cut.is_never() && !self.to_end && !trail.marks().is_none() {
            // A loop that cannot call anything, as the growth of a list, keeps all it has in
            // registers.
            return game.playout_reporting(state, rng, &mut self.scratch, trail.marks());
        }
        if self.cut.is_never() && !self.to_end {
            let mut push = |player, index| trail.push_index(game, player, index);
            return game.playout_reporting(state, rng, &mut self.scratch, &mut push);
        }
        for _ in 0..self.cut.plies() {
            let Some(player) = game.turn(state) else { break };
            let mv = game.random_move(state, rng, &mut self.scratch).expect("a game that goes on has a legal move");
            trail.push(game, player, mv);
            game.play(state, mv);
        }
        self.cut.payoffs(game, state)
    }
}
