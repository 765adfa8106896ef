//! The slides that take the most pieces.

use super::{COLOURS, Move, State};
use crate::boards::bits::{nth_set_bit, positions};
use crate::boards::hexagon::{self, CELLS, FULL, NEIGHBOURS};

/// The legal slides: for each cell entered the cells that can be left.
pub(super) struct Slides {
    to: [u8; CELLS],
    from: [u64; CELLS],
    len: usize,
}

impl Slides {
    /// All slides of the mover that take the most.
    #[inline]
    pub(super) fn of(state: &State) -> Slides {
        let mut slides = Slides { to: [0; CELLS], from: [0; CELLS], len: 0 };
        let own = state.pieces[state.mover.index()];
        let occupied = state.occupied();
        let landing = FULL & !occupied & !COLOURS[state.mover.index()];
        let [ones, twos, fours] = touching(occupied & !own);
        for taken in (0..=6).rev() {
            let digit = |plane: u64, bit: u32| if taken & bit == 0 { !plane } else { plane };
            let cells = landing & digit(ones, 1) & digit(twos, 2) & digit(fours, 4);
            for to in positions(cells) {
                slides.add(to as u8, hexagon::nearest(occupied, to as u8) & own);
            }
            if slides.len > 0 {
                break;
            }
        }
        slides
    }

    #[inline]
    fn add(&mut self, to: u8, from: u64) {
        self.to[self.len] = to;
        self.from[self.len] = from;
        self.len += usize::from(from != 0);
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = (u8, u64)> {
        self.to.iter().copied().zip(self.from.iter().copied()).take(self.len)
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.iter().map(|(_, from)| from.count_ones()).sum()
    }

    /// Slide number `n`, below [`Slides::count`].
    #[inline]
    pub(super) fn nth(&self, mut n: u32) -> Move {
        for (to, from) in self.iter() {
            let here = from.count_ones();
            if n < here {
                return Move::Slide { from: nth_set_bit(from, n) as u8, to };
            }
            n -= here;
        }
        Move::Pass
    }
}

/// The number of `pieces` that touch each cell, as the binary digits of all cells at once.
#[inline]
fn touching(pieces: u64) -> [u64; 3] {
    let (mut ones, mut twos, mut fours) = (0, 0, 0);
    for piece in positions(pieces) {
        let touched = NEIGHBOURS[piece as usize];
        let carry = ones & touched;
        ones ^= touched;
        fours ^= twos & carry;
        twos ^= carry;
    }
    [ones, twos, fours]
}
