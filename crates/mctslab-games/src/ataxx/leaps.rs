//! Clones and jumps: pairs of squares at distance one and two, one of them mine and one empty,
//! counted without listing them.
//!
//! The pairs that are equally far apart in the same direction are a kind. Whichever of the two
//! squares is mine, the pair is one move, so a kind is the set of the lower squares of its pairs: a
//! word. Merged clones are not pairs but single targets.

use std::hint::select_unpredictable as either;

use mctslab_core::Rng;

use crate::boards::bits::isolate_nth;
use crate::boards::eights::{self, COLUMN_A, COLUMN_H};

/// All moves on a board as in [`eights`], with clones to one square merged or distinguished by
/// their source.
pub struct Leaps<const MERGED: bool> {
    size: u32,
    /// The squares from which each [`LeapStep`] does not lead off the board.
    lower: [u64; 12],
}

/// The squares together with those next to them.
#[inline]
fn widened(squares: u64) -> u64 {
    let across = squares | (squares << 1 & !COLUMN_A) | (squares >> 1 & !COLUMN_H);
    across | across << 8 | across >> 8
}

/// Moves of a kind lead from a square to the one `shift` bits further, or back, and are
/// distinguished by the lower of the two.
///
/// Both ways are one kind: of two squares, one mine and one empty, only one can be left for the
/// other.
#[derive(Clone, Copy)]
struct LeapStep {
    shift: u32,
    /// The upper squares that the step reaches without crossing an edge.
    upper: u64,
}

impl LeapStep {
    const fn new(right: i32, up: i32) -> LeapStep {
        let columns = match right {
            -2 => !(COLUMN_H | COLUMN_H >> 1),
            -1 => !COLUMN_H,
            1 => !COLUMN_A,
            2 => !(COLUMN_A | COLUMN_A << 1),
            _ => !0,
        };
        LeapStep { shift: (8 * up + right) as u32, upper: columns & !0 << (8 * up) }
    }
}

/// The kinds of moves: eight of jumps, then four of clones. Merged clones are distinguished by
/// their target and take the place of the first of these four; the others are then empty.
const STEPS: [LeapStep; 12] = [
    LeapStep::new(2, 0),
    LeapStep::new(-2, 1),
    LeapStep::new(2, 1),
    LeapStep::new(-2, 2),
    LeapStep::new(-1, 2),
    LeapStep::new(0, 2),
    LeapStep::new(1, 2),
    LeapStep::new(2, 2),
    LeapStep::new(1, 0),
    LeapStep::new(-1, 1),
    LeapStep::new(0, 1),
    LeapStep::new(1, 1),
];
const FIRST_CLONE: usize = 8;

/// The kinds among which a random move is still to be found.
///
/// No processor could predict its kind, so the search has no branches. It is written out one by one
/// since the compiler would keep arrays that a loop runs over in memory, at half the speed.
#[derive(Clone, Copy)]
struct LeapKinds<const N: usize> {
    moves: [u64; N],
    /// The number of moves before those of each kind.
    starts: [u32; N],
    /// The shift of each kind, in a byte each.
    shifts: u32,
}

impl LeapKinds<4> {
    /// Four kinds beginning with number `first`, with `start` moves before them.
    #[inline]
    fn new(moves: [u64; 4], start: u32, first: usize) -> Self {
        let [a, b, c, _] = moves.map(u64::count_ones);
        let shifts = (0..4).fold(0, |bytes, i| bytes | STEPS[first + i].shift << (8 * i));
        LeapKinds { moves, starts: [start, start + a, start + (a + b), start + (a + b) + c], shifts }
    }

    /// The half to which the chosen move belongs.
    #[inline]
    fn half(self, chosen: u32) -> LeapKinds<2> {
        let ([a, b, c, d], [p, q, r, s]) = (self.moves, self.starts);
        let lower = LeapKinds { moves: [a, b], starts: [p, q], shifts: self.shifts };
        lower.or(LeapKinds { moves: [c, d], starts: [r, s], shifts: self.shifts >> 16 }, chosen >= r)
    }

    /// `others` if the condition holds, else `self`.
    #[inline]
    fn or(self, others: Self, condition: bool) -> Self {
        let ([a, b, c, d], [p, q, r, s]) = (self.moves, self.starts);
        let ([e, f, g, h], [t, u, v, w]) = (others.moves, others.starts);
        LeapKinds {
            moves: [either(condition, e, a), either(condition, f, b), either(condition, g, c), either(condition, h, d)],
            starts: [
                either(condition, t, p),
                either(condition, u, q),
                either(condition, v, r),
                either(condition, w, s),
            ],
            shifts: either(condition, others.shifts, self.shifts),
        }
    }
}

impl LeapKinds<2> {
    /// `others` if the condition holds, else `self`.
    #[inline]
    fn or(self, others: Self, condition: bool) -> Self {
        let ([a, b], [p, q]) = (self.moves, self.starts);
        let ([c, d], [r, s]) = (others.moves, others.starts);
        LeapKinds {
            moves: [either(condition, c, a), either(condition, d, b)],
            starts: [either(condition, r, p), either(condition, s, q)],
            shifts: either(condition, others.shifts, self.shifts),
        }
    }
}

impl<const MERGED: bool> Leaps<MERGED> {
    /// The moves on a board of `size` x `size` squares, at most 8 x 8.
    pub fn new(size: u32) -> Self {
        let board = eights::board(size, size);
        let lower = STEPS.map(|step| board & (board & step.upper).rotate_right(step.shift));
        Leaps { size, lower }
    }

    /// The distance in bits between the squares of a move of the kind: 0 for a merged clone.
    #[inline]
    pub fn shift(kind: usize) -> u32 {
        if MERGED && kind >= FIRST_CLONE { 0 } else { STEPS[kind].shift }
    }

    /// The moves of each kind for the stones `mine`, where the squares of `usable` are mine or
    /// empty.
    #[inline]
    pub fn kinds(&self, mine: u64, usable: u64) -> [u64; 12] {
        std::array::from_fn(|kind| {
            let shift = STEPS[kind].shift;
            match kind {
                FIRST_CLONE if MERGED => widened(mine) & (usable ^ mine),
                FIRST_CLONE.. if MERGED => 0,
                _ => (mine ^ mine.rotate_right(shift)) & usable.rotate_right(shift) & (self.lower[kind] & usable),
            }
        })
    }

    /// A uniformly random move, as both its squares or the target of a merged clone; `None` if
    /// there is none.
    #[inline]
    pub fn random(&self, mine: u64, usable: u64, rng: &mut Rng) -> Option<u64> {
        let [a, b, c, d, e, f, g, h, clones @ ..] = self.kinds(mine, usable);
        let (low, high) = ([a, b, c, d], [e, f, g, h]);
        let [low_jumps, high_jumps, all_clones] = [low, high, clones]
            .map(|[a, b, c, d]| (a.count_ones() + b.count_ones()) + (c.count_ones() + d.count_ones()));
        let jumps = low_jumps + high_jumps;
        let total = jumps + all_clones;
        if total == 0 {
            return None;
        }
        let chosen = rng.below(total);
        let mut four = LeapKinds::new(low, 0, 0).or(LeapKinds::new(high, low_jumps, 4), chosen >= low_jumps);
        if !MERGED {
            four = four.or(LeapKinds::new(clones, jumps, FIRST_CLONE), chosen >= jumps);
        }
        let mut two = four.half(chosen);
        let upper = chosen >= two.starts[1];
        if MERGED {
            two = two.or(LeapKinds { moves: [clones[0]; 2], starts: [jumps; 2], shifts: 0 }, chosen >= jumps);
        }
        let moves = either(upper, two.moves[1], two.moves[0]);
        let start = either(upper, two.starts[1], two.starts[0]);
        let shift = either(upper, two.shifts >> 8, two.shifts);
        let lower = isolate_nth(moves, chosen - start);
        Some(lower | lower << (shift & 63))
    }

    /// The square together with those next to it.
    #[inline]
    pub fn near(&self, square: u64) -> u64 {
        // Bits that cross the edge of a board narrower than eight fall on no square, so that one
        // product replaces nine shifts.
        if self.size < 8 { square.wrapping_mul(0x07_07_07) >> 9 } else { near_on_eight(square) }
    }
}

/// Kept out of line, so that the usual board does not pay for it.
#[cold]
fn near_on_eight(square: u64) -> u64 {
    widened(square)
}
