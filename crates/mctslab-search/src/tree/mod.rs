//! The search tree: compact nodes in one array, the children of a node side by side.
//!
//! A child exists once it was visited (or once `expand=all` made it), so moves that were never
//! tried cost neither memory nor time. Children of one parent lie in one block that doubles when it
//! is full; the old block goes to a free list of its size and is soon reused. Nodes know no parent:
//! a search remembers its path. The moves lie in a second array of the same order, so that nodes
//! contain no game type and selection compiles once for all games.
//!
//! Selection reads, for every child, its mean and 1/sqrt(visits), which are kept up to date on the
//! path that was just played: one division and one root per visited node in place of one per child.
//!
//! Parts that keep more than that per node ask for [`Extra`]s, a third array. Where nodes are
//! shared or referred to by number, blocks are `fixed`: made in full size at once, so that no node
//! ever moves.

mod extra;
mod grow;
mod keep;
mod links;
mod node;
mod proof;
mod record;
#[cfg(test)]
mod tests;

pub use extra::{Extra, Layout};
pub use node::Node;
pub use proof::Proof;

pub(crate) use links::Links;
use links::MOST_NODES;

use crate::prefetch::prefetch;

/// Number of a node in its tree.
pub type NodeId = u32;

/// The root of every tree.
pub const ROOT: NodeId = 0;

/// A tree whose moves are of type `M`.
pub struct Tree<M> {
    nodes: Vec<Node>,
    /// The move that leads into each node but the root; node `i` has move `i - 1`.
    moves: Vec<M>,
    /// One for each node, or none at all.
    extras: Vec<Extra>,
    layout: Layout,
    /// First nodes of unused blocks, by capacity.
    free: Vec<Vec<NodeId>>,
    /// The tree stops growing at this many nodes.
    most: usize,
}

impl<M: Copy> Tree<M> {
    /// A tree of just a root, which never takes more than about `bytes`.
    pub fn new(bytes: usize, layout: Layout) -> Tree<M> {
        let mut tree = Tree {
            nodes: vec![Node::UNVISITED],
            moves: Vec::new(),
            extras: Vec::new(),
            layout,
            free: Vec::new(),
            most: 0,
        };
        tree.most = (bytes / tree.bytes_per_node()).clamp(1, MOST_NODES);
        tree.clear();
        tree
    }

    /// Memory for one node with its move and all that belongs to it.
    pub fn bytes_per_node(&self) -> usize {
        let extra = if self.layout.extras { size_of::<Extra>() } else { 0 };
        size_of::<Node>() + size_of::<M>() + extra + self.layout.overhead
    }

    /// Memory that nodes and moves take now, unused blocks included.
    pub fn bytes(&self) -> usize {
        self.nodes.len() * self.bytes_per_node()
    }

    /// Throws everything but an unvisited root away; the memory stays for the next tree.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::UNVISITED);
        self.moves.clear();
        self.extras.clear();
        if self.layout.extras {
            self.extras.push(Extra::default());
        }
        self.free.iter_mut().for_each(Vec::clear);
    }

    /// The node of that number.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The children of a node, in the order in which they were made.
    #[inline]
    pub fn children(&self, id: NodeId) -> &[Node] {
        self.children_of(self.links(id))
    }

    /// Where the children of a node are.
    #[inline]
    pub(crate) fn links(&self, id: NodeId) -> Links {
        let Links { link, count, room } = self.nodes[id as usize].links;
        Links { link, count, room }
    }

    /// Asks for the children of a node of this tree that was read before: the first eight of them,
    /// more would be in the way of others.
    #[inline]
    pub(crate) fn prefetch_children(&self, links: Links) {
        prefetch(&self.nodes, links.first_child(), 3);
    }

    /// The children of a node of this tree that was read before.
    #[inline]
    pub(crate) fn children_of(&self, links: Links) -> &[Node] {
        let first = links.first_child();
        &self.nodes[first..first + links.children()]
    }

    /// What is kept beside the node of that number. The tree must keep such.
    #[inline]
    pub fn extra(&self, id: NodeId) -> &Extra {
        &self.extras[id as usize]
    }

    /// Mutable access to what is kept beside a node.
    #[inline]
    pub fn extra_mut(&mut self, id: NodeId) -> &mut Extra {
        &mut self.extras[id as usize]
    }

    /// What is kept beside the children of a node.
    #[inline]
    pub fn child_extras(&self, id: NodeId) -> &[Extra] {
        let links = self.links(id);
        let first = links.first_child();
        &self.extras[first..first + links.children()]
    }

    /// Nodes that there are, the root included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: there is always a root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The number of the `nth` child.
    #[inline]
    pub fn child(&self, id: NodeId, nth: usize) -> NodeId {
        self.links(id).child(nth)
    }

    /// The moves of the children, in the order of [`Tree::children`].
    #[inline]
    pub fn child_moves(&self, id: NodeId) -> &[M] {
        self.moves_of(self.links(id))
    }

    /// The moves of the children of a node of this tree that was read before.
    #[inline]
    pub(crate) fn moves_of(&self, links: Links) -> &[M] {
        if links.children() == 0 {
            return &[];
        }
        let first = links.first_child() - 1;
        &self.moves[first..first + links.children()]
    }

    /// The move that leads into a node other than the root.
    #[inline]
    pub fn mv(&self, id: NodeId) -> M {
        self.moves[id as usize - 1]
    }

    /// The node that has the children of this one: itself, unless positions are shared.
    #[inline]
    pub fn home(&self, id: NodeId) -> NodeId {
        match self.extras.get(id as usize) {
            Some(extra) if extra.home != ROOT => extra.home,
            _ => id,
        }
    }
}
