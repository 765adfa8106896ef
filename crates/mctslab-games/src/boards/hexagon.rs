//! The hexagon of side five, whose 61 cells fit in one word.
//!
//! A cell has a row and a column from 0 to 8 that differ by at most 4. Row 0 is at the bottom, and
//! columns lean: cell (row, column) touches (row, column ± 1), (row ± 1, column), (row + 1,
//! column + 1) and (row - 1, column - 1). Bits number the cells row by row from the bottom, each
//! from the left, so that three of the six directions go up in the word.
//!
//! Cells are named as in Abalone, row letter and column number, so that a line of cells keeps its
//! letter, its number or their difference:
//! ```text
//!     i5 i6 i7 i8 i9
//!    h4 h5 …      h9
//!   g3              g9
//!  f2                f9
//! e1  e2  …        e8  e9
//!  d1                d8
//!   c1              c7
//!    b1 b2 …      b6
//!     a1 a2 a3 a4 a5
//! ```

use mctslab_core::view::{BoardRow, Cell};
use mctslab_core::{Player, TextError, View};

use super::{rows, symmetry};

/// The number of cells.
pub const CELLS: usize = 61;
/// Every cell.
pub const FULL: u64 = (1 << CELLS) - 1;
/// The number of symmetries of the hexagon.
pub const SYMMETRIES: usize = 12;

const ROWS: usize = 9;
/// The steps along the three lines through a cell, upwards in the word.
const STEPS: [(i32, i32); 3] = [(0, 1), (1, 0), (1, 1)];
/// A set of cells that is never occupied.
const NEVER_OCCUPIED: u64 = 1 << 63;

const fn first_column(row: usize) -> usize {
    row.saturating_sub(4)
}

const fn length(row: usize) -> usize {
    9 - row.abs_diff(4)
}

/// The number of the cell (row, column), if there is one.
pub const fn cell_at(row: i32, column: i32) -> Option<u8> {
    if row < 0 || row > 8 || column < 0 || column > 8 || row.abs_diff(column) > 4 {
        return None;
    }
    let row = row as usize;
    Some((FIRST_CELLS[row] + column as usize - first_column(row)) as u8)
}

/// The number of the first cell of each row.
const FIRST_CELLS: [usize; ROWS] = [0, 5, 11, 18, 26, 35, 43, 50, 56];

/// Row and column of every cell.
const COORDINATES: [(u8, u8); CELLS] = {
    let mut table = [(0, 0); CELLS];
    let (mut cell, mut row) = (0, 0);
    while row < ROWS {
        let mut along = 0;
        while along < length(row) {
            table[cell] = (row as u8, (first_column(row) + along) as u8);
            cell += 1;
            along += 1;
        }
        row += 1;
    }
    table
};

/// Row and column of a cell.
pub const fn row_and_column(cell: u8) -> (u8, u8) {
    COORDINATES[cell as usize]
}

/// The bit of the cell `steps` steps away in the given direction, or `beyond` if that is off the
/// board.
const fn bit_away(cell: usize, (rows, columns): (i32, i32), steps: i32, beyond: u64) -> u64 {
    let (row, column) = COORDINATES[cell];
    match cell_at(row as i32 + rows * steps, column as i32 + columns * steps) {
        Some(there) => 1 << there,
        None => beyond,
    }
}

/// For each cell the cells beyond it in six directions: up in the word along each of the three
/// lines, then down likewise.
static RAYS: [[u64; 6]; CELLS] = {
    let mut table = [[0; 6]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut line = 0;
        while line < 3 {
            let mut steps = 1;
            while steps < ROWS as i32 {
                table[cell][line] |= bit_away(cell, STEPS[line], steps, 0);
                table[cell][line + 3] |= bit_away(cell, STEPS[line], -steps, 0);
                steps += 1;
            }
            line += 1;
        }
        cell += 1;
    }
    table
};

/// For each cell the cells that touch it.
pub static NEIGHBOURS: [u64; CELLS] = {
    let mut table = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut line = 0;
        while line < 3 {
            table[cell] |= bit_away(cell, STEPS[line], 1, 0) | bit_away(cell, STEPS[line], -1, 0);
            line += 1;
        }
        cell += 1;
    }
    table
};

/// For each cell all sets of `length` cells in a row that contain it, of which there are at most
/// `3 * length`; the rest of the `COUNT` places is filled with sets that [`fills_any`] never finds.
pub const fn windows<const COUNT: usize>(length: usize) -> [[u64; COUNT]; CELLS] {
    let mut table = [[NEVER_OCCUPIED; COUNT]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let mut number = 0;
        while number < 3 * length {
            let mut window = 0;
            let mut along = 0;
            while along < length {
                let steps = along as i32 - (number / 3) as i32;
                window |= bit_away(cell, STEPS[number % 3], steps, NEVER_OCCUPIED);
                along += 1;
            }
            table[cell][number] = window;
            number += 1;
        }
        cell += 1;
    }
    table
}

/// Whether the stones fill one of the windows.
#[expect(clippy::needless_bitwise_bool, reason = "without stopping at the first, several are looked at at once")]
#[inline]
pub fn fills_any<const COUNT: usize>(stones: u64, windows: &[u64; COUNT]) -> bool {
    windows.iter().fold(false, |found, &window| found | (window & !stones == 0))
}

/// The unbroken run of stones through `cell` along line 0, 1 or 2; `cell` counts as a stone.
pub fn run(stones: u64, cell: u8, line: usize) -> u64 {
    let (up, down) = (RAYS[usize::from(cell)][line], RAYS[usize::from(cell)][line + 3]);
    let end_up = lowest(up & !stones).wrapping_sub(1);
    let end_down = !highest(down & !stones).wrapping_mul(2).wrapping_sub(1);
    1 << cell | up & end_up | down & if down & !stones == 0 { u64::MAX } else { end_down }
}

/// The first occupied cell in each of the six directions from `cell`.
#[inline]
pub fn nearest(occupied: u64, cell: u8) -> u64 {
    let [up, up_left, up_right, down, down_right, down_left] = RAYS[usize::from(cell)].map(|ray| ray & occupied);
    lowest(up) | lowest(up_left) | lowest(up_right) | highest(down) | highest(down_right) | highest(down_left)
}

#[inline]
fn lowest(cells: u64) -> u64 {
    cells & cells.wrapping_neg()
}

#[inline]
fn highest(cells: u64) -> u64 {
    (1u64 << 63).checked_shr(cells.leading_zeros()).unwrap_or(0)
}

/// The cell to which each symmetry moves each cell: symmetry `2 * turns + mirrored`, a turn being a
/// sixth.
static TURNED: [[u8; CELLS]; SYMMETRIES] = {
    let mut table = [[0; CELLS]; SYMMETRIES];
    let mut symmetry = 0;
    while symmetry < SYMMETRIES {
        let mut cell = 0;
        while cell < CELLS {
            let (row, column) = COORDINATES[cell];
            let (mut up, mut right) = (row as i32 - 4, column as i32 - 4);
            if symmetry % 2 == 1 {
                (up, right) = (right, up);
            }
            let mut turns = symmetry / 2;
            while turns > 0 {
                (up, right) = (right, right - up);
                turns -= 1;
            }
            table[symmetry][cell] = cell_at(up + 4, right + 4).expect("the board turns into itself");
            cell += 1;
        }
        symmetry += 1;
    }
    table
};

/// The cell to which a symmetry below [`SYMMETRIES`] moves a cell. Number 0 is the identity, odd
/// numbers mirror, and half of the number is the number of sixths by which the board turns.
pub fn turn_cell(symmetry: usize, cell: u8) -> u8 {
    TURNED[symmetry][usize::from(cell)]
}

/// The cells to which a symmetry moves a set of cells.
pub fn turn_cells(symmetry: usize, cells: u64) -> u64 {
    symmetry::transform_bits(cells, |cell| u32::from(turn_cell(symmetry, cell as u8)))
}

/// The name of a cell.
///
/// ```
/// # use mctslab_games::boards::hexagon::{cell_at, name};
/// assert_eq!(cell_at(8, 4).map(name).as_deref(), Some("i5"));
/// ```
pub fn name(cell: u8) -> String {
    let (row, column) = row_and_column(cell);
    format!("{}{}", char::from(b'a' + row), column + 1)
}

/// The cell at a place of a row, both counted from 0, the rows from the top and the places from the
/// left.
fn from_top(row: usize, place: usize) -> u8 {
    let row = ROWS - 1 - row;
    cell_at(row as i32, (first_column(row) + place) as i32).expect("a place within its row")
}

/// The owner of the stone on the cell.
fn owner(stones: &[u64], cell: u8) -> Option<Player> {
    stones.iter().position(|cells| cells >> cell & 1 == 1).map(Player::new)
}

/// The board as text, from the top row down, with the letters `x`, `o`, `y` for the stones of the
/// players.
///
/// ```
/// # use mctslab_games::boards::hexagon::write;
/// assert_eq!(write(&[1, 1 << 60]), "4o/6/7/8/9/8/7/6/x4");
/// ```
pub fn write(stones: &[u64]) -> String {
    rows::write_uneven(ROWS, length, |row, place| owner(stones, from_top(row, place)).map(rows::letter))
}

/// Reads the text of [`write()`] for two or three players.
pub fn read<const PLAYERS: usize>(text: &str) -> Result<[u64; PLAYERS], TextError> {
    let mut stones = [0; PLAYERS];
    let letters = if PLAYERS == 2 { "`x`, `o`" } else { "`x`, `o`, `y`" };
    rows::read_uneven(text, ROWS, length, letters, |row, place, letter| {
        let player = rows::owner(letter, PLAYERS);
        player.map(|player| stones[player.index()] |= 1 << from_top(row, place)).is_some()
    })?;
    Ok(stones)
}

/// The board to be drawn, with the cells of `highlighted` marked. Each row is labelled with the
/// name of its first cell.
pub fn view(stones: &[u64], highlighted: u64) -> View {
    let cell = |cell: u8| {
        let stone = owner(stones, cell).map_or_else(Cell::empty, Cell::stone);
        Cell { highlighted: highlighted >> cell & 1 == 1, ..stone }
    };
    let row = |row: usize| BoardRow {
        label: name(from_top(row, 0)),
        indent: ROWS - length(row),
        cells: (0..length(row)).map(|place| cell(from_top(row, place))).collect(),
    };
    let notes = vec!["on the left the first cell of each row; from there numbers go up: i5 i6 i7 i8 i9".to_string()];
    View { rows: (0..ROWS).map(row).collect(), hexagonal: true, notes, ..View::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::bits::positions;
    use mctslab_core::Rng;

    /// Walks from the cell in the direction while `on` holds.
    fn walk(cell: u8, (rows, columns): (i32, i32), on: impl Fn(u8) -> bool) -> Vec<u8> {
        let (row, column) = row_and_column(cell);
        (1..9)
            .map_while(|steps| cell_at(i32::from(row) + rows * steps, i32::from(column) + columns * steps))
            .take_while(|&cell| on(cell))
            .collect()
    }

    #[test]
    fn runs_windows_and_nearest_stones_agree_with_walks() {
        static THREES: [[u64; 9]; CELLS] = windows(3);
        let mut rng = Rng::new(4);
        for _ in 0..50 {
            let stones = FULL & (rng.bits() | rng.bits());
            let on = |cell: u8| stones >> cell & 1 == 1;
            for cell in 0..CELLS as u8 {
                let mut found = 0;
                let mut longest = 0;
                for (line, step) in STEPS.into_iter().enumerate() {
                    let mut expected = 1 << cell;
                    for step in [step, (-step.0, -step.1)] {
                        expected |= walk(cell, step, on).into_iter().fold(0, |cells, cell| cells | 1 << cell);
                        found |=
                            walk(cell, step, |_| true).into_iter().find(|&cell| on(cell)).map_or(0, |cell| 1 << cell);
                    }
                    assert_eq!(run(stones, cell, line), expected, "seed 4, {stones:#x}, cell {cell}, line {line}");
                    longest = longest.max(expected.count_ones());
                }
                assert_eq!(nearest(stones, cell), found, "seed 4, {stones:#x}, cell {cell}");
                let filled = fills_any(stones | 1 << cell, &THREES[usize::from(cell)]);
                assert_eq!(filled, longest >= 3, "seed 4, {stones:#x}, cell {cell}");
            }
        }
    }

    #[test]
    fn symmetries_keep_neighbours() {
        for symmetry in 0..SYMMETRIES {
            assert_eq!(turn_cells(symmetry, FULL), FULL, "symmetry {symmetry} loses no cell");
            for cell in positions(FULL) {
                let turned = turn_cells(symmetry, NEIGHBOURS[cell as usize]);
                assert_eq!(
                    turned,
                    NEIGHBOURS[usize::from(turn_cell(symmetry, cell as u8))],
                    "symmetry {symmetry}, {cell}"
                );
            }
        }
        let images: std::collections::HashSet<u8> = (0..SYMMETRIES).map(|symmetry| turn_cell(symmetry, 1)).collect();
        assert_eq!(images.len(), SYMMETRIES, "all symmetries differ");
    }
}
