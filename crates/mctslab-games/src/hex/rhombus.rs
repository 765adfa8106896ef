//! Sets of cells of a Hex board, and connections between its sides.
//!
//! Whether the set joins the top row with the bottom row is decided without searching, by the
//! reduction of the game of Y (Schensted; van Rijswijck 2002): on a full triangular board, put the
//! majority of every three mutually adjacent cells on a board one smaller, and the winner stays the
//! same, down to a single cell. A rhombus becomes a triangle with a corner of set cells below it
//! and a corner of clear cells to its right; those corners never change, so only the rhombus is
//! kept. All cells of a step are done at once, and no branch depends on the stones.

use std::hint::select_unpredictable;

use crate::boards::bits::isolate_nth;

/// A set of cells; cell (row, column) is bit `row * size + column`, row 0 at the top.
pub type Cells<const WORDS: usize> = [u64; WORDS];

/// A rhombus of at most `64 * WORDS` cells.
pub struct Rhombus<const WORDS: usize> {
    size: u32,
    full: Cells<WORDS>,
    bottom: Cells<WORDS>,
    /// All columns but the rightmost.
    inner: Cells<WORDS>,
}

impl<const WORDS: usize> Rhombus<WORDS> {
    /// A rhombus with `size` cells along each side, from 1 to 63.
    pub fn new(size: u32) -> Rhombus<WORDS> {
        let cells = |wanted: &dyn Fn(u32, u32) -> bool| {
            let mut set = [0; WORDS];
            for cell in (0..size * size).filter(|cell| wanted(cell / size, cell % size)) {
                set[cell as usize / 64] |= 1 << (cell % 64);
            }
            set
        };
        Rhombus {
            size,
            full: cells(&|_, _| true),
            bottom: cells(&|row, _| row == size - 1),
            inner: cells(&|_, column| column < size - 1),
        }
    }

    /// Cells along each side.
    #[inline]
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The number of all cells.
    #[inline]
    pub fn area(&self) -> u32 {
        self.size * self.size
    }

    /// The cells that are in neither set.
    #[inline]
    pub fn outside(&self, a: &Cells<WORDS>, b: &Cells<WORDS>) -> Cells<WORDS> {
        std::array::from_fn(|word| self.full[word] & !(a[word] | b[word]))
    }

    /// Whether the cells join the top row with the bottom row; if not, the other cells join left
    /// and right.
    #[inline]
    pub fn joins_top_and_bottom(&self, cells: &Cells<WORDS>) -> bool {
        let mut cells = *cells;
        for _ in 0..2 * self.size - 2 {
            let below = shifted(&cells, self.size);
            let right = shifted(&cells, 1);
            for word in 0..WORDS {
                let below = below[word] | self.bottom[word];
                let right = right[word] & self.inner[word];
                cells[word] = (cells[word] & (below | right)) | (below & right);
            }
        }
        cells[0] & 1 != 0
    }
}

/// All cells moved down by `by` numbers, 1 to 63.
#[inline]
fn shifted<const WORDS: usize>(cells: &Cells<WORDS>, by: u32) -> Cells<WORDS> {
    std::array::from_fn(|word| {
        let above = if word + 1 < WORDS { cells[word + 1] } else { 0 };
        cells[word] >> by | above << (64 - by)
    })
}

/// The number of cells in the set.
#[inline]
pub fn count<const WORDS: usize>(cells: &Cells<WORDS>) -> u32 {
    cells.iter().map(|word| word.count_ones()).sum()
}

/// The word that holds the `n`-th cell of the set, and that cell's bit in it. `n` is below the
/// number of cells.
#[inline]
pub fn nth<const WORDS: usize>(cells: &Cells<WORDS>, n: u32) -> (usize, u64) {
    let (mut word, mut rest) = (0, n);
    let mut before = 0;
    // Counting all words instead of stopping at the right one leaves no branch to mispredict.
    for (number, bits) in cells.iter().enumerate().take(WORDS - 1) {
        before += bits.count_ones();
        word = select_unpredictable(n >= before, number + 1, word);
        rest = select_unpredictable(n >= before, n.wrapping_sub(before), rest);
    }
    (word, isolate_nth(cells[word], rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mctslab_core::Rng;

    /// Walks from the top row over set cells.
    fn reaches_bottom<const WORDS: usize>(size: i32, cells: &Cells<WORDS>) -> bool {
        let has = |row: i32, column: i32| {
            let cell = (row * size + column) as usize;
            (0..size).contains(&row) && (0..size).contains(&column) && cells[cell / 64] >> (cell % 64) & 1 == 1
        };
        let mut reached: Vec<(i32, i32)> = (0..size).map(|column| (0, column)).filter(|&(r, c)| has(r, c)).collect();
        let mut next = 0;
        while let Some(&(row, column)) = reached.get(next) {
            next += 1;
            for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (-1, 1), (1, -1)] {
                let cell = (row + down, column + right);
                if has(cell.0, cell.1) && !reached.contains(&cell) {
                    reached.push(cell);
                }
            }
        }
        reached.iter().any(|&(row, _)| row == size - 1)
    }

    fn agrees_with_a_walk<const WORDS: usize>(size: u32) {
        let board = Rhombus::<WORDS>::new(size);
        let mut rng = Rng::new(u64::from(size));
        let mut joined = 0;
        for _ in 0..400 {
            let cells = board.full.map(|word| word & rng.bits());
            let found = board.joins_top_and_bottom(&cells);
            assert_eq!(found, reaches_bottom(size as i32, &cells), "size and seed {size}: {cells:x?}");
            joined += u32::from(found);
        }
        assert!((120..280).contains(&joined), "size and seed {size}: {joined} of 400 random boards are joined");
    }

    #[test]
    fn the_reduction_agrees_with_a_walk() {
        (1..=11).for_each(agrees_with_a_walk::<2>);
        (12..=19).for_each(agrees_with_a_walk::<6>);
    }

    #[test]
    fn the_nth_cell_is_found_in_any_word() {
        let cells = [0b101, 0, 1 << 63, 0b10];
        let found: Vec<(usize, u64)> = (0..count(&cells)).map(|n| nth(&cells, n)).collect();
        assert_eq!(found, [(0, 1), (0, 0b100), (2, 1 << 63), (3, 0b10)]);
    }
}
