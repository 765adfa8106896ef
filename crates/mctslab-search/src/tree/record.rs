//! What an iteration writes into the nodes that it passed.

use super::{NodeId, Proof, Tree};

impl<M: Copy> Tree<M> {
    /// Counts one more visit that was worth `payoff` to the mover. What is proven stays as it is.
    #[inline]
    pub fn record(&mut self, id: NodeId, payoff: f64) {
        let node = &mut self.nodes[id as usize];
        node.visits = node.visits.saturating_add(1);
        if node.links.is_proven() {
            return;
        }
        let visits = f64::from(node.visits);
        node.mean = if node.visits == 1 { payoff } else { node.mean + (payoff - node.mean) / visits };
        node.rarity = (1.0 / visits.sqrt()) as f32;
    }

    /// Puts other statistics in place of those of a node. What is proven stays as it is.
    pub(crate) fn set(&mut self, id: NodeId, visits: u32, mean: f64) {
        let node = &mut self.nodes[id as usize];
        node.visits = visits;
        if !node.links.is_proven() {
            node.mean = mean;
            node.rarity = (1.0 / f64::from(visits).sqrt()) as f32;
        }
    }

    /// Puts another mean in place of that of a node, unless its value is proven.
    pub(crate) fn set_mean(&mut self, id: NodeId, mean: f64) {
        let node = &mut self.nodes[id as usize];
        if !node.links.is_proven() {
            node.mean = mean;
        }
    }

    /// Decides which child of a node is visited next. Every move of it must have a child.
    #[inline]
    pub(crate) fn set_next(&mut self, id: NodeId, place: usize) {
        self.nodes[id as usize].links.set_next(place);
    }

    /// Counts the square of a reward. [`Tree::record`] must have counted the reward itself.
    #[inline]
    pub fn record_square(&mut self, id: NodeId, payoff: f64) {
        let visits = self.nodes[id as usize].visits as f32;
        let square = &mut self.extras[id as usize].square;
        *square += ((payoff * payoff) as f32 - *square) / visits;
    }

    /// Records an exact result that is worth `value` to the mover. Selection then avoids losses and
    /// has nothing to explore in the others.
    pub fn prove(&mut self, id: NodeId, proof: Proof, value: f64) {
        self.nodes[id as usize].prove(proof, value);
    }
}
