//! What several trees know of the moves of their common root.

use mctslab_core::Game;

use crate::engine::Engine;
use crate::reward::Reward;
use crate::tree::{Node, Proof};

/// Visits of a move, and the sum of their rewards.
#[derive(Clone, Copy, Default)]
struct RootTally {
    visits: u32,
    sum: f64,
}

/// The sums over all trees, by move.
pub(super) struct RootKnowledge<M> {
    moves: Vec<M>,
    totals: Vec<RootTally>,
    proofs: Vec<Option<Proof>>,
    /// What each tree was given for each move when it was last added up: what it has beyond that is
    /// new.
    given: Vec<Vec<RootTally>>,
    /// Where in these lists the moves of each tree are, in the tree's order.
    places: Vec<Vec<usize>>,
}

impl<M: Copy + PartialEq> RootKnowledge<M> {
    pub(super) fn new(trees: usize) -> RootKnowledge<M> {
        RootKnowledge {
            moves: Vec::new(),
            totals: Vec::new(),
            proofs: Vec::new(),
            given: vec![Vec::new(); trees],
            places: vec![Vec::new(); trees],
        }
    }

    pub(super) fn forget(&mut self) {
        self.moves.clear();
        self.totals.clear();
        self.proofs.clear();
        self.given.iter_mut().for_each(Vec::clear);
        self.places.iter_mut().for_each(Vec::clear);
    }

    /// The moves that any tree has tried.
    pub(super) fn moves(&self) -> &[M] {
        &self.moves
    }

    /// Visits of all moves.
    pub(super) fn visits(&self) -> u64 {
        self.totals.iter().map(|total| u64::from(total.visits)).sum()
    }

    /// The sums as rules see them, in the order of the moves.
    pub(super) fn nodes(&self, reward: &Reward) -> Vec<Node> {
        let value = |proof: Proof| (proof, reward.value(proof.payoff()));
        let known = self.totals.iter().zip(&self.proofs);
        known.map(|(total, proof)| Node::copied(total.visits, total.mean(), proof.map(value))).collect()
    }

    /// Adds up what the trees have found since the last time, and lets each of them go on with the
    /// sums.
    pub(super) fn add_up<G: Game<Move = M>>(&mut self, game: &G, trees: &mut [Engine<G>]) {
        for (number, tree) in trees.iter().enumerate() {
            let (moves, nodes) = tree.root_moves();
            for &mv in &moves[self.places[number].len()..] {
                let at = self.place(mv);
                self.places[number].push(at);
            }
            for (place, node) in nodes.iter().enumerate() {
                self.add(number, self.places[number][place], node);
            }
        }
        let visits = u32::try_from(self.visits()).unwrap_or(u32::MAX);
        for (number, tree) in trees.iter_mut().enumerate() {
            for (place, &at) in self.places[number].iter().enumerate() {
                let total = self.totals[at];
                if total.visits > 0 {
                    tree.set_root_move(place, total.visits, total.mean(), self.proofs[at]);
                    // As it will be read again, so that rounding adds nothing.
                    self.given[number][at] = RootTally { sum: total.mean() * f64::from(total.visits), ..total };
                }
            }
            tree.settle_root(game, visits);
        }
    }

    /// Where in the lists a move is, at their end if it is new.
    fn place(&mut self, mv: M) -> usize {
        if let Some(at) = self.moves.iter().position(|&other| other == mv) {
            return at;
        }
        self.moves.push(mv);
        self.totals.push(RootTally::default());
        self.proofs.push(None);
        self.given.iter_mut().for_each(|given| given.push(RootTally::default()));
        self.moves.len() - 1
    }

    /// Adds what a tree has found of the move at a place in the lists.
    fn add(&mut self, tree: usize, at: usize, node: &Node) {
        let (given, total) = (self.given[tree][at], &mut self.totals[at]);
        let new = node.visits().saturating_sub(given.visits);
        if new > 0 {
            // The mean of a proven move is its value, and every visit since is worth that.
            let sum = match node.proof() {
                Some(_) => node.mean() * f64::from(new),
                None => node.mean() * f64::from(node.visits()) - given.sum,
            };
            *total = RootTally { visits: total.visits.saturating_add(new), sum: total.sum + sum };
        }
        self.proofs[at] = self.proofs[at].or(node.proof());
    }
}

impl RootTally {
    fn mean(self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}
