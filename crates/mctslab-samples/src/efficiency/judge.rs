//! Whether a policy is optimal in a position, by several definitions.
//!
//! The value of a policy against best replies is never above the exact value v of the position. So
//! where v is the value of the root, every move that the policy may choose has to keep it, and a
//! value of zero is kept by any move; only where the opponent has erred, so that v is above the
//! value of the root, the value of the policy is computed.

use std::collections::{HashMap, HashSet};

use mctslab_core::hash::StateHash;
use mctslab_core::{Game, Player};
use mctslab_search::minimax::{Exhaustive, Unsolved};

use super::online::Optimal;
use super::policy::Policies;
use crate::SampleError;

/// The difference below which values are equal: a policy is a mean over its moves, which is
/// rounded.
const VALUE_TOLERANCE: f64 = 1e-9;
/// Bytes of memory for solved positions.
const TABLE_BYTES: usize = 16_000_000;
/// The limit of the solver as a multiple of that of alpha-beta, which is enough: the solver has a
/// table, and the searches ask for many positions.
const SOLVER_LIMIT_FACTOR: u64 = 10;

/// The reason that there is no answer.
pub(super) enum Doubt {
    /// A position is too large to be solved.
    TooLarge,
    /// The searches failed.
    Failed(SampleError),
}

impl From<Unsolved> for Doubt {
    fn from(_: Unsolved) -> Doubt {
        Doubt::TooLarge
    }
}

impl From<SampleError> for Doubt {
    fn from(error: SampleError) -> Doubt {
        Doubt::Failed(error)
    }
}

/// Judges policies for one root after the other.
pub(super) struct Judge<G: Game> {
    solver: Exhaustive<G>,
    /// States in which the policy of a player, by seat, is known to be worth at least the value of
    /// the root.
    kept: [HashSet<G::State, StateHash>; 2],
    /// The value of a player's policy, by seat, for him against best replies.
    worths: [HashMap<G::State, f64, StateHash>; 2],
    /// The first player's expected payoff if both follow their policies.
    expected: HashMap<G::State, f64, StateHash>,
}

impl<G: Game> Judge<G> {
    /// A judge of positions that alpha-beta solves in at most `limit` calls.
    pub(super) fn new(limit: u64) -> Judge<G> {
        Judge {
            solver: Exhaustive::new(limit.saturating_mul(SOLVER_LIMIT_FACTOR), TABLE_BYTES),
            kept: [(); 2].map(|()| HashSet::with_hasher(StateHash)),
            worths: [(); 2].map(|()| HashMap::with_hasher(StateHash)),
            expected: HashMap::with_hasher(StateHash),
        }
    }

    /// Begins with another root.
    pub(super) fn start_root(&mut self) {
        self.solver.forget();
        self.solver.renew();
    }

    /// Begins with other policies.
    pub(super) fn start_policies(&mut self) {
        self.kept.iter_mut().for_each(HashSet::clear);
        self.worths.iter_mut().for_each(HashMap::clear);
        self.expected.clear();
    }

    /// Whether the policies are optimal in an undecided root, whose exact value for the first
    /// player is `value`.
    pub(super) fn is_optimal(
        &mut self,
        game: &G,
        root: &G::State,
        value: f64,
        optimal: Optimal,
        policies: &mut Policies<G>,
    ) -> Result<bool, Doubt> {
        let mover = game.turn(root).expect("an undecided position");
        match optimal {
            Optimal::Action => {
                let wanted = to(mover, value);
                for place in policies.policy(game, root)? {
                    let next = after(game, root, policies.choice(place).0);
                    if wanted - self.value(game, &next, mover)? > VALUE_TOLERANCE {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Optimal::SelfPlay => Ok((self.expectation(game, root, policies)? - value).abs() <= VALUE_TOLERANCE),
            Optimal::Mover => self.keeps(game, root, mover, to(mover, value), policies),
            Optimal::Both => Ok(self.keeps(game, root, mover, to(mover, value), policies)?
                && self.keeps(game, root, mover.other(), to(mover.other(), value), policies)?),
        }
    }

    /// The exact value of a state for a player.
    fn value(&mut self, game: &G, state: &G::State, player: Player) -> Result<f64, Doubt> {
        Ok(to(player, self.solver.solve(game, state)?))
    }

    /// Whether `player`'s policy is worth at least `wanted` against best replies, in a state whose
    /// exact value for him is at least `wanted`.
    fn keeps(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        wanted: f64,
        policies: &mut Policies<G>,
    ) -> Result<bool, Doubt> {
        let Some(turn) = game.turn(state).filter(|_| wanted > 0.0) else { return Ok(true) };
        if self.kept[player.index()].contains(state) {
            return Ok(true);
        }
        if turn != player {
            for mv in moves(game, state) {
                if !self.keeps(game, &after(game, state, mv), player, wanted, policies)? {
                    return Ok(false);
                }
            }
        } else if wanted < 1.0 && self.value(game, state, player)? - wanted > VALUE_TOLERANCE {
            if wanted - self.worth(game, state, player, policies)? > VALUE_TOLERANCE {
                return Ok(false);
            }
        } else {
            for place in policies.policy(game, state)? {
                let next = after(game, state, policies.choice(place).0);
                let loses = wanted - self.value(game, &next, player)? > VALUE_TOLERANCE;
                if loses || !self.keeps(game, &next, player, wanted, policies)? {
                    return Ok(false);
                }
            }
        }
        self.kept[player.index()].insert(state.clone());
        Ok(true)
    }

    /// The value of `player`'s policy for him against best replies.
    fn worth(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        policies: &mut Policies<G>,
    ) -> Result<f64, SampleError> {
        let Some(turn) = game.turn(state) else { return Ok(game.payoffs(state).of(player)) };
        if let Some(&known) = self.worths[player.index()].get(state) {
            return Ok(known);
        }
        let mut worth = if turn == player { 0.0 } else { f64::INFINITY };
        if turn == player {
            for place in policies.policy(game, state)? {
                let (mv, share) = policies.choice(place);
                worth += share * self.worth(game, &after(game, state, mv), player, policies)?;
            }
        } else {
            for mv in moves(game, state) {
                worth = worth.min(self.worth(game, &after(game, state, mv), player, policies)?);
            }
        }
        self.worths[player.index()].insert(state.clone(), worth);
        Ok(worth)
    }

    /// The first player's expected payoff if both follow their policies.
    fn expectation(&mut self, game: &G, state: &G::State, policies: &mut Policies<G>) -> Result<f64, SampleError> {
        if game.turn(state).is_none() {
            return Ok(game.payoffs(state).of(Player::FIRST));
        }
        if let Some(&known) = self.expected.get(state) {
            return Ok(known);
        }
        let mut sum = 0.0;
        for place in policies.policy(game, state)? {
            let (mv, share) = policies.choice(place);
            sum += share * self.expectation(game, &after(game, state, mv), policies)?;
        }
        self.expected.insert(state.clone(), sum);
        Ok(sum)
    }
}

/// A value for the first player from the point of view of `player`.
fn to(player: Player, first: f64) -> f64 {
    if player == Player::FIRST { first } else { 1.0 - first }
}

fn moves<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

fn after<G: Game>(game: &G, state: &G::State, mv: G::Move) -> G::State {
    let mut next = state.clone();
    game.play(&mut next, mv);
    next
}
