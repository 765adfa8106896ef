//! Max^n (Luckhardt, Irani 1986): every player takes the move that pays him most, to a depth. For
//! two players: minimax.

use mctslab_core::{Eval, Game, Player, Watch};

use super::frames::Frames;

/// Values for all players.
type SeatValues = [f64; Player::MOST];

/// A search to a depth, valued by an estimate.
pub struct MaxN<G: Game> {
    eval: Eval<G>,
    frames: Frames<G>,
    positions: u64,
}

impl<G: Game> MaxN<G> {
    /// A search that values unfinished positions by `eval`.
    pub fn new(eval: Eval<G>) -> MaxN<G> {
        MaxN { eval, frames: Frames::new(), positions: 0 }
    }

    /// Positions visited since the last call.
    pub fn take_positions(&mut self) -> u64 {
        std::mem::take(&mut self.positions)
    }

    /// What best play of all for `depth` plies is worth to each player; of equal moves the first.
    pub fn values(&mut self, game: &G, state: &G::State, depth: u32) -> SeatValues {
        self.values_within(game, state, depth, &mut Watch::idle()).expect("nothing ends the search early")
    }

    /// The same, or nothing if the watch says stop.
    pub fn values_within(
        &mut self,
        game: &G,
        state: &G::State,
        depth: u32,
        watch: &mut Watch<'_>,
    ) -> Option<SeatValues> {
        self.positions += 1;
        if watch.node() {
            return None;
        }
        let Some(player) = game.turn(state) else {
            let mut values = [0.0; Player::MOST];
            let payoffs = game.payoffs(state);
            values[..game.players()].copy_from_slice(payoffs.as_slice());
            return Some(values);
        };
        if depth == 0 {
            return Some(std::array::from_fn(|p| {
                if p < game.players() { self.eval.of(game, state, Player::new(p)) } else { 0.0 }
            }));
        }
        let mut frame = self.frames.take(game, state);
        let mut best = Some([-1.0; Player::MOST]);
        for &mv in &frame.moves {
            frame.next.clone_from(state);
            game.play(&mut frame.next, mv);
            let (Some(values), Some(most)) = (self.values_within(game, &frame.next, depth - 1, watch), best) else {
                best = None;
                break;
            };
            if values[player.index()] > most[player.index()] {
                best = Some(values);
            }
        }
        self.frames.give_back(frame);
        best
    }
}
