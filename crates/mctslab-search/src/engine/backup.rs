//! One iteration on its way back: what is recorded at every node on the path.

use mctslab_core::{Game, Payoffs};

use super::ahead::decide_first;
use super::{Engine, PathStep};
use crate::backup::Combine;
use crate::select::Ucb1;

impl<G: Game> Engine<G> {
    /// Records at every node of the path what the iteration was worth to its mover.
    pub(super) fn back_up(&mut self, rewards: &Payoffs) {
        if let Some(ucb1) = self.ahead {
            let length = self.path.len();
            if self.kept.is_on {
                self.back_up_kept(ucb1, rewards);
                return self.measure_depth(length);
            }
            self.measure_depth(length);
            if self.held.is_empty() && self.path.last().is_some_and(|step| self.tree.links(step.node).proof().is_none())
            {
                // The common case, written out: first what is recorded, then what is decided, from
                // the root down, so that no vector of children waits for a child that was just
                // written.
                for step in self.path.iter().rev() {
                    self.tree.record(step.node, rewards.of(step.mover));
                    Ucb1::fetch(self.tree.node(step.node).visits());
                }
                for step in &self.path {
                    decide_first(&mut self.tree, ucb1, step.node);
                }
                return;
            }
        }
        if self.held.is_empty() && !self.squared {
            for step in self.path.iter().rev() {
                self.tree.record(step.node, rewards.of(step.mover));
            }
        } else {
            self.back_up_held(rewards);
        }
        if let Some(combine) = self.settings.combine {
            self.combine_values(combine);
        }
        if self.settings.solve {
            self.propagate();
        }
        if self.settings.implicit.is_some() {
            self.back_up_estimates();
        }
        if let Some(ucb1) = self.ahead {
            for step in &self.path {
                decide_first(&mut self.tree, ucb1, step.node);
            }
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

    /// Carries the estimates of the newest nodes up: each player takes the child with the greatest,
    /// once all of them exist.
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

    /// Puts in place of the means of the nodes passed, from the last but one up, what their
    /// children make of them.
    fn combine_values(&mut self, combine: Combine) {
        let reward = self.settings.reward;
        for place in (1..self.path.len()).rev() {
            let PathStep { mover, .. } = self.path[place];
            let PathStep { node, home, mover: parent_mover, .. } = self.path[place - 1];
            let value = combine.value(self.tree.children(home));
            // What one of two players gains, the other loses.
            let value = if parent_mover == mover { value } else { reward.value(0.0) + reward.value(1.0) - value };
            self.tree.set_mean(node, value);
        }
    }
}
