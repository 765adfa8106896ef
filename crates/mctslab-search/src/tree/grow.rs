//! How a tree grows: blocks of children that double when they are full.

use super::node::FIRST_CHILD;
use super::{Extra, Node, NodeId, Tree};

impl<M: Copy> Tree<M> {
    /// Places in the block of `count` children where `total` are possible.
    #[inline]
    fn capacity(&self, count: usize, total: usize) -> usize {
        match count {
            0 => 0,
            _ if self.layout.fixed => total,
            _ => count.next_power_of_two().min(total),
        }
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
