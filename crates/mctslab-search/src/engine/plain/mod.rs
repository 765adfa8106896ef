//! The plain search: UCB1 on the nodes' own statistics, moves tried one by one, and no option that
//! needs more.
//!
//! It grows the same trees as [`super::general`], bit by bit, and is faster by two means: the next
//! child of a node is chosen during back-up ([`next_child`]), and where paths are long, consecutive
//! iterations share what they have in common ([`path_cache`]). While a [`Plain`] lives, the tree
//! below it may be out of date, so it holds the search exclusively: whoever wants to read the tree
//! has to let it go first, and it then brings the tree up to date.

mod next_child;
mod path_cache;
mod repeat_bound;

use mctslab_core::{Game, Payoffs, Player, Watch};

use super::search::{PathStep, Search};
use crate::select::Ucb1;
use crate::tree::{Links, NodeId, Proof};

pub(super) use next_child::set_next_child;
pub(super) use path_cache::PathCache;

/// Where an iteration begins: a node, and who moved into it (nobody into the root).
type Start = (NodeId, Option<Player>);

/// Some iterations of the plain search.
pub(super) struct Plain<'a, G: Game> {
    ucb1: Ucb1,
    search: &'a mut Search<G>,
}

impl<'a, G: Game> Plain<'a, G> {
    pub(super) fn new(ucb1: Ucb1, search: &'a mut Search<G>) -> Plain<'a, G> {
        Plain { ucb1, search }
    }

    /// One iteration: walks down from `root`, or from where the last iteration left off, and
    /// records at the nodes passed what the leaf is worth. Returns whether the root is solved:
    /// proofs are never out of date.
    #[inline]
    pub(super) fn iterate(&mut self, game: &G, root: &G::State, watch: &mut Watch<'_>) -> bool {
        self.search.iterate_plain(self.ucb1, game, root, watch);
        self.search.is_solved()
    }
}

impl<G: Game> Drop for Plain<'_, G> {
    fn drop(&mut self) {
        self.search.settle();
    }
}

impl<G: Game> Search<G> {
    #[inline]
    fn iterate_plain(&mut self, ucb1: Ucb1, game: &G, root: &G::State, watch: &mut Watch<'_>) {
        self.held.clear();
        let start = self.start(game, root);
        let start = self.follow_next_children(game, start);
        let rewards = self.walk_to_leaf(ucb1, game, start, watch);
        let length = self.path.len();
        if self.path_cache.is_on() {
            self.back_up_cached(ucb1, &rewards);
        } else {
            self.back_up_plain(ucb1, &rewards);
        }
        if self.path_cache.turns(length) {
            self.settle();
        }
    }

    /// Goes as far down as the next children are chosen and not proven. Returns where that ends.
    #[inline]
    fn follow_next_children(&mut self, game: &G, (mut node, mut mover): Start) -> Start {
        let mut here = self.tree.links(node);
        if here.proof().is_some() {
            return (node, mover);
        }
        while let Some(place) = here.next()
            && let child = here.child(place)
            && let below = self.tree.links(child)
            && below.proof().is_none()
            && let Some(player) = game.turn(&self.state)
        {
            self.pass(PathStep::new(node, mover.unwrap_or(player)));
            self.tree.prefetch_children(below);
            let mv = self.tree.mv(child);
            // Nobody moves where the game is over.
            if below.children() > 0 {
                game.play_on(&mut self.state, mv);
            } else {
                game.play(&mut self.state, mv);
            }
            (node, mover, here) = (child, Some(player), below);
        }
        (node, mover)
    }

    /// Walks from a node whose position is at hand to a leaf, makes a new one, and says what play
    /// from there is worth.
    #[inline]
    fn walk_to_leaf(&mut self, ucb1: Ucb1, game: &G, (mut node, mut mover): Start, watch: &mut Watch<'_>) -> Payoffs {
        loop {
            let Some(player) = game.turn(&self.state) else {
                self.pass(PathStep::new(node, mover.unwrap_or(Player::FIRST)));
                return self.finished(game);
            };
            let mover_here = mover.unwrap_or(player);
            self.pass(PathStep::new(node, mover_here));
            let here = self.tree.links(node);
            if let Some(proof) = here.proof() {
                return self.exact(game, proof, mover_here);
            }
            if !here.is_full() {
                let grown = self.grow(game, node, player);
                if grown {
                    self.save_position(self.path.len() - 1);
                }
                // Where memory is used up, the children there are make do.
                if grown || here.children() == 0 {
                    return self.play_out(game, watch);
                }
            }
            let place = self.place_to_visit(ucb1, game, node, here, player);
            node = here.child(place);
            game.play(&mut self.state, self.tree.mv(node));
            mover = Some(player);
        }
    }

    /// The place of the child to visit: the next child or, where that is proven, the best of the
    /// others.
    #[inline]
    fn place_to_visit(&mut self, ucb1: Ucb1, game: &G, node: NodeId, here: Links, player: Player) -> usize {
        let (visits, children) = (self.tree.node(node).visits(), self.tree.children_of(here));
        let place = here.next().unwrap_or_else(|| ucb1.pick_first(visits, children));
        match children[place].proof() {
            Some(proof) if self.duel && proof != Proof::Loss => {
                let chosen = (here.child(place), proof);
                self.pick_open(game, node, chosen, player, (false, visits)).unwrap_or(place)
            }
            _ => place,
        }
    }

    /// Adds a step to the path, whose position is at hand.
    #[inline]
    fn pass(&mut self, step: PathStep) {
        self.save_position(self.path.len());
        self.path.push(step);
    }

    /// Records what an iteration found at every node of the path, and chooses the next child of
    /// each.
    #[inline(never)]
    fn back_up_plain(&mut self, ucb1: Ucb1, rewards: &Payoffs) {
        if self.settings.solve {
            self.propagate();
        }
        // First what is recorded, then what is chosen, from the root down, so that no vector of
        // children waits for a child that was just written.
        self.record_path(0, rewards, |tree, node, _| Ucb1::prefetch(tree.node(node).visits()));
        for step in &self.path {
            set_next_child(&mut self.tree, ucb1, step.node);
        }
    }
}
