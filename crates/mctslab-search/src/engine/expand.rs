//! How the tree grows: which move gets a child next.

use mctslab_core::{Game, Player};

use super::{Engine, Expand, PathStep};
use crate::select::{Advice, Ties};
use crate::trail::code;
use crate::tree::NodeId;

/// What there is to do with an untried move.
pub(super) enum Untried<M> {
    /// Make a child for it.
    Move(M),
    /// It has one already.
    Child(usize),
    /// There is no such move.
    None,
}

impl<G: Game> Engine<G> {
    /// Gives `node` a child for one more move and steps into it; `false` if memory is used up.
    pub(super) fn add_child(&mut self, game: &G, node: NodeId, player: Player, mv: G::Move) -> bool {
        let Some(child) = self.tree.add_child(node, mv) else { return false };
        self.trail.push(game, player, mv);
        game.play(&mut self.state, mv);
        self.path.push(PathStep::new(child, player));
        if let Some((_, eval)) = self.settings.implicit {
            self.tree.extra_mut(child).estimate = estimate(game, &self.state, eval, player);
        }
        true
    }

    /// A legal move that has no child yet: each equally likely, or the one that learning parts rate highest.
    pub(super) fn untried(&mut self, game: &G, node: NodeId, player: Player, asked: u32) -> Option<G::Move> {
        if let Expand::Best(eps) = self.settings.expand {
            self.count_moves(game, node);
            if self.rng.unit() >= eps {
                self.list_untried(game, node);
                self.keep_best_rated(game, player, asked);
                return self.rng.pick(&self.moves);
            }
        }
        self.any_untried(game, node)
    }

    /// A legal move that has no child yet, each equally likely.
    pub(super) fn any_untried(&mut self, game: &G, node: NodeId) -> Option<G::Move> {
        let total = self.count_moves(game, node);
        let tried = self.tree.child_moves(node);
        // While at most half of the moves are tried, drawing again until one is new is the fastest way.
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

    /// Of the listed moves, leaves those that learning parts rate highest; what is not rated comes first.
    fn keep_best_rated(&mut self, game: &G, player: Player, asked: u32) {
        let mut highest = f64::NEG_INFINITY;
        let mut kept = 0;
        for place in 0..self.moves.len() {
            let mv = self.moves[place];
            let advised = match &self.parts.advice {
                Some(Advice::Grave(grave)) => grave.rate(asked, player, game.index(mv)),
                Some(Advice::History(history)) => history.rate(code(game, player, mv)),
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
    pub(super) fn unless_tried(&mut self, game: &G, node: NodeId) -> Untried<G::Move> {
        self.count_moves(game, node);
        let Some(mv) = game.random_move(&self.state, &mut self.rng, &mut self.moves) else { return Untried::None };
        let tried = self.tree.child_moves(node).iter().position(|&other| other == mv);
        tried.map_or(Untried::Move(mv), Untried::Child)
    }

    /// Gives every legal move a child; `false` if memory is used up.
    pub(super) fn expand_all(&mut self, game: &G, node: NodeId, player: Player) -> bool {
        self.moves.clear();
        game.moves(&self.state, &mut self.moves);
        if self.settings.ties == Ties::Random {
            for last in (1..self.moves.len()).rev() {
                let other = self.rng.below(last as u32 + 1) as usize;
                self.moves.swap(last, other);
            }
        }
        self.tree.set_total(node, self.moves.len());
        if !self.tree.add_children(node, &self.moves) {
            self.tree.set_total(node, 0);
            return false;
        }
        if let Some((_, eval)) = self.settings.implicit {
            for place in 0..self.tree.node(node).children() {
                let child = self.tree.child(node, place);
                self.leaf.clone_from(&self.state);
                game.play(&mut self.leaf, self.tree.mv(child));
                self.tree.extra_mut(child).estimate = estimate(game, &self.leaf, eval, player);
            }
        }
        true
    }
}

/// What a state is worth to `player` by the estimate, exactly if the game is over.
fn estimate<G: Game>(game: &G, state: &G::State, eval: usize, player: Player) -> f32 {
    let value =
        if game.turn(state).is_none() { game.payoffs(state).of(player) } else { game.evaluate(eval, state, player) };
    value as f32
}
