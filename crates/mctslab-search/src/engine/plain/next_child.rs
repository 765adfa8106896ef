//! The next child, chosen during back-up.
//!
//! Nothing that UCB1 compares at a node changes before the node is passed again: neither its visits
//! nor the statistics of its children. So an iteration chooses on its way back the child that the
//! next one visits. On the way down it would have to wait for each comparison before it could read
//! the next node.

use super::repeat_bound::repeat_bound;
use crate::select::{Ucb1, argmax_and_rival};
use crate::tree::{Node, NodeId, Tree};

/// The next child of a node, if every move has a child.
#[derive(Clone, Copy)]
pub(super) struct NextChild {
    /// The child.
    pub(super) node: NodeId,
    /// How many consecutive visits it gets at least.
    pub(super) repeats: u32,
}

/// Chooses which child of a node is visited next, if every move has one.
#[inline]
pub(in crate::engine) fn set_next_child<M: Copy>(tree: &mut Tree<M>, ucb1: Ucb1, node: NodeId) {
    let links = tree.links(node);
    if links.is_full() {
        let place = ucb1.pick_first(tree.node(node).visits(), tree.children_of(links));
        tree.set_next(node, place);
    }
}

/// Chooses which child of a node is visited next, and for how long, if every move has one.
#[inline]
pub(super) fn set_next_child_and_bound<M: Copy>(tree: &mut Tree<M>, ucb1: Ucb1, node: NodeId) -> Option<NextChild> {
    let links = tree.links(node);
    if !links.is_full() {
        return None;
    }
    let (place, repeats) = pick_and_bound(ucb1, tree.node(node).visits(), tree.children_of(links));
    tree.set_next(node, place);
    Some(NextChild { node: links.child(place), repeats })
}

/// What [`Ucb1::pick_first`] chooses, and how many consecutive visits it gets at least.
#[inline]
pub(super) fn pick_and_bound(ucb1: Ucb1, visits: u32, children: &[Node]) -> (usize, u32) {
    let scale = ucb1.factor(visits);
    let (place, rival) = argmax_and_rival(children, scale);
    (place, repeat_bound(visits, &children[place], rival, scale))
}
