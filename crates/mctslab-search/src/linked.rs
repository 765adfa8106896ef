//! A tree that grows a node for every ply played, for searches that keep whole playouts.
//!
//! A new node is the head of the list of its parent's children: adding one is two writes, whatever
//! the number of moves, and only moves that were made take memory. Children are found by walking
//! the list, which is short below the first plies.

/// Number of a node in its tree.
pub(crate) type LinkedId = u32;

/// The root of every tree.
pub(crate) const ROOT: LinkedId = 0;

/// Stands for no node: the root is nobody's child.
const NONE: LinkedId = ROOT;

/// Visits and rewards of one move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkedNode {
    /// Sum of the rewards of all visits.
    pub(crate) sum: f64,
    /// How often it was on a path that counts.
    pub(crate) visits: u32,
    children: u32,
    first: LinkedId,
    next: LinkedId,
}

impl LinkedNode {
    /// How many moves were made from here.
    #[inline]
    pub(crate) fn children(&self) -> usize {
        self.children as usize
    }
}

const FRESH: LinkedNode = LinkedNode { sum: 0.0, visits: 0, children: 0, first: NONE, next: NONE };

/// The tree.
pub(crate) struct Linked<M> {
    nodes: Vec<LinkedNode>,
    /// The move that leads into each node but the root; node `i` has move `i - 1`.
    moves: Vec<M>,
    /// The tree stops growing at this many nodes.
    most: usize,
}

impl<M: Copy + PartialEq> Linked<M> {
    /// A tree of just a root, which never takes more than about `bytes`.
    pub(crate) fn new(bytes: usize) -> Linked<M> {
        let most = (bytes / Self::BYTES_PER_NODE).clamp(1, u32::MAX as usize);
        Linked { nodes: vec![FRESH], moves: Vec::new(), most }
    }

    const BYTES_PER_NODE: usize = size_of::<LinkedNode>() + size_of::<M>();

    /// Memory that nodes and moves take now.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * Self::BYTES_PER_NODE
    }

    /// Throws everything but a fresh root away; the memory stays for the next tree.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(FRESH);
        self.moves.clear();
    }

    /// The node of that number.
    #[inline]
    pub(crate) fn node(&self, id: LinkedId) -> &LinkedNode {
        &self.nodes[id as usize]
    }

    /// The move that leads into a node other than the root.
    #[inline]
    pub(crate) fn mv(&self, id: LinkedId) -> M {
        self.moves[id as usize - 1]
    }

    /// The children of a node, the newest first.
    #[inline]
    pub(crate) fn children(&self, id: LinkedId) -> impl Iterator<Item = LinkedId> + '_ {
        let some = |id: LinkedId| (id != NONE).then_some(id);
        std::iter::successors(some(self.node(id).first), move |&child| some(self.node(child).next))
    }

    /// Whether a move was ever made from here.
    #[inline]
    pub(crate) fn is_leaf(&self, id: LinkedId) -> bool {
        self.node(id).first == NONE
    }

    /// Whether memory is used up.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.nodes.len() >= self.most
    }

    /// The child of a move, if it was made before.
    #[inline]
    pub(crate) fn find(&self, parent: LinkedId, mv: M) -> Option<LinkedId> {
        self.children(parent).find(|&child| self.mv(child) == mv)
    }

    /// A child for a move that has none; `None` if memory is used up.
    #[inline]
    pub(crate) fn add(&mut self, parent: LinkedId, mv: M) -> Option<LinkedId> {
        let id = self.nodes.len();
        if self.is_full() {
            return None;
        }
        let above = &mut self.nodes[parent as usize];
        let next = std::mem::replace(&mut above.first, id as LinkedId);
        above.children += 1;
        self.nodes.push(LinkedNode { next, ..FRESH });
        self.moves.push(mv);
        Some(id as LinkedId)
    }

    /// Counts one more visit that was worth `reward` to the mover.
    #[inline]
    pub(crate) fn record(&mut self, id: LinkedId, reward: f64) {
        let node = &mut self.nodes[id as usize];
        node.visits = node.visits.saturating_add(1);
        node.sum += reward;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_found_by_their_moves_until_memory_is_used_up() {
        let mut tree: Linked<u8> = Linked::new(4 * Linked::<u8>::BYTES_PER_NODE);
        assert!(tree.is_leaf(ROOT));
        let made = [10, 20, 30].map(|mv| tree.add(ROOT, mv).expect("room for a node"));
        assert_eq!(tree.add(made[0], 40), None, "a root and three children are all there is room for");
        assert_eq!([10, 20, 30].map(|mv| tree.find(ROOT, mv).expect("it was added")), made);
        assert_eq!((tree.find(ROOT, 40), tree.find(made[1], 10)), (None, None));
        tree.record(made[1], 0.25);
        tree.record(made[1], 0.5);
        assert_eq!((tree.node(made[1]).visits, tree.node(made[1]).sum), (2, 0.75));
        assert_eq!([ROOT, made[0]].map(|node| tree.node(node).children()), [3, 0]);
        tree.clear();
        assert!(tree.is_leaf(ROOT) && tree.bytes() == Linked::<u8>::BYTES_PER_NODE);
    }
}
