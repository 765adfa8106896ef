//! How well random play finds the best moves: the mean rank of the optimal move by uniform value.

use mctslab_core::{Game, Player};

/// The greatest number of positions of a tree that is ranked: all of them have to be examined.
const MAX_POSITIONS_RANKED: u64 = 10_000;
/// The difference below which uniform values are equal: they are means, which are rounded.
const VALUE_TOLERANCE: f64 = 1e-12;

/// The rank of the optimal move when moves are ordered by the mover's expected payoff if both play
/// at random from then on, in the mean over all undecided positions of the tree below a position: 0
/// if it is always among the best. Of several optimal moves the one with the best rank counts.
/// `None` if the tree is large.
pub(super) fn mean_rank<G: Game>(game: &G, root: &G::State) -> Option<f64> {
    let mut ranking = Ranking { positions: 0, undecided: 0, ranks: 0 };
    ranking.visit(game, root)?;
    Some(ranking.ranks as f64 / ranking.undecided.max(1) as f64)
}

struct Ranking {
    positions: u64,
    undecided: u64,
    ranks: u64,
}

impl Ranking {
    /// The first player's payoff in a state under best play and, in the mean, under random play;
    /// `None` if there are too many positions.
    fn visit<G: Game>(&mut self, game: &G, state: &G::State) -> Option<(f64, f64)> {
        self.positions += 1;
        if self.positions > MAX_POSITIONS_RANKED {
            return None;
        }
        let Some(player) = game.turn(state) else {
            let payoff = game.payoffs(state).of(Player::FIRST);
            return Some((payoff, payoff));
        };
        let (mut moves, mut next) = (Vec::new(), state.clone());
        game.moves(state, &mut moves);
        let mut values = Vec::with_capacity(moves.len());
        for &mv in &moves {
            next.clone_from(state);
            game.play(&mut next, mv);
            values.push(self.visit(game, &next)?);
        }
        // The second player's value is the negative, which unlike 1 - x is never rounded.
        let sign = if player == Player::FIRST { 1.0 } else { -1.0 };
        let best = values.iter().map(|(exact, _)| sign * exact).fold(f64::NEG_INFINITY, f64::max);
        let optimal = values.iter().filter(|(exact, _)| sign * exact == best).map(|(_, uniform)| sign * uniform);
        let uniform = optimal.fold(f64::NEG_INFINITY, f64::max);
        self.ranks += values.iter().filter(|(_, other)| sign * other > uniform + VALUE_TOLERANCE).count() as u64;
        self.undecided += 1;
        let mean = values.iter().map(|(_, uniform)| uniform).sum::<f64>() / values.len() as f64;
        Some((sign * best, mean))
    }
}
