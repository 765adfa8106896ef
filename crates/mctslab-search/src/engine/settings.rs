//! How long and in which manner an engine searches.

use std::time::Duration;

use crate::backup::Combine;
use crate::reward::Reward;
use crate::select::Ties;

/// How the tree grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Expand {
    /// A child for one untried move per iteration, each equally likely.
    One,
    /// A child for the untried move that learning parts rate highest, or with this probability for
    /// any.
    Best(f64),
    /// Children for all moves at once.
    All,
    /// Children for all moves at once, each with a playout of its own.
    PerChild,
}

/// How long and in which manner to search.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct EngineSettings {
    /// Iterations per move; no limit if `None`.
    pub iters: Option<u64>,
    /// Time per move; no limit if `None`.
    pub time: Option<Duration>,
    /// How the tree grows.
    pub expand: Expand,
    /// The order of children and which of equal ones is visited: only [`Ties::Random`] shuffles.
    pub ties: Ties,
    /// Playouts from each new node, whose mean counts.
    pub playouts: u32,
    /// What the end of a game is worth.
    pub reward: Reward,
    /// Weight of the estimate among the parts, which is backed up by minimax and mixed into the
    /// means.
    pub implicit: Option<f64>,
    /// What puts the values of its children in place of a node's mean.
    pub combine: Option<Combine>,
    /// The other players move at random in the tree.
    pub random_opponent: bool,
    /// Keep what is still of use of the tree from move to move.
    pub reuse: bool,
    /// Prove wins, draws and losses.
    pub solve: bool,
    /// Let nodes of the same position share their children.
    pub transpositions: bool,
    /// The tree stops growing at this number of bytes.
    pub memory: usize,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            iters: Some(1000),
            time: None,
            expand: Expand::One,
            ties: Ties::Random,
            playouts: 1,
            reward: Reward::Payoff,
            implicit: None,
            combine: None,
            random_opponent: false,
            reuse: false,
            solve: false,
            transpositions: false,
            memory: 1_000_000_000,
        }
    }
}
