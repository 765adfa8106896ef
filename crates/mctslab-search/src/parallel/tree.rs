//! The tree that threads share: nodes linked by pointers that are set once and never change while threads run.
//!
//! The children of a node are made in segments, each three times as long as all before it, when they are needed: moves that nobody tried
//! cost little memory, and nothing that another thread reads is ever moved. Who wants a child for an untried move draws a
//! number from a counter of the family, so that no two threads take the same. A thread builds a segment by itself and then
//! tries to hang it up; if another was faster, its own is thrown away. So no thread ever waits while another works.

use std::sync::OnceLock;
use std::sync::atomic::{
    AtomicI64, AtomicU32, AtomicUsize,
    Ordering::{Relaxed, Release},
};

use super::node::{Glance, SharedNode, SharedWorth};
use crate::tree::Proof;

/// The shortest segment of a family that has more moves.
const SHORTEST: usize = 4;

/// What the allocator keeps for itself per piece of memory, about.
const OVERHEAD: usize = 16;

/// A move and its node.
pub(super) struct SharedChild<M> {
    pub(super) mv: M,
    pub(super) node: SharedNode<M>,
}

/// Where the statistics of one move are.
pub(super) struct Spot<'t, M> {
    pub(super) node: &'t SharedNode<M>,
    pub(super) glance: &'t Glance,
    /// The sum of squared rewards, if the rule of selection wants it.
    pub(super) squares: Option<&'t AtomicI64>,
}

impl<M> Spot<'_, M> {
    /// Says that a thread came back from so many visits, with the sums of their rewards to the mover and of the squares of
    /// those.
    #[inline]
    pub(super) fn leave(&self, visits: u64, reward: i64, squares: i64, worth: &SharedWorth) {
        self.node.leave(self.glance, visits, reward, worth);
        // Last: see `SharedNode::mean_of`.
        if let Some(all) = self.squares {
            all.fetch_add(squares, Release);
        }
    }
}

impl<M> Clone for Spot<'_, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Spot<'_, M> {}

/// Some children of a node, in the order of the untried moves.
pub(super) struct Segment<M> {
    /// Children in earlier segments.
    before: usize,
    pub(super) children: Box<[SharedChild<M>]>,
    /// Apart from the nodes, so that selection reads little memory.
    pub(super) glances: Box<[Glance]>,
    pub(super) squares: Box<[AtomicI64]>,
    next: OnceLock<Box<Segment<M>>>,
}

impl<M> Segment<M> {
    /// How many children there are up to the end of this segment.
    pub(super) fn end(&self) -> usize {
        self.before + self.children.len()
    }

    /// The statistics of a child, counted from the beginning of the segment.
    #[inline]
    pub(super) fn spot(&self, place: usize) -> Spot<'_, M> {
        Spot { node: &self.children[place].node, glance: &self.glances[place], squares: self.squares.get(place) }
    }

    /// The segment after this one, if it exists.
    #[inline]
    pub(super) fn next(&self) -> Option<&Segment<M>> {
        self.next.get().map(|segment| &**segment)
    }

    fn bytes(&self) -> usize {
        segment_bytes::<M>(self.children.len(), !self.squares.is_empty())
    }
}

fn segment_bytes<M>(children: usize, squares: bool) -> usize {
    let each = size_of::<SharedChild<M>>() + size_of::<Glance>() + if squares { size_of::<AtomicI64>() } else { 0 };
    size_of::<Segment<M>>() + children * each + OVERHEAD * if squares { 4 } else { 3 }
}

/// The children of a node.
pub(super) struct SharedFamily<M> {
    /// Legal moves.
    total: u32,
    /// Numbers drawn by those who wanted an untried move.
    drawn: AtomicU32,
    pub(super) first: Segment<M>,
}

impl<M> SharedFamily<M> {
    /// What a family takes without its first segment; the segment is part of it and not a piece of memory of its own.
    const BYTES: usize = size_of::<SharedFamily<M>>() - size_of::<Segment<M>>();

    /// Draws the number of an untried move; `None` if there is none left.
    #[inline]
    pub(super) fn draw(&self) -> Option<usize> {
        if self.drawn.load(Relaxed) >= self.total {
            return None;
        }
        let number = self.drawn.fetch_add(1, Relaxed);
        (number < self.total).then_some(number as usize)
    }

    /// All segments there are.
    #[inline]
    pub(super) fn segments(&self) -> impl Iterator<Item = &Segment<M>> {
        std::iter::successors(Some(&self.first), |segment| segment.next())
    }

    /// All children there are.
    pub(super) fn children(&self) -> impl Iterator<Item = &SharedChild<M>> {
        self.segments().flat_map(|segment| segment.children.iter())
    }

    /// How many children the segment after `segment` has.
    pub(super) fn next_length(&self, segment: &Segment<M>) -> usize {
        length(segment.end(), self.total as usize)
    }

    /// The best that is proven for the player who moves here, once every legal move is proven.
    pub(super) fn proof(&self) -> Option<Proof> {
        let (mut best, mut known) = (Proof::Loss, 0);
        for child in self.children() {
            best = best.max(child.node.counts().proof()?);
            known += 1;
        }
        (known == self.total).then_some(best)
    }

    fn child_mut(&mut self, number: usize) -> Option<&mut SharedChild<M>> {
        let mut segment = &mut self.first;
        while number >= segment.end() {
            segment = segment.next.get_mut()?;
        }
        let before = segment.before;
        segment.children.get_mut(number - before)
    }
}

/// How long a segment is that comes after `before` of `total` children.
pub(super) fn length(before: usize, total: usize) -> usize {
    let wanted = (3 * before).max(SHORTEST);
    // A short rest is not worth a segment of its own.
    if before + wanted + SHORTEST >= total { total - before } else { wanted }
}

/// Bytes of the tree that a thread has taken in advance, so that threads seldom meet where all of them are counted.
#[derive(Default)]
pub(super) struct Spare(usize);

/// The tree with its root.
pub(super) struct SharedTree<M> {
    root: SharedNode<M>,
    glance: Glance,
    bytes: AtomicUsize,
    most: usize,
    squares: bool,
}

impl<M: Copy> SharedTree<M> {
    /// A tree of just a root that stops growing at about `most` bytes, with sums of squares if `squares`.
    pub(super) fn new(most: usize, squares: bool) -> SharedTree<M> {
        let (root, glance) = (SharedNode::unvisited(), Glance::unvisited());
        SharedTree { root, glance, bytes: AtomicUsize::new(0), most, squares }
    }

    /// Memory that the tree takes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes.load(Relaxed)
    }

    /// The statistics of the root.
    pub(super) fn root(&self) -> Spot<'_, M> {
        Spot { node: &self.root, glance: &self.glance, squares: None }
    }

    /// The children of `node` from now on, of which the `moves` come first of `total`; `None` if memory is used up.
    pub(super) fn found<'t>(
        &self,
        node: &'t SharedNode<M>,
        moves: &[M],
        total: usize,
        spare: &mut Spare,
    ) -> Option<&'t SharedFamily<M>> {
        self.reserve(SharedFamily::<M>::BYTES + segment_bytes::<M>(moves.len(), self.squares), spare)?;
        let first = self.segment(0, moves);
        let family = SharedFamily { total: total as u32, drawn: AtomicU32::new(0), first };
        if let Err(mine) = node.family.set(Box::new(family)) {
            spare.0 += SharedFamily::<M>::BYTES + mine.first.bytes();
        }
        node.family.get().map(|family| &**family)
    }

    /// The segment after `last` from now on, of `moves` if no other thread was faster; `None` if memory is used up.
    pub(super) fn extend<'t>(&self, last: &'t Segment<M>, moves: &[M], spare: &mut Spare) -> Option<&'t Segment<M>> {
        self.reserve(segment_bytes::<M>(moves.len(), self.squares), spare)?;
        if let Err(mine) = last.next.set(Box::new(self.segment(last.end(), moves))) {
            spare.0 += mine.bytes();
        }
        last.next()
    }

    /// Takes back what a thread did not need.
    pub(super) fn give_back(&self, spare: Spare) {
        self.release(spare.0);
    }

    /// Throws everything but an unvisited root away.
    pub(super) fn clear(&mut self) {
        self.replace_root(SharedNode::unvisited());
        // A thread that panicked gave nothing back.
        *self.bytes.get_mut() = 0;
    }

    /// Makes the node that the numbers lead to the root, with all below it, and throws the rest away. Numbers that lead
    /// nowhere leave an empty tree.
    pub(super) fn keep(&mut self, numbers: &[usize]) {
        let mut node = &mut self.root;
        for &number in numbers {
            let child = node.family.get_mut().and_then(|family| family.child_mut(number));
            let Some(child) = child else { return self.clear() };
            node = &mut child.node;
        }
        let kept = node.take();
        self.replace_root(kept);
    }

    fn replace_root(&mut self, root: SharedNode<M>) {
        let mut old = std::mem::replace(&mut self.root, root);
        self.glance = Glance::unvisited();
        self.release(dismantle(&mut old));
    }

    fn segment(&self, before: usize, moves: &[M]) -> Segment<M> {
        let squares = if self.squares { moves.len() } else { 0 };
        Segment {
            before,
            children: moves.iter().map(|&mv| SharedChild { mv, node: SharedNode::unvisited() }).collect(),
            glances: moves.iter().map(|_| Glance::unvisited()).collect(),
            squares: (0..squares).map(|_| AtomicI64::new(0)).collect(),
            next: OnceLock::new(),
        }
    }

    /// Takes memory from what the thread has to spare, which is filled up when it does not suffice.
    fn reserve(&self, bytes: usize, spare: &mut Spare) -> Option<()> {
        if spare.0 < bytes {
            // 256 threads have at most a quarter of all memory to spare.
            let more = (self.most / 1024).min(1 << 16);
            if self.take(bytes + more) {
                spare.0 += bytes + more;
            } else if self.take(bytes) {
                spare.0 += bytes;
            } else if self.root.family.get().is_none() {
                // The first children of the root are always made: without them there would be no move to choose.
                self.bytes.fetch_add(bytes, Relaxed);
                spare.0 += bytes;
            }
        }
        spare.0 = spare.0.checked_sub(bytes)?;
        Some(())
    }

    fn take(&self, bytes: usize) -> bool {
        let taken = self.bytes.fetch_add(bytes, Relaxed) + bytes <= self.most;
        if !taken {
            self.release(bytes);
        }
        taken
    }

    fn release(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Relaxed);
    }
}

impl<M> Drop for SharedTree<M> {
    fn drop(&mut self) {
        dismantle(&mut self.root);
    }
}

/// Frees all below a node, without recursion, since a tree may be as deep as a game is long; returns how much that was.
fn dismantle<M>(node: &mut SharedNode<M>) -> usize {
    let mut bytes = 0;
    let mut open: Vec<Box<SharedFamily<M>>> = node.family.take().into_iter().collect();
    while let Some(mut family) = open.pop() {
        bytes += SharedFamily::<M>::BYTES;
        let mut rest = None;
        let mut segment = &mut family.first;
        loop {
            bytes += segment.bytes();
            open.extend(segment.children.iter_mut().filter_map(|child| child.node.family.take()));
            let Some(next) = segment.next.take() else { break };
            segment = &mut **rest.insert(next);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::super::node::fixed;
    use super::*;

    const WORTH: SharedWorth = SharedWorth { virtual_loss: 1, loss: 0, proven: [0.0, 0.5, 1.0] };

    /// A family of `total` moves of which all segments exist.
    fn full<'t>(tree: &SharedTree<u16>, node: &'t SharedNode<u16>, total: usize) -> Option<&'t SharedFamily<u16>> {
        let moves: Vec<u16> = (0..total as u16).collect();
        let mut spare = Spare::default();
        let family = grow(tree, node, &moves, &mut spare);
        tree.give_back(spare);
        family
    }

    fn grow<'t>(
        tree: &SharedTree<u16>,
        node: &'t SharedNode<u16>,
        moves: &[u16],
        spare: &mut Spare,
    ) -> Option<&'t SharedFamily<u16>> {
        let family = tree.found(node, &moves[..length(0, moves.len())], moves.len(), spare)?;
        let mut last = &family.first;
        while last.end() < moves.len() {
            last = tree.extend(last, &moves[last.end()..last.end() + family.next_length(last)], spare)?;
        }
        Some(family)
    }

    #[test]
    fn segments_add_up_to_all_moves() {
        for total in 1..200 {
            let tree = SharedTree::new(1 << 20, false);
            let family = full(&tree, tree.root().node, total).expect("enough memory");
            let moves: Vec<u16> = family.children().map(|child| child.mv).collect();
            assert_eq!(moves, (0..total as u16).collect::<Vec<_>>(), "{total} moves");
            let drawn: Vec<usize> = std::iter::from_fn(|| family.draw()).collect();
            assert_eq!(drawn, (0..total).collect::<Vec<_>>(), "{total} moves");
        }
    }

    #[test]
    fn memory_is_a_limit_and_all_of_it_is_given_back() {
        let mut tree = SharedTree::new(20_000, true);
        let family = full(&tree, tree.root().node, 50).expect("enough memory");
        let made = family.children().take_while(|child| full(&tree, &child.node, 50).is_some()).count();
        assert!(made < 10 && tree.bytes() <= 20_000 && tree.bytes() > 10_000, "{made} in {} bytes", tree.bytes());
        tree.clear();
        assert_eq!(tree.bytes(), 0);
    }

    #[test]
    fn a_kept_subtree_is_the_same_tree() {
        let mut tree = SharedTree::new(1 << 20, false);
        let family = full(&tree, tree.root().node, 30).expect("enough memory");
        let child = family.children().nth(17).expect("thirty children");
        child.node.enter(&Glance::unvisited(), &WORTH);
        child.node.leave(&Glance::unvisited(), 1, fixed(0.25), &WORTH);
        full(&tree, &child.node, 3).expect("enough memory");
        let alone = SharedTree::new(1 << 20, false);
        full(&alone, alone.root().node, 3).expect("enough memory");
        tree.keep(&[17]);
        let root = tree.root().node;
        assert_eq!((root.counts().visits(), root.mean()), (1, 0.25));
        assert_eq!(root.family.get().map(|family| family.children().count()), Some(3));
        assert_eq!(tree.bytes(), alone.bytes());
    }

    #[test]
    fn a_deep_tree_is_freed_without_recursion() {
        let tree = SharedTree::new(1 << 30, false);
        let mut node = tree.root().node;
        for _ in 0..200_000 {
            node = &full(&tree, node, 1).expect("enough memory").first.children[0].node;
        }
        drop(tree);
    }
}
