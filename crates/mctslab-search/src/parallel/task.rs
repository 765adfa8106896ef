//! What the threads of one search have in common: the task, how much of it is left, and when it is over.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use mctslab_core::{Game, Next, Watch};

use super::node::SharedWorth;
use super::tree::SharedTree;
use crate::engine::{EngineSettings, Expand};

/// The most iterations that a thread makes below one child of the root before it looks at the others.
const LONGEST_STAY: u64 = 16;

/// How many iterations a thread makes in a row below a child of the root that has so many visits: so few that the choice
/// would hardly have changed in between.
pub(super) fn length_of_stay(visits: u64) -> u64 {
    (visits / 32).clamp(1, LONGEST_STAY)
}

/// Numbers that threads change all the time, alone in their cache lines.
#[repr(align(128))]
struct Apart<T>(T);

/// One search, as all its threads see it.
pub(super) struct Task<'t, G: Game> {
    pub(super) game: &'t G,
    pub(super) root: &'t G::State,
    pub(super) tree: &'t SharedTree<G::Move>,
    pub(super) settings: &'t EngineSettings,
    pub(super) worth: SharedWorth,
    iterations: u64,
    watch: Watch<'t>,
    /// Whether proofs say something about the position before.
    pub(super) carries: bool,
    begun: Apart<AtomicU64>,
    stop: Apart<AtomicBool>,
}

impl<'t, G: Game> Task<'t, G> {
    /// The search of `tree`, whose root is `root`, by at most this number of iterations and for as long as the watch allows.
    pub(super) fn new(
        game: &'t G,
        root: &'t G::State,
        tree: &'t SharedTree<G::Move>,
        settings: &'t EngineSettings,
        worth: SharedWorth,
        iterations: Option<u64>,
        watch: Watch<'t>,
    ) -> Task<'t, G> {
        let carries = game.players() == 1 || game.players() == 2 && game.payoff_sum() == Some(1.0);
        let (begun, stop) = (Apart(AtomicU64::new(0)), Apart(AtomicBool::new(false)));
        let iterations = iterations.unwrap_or(u64::MAX);
        Task { game, root, tree, settings, worth, iterations, watch, carries, begun, stop }
    }

    /// How many more iterations a thread is to make, none if the search is over. They must be made unless it is over for
    /// another reason, or fewer are made than were asked for. At first few, since threads are to learn from each other.
    pub(super) fn begin(&self) -> u64 {
        if self.stop.0.load(Relaxed) {
            return 0;
        }
        let wanted = (self.begun.0.load(Relaxed) / 64).clamp(1, LONGEST_STAY);
        let before = self.begun.0.fetch_add(wanted, Relaxed);
        self.iterations.saturating_sub(before).min(wanted)
    }

    /// How many iterations threads were asked to make so far.
    pub(super) fn begun(&self) -> u64 {
        self.begun.0.load(Relaxed).min(self.iterations)
    }

    /// A watch for one thread.
    pub(super) fn watch(&self) -> Watch<'t> {
        self.watch.clone()
    }

    /// Ends the search for all threads when it is dropped.
    pub(super) fn stops_all(&self) -> StopsAll<'_> {
        StopsAll(&self.stop.0)
    }

    /// Whether all children of a node are made at once.
    pub(super) fn expands_all(&self) -> bool {
        self.settings.expand == Expand::All
    }

    /// Whether there is no need to go on, for a thread that has made one more iteration.
    pub(super) fn is_over(&self, watch: &mut Watch<'_>) -> bool {
        self.settings.solve && self.tree.root().node.counts().proof().is_some() || watch.iteration() == Next::Over
    }
}

/// Stops all threads of a search when one of them ends, be it by a panic.
pub(super) struct StopsAll<'a>(&'a AtomicBool);

impl Drop for StopsAll<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}
