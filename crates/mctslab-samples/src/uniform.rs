//! The value of the uniform policy: the expected payoffs of a position if all players move at
//! random from there on.

use mctslab_core::{Game, Payoffs, Player, Rng};

/// The greatest depth of a line of play: a much greater one would not fit on a thread's stack.
const MAX_DEPTH: u32 = 1_000;

/// The expected payoff of every player.
pub type UniformValues = [f64; Player::MOST];

/// The exact values of the positions after each of the moves of `state`, in their order, by
/// enumeration of everything that may follow; `None` if that is more than `most` nodes, including
/// `state`.
pub fn exact_values<G: Game>(game: &G, state: &G::State, most: u64) -> Option<Vec<UniformValues>> {
    let mut walk = Walk { game, left: most.checked_sub(1)?, buffers: Vec::new() };
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = |mv: &G::Move| {
        let mut next = state.clone();
        game.play(&mut next, *mv);
        walk.value(&next, 1)
    };
    moves.iter().map(after).collect()
}

/// Estimates of the values of the positions after each of the moves of `state`, in their order,
/// each from `samples` random games.
pub fn sampled_values<G: Game>(game: &G, state: &G::State, samples: u32, rng: &mut Rng) -> Vec<UniformValues> {
    let (mut moves, mut scratch) = (Vec::new(), Vec::new());
    game.moves(state, &mut moves);
    let (mut after, mut end) = (state.clone(), state.clone());
    let mut values = Vec::with_capacity(moves.len());
    for &mv in &moves {
        after.clone_from(state);
        game.play(&mut after, mv);
        let mut sum = [0.0; Player::MOST];
        for _ in 0..samples {
            end.clone_from(&after);
            add(&mut sum, &game.playout(&mut end, rng, &mut scratch).payoffs);
        }
        values.push(sum.map(|sum| sum / f64::from(samples.max(1))));
    }
    values
}

/// The state of an enumeration.
struct Walk<'a, G: Game> {
    game: &'a G,
    /// The number of nodes that may still be visited.
    left: u64,
    buffers: Vec<Vec<G::Move>>,
}

impl<G: Game> Walk<'_, G> {
    fn value(&mut self, state: &G::State, depth: u32) -> Option<UniformValues> {
        self.left = self.left.checked_sub(1)?;
        let mut sum = [0.0; Player::MOST];
        if self.game.turn(state).is_none() {
            add(&mut sum, &self.game.payoffs(state));
            return Some(sum);
        }
        if depth >= MAX_DEPTH {
            return None;
        }
        let mut moves = self.buffers.pop().unwrap_or_default();
        moves.clear();
        self.game.moves(state, &mut moves);
        let mut next = state.clone();
        for &mv in &moves {
            next.clone_from(state);
            self.game.play(&mut next, mv);
            let value = self.value(&next, depth + 1)?;
            sum.iter_mut().zip(value).for_each(|(sum, value)| *sum += value);
        }
        let count = moves.len() as f64;
        self.buffers.push(moves);
        Some(sum.map(|sum| sum / count))
    }
}

fn add(sum: &mut UniformValues, payoffs: &Payoffs) {
    sum.iter_mut().zip(payoffs.as_slice()).for_each(|(sum, payoff)| *sum += payoff);
}
