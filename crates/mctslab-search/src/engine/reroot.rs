//! From one move to the next: what of the old tree is still of use.

use mctslab_core::Game;

use super::Engine;
use crate::select::Advisor;
use crate::tree::{NodeId, ROOT};

impl<G: Game> Engine<G> {
    /// Makes `state` the root, with what the old tree knows below it if trees are kept.
    pub(super) fn move_root(&mut self, game: &G, state: &G::State) {
        match self.find(game, state) {
            Some(ROOT) => {}
            Some(node) => self.keep_subtree(node),
            None => self.search.clear_tree(),
        }
        if self.search.tree.node(ROOT).children() == 0 && self.search.tree.node(ROOT).proof().is_some() {
            // Proven, but nothing to choose from.
            self.search.clear_tree();
        }
        self.chosen = None;
        match &mut self.root {
            Some(root) => root.clone_from(state),
            None => self.root = Some(state.clone()),
        }
    }

    fn keep_subtree(&mut self, node: NodeId) {
        let Some(spare) = &mut self.spare else { return };
        let moved = self.search.tree.copy_subtree(node, spare);
        std::mem::swap(&mut self.search.tree, spare);
        if self.search.settings.transpositions {
            self.search.known =
                self.search.known.iter().filter_map(|(&hash, node)| Some((hash, *moved.get(node)?))).collect();
        }
        if let Some(Advisor::Grave(grave)) = &mut self.search.parts.advice {
            let mut kept = Vec::new();
            for node in 0..self.search.tree.len() as NodeId {
                let table = &mut self.search.tree.extra_mut(node).table;
                if *table > 0 {
                    kept.push(*table);
                    *table = kept.len() as u32;
                }
            }
            grave.keep_tables(&kept);
        }
    }

    /// The node of `state` in the old tree: the root itself, or a node below the move that was
    /// chosen.
    fn find(&self, game: &G, state: &G::State) -> Option<NodeId> {
        /// Positions looked at before a fresh tree is the better deal.
        const MOST: usize = 2000;
        let root = self.root.as_ref().filter(|_| self.search.settings.reuse)?;
        if root == state {
            return Some(ROOT);
        }
        let chosen = self.chosen?;
        let mut after = root.clone();
        game.play(&mut after, self.search.tree.mv(chosen));
        let mut level = vec![(chosen, after)];
        let mut seen = 0;
        while seen < MOST && !level.is_empty() {
            if let Some((node, _)) = level.iter().find(|(_, reached)| reached == state) {
                return Some(*node);
            }
            let mut deeper = Vec::new();
            for (node, before) in level.iter().take(MOST - seen) {
                let home = self.search.tree.home(*node);
                for (place, &mv) in self.search.tree.child_moves(home).iter().enumerate() {
                    let mut reached = before.clone();
                    game.play(&mut reached, mv);
                    deeper.push((self.search.tree.child(home, place), reached));
                }
                seen += self.search.tree.node(home).children();
            }
            level = deeper;
        }
        None
    }
}
