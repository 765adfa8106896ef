//! Any node of the tree, with the terms of the scores that its children are compared by.

use mctslab_core::{ChildView, Game, NodeView, Player, ScoreTerm};

use super::Engine;
use super::search::Search;
use crate::select::{Choice, MEAN};
use crate::tree::{Node, NodeId, Proof, ROOT};

impl<G: Game> Engine<G> {
    /// The node to which the moves lead from the root of the last search, if the tree has it.
    pub fn inspect(&self, game: &G, path: &[G::Move]) -> Option<NodeView<G::Move>> {
        let Search { tree, .. } = &self.search;
        let mut state = self.root.clone()?;
        let (mut id, mut table) = (ROOT, 0);
        for mv in path {
            game.turn(&state)?;
            let home = tree.home(id);
            table = self.search.table_to_ask(home, table);
            id = tree.child(home, tree.child_moves(home).iter().position(|other| other == mv)?);
            game.play(&mut state, *mv);
        }
        let (node, home) = (tree.node(id), tree.home(id));
        let player = game.turn(&state);
        let table = self.search.table_to_ask(home, table);
        let mut untried = Vec::new();
        game.moves(&state, &mut untried);
        untried.retain(|mv| !tree.child_moves(home).contains(mv));
        Some(NodeView {
            player,
            visits: u64::from(node.visits()),
            mean: mean(node),
            proven: node.proof().map(Proof::payoff),
            children: player.map_or_else(Vec::new, |player| self.search.view_children(game, home, player, table)),
            untried,
        })
    }
}

impl<G: Game> Search<G> {
    /// The children of a node, as the player to move compares them by the estimates of a table.
    pub(super) fn view_children(&self, game: &G, home: NodeId, player: Player, table: u32) -> Vec<ChildView<G::Move>> {
        let children = self.tree.children(home);
        let (mut squares, mut priors) = (Vec::new(), Vec::new());
        if self.squared {
            squares.extend(self.tree.child_extras(home).iter().map(|extra| extra.square));
        }
        if self.weighted {
            priors.extend(self.tree.child_extras(home).iter().map(|extra| extra.prior));
        }
        let mut shifted = children.to_vec();
        if self.shifts_means() {
            self.shift_means(game, home, player, table, &mut shifted, &mut Vec::new());
        }
        let visits = self.visits_of_parent(home);
        let choice = Choice { visits, children: &shifted, squares: &squares, priors: &priors };
        let mut rng = self.rng.clone();
        let moves = self.tree.child_moves(home).iter().zip(children).enumerate();
        moves
            .map(|(place, (&mv, node))| ChildView {
                mv,
                visits: u64::from(node.visits()),
                mean: mean(node),
                proven: node.proof().map(Proof::payoff),
                terms: self.name_terms(self.parts.select.terms(&choice, place, &mut rng)),
            })
            .collect()
    }

    /// Says of the mean that it is not that of the visits alone, where it is not.
    fn name_terms(&self, mut terms: Vec<ScoreTerm>) -> Vec<ScoreTerm> {
        if self.shifts_means() {
            terms.iter_mut().filter(|term| term.name == MEAN).for_each(|term| term.name = "mixed mean");
        }
        terms
    }

    /// The table of estimates that is asked at a node, which is below one where `above` is asked.
    fn table_to_ask(&self, home: NodeId, above: u32) -> u32 {
        let Some(grave) = self.parts.advice.as_ref().and_then(|advisor| advisor.grave()) else { return above };
        let (table, visits) = (self.tree.extra(home).table, self.tree.node(home).visits());
        if table != 0 && (above == 0 || visits >= grave.reference()) { table } else { above }
    }
}

/// The mean of a node that was visited.
pub(crate) fn mean(node: &Node) -> Option<f64> {
    (node.visits() > 0).then(|| node.mean())
}
