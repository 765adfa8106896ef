//! One iteration: descend and expand, evaluate, back up.

use mctslab_core::{Game, Watch};

use super::descend::Descent;
use super::{Engine, PathStep};
use crate::select::Advisor;

impl<G: Game> Engine<G> {
    /// Walks down from `root`, or from where the last iteration left off, and records at the nodes
    /// passed what the leaf is worth.
    pub(super) fn iterate(&mut self, game: &G, root: &G::State, watch: &mut Watch<'_>) {
        self.held.clear();
        self.trail.clear();
        let start = self.start(game, root);
        let rewards = match self.descent {
            Descent::Plain => self.descend::<false, false>(game, start, watch),
            Descent::Grave => self.descend::<false, true>(game, start, watch),
            Descent::General => self.descend::<true, false>(game, start, watch),
        };
        let Some(rewards) = rewards else { return };
        self.back_up(&rewards);
        if let (Descent::Grave, Some(Advisor::Grave(grave))) = (self.descent, &mut self.parts.advice)
            && grave.keeps_any_children()
        {
            for way in self.path.windows(2) {
                let (PathStep { node: parent, table, .. }, child) = (way[0], way[1].node);
                if grave.keeps_children(table) {
                    let place = child as usize - self.tree.child(parent, 0) as usize;
                    grave.update(table, place, game.index(self.tree.mv(child)), self.tree.node(child));
                }
            }
        }
    }
}
