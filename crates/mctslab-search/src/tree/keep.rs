//! From one move to the next: the part of a tree that is still of use becomes a tree of its own.

use std::collections::HashMap;

use super::{Node, NodeId, ROOT, Tree};

impl<M: Copy> Tree<M> {
    /// Copies the tree below `from` into `into`, where `from` becomes the root. Returns the nodes
    /// that now have the children of those that had them, where nodes share children.
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
            if let (Some(place), true) = (self.links(old).next(), into.links(new).is_full()) {
                into.set_next(new, place);
            }
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
        let node = self.node(old);
        let links = node.links.childless(self.links(home).total());
        into.nodes[new as usize] = Node { links, ..*node };
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
}
