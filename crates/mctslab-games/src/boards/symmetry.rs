//! Turning and mirroring boards.

use super::bits::positions;

/// The number of symmetries of a square.
pub const SQUARE: usize = 8;

/// The place to which symmetry number `symmetry` (below [`SQUARE`]) moves (row, column) on a board
/// of `size` rows and columns. Bit 0 mirrors the columns, bit 1 the rows, bit 2 exchanges rows and
/// columns; number 0 is the identity.
///
/// ```
/// # use mctslab_games::boards::symmetry::square;
/// assert_eq!(square(0b101, 8, (0, 2)), (5, 0));
/// ```
pub fn square(symmetry: usize, size: u32, (mut row, mut column): (u32, u32)) -> (u32, u32) {
    if symmetry & 1 != 0 {
        column = size - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = size - 1 - row;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    (row, column)
}

/// The set of squares after each was moved by `turn`.
pub fn transform_bits(bits: u64, turn: impl Fn(u32) -> u32) -> u64 {
    positions(bits).fold(0, |turned, square| turned | 1 << turn(square))
}
