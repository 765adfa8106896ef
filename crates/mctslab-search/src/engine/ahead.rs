//! Which child of a node is visited next, decided by the iteration that comes back from it.
//!
//! Nothing that UCB1 compares at a node changes before the node is passed again: neither its visits
//! nor the statistics of its children. So an iteration decides on its way back what the next one
//! finds on its way down, where it would have to wait for each comparison before it could read the
//! next node.

use crate::select::Ucb1;
use crate::tree::{NodeId, ROOT, Tree};

/// What is decided at a node.
#[derive(Clone, Copy)]
pub(super) struct Decision {
    /// The child that is visited next.
    pub(super) child: NodeId,
    /// How many visits in a row it gets at least; none where not every move has a child.
    pub(super) visits: u32,
}

/// Decides which child of a node is visited next, if every move has one.
#[inline]
pub(super) fn decide<M: Copy>(tree: &mut Tree<M>, ucb1: Ucb1, node: NodeId) -> Decision {
    let links = tree.links(node);
    if !links.is_full() {
        return Decision { child: ROOT, visits: 0 };
    }
    let (place, visits) = ucb1.pick_and_lead(tree.node(node).visits(), tree.children_of(links));
    tree.set_next(node, place);
    Decision { child: links.child(place), visits }
}

/// The same without asking for how long.
#[inline]
pub(super) fn decide_first<M: Copy>(tree: &mut Tree<M>, ucb1: Ucb1, node: NodeId) {
    let links = tree.links(node);
    if links.is_full() {
        let place = ucb1.pick_first(tree.node(node).visits(), tree.children_of(links));
        tree.set_next(node, place);
    }
}
