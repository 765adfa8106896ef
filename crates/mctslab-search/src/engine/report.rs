//! What a search has found.

use mctslab_core::{Game, MoveThought, Thoughts, Unit};

use super::Engine;
use crate::tree::{Node, Proof, ROOT};

impl<G: Game> Engine<G> {
    /// What the last search found out about each move, or the present one so far.
    pub fn thoughts(&self, game: &G) -> Thoughts<G::Move> {
        let Some(root) = &self.root else { return Thoughts::default() };
        let mut legal = Vec::new();
        game.moves(root, &mut legal);
        let nodes = self.search.tree.children(ROOT);
        let tried = self.search.tree.child_moves(ROOT);
        let moves = legal.iter().map(|&mv| {
            let node = tried.iter().position(|&other| other == mv).map(|place| &nodes[place]);
            MoveThought {
                mv,
                visits: node.map_or(0, |node| u64::from(node.visits())),
                value: node.filter(|node| node.visits() > 0).map(Node::mean),
                proven: node.and_then(Node::proof).map(Proof::payoff),
            }
        });
        let bytes = self.bytes() as u64;
        let (iterations, unit) = (self.iterations, Unit::Iterations);
        Thoughts { iterations, unit, bytes, moves: moves.collect(), line: self.line() }
    }

    /// Memory that the tree takes, and what advice keeps beside it.
    pub(crate) fn bytes(&self) -> usize {
        self.search.tree.bytes() + self.search.parts.advice.as_ref().map_or(0, |advisor| advisor.advice().bytes())
    }

    /// The best play that the tree knows: the chosen move, then the final choice of each player.
    pub(crate) fn line(&self) -> Vec<G::Move> {
        let first = |home| {
            self.search
                .parts
                .finish
                .first(self.search.tree.children(home))
                .map(|place| self.search.tree.child(home, place))
        };
        let mut line = Vec::new();
        let mut next = self.chosen.or_else(|| first(ROOT));
        while let Some(node) = next {
            line.push(self.search.tree.mv(node));
            next = first(self.search.tree.home(node));
        }
        line
    }
}
