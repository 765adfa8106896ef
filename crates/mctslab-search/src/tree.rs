//! The search tree: compact nodes in one array, the children of a node side by side.
//!
//! A child exists once it was visited (or once `expand=all` made it), so moves that were never tried cost neither memory nor
//! time. Children of one parent lie in one block that doubles when it is full; the old block goes to a free list of its size and
//! is soon reused. Nodes know no parent: a search remembers its path. The moves lie in a second array of the same order, so
//! that nodes contain no game type and selection compiles once for all games.
//!
//! Selection reads, for every child, its mean and 1/sqrt(visits), which are kept up to date on the path that was just played:
//! one division and one root per visited node in place of one per child.
//!
//! Parts that keep more than that per node ask for [`Extra`]s, a third array. Where nodes are shared or referred to by number,
//! blocks are `fixed`: made in full size at once, so that no node ever moves.

use std::collections::HashMap;

/// Number of a node in its tree.
pub type NodeId = u32;

/// The root of every tree.
pub const ROOT: NodeId = 0;

/// What is proven about a node, for the player who moved into it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Proof {
    /// The mover loses.
    Loss,
    /// The game is drawn.
    Draw,
    /// The mover wins.
    Win,
}

impl Proof {
    /// The payoff it stands for.
    pub fn payoff(self) -> f64 {
        match self {
            Proof::Loss => 0.0,
            Proof::Draw => 0.5,
            Proof::Win => 1.0,
        }
    }

    /// The proof that an exact payoff is, if it is one of the three.
    pub fn of(payoff: f64) -> Option<Proof> {
        [Proof::Loss, Proof::Draw, Proof::Win].into_iter().find(|proof| proof.payoff() == payoff)
    }

    /// The same from the other side of a two-player game.
    #[must_use]
    pub fn flipped(self) -> Proof {
        match self {
            Proof::Loss => Proof::Win,
            Proof::Draw => Proof::Draw,
            Proof::Win => Proof::Loss,
        }
    }
}

/// Statistics of one move, from the point of view of the player who made it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Mean payoff; infinite before the first visit, so that selection looks here first.
    mean: f64,
    /// 1/sqrt(visits), which scales the exploration term; minus infinity once the node is a proven loss.
    rarity: f32,
    visits: u32,
    /// Proof in the two high bits (0 for none), first child in the others.
    link: u32,
    /// Children that exist.
    count: u16,
    /// Legal moves, once they were counted.
    total: u16,
}

const PROOF_SHIFT: u32 = 30;
const FIRST_CHILD: u32 = (1 << PROOF_SHIFT) - 1;

impl Node {
    const UNVISITED: Node = Node { mean: f64::INFINITY, rarity: 0.0, visits: 0, link: 0, count: 0, total: 0 };

    /// Statistics that were kept elsewhere, for rules that read nodes. The mean counts only where there are visits and no proof.
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
    fn prove(&mut self, proof: Proof, value: f64) {
        self.link = (self.link & FIRST_CHILD) | (proof as u32 + 1) << PROOF_SHIFT;
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
        match self.link >> PROOF_SHIFT {
            0 => None,
            1 => Some(Proof::Loss),
            2 => Some(Proof::Draw),
            _ => Some(Proof::Win),
        }
    }

    /// Whether every legal move has a child.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.count == self.total && self.total > 0
    }

    /// Children that exist.
    #[inline]
    pub fn children(&self) -> usize {
        self.count as usize
    }

    /// Legal moves, 0 until [`Tree::set_total`].
    #[inline]
    pub fn total(&self) -> usize {
        self.total as usize
    }

    /// The number of the `nth` child.
    #[inline]
    pub(crate) fn child(&self, nth: usize) -> NodeId {
        (self.first_child() + nth) as NodeId
    }

    #[inline]
    fn first_child(&self) -> usize {
        (self.link & FIRST_CHILD) as usize
    }
}

/// What some searches keep beside the statistics of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extra {
    /// Mean of the squared rewards.
    pub square: f32,
    /// What the position is worth to the mover by an estimate of the game, backed up by minimax.
    pub estimate: f32,
    /// Number of the node's own table, from 1 on; 0 is none.
    pub table: u32,
    /// The node that has the children of this position, if another one reached it first; 0 (the root) if not.
    pub home: NodeId,
}

/// What a tree keeps beside nodes and moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    /// Keep an [`Extra`] for every node.
    pub extras: bool,
    /// Make every block in full size at once, so that nodes never move and several can share children. Needs `extras`.
    pub fixed: bool,
    /// Bytes per node that something outside the tree needs.
    pub overhead: usize,
}

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
        tree.most = (bytes / tree.bytes_per_node()).clamp(1, FIRST_CHILD as usize);
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

    /// Places in the block of `count` children where `total` are possible.
    #[inline]
    fn capacity(&self, count: usize, total: usize) -> usize {
        match count {
            0 => 0,
            _ if self.layout.fixed => total,
            _ => count.next_power_of_two().min(total),
        }
    }

    /// The node of that number.
    #[inline]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The children of a node, in the order in which they were made.
    #[inline]
    pub fn children(&self, id: NodeId) -> &[Node] {
        self.children_of(self.node(id))
    }

    /// The children of a node of this tree that was read before.
    #[inline]
    pub(crate) fn children_of(&self, node: &Node) -> &[Node] {
        let first = node.first_child();
        &self.nodes[first..first + node.children()]
    }

    /// What is kept beside the node of that number. The tree must keep such.
    #[inline]
    pub fn extra(&self, id: NodeId) -> &Extra {
        &self.extras[id as usize]
    }

    /// The same, to be changed.
    #[inline]
    pub fn extra_mut(&mut self, id: NodeId) -> &mut Extra {
        &mut self.extras[id as usize]
    }

    /// What is kept beside the children of a node.
    #[inline]
    pub fn child_extras(&self, id: NodeId) -> &[Extra] {
        let node = self.node(id);
        let first = node.first_child();
        &self.extras[first..first + node.children()]
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
        self.node(id).child(nth)
    }

    /// The moves of the children, in the order of [`Tree::children`].
    #[inline]
    pub fn child_moves(&self, id: NodeId) -> &[M] {
        self.moves_of(self.node(id))
    }

    /// The moves of the children of a node of this tree that was read before.
    #[inline]
    pub(crate) fn moves_of(&self, node: &Node) -> &[M] {
        if node.count == 0 {
            return &[];
        }
        let first = node.first_child() - 1;
        &self.moves[first..first + node.children()]
    }

    /// The move that leads into a node other than the root.
    #[inline]
    pub fn mv(&self, id: NodeId) -> M {
        self.moves[id as usize - 1]
    }

    /// Records how many legal moves a node has. At most 65,535 are ever looked at.
    pub fn set_total(&mut self, id: NodeId, total: usize) {
        self.nodes[id as usize].total = u16::try_from(total).unwrap_or(u16::MAX);
    }

    /// Makes a child for one more move; `None` if memory is used up or every legal move has a child.
    pub fn add_child(&mut self, parent: NodeId, mv: M) -> Option<NodeId> {
        let node = self.nodes[parent as usize];
        if node.count >= node.total {
            return None;
        }
        let (count, mut first) = (node.children(), node.first_child());
        if count == self.capacity(count, node.total()) {
            first = self.allocate(self.capacity(count + 1, node.total()), mv)?;
            let old = node.first_child();
            if count > 0 {
                self.nodes.copy_within(old..old + count, first);
                self.moves.copy_within(old - 1..old - 1 + count, first - 1);
                if self.layout.extras {
                    self.extras.copy_within(old..old + count, first);
                }
                self.release(old, count);
            }
        }
        self.nodes[first + count] = Node::UNVISITED;
        self.moves[first + count - 1] = mv;
        if self.layout.extras {
            self.extras[first + count] = Extra::default();
        }
        let node = &mut self.nodes[parent as usize];
        node.link = (node.link & !FIRST_CHILD) | first as u32;
        node.count += 1;
        Some((first + count) as NodeId)
    }

    /// Makes children for all moves at once; `false` if memory is used up.
    pub fn add_children(&mut self, parent: NodeId, moves: &[M]) -> bool {
        let moves = &moves[..self.node(parent).total().min(moves.len())];
        let Some(&filler) = moves.first() else { return false };
        let Some(first) = self.allocate(moves.len(), filler) else { return false };
        self.nodes[first..first + moves.len()].fill(Node::UNVISITED);
        self.moves[first - 1..first - 1 + moves.len()].copy_from_slice(moves);
        if self.layout.extras {
            self.extras[first..first + moves.len()].fill(Extra::default());
        }
        let node = &mut self.nodes[parent as usize];
        node.link = (node.link & !FIRST_CHILD) | first as u32;
        node.count = moves.len() as u16;
        node.total = node.count;
        true
    }

    /// Counts one more visit that was worth `payoff` to the mover. What is proven stays as it is.
    #[inline]
    pub fn record(&mut self, id: NodeId, payoff: f64) {
        let node = &mut self.nodes[id as usize];
        node.visits = node.visits.saturating_add(1);
        if node.link >> PROOF_SHIFT != 0 {
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
        if node.link >> PROOF_SHIFT == 0 {
            node.mean = mean;
            node.rarity = (1.0 / f64::from(visits).sqrt()) as f32;
        }
    }

    /// Puts another mean in place of that of a node, unless its value is proven.
    pub(crate) fn set_mean(&mut self, id: NodeId, mean: f64) {
        let node = &mut self.nodes[id as usize];
        if node.link >> PROOF_SHIFT == 0 {
            node.mean = mean;
        }
    }

    /// Counts the square of a reward. [`Tree::record`] must have counted the reward itself.
    #[inline]
    pub fn record_square(&mut self, id: NodeId, payoff: f64) {
        let visits = self.nodes[id as usize].visits as f32;
        let square = &mut self.extras[id as usize].square;
        *square += ((payoff * payoff) as f32 - *square) / visits;
    }

    /// Records an exact result that is worth `value` to the mover. Selection then avoids losses and has nothing to explore in
    /// the others.
    pub fn prove(&mut self, id: NodeId, proof: Proof, value: f64) {
        self.nodes[id as usize].prove(proof, value);
    }

    /// Copies the tree below `from` into `into`, where `from` becomes the root. Returns the nodes that now have the children of
    /// those that had them, where nodes share children.
    pub fn copy_subtree(&self, from: NodeId, into: &mut Tree<M>) -> HashMap<NodeId, NodeId> {
        into.clear();
        let mut moved = HashMap::new();
        let mut open = Vec::new();
        self.copy_node(from, into, ROOT, &mut moved, &mut open);
        while let Some((old, new)) = open.pop() {
            for &mv in self.child_moves(old) {
                if into.add_child(new, mv).is_none() {
                    break;
                }
            }
            // Blocks move while they grow, so children are numbered once all of them exist.
            for nth in 0..into.node(new).children() {
                self.copy_node(self.child(old, nth), into, into.child(new, nth), &mut moved, &mut open);
            }
        }
        moved
    }

    /// Copies the statistics of one node, and says whose children are still to be copied.
    fn copy_node(
        &self,
        old: NodeId,
        into: &mut Tree<M>,
        new: NodeId,
        moved: &mut HashMap<NodeId, NodeId>,
        open: &mut Vec<(NodeId, NodeId)>,
    ) {
        let home = self.home(old);
        let (node, total) = (self.node(old), self.node(home).total);
        into.nodes[new as usize] = Node { link: node.link & !FIRST_CHILD, count: 0, total, ..*node };
        if self.layout.extras {
            into.extras[new as usize] = self.extras[old as usize];
        }
        if !self.layout.fixed {
            open.push((old, new));
            return;
        }
        let first_copy = *moved.entry(home).or_insert(new);
        into.extras[new as usize].home = if first_copy == new { ROOT } else { first_copy };
        if first_copy == new {
            open.push((home, new));
        }
    }

    /// The node that has the children of this one: itself, unless positions are shared.
    #[inline]
    pub fn home(&self, id: NodeId) -> NodeId {
        match self.extras.get(id as usize) {
            Some(extra) if extra.home != ROOT => extra.home,
            _ => id,
        }
    }

    fn allocate(&mut self, capacity: usize, filler: M) -> Option<usize> {
        if let Some(first) = self.free.get_mut(capacity).and_then(Vec::pop) {
            return Some(first as usize);
        }
        let first = self.nodes.len();
        let end = first + capacity;
        if end > self.most {
            return None;
        }
        if end > self.nodes.capacity() {
            let wanted = (2 * end).max(1024).min(self.most);
            self.nodes.reserve_exact(wanted - first);
            self.moves.reserve_exact(wanted - first);
            if self.layout.extras {
                self.extras.reserve_exact(wanted - first);
            }
        }
        self.nodes.resize(end, Node::UNVISITED);
        self.moves.resize(end - 1, filler);
        if self.layout.extras {
            self.extras.resize(end, Extra::default());
        }
        Some(first)
    }

    fn release(&mut self, first: usize, capacity: usize) {
        if self.free.len() <= capacity {
            self.free.resize(capacity + 1, Vec::new());
        }
        self.free[capacity].push(first as NodeId);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_small() {
        assert_eq!(size_of::<Node>(), 24);
    }

    #[test]
    fn children_keep_their_order_and_statistics_while_the_block_grows() {
        let mut tree: Tree<u16> = Tree::new(1 << 20, Layout::default());
        tree.set_total(ROOT, 9);
        for mv in 0..9u16 {
            let child = tree.add_child(ROOT, mv * 10).expect("room for a node");
            tree.record(child, f64::from(mv) / 10.0);
        }
        assert_eq!(tree.add_child(ROOT, 99), None, "no child beyond the legal moves");
        assert_eq!(tree.child_moves(ROOT), [0, 10, 20, 30, 40, 50, 60, 70, 80]);
        let means: Vec<f64> = tree.children(ROOT).iter().map(Node::mean).collect();
        assert_eq!(means, [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]);
    }

    #[test]
    fn memory_is_a_limit_and_freed_blocks_are_used_again() {
        let mut tree: Tree<u8> = Tree::new(100 * 25, Layout::default());
        tree.set_total(ROOT, 64);
        let mut made = 0;
        while tree.add_child(ROOT, 0).is_some() {
            made += 1;
        }
        assert!(made >= 32, "{made} children in 100 nodes");
        assert!(tree.bytes() <= 100 * 25);
        let full = tree.bytes();
        let child = tree.child(ROOT, 0);
        tree.set_total(child, 4);
        for mv in 0..4 {
            assert!(tree.add_child(child, mv).is_some(), "blocks of 1, 2 and 4 were released");
        }
        assert_eq!(tree.bytes(), full);
    }

    #[test]
    fn a_copied_subtree_is_the_same_tree() {
        let mut tree: Tree<u8> = Tree::new(1 << 16, Layout::default());
        tree.set_total(ROOT, 3);
        let mut last = ROOT;
        for mv in 0..3 {
            last = tree.add_child(ROOT, mv).expect("room for a node");
            tree.record(last, 0.25);
        }
        tree.set_total(last, 2);
        let deep = tree.add_child(last, 7).expect("room for a node");
        tree.prove(deep, Proof::Win, 1.0);
        let mut copy = Tree::new(1 << 16, Layout::default());
        tree.copy_subtree(last, &mut copy);
        assert_eq!((copy.node(ROOT).visits(), copy.node(ROOT).mean(), copy.node(ROOT).total()), (1, 0.25, 2));
        assert_eq!(copy.child_moves(ROOT), [7]);
        assert_eq!(copy.children(ROOT)[0].proof(), Some(Proof::Win));
    }
}
