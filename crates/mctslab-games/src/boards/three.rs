//! The board of three by three: lines of three, and its symmetries. A set of cells has bit `3 *
//! row + column`.

use super::symmetry;

const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Whether each set of marks has three in a row.
pub(crate) static HAS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut marks = 0;
    while marks < 512 {
        let mut line = 0;
        while line < 8 {
            table[marks] |= marks as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        marks += 1;
    }
    table
};

/// The cell to which a symmetry of the square moves a cell.
pub(crate) fn turn_cell(symmetry: usize, cell: u32) -> u32 {
    let (row, column) = symmetry::square(symmetry, 3, (cell / 3, cell % 3));
    3 * row + column
}
