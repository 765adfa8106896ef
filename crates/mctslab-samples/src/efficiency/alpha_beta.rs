//! Plain alpha-beta, whose calls are the unit of comparison for other searches.

use mctslab_core::rng::mix;
use mctslab_core::{Budget, Eval, Game, Rng};
use mctslab_search::minimax::AlphaBetaSearch;

use crate::positions::random_position;

/// The greatest depth of a line of play: a much greater one would not fit on a thread's stack.
const MAX_DEPTH: u32 = 1000;
/// The number of positions examined to decide whether those after N plies are small enough, and the
/// number of them that may be too large.
const PROBES: u64 = 12;
const MAX_TOO_LARGE: u64 = 3;

/// Solves positions with an infinite window, in the game's order of moves, without a table and
/// without deepening.
pub(super) struct PlainAlphaBeta<G: Game> {
    limit: u64,
    search: AlphaBetaSearch<G>,
}

impl<G: Game> PlainAlphaBeta<G> {
    /// A search that gives up after `limit` calls.
    pub(super) fn new(limit: u64) -> PlainAlphaBeta<G> {
        PlainAlphaBeta { limit, search: AlphaBetaSearch::new(Eval::HALF) }
    }

    /// The calls to solve a position, including itself and finished games, and the value for the
    /// first player; `None` if the calls exceed the limit.
    pub(super) fn solve(&mut self, game: &G, state: &G::State) -> Option<(u64, f64)> {
        let mut watch = Budget::<G::Move>::default().watch(Some(self.limit.saturating_add(1)), None);
        self.search.take_positions();
        let value = self.search.value_within(game, state, MAX_DEPTH, f64::NEG_INFINITY, f64::INFINITY, &mut watch)?;
        (!self.search.estimated()).then(|| (self.search.take_positions(), value))
    }

    /// The smallest number of plies above `after` at which random positions were found to be solved
    /// within the limit.
    pub(super) fn enough_plies(&mut self, game: &G, after: u32, seed: u64) -> Option<u32> {
        let (mut too_few, mut enough, mut found) = (after, game.max_plies(), None);
        while enough.saturating_sub(too_few) > 1 {
            let plies = too_few + (enough - too_few) / 2;
            let solved = self.solved_after(game, plies, seed);
            if solved == Some(false) {
                too_few = plies;
            } else {
                enough = plies;
                found = solved.map(|_| plies).or(found);
            }
        }
        found
    }

    /// Whether most positions after this many plies are solved; `None` if none is undecided.
    fn solved_after(&mut self, game: &G, plies: u32, seed: u64) -> Option<bool> {
        let mut unsolved = 0;
        for probe in 0..PROBES {
            let rng = &mut Rng::new(mix(&[seed, u64::from(plies), probe]));
            let draw = random_position(game, plies, rng, |_| true).ok()?;
            unsolved += u64::from(self.solve(game, &draw.state).is_none());
            if unsolved > MAX_TOO_LARGE {
                break;
            }
        }
        Some(unsolved <= MAX_TOO_LARGE)
    }
}
