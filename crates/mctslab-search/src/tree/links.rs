//! Where the children of a node are, and what is decided about them.

use super::{NodeId, Proof};

/// What a node knows of its children and of its own proof: read from the node piece by piece, as it
/// was written, since a processor hands on what was just stored only to loads of the same size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Links {
    /// Proof in the two high bits (0 for none), first child in the others.
    pub(super) link: u32,
    /// Children that exist; with [`FULL`] once every legal move has one, and with [`DECIDED`] where
    /// it is known which of them is visited next.
    pub(super) count: u16,
    /// Legal moves, once they were counted. Where all of them have children, their number is
    /// `count`, and this is the place of the child that is visited next, if that is decided.
    pub(super) room: u16,
}

const PROOF: u32 = 30;

/// In `count`: every legal move has a child.
const FULL: u16 = 1 << 15;

/// In `count`: which child is visited next is decided.
const DECIDED: u16 = 1 << 14;

/// Legal moves of a node that are ever looked at.
const MOST_MOVES: usize = DECIDED as usize - 1;

/// Nodes that a tree may have.
pub(super) const MOST_NODES: usize = (1 << PROOF) - 1;

impl Links {
    /// No children, and nothing known.
    pub(super) const NONE: Links = Links { link: 0, count: 0, room: 0 };

    /// The same proof with no children, but room for as many.
    pub(super) fn childless(self, total: usize) -> Links {
        let mut links = Links { link: self.link & !(MOST_NODES as u32), ..Links::NONE };
        links.set_total(total);
        links
    }

    /// The first child, if there are children.
    #[inline]
    pub(crate) fn first_child(self) -> usize {
        self.link as usize & MOST_NODES
    }

    /// The number of the `nth` child.
    #[inline]
    pub(crate) fn child(self, nth: usize) -> NodeId {
        (self.first_child() + nth) as NodeId
    }

    /// Children that exist.
    #[inline]
    pub(crate) fn children(self) -> usize {
        (self.count & MOST_MOVES as u16) as usize
    }

    /// Whether every legal move has a child.
    #[inline]
    pub(crate) fn is_full(self) -> bool {
        self.count & FULL != 0
    }

    /// Legal moves, 0 until they were counted.
    #[inline]
    pub(crate) fn total(self) -> usize {
        if self.is_full() { self.children() } else { self.room as usize }
    }

    /// The place of the child that is visited next, where all moves have children and that was
    /// decided ahead.
    #[inline]
    pub(crate) fn next(self) -> Option<usize> {
        (self.count & DECIDED != 0).then_some(self.room as usize)
    }

    /// What is proven, if anything is.
    #[inline]
    pub(crate) fn proof(self) -> Option<Proof> {
        match self.link >> PROOF {
            0 => None,
            1 => Some(Proof::Loss),
            2 => Some(Proof::Draw),
            _ => Some(Proof::Win),
        }
    }

    /// Whether anything is proven.
    #[inline]
    pub(super) fn is_proven(self) -> bool {
        self.link >> PROOF != 0
    }

    pub(super) fn prove(&mut self, proof: Proof) {
        self.link = (self.link & MOST_NODES as u32) | (proof as u32 + 1) << PROOF;
    }

    /// Decides which child is visited next. Every move must have a child.
    #[inline]
    pub(super) fn set_next(&mut self, place: usize) {
        debug_assert!(self.is_full() && place < self.children());
        // Written once: a part of a word that is read soon after makes the processor wait.
        if self.count & DECIDED == 0 {
            self.count |= DECIDED;
        }
        self.room = place as u16;
    }

    /// Records how many legal moves there are, before any of them has a child.
    pub(super) fn set_total(&mut self, total: usize) {
        debug_assert_eq!(self.children(), 0);
        self.room = total.min(MOST_MOVES) as u16;
    }

    /// Records that `count` children begin at `first`.
    #[inline]
    pub(super) fn set_children(&mut self, first: usize, count: usize) {
        self.link = (self.link & !(MOST_NODES as u32)) | first as u32;
        self.count = count as u16;
        if self.count == self.room {
            self.count |= FULL;
        }
    }
}
