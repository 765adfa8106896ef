//! Alpha-beta to the end of the game with a table of positions already solved.
//!
//! The table compares whole states, not hashes, so a result is a proof. It has a fixed size and keeps the newer entry of two
//! that fall on one place.

use mctslab_core::{Game, Player};

use super::improves;

/// The position has more successors than allowed to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    /// Positions visited before giving up.
    pub positions: u64,
}

/// Bounds of the exact value of a position, for the first player.
struct Known<S> {
    state: S,
    low: f64,
    high: f64,
}

/// A solver for two-player games.
pub struct Exhaustive<G: Game> {
    table: Vec<Option<Known<G::State>>>,
    buffers: Vec<Vec<G::Move>>,
    positions: u64,
    most: u64,
}

impl<G: Game> Exhaustive<G> {
    /// A solver that gives up after `most` positions and whose table takes about `bytes`.
    pub fn new(most: u64, bytes: usize) -> Exhaustive<G> {
        let places = (bytes / size_of::<Option<Known<G::State>>>()).max(2);
        let places = 1usize << places.ilog2();
        let table = std::iter::repeat_with(|| None).take(places).collect();
        Exhaustive { table, buffers: Vec::new(), positions: 0, most }
    }

    /// Positions visited by [`Exhaustive::solve`] since the budget was last renewed.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Allows as many positions again as at the start. What is solved stays known.
    pub fn renew(&mut self) {
        self.positions = 0;
    }

    /// The exact value for the first player under best play of both.
    pub fn solve(&mut self, game: &G, state: &G::State) -> Result<f64, TooLarge> {
        self.value(game, state, 0.0, 1.0)
    }

    fn value(&mut self, game: &G, state: &G::State, mut alpha: f64, mut beta: f64) -> Result<f64, TooLarge> {
        let Some(player) = game.turn(state) else { return Ok(game.payoffs(state).of(Player::FIRST)) };
        let place = self.place(game, state);
        let (mut low, mut high) = (0.0, 1.0);
        if let Some(known) = self.table[place].as_ref().filter(|known| known.state == *state) {
            (low, high) = (known.low, known.high);
            if low >= beta || low == high {
                return Ok(low);
            }
            if high <= alpha {
                return Ok(high);
            }
            alpha = alpha.max(low);
            beta = beta.min(high);
        }
        self.positions += 1;
        if self.positions > self.most {
            return Err(TooLarge { positions: self.most });
        }
        let value = self.best(game, state, player, alpha, beta)?;
        if value > alpha {
            low = value;
        }
        if value < beta {
            high = value;
        }
        self.table[place] = Some(Known { state: state.clone(), low, high });
        Ok(value)
    }

    fn best(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        mut alpha: f64,
        mut beta: f64,
    ) -> Result<f64, TooLarge> {
        let mut moves = self.buffers.pop().unwrap_or_default();
        moves.clear();
        game.moves(state, &mut moves);
        let mut best = if player == Player::FIRST { f64::NEG_INFINITY } else { f64::INFINITY };
        let mut next = state.clone();
        let mut failure = None;
        for &mv in &moves {
            next.clone_from(state);
            game.play(&mut next, mv);
            let value = match self.value(game, &next, alpha, beta) {
                Ok(value) => value,
                Err(error) => {
                    failure = Some(error);
                    break;
                }
            };
            if improves(player, value, best) {
                best = value;
            }
            if player == Player::FIRST {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            // Nothing beats a win.
            if alpha >= beta || (player == Player::FIRST && best >= 1.0) || (player != Player::FIRST && best <= 0.0) {
                break;
            }
        }
        self.buffers.push(moves);
        failure.map_or(Ok(best), Err)
    }

    fn place(&self, game: &G, state: &G::State) -> usize {
        // The high bits of a product are the well mixed ones.
        let hash = game.hash(state).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> (64 - self.table.len().ilog2())) as usize
    }
}
