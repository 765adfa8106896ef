//! The children of some nodes once more, number by number side by side, so that [`super::Grave`]
//! compares eight of them at a time.
//!
//! Nodes lie in memory one after the other, each with all its numbers: good for UCB1, which needs
//! two of them. GRAVE needs three of them, two of a table, and a division: it pays to keep copies
//! in single precision that vectors can hold.
//!
//! A copy lies in a *slot*. Where the children are most of the moves that a table knows, slots are
//! the places of the table, so that nothing has to be looked up there; otherwise they are the
//! places of the children.

use crate::trail::LANES;
use crate::tree::Node;

/// Memory for a slot.
const SLOT_BYTES: usize = 3 * size_of::<f32>() + size_of::<u16>();

/// Visits that stand for a proven result: no estimate weighs anything beside them.
const PROVEN: f32 = 1e20;

/// The formula of `grave`.
#[derive(Clone, Copy)]
pub(super) struct Mixing {
    pub(super) weight: f32,
    pub(super) bias: f32,
    /// What rarities are multiplied by.
    pub(super) scale: f32,
}

impl Mixing {
    /// What a child is worth to selection: its mean, mixed with the estimate of its move, and the
    /// exploration term.
    #[inline]
    pub(super) fn score(self, child: &Copied, count: f32, sum: f32) -> f32 {
        let share = self.weight / (count + child.visits + self.bias * child.visits * count);
        child.mean * (1.0 - share * count) + share * sum + self.scale * child.rarity
    }
}

/// What is compared of a child that was visited or is proven.
#[derive(Clone, Copy)]
pub(super) struct Copied {
    visits: f32,
    mean: f32,
    /// As in [`Node::rarity`].
    rarity: f32,
}

impl Copied {
    #[inline]
    pub(super) fn of(child: &Node) -> Copied {
        let visits = if child.proof().is_some() { PROVEN } else { child.visits() as f32 };
        Copied { visits, mean: child.mean() as f32, rarity: child.rarity() as f32 }
    }
}

/// Where the copies of a node's children are.
#[derive(Clone, Copy, Default)]
pub(super) struct Brood {
    first: u32,
    slots: u16,
    /// Whether slots are places of the table.
    by_index: bool,
}

impl Brood {
    /// Whether there are copies.
    #[inline]
    pub(super) fn exists(self) -> bool {
        self.slots > 0
    }

    #[inline]
    fn range(self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.slots)
    }
}

/// All copies. All children of a node that has them were visited or are proven.
#[derive(Default)]
pub(super) struct Siblings {
    visits: Vec<f32>,
    means: Vec<f32>,
    /// As in [`Node::rarity`]; minus infinity where there is no child.
    rarities: Vec<f32>,
    /// Of each slot the index of the move or, if that is the slot itself, the place of the child.
    others: Vec<u16>,
    // of the comparison at hand
    counts: Vec<f32>,
    sums: Vec<f32>,
    scores: Vec<f32>,
}

impl Siblings {
    /// Throws all copies away.
    pub(super) fn clear(&mut self) {
        self.resize(0);
    }

    /// Whether there are none.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.visits.is_empty()
    }

    /// Memory that they take.
    pub(super) fn bytes(&self) -> usize {
        self.visits.len() * SLOT_BYTES
    }

    /// Memory that the children of a node take at most, of as many moves as a table knows.
    pub(super) fn most_bytes(known: usize) -> usize {
        known.next_multiple_of(LANES) * SLOT_BYTES
    }

    fn resize(&mut self, slots: usize) {
        self.visits.resize(slots, PROVEN);
        self.means.resize(slots, 0.0);
        self.rarities.resize(slots, f32::NEG_INFINITY);
        self.others.resize(slots, 0);
    }

    /// Copies children whose moves have these indices, of `known` that a table knows.
    pub(super) fn add(&mut self, children: &[Node], indices: impl Iterator<Item = usize>, known: usize) -> Brood {
        let by_index = 2 * children.len() >= known;
        let slots = if by_index { known } else { children.len() }.next_multiple_of(LANES);
        let brood = Brood { first: self.visits.len() as u32, slots: slots as u16, by_index };
        self.resize(self.visits.len() + slots);
        for (place, (child, index)) in children.iter().zip(indices).enumerate() {
            let (slot, other) = if by_index { (index, place) } else { (place, index) };
            self.others[brood.first as usize + slot] = other as u16;
            self.set(brood, place, index, child);
        }
        for scratch in [&mut self.counts, &mut self.sums, &mut self.scores] {
            scratch.resize(scratch.len().max(slots), 0.0);
        }
        brood
    }

    /// Takes note of what has changed at the child of that place, whose move has that index.
    #[inline]
    pub(super) fn set(&mut self, brood: Brood, place: usize, index: usize, child: &Node) {
        let slot = brood.first as usize + if brood.by_index { index } else { place };
        let Copied { visits, mean, rarity } = Copied::of(child);
        (self.visits[slot], self.means[slot], self.rarities[slot]) = (visits, mean, rarity);
    }

    /// The place of the child with the greatest score, of equals the first, by what a table has
    /// counted for each index and its sums.
    #[inline]
    pub(super) fn pick(&mut self, brood: Brood, counts: &[f32], sums: &[f32], mixing: Mixing) -> usize {
        let (range, slots) = (brood.range(), usize::from(brood.slots));
        let others = &self.others[range.clone()];
        let known = if brood.by_index {
            (&counts[..slots], &sums[..slots])
        } else {
            // As long as the others, so that one test serves both.
            let sums = &sums[..counts.len()];
            let gathered = self.counts[..slots].as_chunks_mut::<LANES>().0.iter_mut();
            let gathered = gathered.zip(self.sums[..slots].as_chunks_mut::<LANES>().0);
            for ((some_counts, some_sums), indices) in gathered.zip(others.as_chunks::<LANES>().0) {
                for (lane, &index) in indices.iter().enumerate() {
                    (some_counts[lane], some_sums[lane]) = (counts[usize::from(index)], sums[usize::from(index)]);
                }
            }
            (&self.counts[..slots], &self.sums[..slots])
        };
        let own = (&self.visits[range.clone()], &self.means[range.clone()], &self.rarities[range]);
        let scores = &mut self.scores[..slots];
        score(scores, known, own, mixing);
        let best = greatest(scores);
        let eights = scores.as_chunks::<LANES>().0;
        let mut first = usize::MAX;
        for (number, eight) in eights.iter().enumerate() {
            // Eight at once: there is seldom more than one in all.
            #[expect(clippy::needless_bitwise_bool, reason = "without a jump, all eight are compared at once")]
            let among = eight.iter().fold(false, |found, &score| found | (score == best));
            if !among {
                continue;
            }
            for lane in (0..LANES).filter(|&lane| eight[lane] == best) {
                let slot = LANES * number + lane;
                if !brood.by_index {
                    return slot;
                }
                first = first.min(usize::from(others[slot]));
            }
        }
        if first == usize::MAX { 0 } else { first }
    }
}

/// Writes the scores of all slots.
fn score(scores: &mut [f32], known: (&[f32], &[f32]), own: (&[f32], &[f32], &[f32]), mixing: Mixing) {
    let slots = scores.len();
    let (counts, sums) = (&known.0[..slots], &known.1[..slots]);
    let (visits, means, rarities) = (&own.0[..slots], &own.1[..slots], &own.2[..slots]);
    for slot in 0..slots {
        let child = Copied { visits: visits[slot], mean: means[slot], rarity: rarities[slot] };
        scores[slot] = mixing.score(&child, counts[slot], sums[slot]);
    }
}

/// The greatest score. A proven loss without exploration has none (0 · ∞), which is never greater.
fn greatest(scores: &[f32]) -> f32 {
    let mut best = [f32::NEG_INFINITY; LANES];
    for eight in scores.as_chunks::<LANES>().0 {
        for (best, &score) in best.iter_mut().zip(eight) {
            *best = if score > *best { score } else { *best };
        }
    }
    best.into_iter().fold(f32::NEG_INFINITY, |most, score| if score > most { score } else { most })
}
