//! Boards of up to 8 x 8 squares in one word: square (column, row) is bit `8 * row + column`, row 0
//! at the bottom.
//!
//! Smaller boards lie in the lower left corner, so that steps are the same shifts on all of them.

use mctslab_core::view::{Cell, View, letters, numbers_down};
use mctslab_core::{Player, TextError};

use super::{rows, symmetry};

/// The leftmost column.
pub const COLUMN_A: u64 = 0x0101_0101_0101_0101;
/// The rightmost column of a board eight wide.
pub const COLUMN_H: u64 = COLUMN_A << 7;

/// Every square of a board of the given size, at most 8 x 8.
///
/// ```
/// # use mctslab_games::boards::eights::board;
/// assert_eq!(board(3, 2), 0b111_0000_0111);
/// ```
pub fn board(width: u32, height: u32) -> u64 {
    (0..height).fold(0, |bits, row| bits | ((1 << width) - 1) << (8 * row))
}

/// The square to which a symmetry of the square ([`symmetry::square`]) moves a square, on a board
/// `size` wide and, unless only columns are mirrored, as high.
pub fn turn(symmetry: usize, size: u32, square: u32) -> u32 {
    let (row, column) = symmetry::square(symmetry, size, (square / 8, square % 8));
    8 * row + column
}

/// The name of a square, `a1` for square 0.
pub fn name(square: u8) -> String {
    String::from_iter([b'a' + square % 8, b'1' + square / 8].map(char::from))
}

/// The square (column, row) with row 0 at the top.
fn from_top(row: usize, column: usize, height: u32) -> u64 {
    1 << (8 * (height as usize - 1 - row) + column)
}

/// The owner of the piece on the square.
fn owner(pieces: &[u64; 2], square: u64) -> Option<Player> {
    [Player::FIRST, Player::SECOND].into_iter().find(|player| pieces[player.index()] & square != 0)
}

/// The board as text, from the top row down, with `x` and `o` for the pieces of the two players.
pub fn write(pieces: &[u64; 2], width: u32, height: u32) -> String {
    rows::write(height as usize, width as usize, |row, column| {
        owner(pieces, from_top(row, column, height)).map(rows::letter)
    })
}

/// Reads the text of [`write()`].
pub fn read(text: &str, width: u32, height: u32) -> Result<[u64; 2], TextError> {
    let mut pieces = [0; 2];
    rows::read(text, height as usize, width as usize, "`x`, `o`", |row, column, piece| {
        let player = rows::owner(piece, 2);
        player.map(|player| pieces[player.index()] |= from_top(row, column, height)).is_some()
    })?;
    Ok(pieces)
}

/// The board to be drawn, with the squares of `highlighted` marked.
pub fn view(pieces: &[u64; 2], width: u32, height: u32, highlighted: u64) -> View {
    View::grid(numbers_down(height as usize), letters(width as usize), |row, column| {
        let square = from_top(row, column, height);
        let cell = owner(pieces, square).map_or_else(Cell::empty, Cell::stone);
        Cell { highlighted: highlighted & square != 0, ..cell }
    })
}
