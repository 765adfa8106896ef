//! A node that many threads read and write without locks.
//!
//! Visits, threads now below and the proof share one atomic number, so that one addition takes a thread's virtual loss back and
//! counts its visit. Rewards are added up in fixed point, which makes the sum exact for payoffs of 0, 1/2 and 1, whatever the
//! order of the additions. Nearly all accesses are relaxed: a thread that sees a number a moment late chooses a little less well,
//! and nothing else depends on it. Only sums of squares keep an order, so that no mean of squares is more than it can be.

use std::sync::OnceLock;
use std::sync::atomic::{
    AtomicI64, AtomicU64,
    Ordering::{Acquire, Relaxed},
};

use super::tree::SharedFamily;
use crate::tree::{Node, Proof};

/// Rewards are kept in units of 1 / 2^24: sums of 5 · 10^9 rewards of 100 still fit.
const UNIT: f64 = (1u64 << 24) as f64;

const BELOW_SHIFT: u32 = 40;
const PROOF_SHIFT: u32 = 56;
const BELOW: u64 = 1 << BELOW_SHIFT;

/// A reward in fixed point.
pub(super) fn fixed(reward: f64) -> i64 {
    // The conversion saturates, and rewards are within -100 and 100.
    (reward * UNIT).round() as i64
}

/// What virtual visits and proofs are worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct SharedWorth {
    /// Visits that a thread below a node stands for.
    pub(super) virtual_loss: u32,
    /// What each of them paid the mover, in fixed point.
    pub(super) loss: i64,
    /// What a proven loss, draw and win is worth.
    pub(super) proven: [f64; 3],
}

/// Visits in the 40 low bits, threads below in the next 16, the proof above them (0 for none).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct SharedCounts(u64);

impl SharedCounts {
    /// Finished visits.
    pub(super) fn visits(self) -> u64 {
        self.0 & (BELOW - 1)
    }

    /// Threads that passed the node and have not come back.
    fn below(self) -> u64 {
        self.0 >> BELOW_SHIFT & 0xffff
    }

    /// What is proven, if anything is.
    pub(super) fn proof(self) -> Option<Proof> {
        match self.0 >> PROOF_SHIFT {
            0 => None,
            1 => Some(Proof::Loss),
            2 => Some(Proof::Draw),
            _ => Some(Proof::Win),
        }
    }
}

/// What selection reads of a child: its mean in the 32 high bits, in units of 1 / 2^23, and the factor of its exploration term
/// in the low ones, in units of 1 / 2^32. Whole numbers, since a processor gets atomic numbers into floating-point registers
/// only by a detour, which would take as long as all the rest.
pub(super) struct Glance(AtomicU64);

/// A mean greater than that of any visited child with its exploration term.
const FIRST_OF_ALL: u64 = (i32::MAX as u64) << 32;
/// A mean less than that of any other child.
const LAST_OF_ALL: u64 = 1 << 63;

const MEAN_UNIT: f64 = (1u64 << 23) as f64;
const RARITY_UNIT: f64 = (1u64 << 32) as f64;

/// The factor of all exploration terms, for [`Glance::score`]. More than 150 would not fit, and would explore no more.
pub(super) fn scale(factor: f64) -> i64 {
    (factor.min(150.0) * MEAN_UNIT) as i64
}

impl Glance {
    /// Before the first visit: selection looks here first.
    pub(super) fn unvisited() -> Glance {
        Glance(AtomicU64::new(FIRST_OF_ALL))
    }

    /// Mean + scale · rarity, in units of 1 / 2^55.
    #[inline]
    pub(super) fn score(&self, scale: i64) -> i64 {
        let bits = self.0.load(Relaxed);
        (bits & !0xffff_ffff) as i64 + scale * (bits & 0xffff_ffff) as i64
    }
}

/// Mean and rarity side by side.
#[inline]
fn packed(mean: f64, rarity: f64) -> u64 {
    let (mean, rarity) = ((mean * MEAN_UNIT) as i32, (rarity * RARITY_UNIT) as u32);
    u64::from(mean.cast_unsigned()) << 32 | u64::from(rarity)
}

/// Statistics of one move, from the point of view of the player who made it, and the replies to it.
pub(super) struct SharedNode<M> {
    counts: AtomicU64,
    sum: AtomicI64,
    /// The children, once there are any.
    pub(super) family: OnceLock<Box<SharedFamily<M>>>,
}

impl<M> SharedNode<M> {
    /// A node that nobody has visited.
    pub(super) fn unvisited() -> SharedNode<M> {
        SharedNode { counts: AtomicU64::new(0), sum: AtomicI64::new(0), family: OnceLock::new() }
    }

    /// The same node in another place; what remains here is unvisited.
    pub(super) fn take(&mut self) -> SharedNode<M> {
        std::mem::replace(self, SharedNode::unvisited())
    }

    /// Visits, threads below and proof of one moment.
    #[inline]
    pub(super) fn counts(&self) -> SharedCounts {
        SharedCounts(self.counts.load(Relaxed))
    }

    /// The mean reward of the finished visits; infinite if there were none.
    pub(super) fn mean(&self) -> f64 {
        let visits = self.counts().visits();
        if visits == 0 { f64::INFINITY } else { self.sum.load(Relaxed) as f64 / UNIT / visits as f64 }
    }

    /// What a sum of squares in fixed point comes to on average. The sum is read first, and was written last: what is in it
    /// has been counted.
    pub(super) fn mean_of(&self, squares: &AtomicI64) -> f32 {
        let sum = squares.load(Acquire) as f64 / UNIT;
        (sum / self.counts().visits().max(1) as f64) as f32
    }

    /// The node as rules see it, with what its virtual losses make of it.
    pub(super) fn copied(&self, worth: &SharedWorth) -> Node {
        let counts = self.counts();
        let (visits, mean) = self.pessimistic(counts, worth);
        let proof = counts.proof().map(|proof| (proof, worth.proven[proof as usize]));
        Node::copied(u32::try_from(visits).unwrap_or(u32::MAX), mean, proof)
    }

    /// Says that one more thread is below.
    #[inline]
    pub(super) fn enter(&self, glance: &Glance, worth: &SharedWorth) {
        self.counts.fetch_add(BELOW, Relaxed);
        self.refresh(glance, worth);
    }

    /// Says that a thread came back from so many visits, which were worth `reward` to the mover in all.
    #[inline]
    pub(super) fn leave(&self, glance: &Glance, visits: u64, reward: i64, worth: &SharedWorth) {
        self.sum.fetch_add(reward, Relaxed);
        self.counts.fetch_add(visits.wrapping_sub(BELOW), Relaxed);
        self.refresh(glance, worth);
    }

    /// Counts visits of the root, which nobody selects: its mean is of no use.
    #[inline]
    pub(super) fn count(&self, visits: u64) {
        self.counts.fetch_add(visits, Relaxed);
    }

    /// Records an exact result.
    pub(super) fn prove(&self, glance: &Glance, proof: Proof, worth: &SharedWorth) {
        let add =
            |bits: u64| (SharedCounts(bits).proof().is_none()).then_some(bits | (proof as u64 + 1) << PROOF_SHIFT);
        // An error means that another thread was first, with the same result.
        if self.counts.fetch_update(Relaxed, Relaxed, add).is_ok() {
            self.refresh(glance, worth);
        }
    }

    /// Visits and mean, each thread below counting as so many lost visits.
    #[inline]
    fn pessimistic(&self, counts: SharedCounts, worth: &SharedWorth) -> (u64, f64) {
        let pending = counts.below() * u64::from(worth.virtual_loss);
        let visits = counts.visits() + pending;
        if visits == 0 {
            return (0, f64::INFINITY);
        }
        let sum = self.sum.load(Relaxed) + pending as i64 * worth.loss;
        (visits, sum as f64 / (UNIT * visits as f64))
    }

    /// Brings what selection reads up to date.
    #[inline]
    fn refresh(&self, glance: &Glance, worth: &SharedWorth) {
        loop {
            let counts = self.counts();
            let bits = match counts.proof() {
                // Selection avoids losses and has nothing to explore in the others.
                Some(Proof::Loss) => LAST_OF_ALL,
                Some(proof) => packed(worth.proven[proof as usize], 0.0),
                None => match self.pessimistic(counts, worth) {
                    (0, _) => FIRST_OF_ALL,
                    (visits, mean) => packed(mean, (1.0 / visits as f64).sqrt()),
                },
            };
            glance.0.store(bits, Relaxed);
            // Otherwise a thread that was overtaken would leave an old number behind.
            if self.counts() == counts {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORTH: SharedWorth = SharedWorth { virtual_loss: 1, loss: 0, proven: [0.0, 0.5, 1.0] };

    fn node() -> (SharedNode<u8>, Glance) {
        (SharedNode::unvisited(), Glance::unvisited())
    }

    /// Mean + factor · rarity as selection sees it.
    fn seen(glance: &Glance, factor: f64) -> f64 {
        let exact = glance.score(scale(factor)) as f64 / (MEAN_UNIT * RARITY_UNIT);
        (exact * 1e6).round() / 1e6
    }

    #[test]
    fn nodes_are_small() {
        assert_eq!((size_of::<SharedNode<u16>>(), size_of::<Glance>()), (32, 8));
    }

    #[test]
    fn a_virtual_loss_counts_as_a_loss_until_it_is_taken_back() {
        let (node, glance) = node();
        assert!(seen(&glance, 150.0) > 255.0);
        node.enter(&glance, &WORTH);
        assert_eq!(seen(&glance, 0.0), 0.0);
        node.leave(&glance, 1, fixed(1.0), &WORTH);
        assert_eq!((seen(&glance, 0.0), seen(&glance, 1.0)), (1.0, 2.0));
        node.enter(&glance, &WORTH);
        assert_eq!((seen(&glance, 0.0), node.mean(), node.counts().visits()), (0.5, 1.0, 1));
        assert_eq!((node.copied(&WORTH).visits(), node.copied(&WORTH).mean()), (2, 0.5));
        node.leave(&glance, 1, fixed(0.5), &WORTH);
        assert_eq!((seen(&glance, 0.0), node.mean(), node.counts().visits()), (0.75, 0.75, 2));
    }

    #[test]
    fn negative_rewards_and_heavier_virtual_losses_add_up() {
        let worth = SharedWorth { virtual_loss: 3, loss: fixed(-1.0), proven: [-1.0, 0.0, 1.0] };
        let (node, glance) = node();
        node.enter(&glance, &worth);
        node.leave(&glance, 1, fixed(1.0), &worth);
        node.enter(&glance, &worth);
        assert_eq!(seen(&glance, 0.0), -0.5);
        node.leave(&glance, 1, fixed(-1.0), &worth);
        assert_eq!((seen(&glance, 0.0), node.mean()), (0.0, 0.0));
    }

    #[test]
    fn a_proof_stays_and_a_lost_move_is_never_attractive() {
        let (node, glance) = node();
        node.enter(&glance, &WORTH);
        node.prove(&glance, Proof::Loss, &WORTH);
        node.leave(&glance, 1, fixed(1.0), &WORTH);
        assert_eq!((node.counts().proof(), node.counts().visits()), (Some(Proof::Loss), 1));
        assert!(seen(&glance, 150.0) < -255.0);
    }

    #[test]
    fn scores_never_overflow() {
        for reward in [-100.0, 100.0] {
            let (node, glance) = node();
            node.enter(&glance, &WORTH);
            node.leave(&glance, 1, fixed(reward), &WORTH);
            let score = seen(&glance, 1e9);
            assert!((score - reward - 150.0).abs() < 1e-3, "{score} for {reward}");
            assert!(glance.score(scale(1e9)) < Glance::unvisited().score(scale(1e9)));
        }
    }
}
