//! Outflanking on a square board kept as bits: which empty cells enclose enemy stones, and which
//! stones a move encloses.
//!
//! Cell (row, column) is bit `row * STRIDE + column`. Boards of up to 8 x 8 cells fit in a `u64`,
//! of up to 10 x 10 in a `u128`; a smaller board is a corner of these. All eight directions are
//! processed side by side, as four lanes in two senses.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::boards::bits::{apart, isolate_nth};

/// A set of cells in one machine word.
pub trait OutflankCells:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// Bits from one row to the next: the largest board side.
    const STRIDE: u32;
    /// No cells.
    const NONE: Self;
    /// The first cell alone.
    const ONE: Self;
    /// The first column.
    const LEFT: Self;
    /// The first row.
    const TOP: Self;

    /// The number of cells.
    fn count(self) -> u32;
    /// The number of the lowest cell.
    fn lowest(self) -> u32;
    /// The `n`-th cell alone, counting from 0 at the lowest; `n` is below the count.
    fn nth(self, n: u32) -> Self;
    /// All cells with their numbers increased by `by`, which is less than the number of bits.
    fn up(self, by: u64) -> Self;
    /// All cells with their numbers decreased by `by`.
    fn down(self, by: u64) -> Self;
    /// The same cells, not joined with those of other lanes into a vector (see [`apart`]), which
    /// saves half of the time of a playout. Words too large for vectors are never joined.
    #[inline]
    fn apart(self) -> Self {
        self
    }
}

impl OutflankCells for u64 {
    const STRIDE: u32 = 8;
    const NONE: u64 = 0;
    const ONE: u64 = 1;
    const LEFT: u64 = 0x0101_0101_0101_0101;
    const TOP: u64 = 0xff;

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn nth(self, n: u32) -> u64 {
        isolate_nth(self, n)
    }

    #[inline]
    fn up(self, by: u64) -> u64 {
        self.wrapping_shl(by as u32)
    }

    #[inline]
    fn apart(self) -> u64 {
        apart(self)
    }

    #[inline]
    fn down(self, by: u64) -> u64 {
        self.wrapping_shr(by as u32)
    }
}

impl OutflankCells for u128 {
    const STRIDE: u32 = 10;
    const NONE: u128 = 0;
    const ONE: u128 = 1;
    const LEFT: u128 = {
        let mut column = 0;
        let mut row = 0;
        while row < 10 {
            column |= 1 << (10 * row);
            row += 1;
        }
        column
    };
    const TOP: u128 = 0x3ff;

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn nth(self, n: u32) -> u128 {
        let low = self as u64;
        let below = low.count_ones();
        if n < below {
            isolate_nth(low, n).into()
        } else {
            u128::from(isolate_nth((self >> 64) as u64, n - below)) << 64
        }
    }

    #[inline]
    fn up(self, by: u64) -> u128 {
        self.wrapping_shl(by as u32)
    }

    #[inline]
    fn down(self, by: u64) -> u128 {
        self.wrapping_shr(by as u32)
    }
}

/// The last column.
#[inline]
fn right<C: OutflankCells>() -> C {
    C::LEFT << (C::STRIDE - 1)
}

/// One word for each axis: row, column and the two diagonals.
type OutflankLanes<T> = [T; 4];

#[inline]
fn lanes<T>(word: impl FnMut(usize) -> T) -> OutflankLanes<T> {
    std::array::from_fn(word)
}

/// The four axes of a board.
pub struct Axes<C> {
    /// The difference of the numbers of neighbours along an axis.
    step: OutflankLanes<u64>,
    /// Cells that have a neighbour on both sides.
    inner: OutflankLanes<C>,
}

impl<C: OutflankCells> Axes<C> {
    /// The axes of the largest board, which are those of smaller ones too.
    #[inline]
    pub fn all() -> Axes<C> {
        let side = u64::from(C::STRIDE);
        let columns = !(C::LEFT | right::<C>());
        let rows = !(C::TOP | (C::TOP << (C::STRIDE * (C::STRIDE - 1))));
        Axes { step: [1, side, side + 1, side - 1], inner: [columns, rows, columns & rows, columns & rows] }
    }

    /// Every unbroken run of enemy stones that begins next to a cell of `start`, upwards (first)
    /// and downwards (second) along each axis. A run ends before the edge that its axis meets:
    /// there is nothing beyond.
    #[expect(clippy::inline_always, reason = "lanes stay in registers only if this is inlined: perft twice as fast")]
    #[inline(always)]
    fn runs(&self, start: C, enemy: C) -> (OutflankLanes<C>, OutflankLanes<C>) {
        let step = self.step;
        let open = lanes(|a| enemy & self.inner[a]);
        let pairs = lanes(|a| open[a] & open[a].up(step[a]));
        let pairs_down = lanes(|a| pairs[a].down(step[a]));
        let mut up = lanes(|a| open[a] & start.up(step[a]));
        let mut down = lanes(|a| open[a] & start.down(step[a]));
        up = lanes(|a| up[a] | (open[a] & up[a].up(step[a])));
        down = lanes(|a| down[a] | (open[a] & down[a].down(step[a])));
        // A run is at most two shorter than a row, and its first two stones are found by now.
        for _ in 0..C::STRIDE / 2 - 2 {
            up = lanes(|a| up[a] | (pairs[a] & up[a].up(2 * step[a])));
            down = lanes(|a| down[a] | (pairs_down[a] & down[a].down(2 * step[a])));
        }
        (up, down)
    }

    /// The cells at the far end of runs of enemy stones that begin next to one of our own: if
    /// empty, they are legal moves.
    #[inline]
    pub fn beyond(&self, own: C, enemy: C) -> C {
        let step = self.step;
        let (up, down) = self.runs(own, enemy);
        union(lanes(|a| (up[a].up(step[a]) | down[a].down(step[a])).apart()))
    }

    /// The enemy stones between a new stone on the single cell `to` and our own.
    #[inline]
    pub fn flips(&self, to: C, own: C, enemy: C) -> C {
        let step = self.step;
        let (up, down) = self.runs(to, enemy);
        let closed = |run: C, end: C| if end & own == C::NONE { C::NONE } else { run };
        union(lanes(|a| (closed(up[a], up[a].up(step[a])) | closed(down[a], down[a].down(step[a]))).apart()))
    }
}

/// The union of all lanes.
#[inline]
fn union<C: OutflankCells>(lanes: OutflankLanes<C>) -> C {
    lanes.iter().fold(C::NONE, |all, &lane| all | lane)
}

/// The stones that are connected with `seed`, which is a part of them, sideways or diagonally.
pub fn connected<C: OutflankCells>(stones: C, seed: C) -> C {
    let mut found = seed;
    loop {
        let wide = found | ((found & !right::<C>()) << 1) | ((found & !C::LEFT) >> 1);
        let grown = (wide | (wide << C::STRIDE) | (wide >> C::STRIDE)) & stones;
        if grown == found {
            return found;
        }
        found = grown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mctslab_core::Rng;

    /// The enemy stones that a stone on `cell` outflanks, found by walking.
    fn walked<C: OutflankCells>(cell: u32, own: C, enemy: C) -> C {
        let side = C::STRIDE as i32;
        let directions = (-1..=1).flat_map(|rows| (-1..=1).map(move |columns| (rows, columns)));
        directions.filter(|&direction| direction != (0, 0)).fold(C::NONE, |all, (rows, columns)| {
            let (mut row, mut column) = (cell as i32 / side, cell as i32 % side);
            let mut passed = C::NONE;
            loop {
                (row, column) = (row + rows, column + columns);
                if !(0..side).contains(&row) || !(0..side).contains(&column) {
                    return all;
                }
                let here = C::ONE << (row * side + column) as u32;
                if enemy & here == C::NONE {
                    return if own & here == C::NONE { all } else { all | passed };
                }
                passed = passed | here;
            }
        })
    }

    /// Boards of all densities, with long runs as well as short ones.
    fn agrees_with_walking<C: OutflankCells>(from_bits: impl Fn(&mut Rng) -> C) {
        let mut rng = Rng::new(9);
        for number in 0..3000 {
            let stones = if number % 2 == 0 { from_bits(&mut rng) } else { from_bits(&mut rng) | from_bits(&mut rng) };
            let own = stones & from_bits(&mut rng) & if number % 3 == 0 { from_bits(&mut rng) } else { !C::NONE };
            let enemy = stones & !own;
            let axes = Axes::all();
            for cell in 0..C::STRIDE * C::STRIDE {
                let to = C::ONE << cell;
                if stones & to != C::NONE {
                    continue;
                }
                let expected = walked(cell, own, enemy);
                let at = || format!("seed 9, board {number}, cell {cell}, {own:?} against {enemy:?}");
                assert_eq!(axes.flips(to, own, enemy), expected, "{}", at());
                assert_eq!(axes.beyond(own, enemy) & to != C::NONE, expected != C::NONE, "{}", at());
            }
        }
    }

    #[test]
    fn lanes_find_what_walking_finds() {
        agrees_with_walking::<u64>(Rng::bits);
        agrees_with_walking::<u128>(|rng| (u128::from(rng.bits()) << 64 | u128::from(rng.bits())) & ((1 << 100) - 1));
    }
}
