//! A tree that keeps every ply played, for searches that keep whole playouts.
//!
//! A playout hangs below the leaf where it began as a line: its moves, and what the game paid. Few
//! of these moves are ever made again, and a move gets a node only when the tree is walked so far.
//!
//! A new node is the head of the list of its parent's children: adding one is two writes, whatever
//! the number of moves. Where children are never compared, only looked up, and the game has few
//! moves, a table of them by the index of the move takes the place of the list.

use mctslab_core::{Payoffs, Player};

/// Number of a node in its tree.
pub(super) type LinkedId = u32;

/// The root of every tree.
pub(super) const ROOT: LinkedId = 0;

/// Stands for no node: the root is nobody's child.
const NONE: LinkedId = ROOT;

/// The greatest number of indices that tables are made for.
const TABLE: usize = 16;

/// Where the moves are that were made from a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Below {
    /// None was made.
    Nothing,
    /// In the line of this number.
    Line,
    /// In nodes, of which this is the newest.
    List,
    /// In nodes, which are in the table of this number.
    Table,
}

/// A move that was made, and what came of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkedNode<M> {
    /// Sum of the rewards of all visits.
    pub(super) sum: f64,
    /// How often it was on a path that counts.
    pub(super) visits: u32,
    /// What `below` says.
    first: u32,
    /// The next older child of the same parent.
    next: LinkedId,
    /// The move that leads here; none leads to the root.
    mv: Option<M>,
    below: Below,
    /// Whether every legal move from here is known to have a node.
    pub(super) complete: bool,
}

impl<M: Copy> LinkedNode<M> {
    const FRESH: Self =
        LinkedNode { sum: 0.0, visits: 0, first: NONE, next: NONE, mv: None, below: Below::Nothing, complete: false };

    /// The move that leads into a node other than the root.
    #[inline]
    pub(super) fn mv(&self) -> M {
        self.mv.expect("only the root has no move")
    }
}

/// The moves at the end of a playout that have no nodes yet: where they begin and end.
struct Line {
    begin: u32,
    end: u32,
}

/// The tree.
pub(super) struct Linked<M> {
    nodes: Vec<LinkedNode<M>>,
    lines: Vec<Line>,
    /// The moves of all lines, and behind those that are used, room for the next line.
    moves: Vec<M>,
    used: usize,
    /// What each line paid to each player.
    payoffs: Vec<f64>,
    players: usize,
    /// The children of all nodes with a table, by the index of their moves.
    tables: Vec<LinkedId>,
    /// How many indices moves have.
    indices: usize,
    /// Nodes, and moves of lines that have none yet.
    positions: usize,
    /// The tree stops growing at this many positions.
    most: usize,
}

impl<M: Copy + PartialEq> Linked<M> {
    /// A tree of just a root, for a game of that many players and indices of moves, which never
    /// takes more than about `bytes`.
    pub(super) fn new(bytes: usize, players: usize, indices: usize) -> Linked<M> {
        Linked {
            nodes: vec![LinkedNode::FRESH],
            lines: Vec::new(),
            moves: Vec::new(),
            used: 0,
            payoffs: Vec::new(),
            players,
            tables: Vec::new(),
            indices,
            positions: 1,
            most: (bytes / Self::BYTES_PER_POSITION).clamp(1, u32::MAX as usize),
        }
    }

    /// What a position counts for, be it a node or in a line: lines take less, tables more.
    const BYTES_PER_POSITION: usize = 24 + size_of::<M>();

    /// Memory that all positions take now, by and large.
    pub(super) fn bytes(&self) -> usize {
        self.positions * Self::BYTES_PER_POSITION
    }

    /// Throws everything but a fresh root away; the memory stays for the next tree.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(LinkedNode::FRESH);
        self.lines.clear();
        self.used = 0;
        self.payoffs.clear();
        self.tables.clear();
        self.positions = 1;
    }

    /// The node of that number.
    #[inline]
    pub(super) fn node(&self, id: LinkedId) -> &LinkedNode<M> {
        &self.nodes[id as usize]
    }

    #[inline]
    fn node_mut(&mut self, id: LinkedId) -> &mut LinkedNode<M> {
        &mut self.nodes[id as usize]
    }

    /// The children in the list of a node, the newest first.
    #[inline]
    pub(super) fn children(&self, id: LinkedId) -> impl Iterator<Item = (LinkedId, &LinkedNode<M>)> {
        let mut next = self.newest(id);
        std::iter::from_fn(move || {
            if next == NONE {
                return None;
            }
            let (id, node) = (next, self.node(next));
            next = node.next;
            Some((id, node))
        })
    }

    #[inline]
    fn newest(&self, id: LinkedId) -> LinkedId {
        let node = self.node(id);
        debug_assert!(matches!(node.below, Below::Nothing | Below::List), "children without a list: {:?}", node.below);
        node.first
    }

    /// Whether no move was ever made from here.
    #[inline]
    pub(super) fn is_leaf(&self, id: LinkedId) -> bool {
        self.node(id).below == Below::Nothing
    }

    /// Notes that every legal move from here has a node.
    #[inline]
    pub(super) fn complete(&mut self, id: LinkedId) {
        self.node_mut(id).complete = true;
    }

    /// How many more positions there is room for.
    #[inline]
    pub(super) fn room(&self) -> usize {
        self.most - self.positions
    }

    /// The child of a move in the list of a node, if it was made before.
    #[inline]
    pub(super) fn find(&self, parent: LinkedId, mv: M) -> Option<LinkedId> {
        let mut id = self.newest(parent);
        while id != NONE && self.node(id).mv != Some(mv) {
            id = self.node(id).next;
        }
        (id != NONE).then_some(id)
    }

    /// A child in the list of a node, for a move that has none; `None` if memory is used up.
    #[inline]
    pub(super) fn add(&mut self, parent: LinkedId, mv: M) -> Option<LinkedId> {
        let (next, id) = (self.newest(parent), self.grow(mv)?);
        self.nodes[id as usize].next = next;
        let parent = self.node_mut(parent);
        (parent.below, parent.first) = (Below::List, id);
        Some(id)
    }

    /// A node that hangs nowhere yet, if there is room for it.
    #[inline]
    fn grow(&mut self, mv: M) -> Option<LinkedId> {
        if self.room() == 0 {
            return None;
        }
        self.positions += 1;
        self.nodes.push(LinkedNode { mv: Some(mv), ..LinkedNode::FRESH });
        Some(self.nodes.len() as LinkedId - 1)
    }

    /// The child of a move from a node whose children are only ever asked for in this way; it is
    /// made if there is none. `None` if memory is used up.
    #[inline]
    pub(super) fn follow(&mut self, parent: LinkedId, mv: M, index: impl Fn(M) -> usize) -> Option<LinkedId> {
        if self.indices > TABLE {
            self.unfold(parent);
            return self.find(parent, mv).or_else(|| self.add(parent, mv));
        }
        if self.node(parent).below != Below::Table {
            self.set_table(parent, &index);
        }
        let place = self.node(parent).first as usize * self.indices + index(mv);
        let known = self.tables[place];
        if known != NONE {
            return Some(known);
        }
        let id = self.grow(mv)?;
        self.tables[place] = id;
        Some(id)
    }

    /// Gives a table to a node that has none.
    fn set_table(&mut self, id: LinkedId, index: impl Fn(M) -> usize) {
        let begin = self.tables.len();
        self.tables.resize(begin + self.indices, NONE);
        if let Some((child, _)) = self.unfold(id) {
            let place = begin + index(self.node(child).mv());
            self.tables[place] = child;
        }
        let number = (begin / self.indices) as u32;
        let node = self.node_mut(id);
        (node.below, node.first) = (Below::Table, number);
    }

    /// Room for the moves of a line, which [`Linked::fold`] then takes from there. Where they are
    /// not yet written, they are `filler`.
    #[inline]
    pub(super) fn blank(&mut self, plies: usize, filler: M) -> &mut [M] {
        let end = self.used + plies;
        if self.moves.len() < end {
            self.moves.resize(2 * end, filler);
        }
        &mut self.moves[self.used..end]
    }

    /// Hangs a line below a leaf: as many moves as were written to [`Linked::blank`], for which
    /// there must be room, and what the game paid in the end.
    #[inline]
    pub(super) fn fold(&mut self, leaf: LinkedId, plies: usize, payoffs: &Payoffs) {
        debug_assert!(self.is_leaf(leaf) && self.room() >= plies);
        if plies == 0 {
            return;
        }
        let number = self.lines.len() as u32;
        let node = self.node_mut(leaf);
        (node.below, node.first) = (Below::Line, number);
        let begin = self.used as u32;
        self.used += plies;
        self.positions += plies;
        self.lines.push(Line { begin, end: self.used as u32 });
        for player in 0..self.players {
            self.payoffs.push(payoffs.of(Player::new(player)));
        }
    }

    /// If the moves from here are in a line, gives a node to the first of them, which becomes the
    /// only one in the list of this node. The new node, and what the line paid to each player.
    #[inline]
    pub(super) fn unfold(&mut self, id: LinkedId) -> Option<(LinkedId, &[f64])> {
        if self.node(id).below == Below::Line { Some(self.unfold_line(id)) } else { None }
    }

    /// The same where there is a line.
    fn unfold_line(&mut self, id: LinkedId) -> (LinkedId, &[f64]) {
        let child = self.nodes.len() as LinkedId;
        let node = self.node_mut(id);
        let number = std::mem::replace(&mut node.first, child);
        node.below = Below::List;
        let line = &mut self.lines[number as usize];
        let mv = Some(self.moves[line.begin as usize]);
        line.begin += 1;
        let (below, first) = if line.begin < line.end { (Below::Line, number) } else { (Below::Nothing, NONE) };
        self.nodes.push(LinkedNode { first, mv, below, ..LinkedNode::FRESH });
        (child, &self.payoffs[number as usize * self.players..][..self.players])
    }

    /// Counts one more visit that was worth `reward` to the mover.
    #[inline]
    pub(super) fn record(&mut self, id: LinkedId, reward: f64) {
        let node = self.node_mut(id);
        node.visits = node.visits.saturating_add(1);
        node.sum += reward;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn children_are_found_by_their_moves_until_memory_is_used_up() {
        let mut tree: Linked<u8> = Linked::new(4 * Linked::<u8>::BYTES_PER_POSITION, 2, 50);
        assert!(tree.is_leaf(ROOT));
        let made = [10, 20, 30].map(|mv| tree.add(ROOT, mv).expect("room for a node"));
        assert_eq!(tree.add(made[0], 40), None, "a root and three children are all there is room for");
        assert_eq!([10, 20, 30].map(|mv| tree.find(ROOT, mv).expect("it was added")), made);
        assert_eq!((tree.find(ROOT, 40), tree.find(made[1], 10)), (None, None));
        tree.record(made[1], 0.25);
        tree.record(made[1], 0.5);
        assert_eq!((tree.node(made[1]).visits, tree.node(made[1]).sum), (2, 0.75));
        assert_eq!([ROOT, made[0]].map(|node| tree.children(node).count()), [3, 0]);
        tree.clear();
        assert!(tree.is_leaf(ROOT) && tree.bytes() == Linked::<u8>::BYTES_PER_POSITION);
    }

    #[test]
    fn a_line_unfolds_into_nodes_one_by_one() {
        // With a table and without one.
        for indices in [TABLE, TABLE + 1] {
            let mut tree: Linked<u8> = Linked::new(1_000_000, 2, indices);
            tree.blank(3, 0).copy_from_slice(&[4, 5, 6]);
            tree.fold(ROOT, 3, &Payoffs::duel(Some(Player::SECOND)));
            assert!(!tree.is_leaf(ROOT) && tree.bytes() == 4 * Linked::<u8>::BYTES_PER_POSITION);
            let (four, payoffs) = tree.unfold(ROOT).expect("a line begins here");
            assert_eq!(payoffs, [0.0, 1.0]);
            assert_eq!(tree.find(ROOT, 4), Some(four));
            assert_eq!(tree.unfold(ROOT), None, "the line goes on from the new node");
            let index = usize::from;
            let seven = tree.follow(four, 7, index).expect("room for a node");
            let five = tree.follow(four, 5, index).expect("it is in the line");
            assert_ne!(five, seven);
            assert_eq!([5, 7].map(|mv| tree.follow(four, mv, index)), [Some(five), Some(seven)]);
            let (six, payoffs) = tree.unfold(five).expect("the line goes on");
            assert_eq!(payoffs, [0.0, 1.0]);
            assert_eq!(tree.node(six).mv(), 6);
            assert!(tree.is_leaf(six) && tree.is_leaf(seven));
            assert_eq!(tree.bytes(), 5 * Linked::<u8>::BYTES_PER_POSITION, "only 7 was not in the line");
        }
    }
}
