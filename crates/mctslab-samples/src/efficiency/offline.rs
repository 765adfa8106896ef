//! Best-first search with proven bounds, until the root is proven.

use mctslab_core::rng::mix;
use mctslab_core::{Game, Rng, Watch};
use mctslab_search::minimax::{BestFirst, Foresight};
use serde::{Deserialize, Serialize};

use super::Efficiency;

/// Bytes of memory of a tree.
const TREE_BYTES: usize = 1 << 30;

/// The definition of an explored state. The number of states depends on what `ab-uct` knows before
/// it searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Count {
    /// Nodes whose children were made; finished games are known at once, and values lie between 0
    /// and 1.
    Expanded,
    /// Nodes whose children were made; a finished game has to be visited and counts.
    Visited,
    /// As [`Count::Visited`], with no bounds known for a value before it is searched.
    VisitedOpen,
}

impl Count {
    /// All ways to count.
    pub const ALL: [Count; 3] = [Count::Expanded, Count::Visited, Count::VisitedOpen];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Count::Expanded => "expanded",
            Count::Visited => "visited",
            Count::VisitedOpen => "visited-open",
        }
    }

    fn foresight(self) -> Foresight {
        let bounds = if self == Count::VisitedOpen { Foresight::OPEN } else { Foresight::PAYOFFS };
        // Alpha-beta, too, takes moves in the game's order.
        Foresight { ordered: true, terminals: self == Count::Expanded, bounds }
    }
}

/// The searches, by constant and by definition.
pub(super) struct Offline<G: Game> {
    limit: u64,
    searches: Vec<[BestFirst<G>; 3]>,
    moves: Vec<G::Move>,
}

impl<G: Game> Offline<G> {
    /// The searches of a measure.
    pub(super) fn new(game: &G, measure: &Efficiency) -> Offline<G> {
        let search = |c: f64, count: Count| BestFirst::new(game, c, measure.playouts, count.foresight(), TREE_BYTES);
        let searches = measure.constants.iter().map(|&c| Count::ALL.map(|count| search(c, count))).collect();
        Offline { limit: measure.limit, searches, moves: Vec::new() }
    }

    /// The number of states explored until the root, an undecided position with that value, is
    /// proven; `None` beyond the limit.
    pub(super) fn states(&mut self, game: &G, root: &G::State, value: f64, seed: u64) -> Vec<Vec<Option<u64>>> {
        self.moves.clear();
        game.moves(root, &mut self.moves);
        let player = game.turn(root).expect("an undecided position");
        let by_constant = self.searches.iter_mut().enumerate();
        let explored = by_constant.map(|(constant, searches)| {
            let by_count = searches.iter_mut().enumerate().map(|(count, search)| {
                let mut rng = Rng::new(mix(&[seed, constant as u64, count as u64]));
                let watch = &mut Watch::idle();
                search.start(player, self.moves[0]);
                while !search.is_proven() && search.steps() < self.limit {
                    if !search.step(game, root, &mut rng, watch) {
                        break;
                    }
                }
                debug_assert!(!search.is_proven() || search.bounds() == (value, value), "a proof of another value");
                search.is_proven().then(|| search.steps())
            });
            by_count.collect()
        });
        explored.collect()
    }
}
