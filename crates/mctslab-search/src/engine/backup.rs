//! Back-up: what an iteration writes into the nodes that it passed.

use mctslab_core::{Game, Payoffs};

use super::search::{PathStep, Search};
use crate::backup::Combine;
use crate::tree::{NodeId, Tree};

impl<G: Game> Search<G> {
    /// Counts, at the nodes of the path from place `first` on, a visit that was worth to the mover
    /// what the iteration found; `also` is told each node and its reward. Above a proven choice,
    /// its value counts in place of what the iteration found below.
    #[inline]
    pub(super) fn record_path(
        &mut self,
        first: usize,
        rewards: &Payoffs,
        mut also: impl FnMut(&mut Tree<G::Move>, NodeId, f64),
    ) {
        let (mut worth, mut end) = (rewards, self.path.len());
        let mut held = self.held.iter().rev();
        loop {
            let above = held.next();
            let begin = above.map_or(first, |(place, _)| *place);
            for step in self.path[begin..end].iter().rev() {
                let reward = worth.of(step.mover);
                self.tree.record(step.node, reward);
                also(&mut self.tree, step.node, reward);
            }
            let Some((_, proven)) = above else { return };
            (worth, end) = (proven, begin);
        }
    }

    /// Carries the estimates of the newest nodes up: each player takes the child with the greatest,
    /// once all of them exist.
    pub(super) fn back_up_estimates(&mut self) {
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
    pub(super) fn combine_values(&mut self, combine: Combine) {
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
