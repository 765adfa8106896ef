//! Names of squares and moves, and the text of a board.

use mctslab_core::TextError;

use super::board::{Board, SIDE, TaflPiece, is_special};
use super::{Move, PASS};
use crate::boards::rows;

/// The number of a square, with row 0 at the top.
pub(super) fn square(row: usize, column: usize) -> usize {
    SIDE * (SIDE - 1 - row) + column
}

/// `a1` at the bottom left to `k11` at the top right.
pub(super) fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % SIDE as u8), square / SIDE as u8 + 1)
}

/// The letter of a piece.
pub(super) fn letter(piece: TaflPiece) -> char {
    match piece {
        TaflPiece::Attacker => 'a',
        TaflPiece::Defender => 'd',
        TaflPiece::King => 'k',
    }
}

/// Reads two names of squares, or `pass`.
pub(super) fn read_move(text: &str) -> Option<Move> {
    if text == "pass" {
        return Some(PASS);
    }
    let second = text.rfind(|c: char| c.is_ascii_lowercase())?;
    Some(Move { from: read_square(&text[..second])?, to: read_square(&text[second..])? })
}

fn read_square(text: &str) -> Option<u8> {
    let column = text.bytes().next()?.checked_sub(b'a').filter(|&column| usize::from(column) < SIDE)?;
    let row: u8 = text.get(1..)?.parse().ok().filter(|row| (1..=SIDE as u8).contains(row))?;
    Some((row - 1) * SIDE as u8 + column)
}

/// Reads the rows of a board; refuses a second king, and men where only the king may be.
pub(super) fn read_board(text: &str) -> Result<Board, TextError> {
    let mut board = Board::EMPTY;
    let (mut kings, mut strayed) = (0, None);
    rows::read(text, SIDE, SIDE, "`a`, `d`, `k`", |row, column, piece| {
        let place = square(row, column);
        let piece = match piece {
            'a' => TaflPiece::Attacker,
            'd' => TaflPiece::Defender,
            'k' => TaflPiece::King,
            _ => return false,
        };
        if piece == TaflPiece::King {
            kings += 1;
        } else if is_special(place) {
            strayed = Some(place);
        }
        board = board.with(piece, place);
        true
    })?;
    if kings > 1 {
        return Err(TextError::new(format!("{kings} kings"), "one `k`"));
    }
    if let Some(place) = strayed {
        let found = format!("a man on {}", name(place as u8));
        return Err(TextError::new(found, "only the king on the centre and the corners"));
    }
    Ok(board)
}
