//! The root of a tree that is one of several: what they exchange.

use mctslab_core::Game;

use super::plain::set_next_child;
use super::{Engine, Way};
use crate::select::Advisor;
use crate::tree::{Node, Proof, ROOT};

impl<G: Game> Engine<G> {
    /// The moves that were tried at the root, and what is known of them.
    pub(crate) fn root_moves(&self) -> (&[G::Move], &[Node]) {
        (self.search.tree.child_moves(ROOT), self.search.tree.children(ROOT))
    }

    /// Whether the result of the root is proven.
    pub(crate) fn is_proven(&self) -> bool {
        self.search.is_proven()
    }

    /// Puts what all trees know of a move of the root in place of what this one does.
    pub(crate) fn set_root_move(&mut self, place: usize, visits: u32, mean: f64, proof: Option<Proof>) {
        let child = self.search.tree.child(ROOT, place);
        self.search.tree.set(child, visits, mean);
        if let Some(proof) = proof.filter(|_| self.search.settings.solve) {
            self.search.prove(child, proof);
        }
    }

    /// Notes how often the moves of the root were visited in all trees, and what follows for the
    /// root from what is proven of them.
    pub(crate) fn settle_root(&mut self, game: &G, visits: u32) {
        if visits > 0 {
            let mean = self.search.tree.node(ROOT).mean();
            self.search.tree.set(ROOT, visits, mean);
        }
        if let Some(Advisor::Grave(grave)) = &mut self.search.parts.advice
            && let table = self.search.tree.extra(ROOT).table
            && grave.keeps_children(table)
        {
            let children = self.search.tree.child_moves(ROOT).iter().zip(self.search.tree.children(ROOT));
            for (place, (&mv, child)) in children.enumerate() {
                grave.update(table, place, game.index(mv), child);
            }
        }
        if let Way::Plain(ucb1) = self.way {
            set_next_child(&mut self.search.tree, ucb1, ROOT);
        }
        let proofs = self.search.tree.children(ROOT).iter().map(Node::proof);
        let decided = match proofs.clone().max().flatten() {
            Some(Proof::Win) => Some(Proof::Win),
            best if self.search.tree.node(ROOT).is_full() && proofs.min().flatten().is_some() => best,
            _ => None,
        };
        if let Some(proof) = decided.filter(|_| self.search.settings.solve && self.search.duel) {
            self.search.prove(ROOT, proof);
        }
    }

    /// Notes which move is played, so that the tree below it can be kept.
    pub(crate) fn set_chosen(&mut self, mv: G::Move) {
        let place = self.search.tree.child_moves(ROOT).iter().position(|&other| other == mv);
        self.chosen = place.map(|place| self.search.tree.child(ROOT, place));
    }
}
