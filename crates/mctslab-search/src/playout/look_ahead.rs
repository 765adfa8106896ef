//! Playouts that look ahead before each of their moves: one loop for all of them.

use mctslab_core::{Game, Payoffs, Player, Rng, Watch};

use super::Policy;
use super::cut::Cut;
use crate::trail::Trail;

/// What chooses the moves of a playout.
pub trait ChooseAhead<G: Game>: Send {
    /// A legal move of `player`, who is to move. Positions that are looked at are reported to the
    /// watch; once the search is over, any move will do.
    fn choose(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        rng: &mut Rng,
        watch: &mut Watch<'_>,
    ) -> Option<G::Move>;
}

/// A playout whose moves are chosen by looking ahead.
pub struct LookAhead<G: Game, C> {
    cut: Cut<G>,
    chooser: C,
}

impl<G: Game, C: ChooseAhead<G>> LookAhead<G, C> {
    /// A playout of the moves that `chooser` chooses, which stops where `cut` says.
    pub(super) fn new(cut: Cut<G>, chooser: C) -> LookAhead<G, C> {
        LookAhead { cut, chooser }
    }
}

impl<G: Game, C: ChooseAhead<G>> Policy<G> for LookAhead<G, C> {
    fn playout(&mut self, game: &G, state: &mut G::State, rng: &mut Rng, trail: &mut Trail) -> Payoffs {
        self.playout_within(game, state, rng, trail, &mut Watch::idle())
    }

    fn playout_within(
        &mut self,
        game: &G,
        state: &mut G::State,
        rng: &mut Rng,
        trail: &mut Trail,
        watch: &mut Watch<'_>,
    ) -> Payoffs {
        for _ in 0..self.cut.plies() {
            let Some(player) = game.turn(state) else { break };
            let mv =
                self.chooser.choose(game, state, player, rng, watch).expect("a game that goes on has a legal move");
            trail.push(game, player, mv);
            game.play(state, mv);
        }
        self.cut.payoffs(game, state)
    }
}
