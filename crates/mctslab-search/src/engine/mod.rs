//! The engine of Monte Carlo tree search: descend, expand, play out, back up.
//!
//! An iteration walks down the tree by the selection rule until a node has a move without a child,
//! gives one such move a child, plays from there to the end by the playout policy, and backs up to
//! every node on the way what that was worth to its mover (max^n for any number of players). After
//! warm-up no iteration allocates.
//!
//! With `solve`, finished games are proofs: a node is won for its mover if the next player has no
//! way out, lost if the next player has a winning move, and exactly known once all its children are
//! (Winands, Björnsson, Saito 2008, with draws). Proven nodes are not searched again; where one is
//! the best choice, its value counts above, and the iteration goes on in its best open sibling.
//! Sound for one player and for two whose payoffs add up to one; with more players only the
//! finished positions themselves count as proven.
//!
//! With `transpositions`, nodes that stand for the same position share their children. A node's own
//! statistics still are those of the way that leads to it (Childs, Brodeur, Kocsis 2008, "UCT2").
//! Positions are distinguished by a hash of 64 bits; no game of the list can come back to a
//! position, since those that might count their plies.

mod ahead;
mod backup;
mod descend;
mod evaluate;
mod expand;
mod iterate;
mod kept;
mod parts;
mod proof;
mod report;
mod reroot;
mod settings;
mod shared;

use std::collections::HashMap;

use mctslab_core::hash::StateHash;
use mctslab_core::{Budget, Failure, Game, Next, Payoffs, Player, Rng, Watch};

use crate::finish::Finish;
use crate::select::{Advisor, Ucb1};
use crate::trail::Trail;
use crate::tree::{Layout, Node, NodeId, ROOT, Tree};

use descend::Descent;
pub(crate) use evaluate::estimate;
use kept::Kept;
pub use parts::Parts;
pub use settings::{EngineSettings, Expand};

/// A node that an iteration passed.
#[derive(Clone, Copy)]
struct PathStep {
    node: NodeId,
    /// The node that has its children.
    home: NodeId,
    /// Who moved into it. The root has no mover; its statistics are those of the player to move.
    mover: Player,
    /// Its own table of estimates (see [`crate::select::Grave`]), 0 if it has none.
    table: u32,
}

impl PathStep {
    /// A node that has its own children.
    #[inline]
    fn new(node: NodeId, mover: Player) -> PathStep {
        PathStep { node, home: node, mover, table: 0 }
    }
}

/// A search for one seat.
pub struct Engine<G: Game> {
    // fixed for the life of the engine
    settings: EngineSettings,
    parts: Parts<G>,
    /// Whether proofs can be carried up: one player, or two whose payoffs add up to one.
    duel: bool,
    descent: Descent,
    /// The rule of selection, if it is the most common one and nothing else is asked: which child
    /// is visited next is then decided on the way back.
    ahead: Option<Ucb1>,
    /// Whether the rule of selection wants squares.
    squared: bool,
    /// Whether it wants priors.
    weighted: bool,
    // lasts from move to move
    rng: Rng,
    tree: Tree<G::Move>,
    spare: Option<Tree<G::Move>>,
    /// The node that has the children of each position, if positions are shared.
    known: HashMap<u64, NodeId, StateHash>,
    root: Option<G::State>,
    chosen: Option<NodeId>,
    iterations: u64,
    // reused by every iteration
    state: G::State,
    leaf: G::State,
    path: Vec<PathStep>,
    kept: Kept<G::State>,
    /// Where on the path a proven choice was the best, and what it is worth to all.
    held: Vec<(usize, Payoffs)>,
    trail: Trail,
    moves: Vec<G::Move>,
    tried: Vec<bool>,
    nodes: Vec<Node>,
    indices: Vec<usize>,
    squares: Vec<f32>,
    priors: Vec<f32>,
}

impl<G: Game> Engine<G> {
    /// An engine of the given parts.
    pub fn new(game: &G, mut settings: EngineSettings, parts: Parts<G>) -> Engine<G> {
        let weighted = parts.select.wants_priors();
        if weighted && settings.expand != Expand::PerChild {
            settings.expand = Expand::All;
        }
        let grave = parts.advice.as_ref().and_then(Advisor::grave);
        let has_tables = grave.is_some();
        let layout = Layout {
            extras: has_tables
                || settings.transpositions
                || settings.implicit.is_some()
                || parts.select.wants_squares()
                || weighted,
            fixed: settings.transpositions,
            // An entry of the map of positions, at worst half empty.
            overhead: if settings.transpositions { 2 * size_of::<(u64, NodeId)>() } else { 0 },
        };
        // A kept tree is copied into a second one, and both together keep to the limit; so do
        // tables of estimates.
        let share = settings.memory / if settings.reuse { 2 } else { 1 } / if has_tables { 2 } else { 1 };
        let trail = match grave {
            Some(grave) => Trail::with_marks(grave.marks()),
            None => Trail::new(parts.advice.is_some() || parts.playout.learns()),
        };
        let descent = Descent::of(&settings, &parts);
        Engine {
            settings,
            descent,
            ahead: parts.select.as_ucb1().filter(|_| descent.is_plain() && settings.combine.is_none()),
            squared: parts.select.wants_squares(),
            weighted,
            parts,
            duel: game.players() == 1 || game.players() == 2 && game.payoff_sum() == Some(1.0),
            rng: Rng::new(0),
            tree: Tree::new(share, layout),
            spare: settings.reuse.then(|| Tree::new(share, layout)),
            known: HashMap::default(),
            root: None,
            chosen: None,
            iterations: 0,
            state: game.initial(),
            leaf: game.initial(),
            path: Vec::new(),
            kept: Kept::new(),
            held: Vec::new(),
            trail,
            moves: Vec::new(),
            tried: vec![false; game.index_bound()],
            nodes: Vec::new(),
            indices: Vec::new(),
            squares: Vec::new(),
            priors: Vec::new(),
        }
    }

    /// Forgets everything and draws from `seed` from now on.
    pub fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.parts.playout.new_game();
        self.forget();
    }

    /// Searches from `state`, in which the game goes on, and returns the move to play.
    pub fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        self.search(game, state, budget);
        let place = self.parts.finish.choose(self.tree.children(ROOT), &mut self.rng);
        let child = self.tree.child(ROOT, place.ok_or_else(Failure::game_over)?);
        self.chosen = Some(child);
        Ok(self.tree.mv(child))
    }

    /// Runs iterations from `state`, at least one, until the budget is spent or, with `solve`,
    /// until its result is proven. A final choice that is not settled when the engine's own limits
    /// are reached may ask for more.
    pub fn search(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) {
        if game.turn(state).is_none() {
            self.iterations = 0;
            self.forget();
            return;
        }
        self.begin(game, state);
        let EngineSettings { iters, time, .. } = self.settings;
        let mut watch = budget.watch(iters, time);
        self.run(game, state, budget, &mut watch, false);
        let extra = self.parts.finish.extra();
        if extra > 0.0 && !(self.settings.solve && self.is_proven()) {
            let more = |iters: u64| (iters as f64 * (1.0 + extra)) as u64;
            watch.limit(iters.map(more), time.map(|time| time.mul_f64(1.0 + extra)));
            if !watch.is_over() {
                self.run(game, state, budget, &mut watch, true);
            }
        }
    }

    /// Gets ready for iterations from `state`, in which the game goes on.
    pub(crate) fn begin(&mut self, game: &G, state: &G::State) {
        self.iterations = 0;
        self.move_root(game, state);
        self.parts.playout.forget();
        if let Some(advisor) = &mut self.parts.advice {
            advisor.advice_mut().begin_search();
        }
    }

    /// Runs more iterations from the state that it began with, at least one: as many as the budget
    /// has, whatever the engine's own limits, or until the root is proven.
    pub(crate) fn go_on(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) {
        let mut watch = budget.watch(None, None);
        if !(self.settings.solve && self.is_proven()) {
            self.run(game, state, budget, &mut watch, false);
        }
    }

    /// Runs iterations until the watch says stop, or the root is proven, or, if that is enough, the
    /// final choice is settled.
    fn run(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &mut Budget<'_, G::Move>,
        watch: &mut Watch<'_>,
        until_settled: bool,
    ) {
        loop {
            if until_settled && self.iterations.is_multiple_of(8) {
                self.settle();
                if self.parts.finish.is_settled(self.tree.children(ROOT)) {
                    break;
                }
            }
            self.iterate(game, state, watch);
            self.iterations += 1;
            if self.settings.solve && self.is_proven() {
                break;
            }
            match watch.iteration() {
                Next::On => {}
                Next::Show => {
                    self.settle();
                    budget.show(&self.thoughts(game));
                }
                Next::Over => break,
            }
        }
        self.settle();
    }

    /// Iterations of the last search.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The tree of the last search.
    pub fn tree(&self) -> &Tree<G::Move> {
        &self.tree
    }

    /// Which move is played in the end.
    pub(crate) fn finish(&self) -> &dyn Finish {
        &*self.parts.finish
    }

    /// Throws the tree away.
    pub(crate) fn forget(&mut self) {
        self.clear_tree();
        self.root = None;
        self.chosen = None;
    }

    fn clear_tree(&mut self) {
        self.tree.clear();
        self.known.clear();
        if let Some(advisor) = &mut self.parts.advice {
            advisor.advice_mut().forget();
        }
    }
}
