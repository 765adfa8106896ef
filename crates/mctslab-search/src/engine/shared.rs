//! The root of a tree that is one of several: what they exchange.

use mctslab_core::Game;

use super::Engine;
use super::ahead::decide_first;
use crate::select::Advisor;
use crate::tree::{Node, Proof, ROOT};

impl<G: Game> Engine<G> {
    /// The moves that were tried at the root, and what is known of them.
    pub(crate) fn root_moves(&self) -> (&[G::Move], &[Node]) {
        (self.tree.child_moves(ROOT), self.tree.children(ROOT))
    }

    /// Whether the result of the root is proven.
    pub(crate) fn is_proven(&self) -> bool {
        self.tree.node(ROOT).proof().is_some()
    }

    /// Puts what all trees know of a move of the root in place of what this one does.
    pub(crate) fn set_root_move(&mut self, place: usize, visits: u32, mean: f64, proof: Option<Proof>) {
        let child = self.tree.child(ROOT, place);
        self.tree.set(child, visits, mean);
        if let Some(proof) = proof.filter(|_| self.settings.solve) {
            self.prove(child, proof);
        }
    }

    /// Notes how often the moves of the root were visited in all trees, and what follows for the
    /// root from what is proven of them.
    pub(crate) fn settle_root(&mut self, game: &G, visits: u32) {
        if visits > 0 {
            let mean = self.tree.node(ROOT).mean();
            self.tree.set(ROOT, visits, mean);
        }
        if let Some(Advisor::Grave(grave)) = &mut self.parts.advice
            && let table = self.tree.extra(ROOT).table
            && grave.keeps_children(table)
        {
            let children = self.tree.child_moves(ROOT).iter().zip(self.tree.children(ROOT));
            for (place, (&mv, child)) in children.enumerate() {
                grave.update(table, place, game.index(mv), child);
            }
        }
        if let Some(ucb1) = self.ahead {
            decide_first(&mut self.tree, ucb1, ROOT);
        }
        let proofs = self.tree.children(ROOT).iter().map(Node::proof);
        let decided = match proofs.clone().max().flatten() {
            Some(Proof::Win) => Some(Proof::Win),
            best if self.tree.node(ROOT).is_full() && proofs.min().flatten().is_some() => best,
            _ => None,
        };
        if let Some(proof) = decided.filter(|_| self.settings.solve && self.duel) {
            self.prove(ROOT, proof);
        }
    }

    /// Notes which move is played, so that the tree below it can be kept.
    pub(crate) fn set_chosen(&mut self, mv: G::Move) {
        let place = self.tree.child_moves(ROOT).iter().position(|&other| other == mv);
        self.chosen = place.map(|place| self.tree.child(ROOT, place));
    }
}
