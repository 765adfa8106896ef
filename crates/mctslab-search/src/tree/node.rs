//! One node: what is known of a move, in 24 bytes.

use super::{Links, Proof};

/// Statistics of one move, from the point of view of the player who made it. In this order, since
/// vectors are made of the first two fields.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Node {
    /// Mean payoff; infinite before the first visit, so that selection looks here first.
    pub(super) mean: f64,
    /// 1/sqrt(visits), which scales the exploration term; minus infinity once the node is a proven
    /// loss.
    pub(super) rarity: f32,
    pub(super) visits: u32,
    pub(super) links: Links,
}

#[cfg(target_feature = "avx2")]
impl Node {
    /// Where the mean is, in bytes.
    pub(crate) const MEAN_AT: usize = std::mem::offset_of!(Node, mean);
    /// Where [`Node::rarity`] is, in bytes.
    pub(crate) const RARITY_AT: usize = std::mem::offset_of!(Node, rarity);
}

impl Node {
    pub(super) const UNVISITED: Node = Node { mean: f64::INFINITY, rarity: 0.0, visits: 0, links: Links::NONE };

    /// Statistics that were kept elsewhere, for rules that read nodes. The mean counts only where
    /// there are visits and no proof.
    pub fn copied(visits: u32, mean: f64, proof: Option<(Proof, f64)>) -> Node {
        let mut node = Node { visits, ..Node::UNVISITED };
        if visits > 0 {
            node.mean = mean;
            node.rarity = (1.0 / f64::from(visits).sqrt()) as f32;
        }
        if let Some((proof, value)) = proof {
            node.prove(proof, value);
        }
        node
    }

    /// Records an exact result that is worth `value`.
    pub(super) fn prove(&mut self, proof: Proof, value: f64) {
        self.links.prove(proof);
        self.mean = value;
        self.rarity = if proof == Proof::Loss { f32::NEG_INFINITY } else { 0.0 };
    }

    /// How often the move was tried.
    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits
    }

    /// The mean payoff of those tries, or the proven one; infinite if there were none.
    #[inline]
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// Factor of the exploration term: 1/sqrt(visits), except that proven nodes need no exploring.
    #[inline]
    pub fn rarity(&self) -> f64 {
        f64::from(self.rarity)
    }

    /// Another mean, for a copy of the node that selection is to look at.
    #[inline]
    pub(crate) fn set_mean(&mut self, mean: f64) {
        self.mean = mean;
    }

    /// What is proven, if anything is.
    #[inline]
    pub fn proof(&self) -> Option<Proof> {
        self.links.proof()
    }

    /// Whether every legal move has a child.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.links.is_full()
    }

    /// Children that exist.
    #[inline]
    pub fn children(&self) -> usize {
        self.links.children()
    }

    /// Legal moves, 0 until [`super::Tree::set_total`].
    #[inline]
    pub fn total(&self) -> usize {
        self.links.total()
    }
}
