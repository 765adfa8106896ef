//! How the tree grows: which move gets a child next.

use mctslab_core::{Game, Player, Watch};

use super::Expand;
use super::evaluate::estimate;
use super::search::{PathStep, Search};
use crate::select::{Ties, scale};
use crate::tree::{Links, NodeId, ROOT};

/// What came of a visit to a node.
pub(super) enum Grown {
    /// The iteration is at a leaf, to be played out from.
    Leaf,
    /// The iteration ends here, with everything recorded.
    Over,
    /// It goes on to this child.
    Into(usize),
    /// It goes on to the child that the rule of selection wants.
    Choose,
}

/// What there is to do with an untried move.
pub(super) enum Untried<M> {
    /// Make a child for it.
    Move(M),
    /// It has one already.
    Child(usize),
    /// There is no such move.
    None,
}

impl<G: Game> Search<G> {
    /// Gives `node` a child for any untried move and steps into it; `false` where memory is used up
    /// and the children there are must do.
    #[inline]
    pub(super) fn grow(&mut self, game: &G, node: NodeId, player: Player) -> bool {
        self.any_untried(game, node).is_some_and(|mv| self.add_child(game, node, player, mv))
    }

    /// Grows the tree at the last node of the path by one child for an untried move, if there is
    /// one.
    #[inline]
    pub(super) fn grow_one(&mut self, game: &G, node: NodeId, here: Links, player: Player, table: &mut u32) -> Grown {
        // Nobody asks before all children exist.
        *table = self.ask(node, *table, here.total() as u32 / 2);
        // Where memory is used up, the children there are make do.
        if !here.is_full() && (self.grow(game, node, player) || here.children() == 0) {
            return Grown::Leaf;
        }
        Grown::Choose
    }

    /// Grows the tree at the last node of the path, which has its children at `home`, by any of the
    /// options. `random` is whether its player moves at random.
    pub(super) fn grow_by_options(
        &mut self,
        game: &G,
        (node, home): (NodeId, NodeId),
        player: Player,
        table: &mut u32,
        random: bool,
        watch: &mut Watch<'_>,
    ) -> Grown {
        let unvisited = self.tree.node(node).visits() == 0 && node != ROOT;
        let full = self.tree.node(home).is_full();
        if self.settings.expand == Expand::PerChild && !full && self.expand_all(game, home, player) {
            self.play_out_children(game, home, player, watch);
            return Grown::Over;
        }
        if !unvisited {
            *table = self.ask(home, *table, 0);
        }
        let one_by_one = matches!(self.settings.expand, Expand::One | Expand::Best(_));
        if !unvisited && !full && one_by_one {
            let untried = if random {
                self.unless_tried(game, home)
            } else {
                self.untried(game, home, player, *table).map_or(Untried::None, Untried::Move)
            };
            match untried {
                Untried::Move(mv) => {
                    if self.add_child(game, home, player, mv) {
                        return Grown::Leaf;
                    }
                }
                Untried::Child(place) => return Grown::Into(place),
                Untried::None => {}
            }
        }
        // Where memory is used up, the children there are make do.
        let grown = full || !one_by_one && !unvisited && self.expand_all(game, home, player);
        let children = self.tree.node(home).children();
        if unvisited || !grown && children == 0 {
            return Grown::Leaf;
        }
        if random { Grown::Into(self.rng.below(children as u32) as usize) } else { Grown::Choose }
    }

    /// Gives `node` a child for one more move and steps into it; `false` if memory is used up.
    pub(super) fn add_child(&mut self, game: &G, node: NodeId, player: Player, mv: G::Move) -> bool {
        let Some(child) = self.tree.add_child(node, mv) else { return false };
        self.trail.push(game, player, mv);
        game.play(&mut self.state, mv);
        self.path.push(PathStep::new(child, player));
        if self.settings.implicit.is_some() {
            self.tree.extra_mut(child).estimate = estimate(game, &self.state, self.parts.eval, player);
        }
        true
    }

    /// A legal move that has no child yet: each equally likely, or the one that learning parts rate
    /// highest.
    fn untried(&mut self, game: &G, node: NodeId, player: Player, table: u32) -> Option<G::Move> {
        if let Expand::Best(eps) = self.settings.expand {
            self.count_moves(game, node);
            if self.rng.unit() >= eps {
                self.list_untried(game, node);
                self.keep_best_rated(game, player, table);
                return self.rng.pick(&self.moves);
            }
        }
        self.any_untried(game, node)
    }

    /// A legal move that has no child yet, each equally likely.
    fn any_untried(&mut self, game: &G, node: NodeId) -> Option<G::Move> {
        let total = self.count_moves(game, node);
        let tried = self.tree.child_moves(node);
        // While at most half of the moves are tried, drawing again until one is new is the fastest
        // way.
        if 2 * tried.len() <= total {
            loop {
                let mv = game.random_move(&self.state, &mut self.rng, &mut self.moves)?;
                if !tried.contains(&mv) {
                    return Some(mv);
                }
            }
        }
        self.list_untried(game, node);
        self.rng.pick(&self.moves)
    }

    /// How many legal moves a node has, whose position is at hand.
    #[inline]
    fn count_moves(&mut self, game: &G, node: NodeId) -> usize {
        if self.tree.node(node).total() == 0 {
            let total = game.count_moves(&self.state, &mut self.moves);
            self.tree.set_total(node, total);
        }
        self.tree.node(node).total()
    }

    /// Lists the legal moves that have no child yet.
    fn list_untried(&mut self, game: &G, node: NodeId) {
        self.moves.clear();
        game.moves(&self.state, &mut self.moves);
        let tried = self.tree.child_moves(node);
        for &mv in tried {
            self.tried[game.index(mv)] = true;
        }
        let tried_flags = &self.tried;
        self.moves.retain(|&mv| !tried_flags[game.index(mv)]);
        for &mv in tried {
            self.tried[game.index(mv)] = false;
        }
    }

    /// Of the listed moves, leaves those that learning parts rate highest; what is not rated comes
    /// first.
    fn keep_best_rated(&mut self, game: &G, player: Player, table: u32) {
        let mut highest = f64::NEG_INFINITY;
        let mut kept = 0;
        for place in 0..self.moves.len() {
            let mv = self.moves[place];
            let advised = match &self.parts.advice {
                Some(advisor) => advisor.advice().rate(table, player, game.index(mv)),
                None => self.parts.playout.rate(game, player, mv, &self.trail),
            };
            let rating = advised.unwrap_or(f64::INFINITY);
            if rating > highest {
                highest = rating;
                kept = 0;
            }
            if rating == highest {
                self.moves.swap(kept, place);
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// Any legal move, each equally likely, or the child that it already has.
    fn unless_tried(&mut self, game: &G, node: NodeId) -> Untried<G::Move> {
        self.count_moves(game, node);
        let Some(mv) = game.random_move(&self.state, &mut self.rng, &mut self.moves) else { return Untried::None };
        let tried = self.tree.child_moves(node).iter().position(|&other| other == mv);
        tried.map_or(Untried::Move(mv), Untried::Child)
    }

    /// Gives every legal move a child; `false` if memory is used up.
    fn expand_all(&mut self, game: &G, node: NodeId, player: Player) -> bool {
        self.moves.clear();
        game.moves(&self.state, &mut self.moves);
        if self.settings.ties == Ties::Random {
            self.rng.shuffle(&mut self.moves);
        }
        self.tree.set_total(node, self.moves.len());
        if !self.tree.add_children(node, &self.moves) {
            self.tree.set_total(node, 0);
            return false;
        }
        if self.weighted {
            self.weigh_children(game, node);
        }
        if self.settings.implicit.is_some() {
            for place in 0..self.tree.node(node).children() {
                let child = self.tree.child(node, place);
                self.leaf.clone_from(&self.state);
                game.play(&mut self.leaf, self.tree.mv(child));
                self.tree.extra_mut(child).estimate = estimate(game, &self.leaf, self.parts.eval, player);
            }
        }
        true
    }

    /// Notes what is thought of the children of `node`, whose moves are listed, before any of them
    /// was tried.
    fn weigh_children(&mut self, game: &G, node: NodeId) {
        self.priors.clear();
        match &mut self.parts.prior {
            Some(prior) => prior.weigh(game, &self.state, &self.moves, &mut self.priors),
            None => self.priors.resize(self.moves.len(), 1.0),
        }
        assert_eq!(self.priors.len(), self.moves.len(), "a prior has a weight for each move");
        scale(&mut self.priors);
        for place in 0..self.tree.node(node).children() {
            let child = self.tree.child(node, place);
            self.tree.extra_mut(child).prior = self.priors[place];
        }
    }
}
