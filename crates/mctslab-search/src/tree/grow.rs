//! How a tree grows: blocks of children that double when they are full.

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

    /// Records how many legal moves a node has. At most 16,383 are ever looked at.
    pub fn set_total(&mut self, id: NodeId, total: usize) {
        self.nodes[id as usize].links.set_total(total);
    }

    /// Makes a child for one more move; `None` if memory is used up or every legal move has a
    /// child.
    pub fn add_child(&mut self, parent: NodeId, mv: M) -> Option<NodeId> {
        let links = self.links(parent);
        if links.children() >= links.total() {
            return None;
        }
        let (count, total) = (links.children(), links.total());
        let mut first = links.first_child();
        if count == self.capacity(count, total) {
            first = self.allocate(self.capacity(count + 1, total), mv)?;
            let old = links.first_child();
            if count > 0 {
                copy_block(&mut self.nodes, old, first, count);
                copy_block(&mut self.moves, old - 1, first - 1, count);
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
        self.nodes[parent as usize].links.set_children(first, count + 1);
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
        self.nodes[parent as usize].links.set_children(first, moves.len());
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

/// Copies `count` items to another place. Blocks are small, and of few sizes: written out, these
/// are copied without a call.
#[inline]
fn copy_block<T: Copy>(items: &mut [T], from: usize, to: usize, count: usize) {
    fn copy<const N: usize, T: Copy>(items: &mut [T], from: usize, to: usize) {
        let block: [T; N] = items[from..from + N].try_into().expect("N items");
        items[to..to + N].copy_from_slice(&block);
    }
    match count {
        1 => copy::<1, T>(items, from, to),
        2 => copy::<2, T>(items, from, to),
        4 => copy::<4, T>(items, from, to),
        _ => items.copy_within(from..from + count, to),
    }
}
