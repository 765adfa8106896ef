//! What iterations work with: the tree, the parts, the path of the iteration at hand, buffers.

use std::collections::HashMap;

use mctslab_core::hash::StateHash;
use mctslab_core::{Game, Payoffs, Player, Rng};

use super::plain::PathCache;
use super::trace::Tracer;
use super::{EngineSettings, Expand, Parts};
use crate::select::Advisor;
use crate::trail::Trail;
use crate::tree::{Layout, Node, NodeId, ROOT, Tree};

/// A node that an iteration passed.
#[derive(Clone, Copy)]
pub(super) struct PathStep {
    pub(super) node: NodeId,
    /// The node that has its children.
    pub(super) home: NodeId,
    /// Who moved into it. The root has no mover; its statistics are those of the player to move.
    pub(super) mover: Player,
    /// Its own table of estimates (see [`crate::select::Grave`]), 0 if it has none.
    pub(super) table: u32,
}

impl PathStep {
    /// A node that has its own children.
    #[inline]
    pub(super) fn new(node: NodeId, mover: Player) -> PathStep {
        PathStep { node, home: node, mover, table: 0 }
    }
}

/// A tree, and all that iterations need to grow it.
pub(super) struct Search<G: Game> {
    // fixed for the life of the engine
    pub(super) settings: EngineSettings,
    pub(super) parts: Parts<G>,
    /// Whether proofs can be carried up: one player, or two whose payoffs add up to one.
    pub(super) duel: bool,
    /// Whether the rule of selection wants squares.
    pub(super) squared: bool,
    /// Whether it wants priors.
    pub(super) weighted: bool,
    // lasts from move to move
    pub(super) rng: Rng,
    pub(super) tree: Tree<G::Move>,
    /// The node that has the children of each position, if positions are shared.
    pub(super) known: HashMap<u64, NodeId, StateHash>,
    // of the iteration at hand
    pub(super) state: G::State,
    pub(super) path: Vec<PathStep>,
    /// Where on the path a proven choice was the best, and what it is worth to all.
    pub(super) held: Vec<(usize, Payoffs)>,
    pub(super) trail: Trail,
    /// Empty but for its buffers while no plain search runs.
    pub(super) path_cache: PathCache<G::State>,
    /// What takes notes of the iteration, if it is traced.
    pub(super) tracer: Option<Box<Tracer<G::Move>>>,
    // buffers
    pub(super) leaf: G::State,
    pub(super) moves: Vec<G::Move>,
    pub(super) tried: Vec<bool>,
    pub(super) nodes: Vec<Node>,
    pub(super) indices: Vec<usize>,
    pub(super) squares: Vec<f32>,
    pub(super) priors: Vec<f32>,
}

impl<G: Game> Search<G> {
    /// A search without a visit.
    pub(super) fn new(game: &G, mut settings: EngineSettings, parts: Parts<G>) -> Search<G> {
        let weighted = parts.select.wants_priors();
        if weighted && settings.expand != Expand::PerChild {
            settings.expand = Expand::All;
        }
        let trail = match parts.advice.as_ref().and_then(Advisor::grave) {
            Some(grave) => Trail::with_marks(grave.marks()),
            None => Trail::new(parts.advice.is_some() || parts.playout.learns()),
        };
        Search {
            squared: parts.select.wants_squares(),
            weighted,
            tree: new_tree(&settings, &parts),
            settings,
            parts,
            duel: game.players() == 1 || game.players() == 2 && game.payoff_sum() == Some(1.0),
            rng: Rng::new(0),
            known: HashMap::default(),
            state: game.initial(),
            path: Vec::new(),
            held: Vec::new(),
            trail,
            path_cache: PathCache::new(),
            tracer: None,
            leaf: game.initial(),
            moves: Vec::new(),
            tried: vec![false; game.index_bound()],
            nodes: Vec::new(),
            indices: Vec::new(),
            squares: Vec::new(),
            priors: Vec::new(),
        }
    }

    /// Whether the result of the root is proven.
    #[inline]
    pub(super) fn is_proven(&self) -> bool {
        self.tree.node(ROOT).proof().is_some()
    }

    /// Whether there is nothing left to search for.
    #[inline]
    pub(super) fn is_solved(&self) -> bool {
        self.settings.solve && self.is_proven()
    }

    /// Makes the move that leads to a child.
    #[expect(clippy::inline_always, reason = "a call at every node passed costs more than all the rest")]
    #[inline(always)]
    pub(super) fn step(&mut self, game: &G, child: NodeId, player: Player) {
        let mv = self.tree.mv(child);
        self.trail.push(game, player, mv);
        game.play(&mut self.state, mv);
    }

    /// Throws the tree away.
    pub(super) fn clear_tree(&mut self) {
        self.tree.clear();
        self.known.clear();
        if let Some(advisor) = &mut self.parts.advice {
            advisor.advice_mut().forget();
        }
    }
}

/// A tree that keeps what the parts ask for, in the memory that the settings grant.
pub(super) fn new_tree<G: Game>(settings: &EngineSettings, parts: &Parts<G>) -> Tree<G::Move> {
    let has_tables = parts.advice.as_ref().and_then(Advisor::grave).is_some();
    let layout = Layout {
        extras: has_tables
            || settings.transpositions
            || settings.implicit.is_some()
            || parts.select.wants_squares()
            || parts.select.wants_priors(),
        fixed: settings.transpositions,
        // An entry of the map of positions, at worst half empty.
        overhead: if settings.transpositions { 2 * size_of::<(u64, NodeId)>() } else { 0 },
    };
    // A kept tree is copied into a second one, and both together keep to the limit; so do tables of
    // estimates.
    let share = settings.memory / if settings.reuse { 2 } else { 1 } / if has_tables { 2 } else { 1 };
    Tree::new(share, layout)
}
