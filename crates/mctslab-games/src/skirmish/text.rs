//! Moves and positions of skirmish as text.

use mctslab_core::{Player, TextError};

use super::position::{KINGS_HOME, Piece, ROOKS_HOME, ROW_1, ROW_6, SkirmishPosition};
use super::{Move, State, seen_by};
use crate::boards::{eights, plies, rows};

/// The format that [`read`] expects before the plies.
const SHAPE: &str = "board side castling passing plies, as in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0";
/// The right to castle with each rook: its letter and the squares of king and rook.
const RIGHTS: [(char, u64); 4] = [('K', 0x90), ('Q', 0x11), ('k', 0x90 << 56), ('q', 0x11 << 56)];

/// See [`mctslab_core::Game::move_text`].
pub(super) fn move_text(mover: Player, mv: Move) -> String {
    match mv {
        Move::Go { from, to } => eights::name(seen_by(mover, from)) + &eights::name(seen_by(mover, to)),
        Move::Promote { piece, .. } => format!("={}", piece.letter()),
    }
}

/// The letter of the piece on a square of an upright board: upper case for the first player.
pub(super) fn letter(at: &SkirmishPosition, square: u64) -> Option<char> {
    let letter = at.piece(square)?.letter();
    Some(if at.mine & square == 0 { letter } else { letter.to_ascii_uppercase() })
}

fn side(player: Player) -> char {
    if player == Player::FIRST { 'w' } else { 'b' }
}

fn name(player: Player) -> &'static str {
    if player == Player::FIRST { "white" } else { "black" }
}

/// The rights to castle, `KQkq`, or `-` for none.
fn castling(at: &SkirmishPosition) -> String {
    let rights: String = RIGHTS.iter().filter(|right| at.special & right.1 == right.1).map(|right| right.0).collect();
    if rights.is_empty() { "-".to_string() } else { rights }
}

/// The square where a pawn may be captured in passing, or `-`.
fn passing(state: &State) -> String {
    let square = state.at.special & ROW_6;
    if square == 0 { "-".to_string() } else { eights::name(seen_by(state.mover, square.trailing_zeros() as u8)) }
}

/// See [`mctslab_core::Game::state_text`].
pub(super) fn write(state: &State) -> String {
    let at = state.upright();
    let board = rows::write(8, 8, |row, column| letter(&at, 1 << (8 * (7 - row) + column)));
    format!("{board} {} {} {} {}", side(state.mover), castling(&at), passing(state), state.plies)
}

/// Remarks on what the board does not show.
pub(super) fn notes(state: &State, max_plies: u32) -> Vec<String> {
    let mut notes = vec![plies::note(state.plies, max_plies)];
    let [white, black] = state.pieces();
    notes.push(format!("pieces: white {white}, black {black}"));
    if state.at.promoting() != 0 {
        notes.push(format!("{} promotes a pawn", name(state.mover)));
    }
    for (what, text) in [("castling", castling(&state.upright())), ("capture in passing on", passing(state))] {
        if text != "-" {
            notes.push(format!("{what} {text}"));
        }
    }
    notes
}

/// See [`mctslab_core::Game::parse_state`].
pub(super) fn read(text: &str, max_plies: u32) -> Result<State, TextError> {
    let [board, side, rights, square, _] = rows::fields(text, SHAPE)?;
    let (_, plies) = plies::split(text, max_plies)?;
    let mover = read_side(side)?;
    let mut at = read_board(board)?;
    let unmoved = read_castling(rights, &at)?;
    if mover == Player::SECOND {
        at = at.turned();
    }
    check_pieces(&at, mover)?;
    check_pieces(&at.turned(), mover.other())?;
    check_turn(&at, mover, plies)?;
    let passed = read_passing(square, &at, mover)?;
    at.special = passed | if mover == Player::FIRST { unmoved } else { unmoved.swap_bytes() };
    Ok(State { at, mover, plies })
}

fn read_side(text: &str) -> Result<Player, TextError> {
    match text {
        "w" => Ok(Player::FIRST),
        "b" => Ok(Player::SECOND),
        other => Err(TextError::quoted(other, "`w` or `b`, the side to move")),
    }
}

fn read_board(text: &str) -> Result<SkirmishPosition, TextError> {
    let mut at = SkirmishPosition::EMPTY;
    rows::read(text, 8, 8, "letters of `PNBRQK` for white, of `pnbrqk` for black", |row, column, letter| {
        let piece = Piece::ALL.into_iter().find(|piece| piece.letter() == letter.to_ascii_lowercase());
        piece.map(|piece| at.put(1 << (8 * (7 - row) + column), piece, letter.is_ascii_uppercase())).is_some()
    })?;
    Ok(at)
}

/// The kings and rooks of an upright board that may still castle.
fn read_castling(text: &str, at: &SkirmishPosition) -> Result<u64, TextError> {
    let mut unmoved = 0;
    for found in text.chars().filter(|_| text != "-") {
        let right = RIGHTS.iter().find(|right| right.0 == found && right.1 & !unmoved & ROOKS_HOME != 0);
        let (_, squares) = right.ok_or_else(|| TextError::quoted(text, "`-`, or some of `KQkq`, each once"))?;
        let mine = if found.is_ascii_uppercase() { at.mine } else { at.theirs() };
        let home = at.all(Piece::King) & KINGS_HOME | at.all(Piece::Rook) & ROOKS_HOME;
        if squares & home & mine != *squares {
            let found = format!("the right to castle `{found}` without king and rook at home");
            return Err(TextError::new(found, "king and rook on their first squares"));
        }
        unmoved |= squares;
    }
    Ok(unmoved)
}

/// The square where the mover may capture in passing, if he has a pawn for it.
fn read_passing(text: &str, at: &SkirmishPosition, mover: Player) -> Result<u64, TextError> {
    if text == "-" {
        return Ok(0);
    }
    let row = if mover == Player::FIRST { 6 } else { 3 };
    let square = (40..48u8).find(|&square| eights::name(seen_by(mover, square)) == text);
    let square = 1 << square.ok_or_else(|| TextError::quoted(text, format!("`-`, or a square on row {row}")))?;
    let behind = at.all(Piece::Pawn) & at.theirs() & square >> 8;
    if behind == 0 || (at.mine | at.theirs()) & (square | square << 8) != 0 || at.promoting() != 0 {
        let expected = "a square just skipped by a pawn: the pawn in front, nothing on and behind the square";
        return Err(TextError::new(format!("`{text}` for a capture in passing"), expected));
    }
    Ok(if at.captures_on(square) { square } else { 0 })
}

/// Refuses pieces that the player at the bottom cannot have.
fn check_pieces(at: &SkirmishPosition, player: Player) -> Result<(), TextError> {
    const DARK: u64 = 0xaa55_aa55_aa55_aa55;
    let refuse =
        |found: String, expected: &str| Err(TextError::new(format!("{} with {found}", name(player)), expected));
    let count = |piece: Piece, squares: u64| (at.all(piece) & at.mine & squares).count_ones();
    let [kings, pawns] = [Piece::King, Piece::Pawn].map(|piece| count(piece, u64::MAX));
    if kings > 1 {
        return refuse(format!("{kings} kings"), "at most one: a pawn does not become a king");
    }
    let beyond = |pieces: u32, first: u32| pieces.saturating_sub(first);
    let promoted = beyond(count(Piece::Queen, u64::MAX), 1)
        + beyond(count(Piece::Rook, u64::MAX), 2)
        + beyond(count(Piece::Knight, u64::MAX), 2)
        + beyond(count(Piece::Bishop, DARK), 1)
        + beyond(count(Piece::Bishop, !DARK), 1);
    if pawns + promoted > 8 {
        return refuse(format!("{pawns} pawns and {promoted} promoted pieces"), "at most 8 in all");
    }
    if count(Piece::Pawn, ROW_1) > 0 {
        return refuse("a pawn on its first row".to_string(), "pawns that started on the second row");
    }
    Ok(())
}

/// Refuses a side to move, or a number of plies, that contradicts the board.
fn check_turn(at: &SkirmishPosition, mover: Player, plies: u16) -> Result<(), TextError> {
    let arrived = at.promoting().count_ones();
    if arrived > 1 || at.turned().promoting() != 0 {
        let expected = "at most one, of the side to move: it is promoted at once";
        return Err(TextError::new("pawns on their last row", expected));
    }
    let [mine, theirs] = [at.mine, at.theirs()].map(u64::count_ones);
    if theirs == 0 && (mine == 0 || arrived == 0) {
        let found = format!("`{}` to move, against nothing", side(mover));
        return Err(TextError::new(found, "the side without pieces to move: its last one was just captured"));
    }
    if 32 - mine - theirs > u32::from(plies) {
        let found = format!("{} pieces captured in {plies} plies", 32 - mine - theirs);
        return Err(TextError::new(found, "at most one a ply"));
    }
    // Promotions are second moves of the same player; with all pawns on the board there was none.
    let turns = usize::from(plies) + arrived as usize;
    if at.all(Piece::Pawn).count_ones() == 16 && turns % 2 != mover.index() {
        let found = format!("`{}` to move after {plies} plies without a promotion", side(mover));
        return Err(TextError::new(found, "`w` after an even number of plies, `b` after an odd one"));
    }
    Ok(())
}
