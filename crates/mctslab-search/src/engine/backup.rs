//! One iteration on its way back: what every node on the path, and every part that learns, is told.

use mctslab_core::{Game, Payoffs};

use super::{Engine, PathStep};
use crate::select::Advice;
use crate::tree::{Node, NodeId, Proof};

impl<G: Game> Engine<G> {
    /// Records at every node of the path what the iteration was worth to its mover.
    pub(super) fn back_up(&mut self, rewards: &Payoffs) {
        if self.held.is_empty() && !self.squared {
            // The common case, written out.
            for step in self.path.iter().rev() {
                self.tree.record(step.node, rewards.of(step.mover));
            }
        } else {
            self.back_up_held(rewards);
        }
        if self.settings.solve {
            self.propagate();
        }
        if self.settings.implicit.is_some() {
            self.back_up_estimates();
        }
    }

    /// The same where proven choices were passed, or squares are kept.
    fn back_up_held(&mut self, rewards: &Payoffs) {
        let mut worth = *rewards;
        let mut held = self.held.len();
        for place in (0..self.path.len()).rev() {
            // Above a proven choice, its value counts in place of what the iteration found below.
            while held > 0 && place < self.held[held - 1].0 {
                held -= 1;
                worth = self.held[held].1;
            }
            let PathStep { node, mover, .. } = self.path[place];
            let reward = worth.of(mover);
            self.tree.record(node, reward);
            if self.squared {
                self.tree.record_square(node, reward);
            }
        }
    }

    /// Tells the parts that learn what the moves of the iteration were worth.
    pub(super) fn learn(&mut self, game: &G, rewards: &Payoffs) {
        self.parts.playout.learn(game, &self.trail, rewards);
        match &mut self.parts.advice {
            Some(Advice::Grave(grave)) => {
                let passed = self.path.iter().map(|step| step.table);
                let (codes, marks) = self.trail.all_and_marks();
                grave.learn(passed, codes, marks, rewards);
            }
            Some(Advice::History(history)) => history.learn(self.trail.all(), game.index_bound(), rewards),
            None => {}
        }
    }

    /// Records a proof, worth what the reward makes of it.
    pub(super) fn prove(&mut self, node: NodeId, proof: Proof) {
        self.tree.prove(node, proof, self.settings.reward.value(proof.payoff()));
    }

    /// Carries a proof at the end of the path up as far as it decides.
    fn propagate(&mut self) {
        if !self.duel {
            return;
        }
        for place in (1..self.path.len()).rev() {
            let PathStep { node: child, mover, .. } = self.path[place];
            let PathStep { node, home, mover: parent_mover, .. } = self.path[place - 1];
            let proof = match self.tree.node(child).proof() {
                Some(Proof::Win) => Proof::Win,
                Some(_) if self.tree.node(home).is_full() => {
                    let proofs = self.tree.children(home).iter().map(Node::proof);
                    // `None` is less than any proof, so one open child keeps the parent open.
                    let Some(_) = proofs.clone().min().flatten() else { return };
                    proofs.max().flatten().expect("all children are proven")
                }
                _ => return,
            };
            let proof = if parent_mover == mover { proof } else { proof.flipped() };
            self.prove(node, proof);
            if home != node {
                self.prove(home, proof);
            }
        }
    }

    /// Carries the estimates of the newest nodes up: each player takes the child with the greatest, once all of them exist.
    fn back_up_estimates(&mut self) {
        for place in (1..self.path.len()).rev() {
            let PathStep { mover, .. } = self.path[place];
            let PathStep { node, home, mover: parent_mover, .. } = self.path[place - 1];
            if !self.tree.node(home).is_full() {
                continue;
            }
            let best = self.tree.child_extras(home).iter().map(|extra| extra.estimate).fold(0.0, f32::max);
            let estimate = if parent_mover == mover { best } else { 1.0 - best };
            self.tree.extra_mut(node).estimate = estimate;
            self.tree.extra_mut(home).estimate = estimate;
        }
    }
}
