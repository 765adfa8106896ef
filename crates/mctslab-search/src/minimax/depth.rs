//! Alpha-beta to a depth (Knuth, Moore 1975): minimax that skips what cannot change the result.

use mctslab_core::{Game, Player};

use super::improves;

/// A search of a two-player game, valued by one of the game's estimates.
pub struct AlphaBetaSearch<G: Game> {
    eval: usize,
    buffers: Vec<Vec<G::Move>>,
    positions: u64,
}

impl<G: Game> AlphaBetaSearch<G> {
    /// A search that values unfinished positions by estimate number `eval`.
    pub fn new(eval: usize) -> AlphaBetaSearch<G> {
        AlphaBetaSearch { eval, buffers: Vec::new(), positions: 0 }
    }

    /// Positions visited since the last call.
    pub fn take_positions(&mut self) -> u64 {
        std::mem::take(&mut self.positions)
    }

    /// The minimax value for the first player at `depth` if it lies strictly between `alpha` and `beta`; otherwise a bound on
    /// it that lies on the same side of the window.
    pub fn value(&mut self, game: &G, state: &G::State, depth: u32, mut alpha: f64, mut beta: f64) -> f64 {
        self.positions += 1;
        let Some(player) = game.turn(state) else { return game.payoffs(state).of(Player::FIRST) };
        if depth == 0 {
            return game.evaluate(self.eval, state, Player::FIRST);
        }
        let mut moves = self.buffers.pop().unwrap_or_default();
        moves.clear();
        game.moves(state, &mut moves);
        let mut best = if player == Player::FIRST { f64::NEG_INFINITY } else { f64::INFINITY };
        let mut next = state.clone();
        for &mv in &moves {
            next.clone_from(state);
            game.play(&mut next, mv);
            let value = self.value(game, &next, depth - 1, alpha, beta);
            if improves(player, value, best) {
                best = value;
            }
            if player == Player::FIRST {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        self.buffers.push(moves);
        best
    }
}
