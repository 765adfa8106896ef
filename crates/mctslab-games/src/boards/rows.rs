//! Board text: rows from top to bottom separated by `/`, one character per piece, numbers for runs
//! of empty squares.
//!
//! This is the layout of chess FEN, which the UAI and UGI communities share: `x5o/7/7/7/7/7/o5x`.

use mctslab_core::{Player, TextError};

/// Writes `rows` x `columns` squares; `piece(row, column)` with row 0 at the top is `None` for an
/// empty square.
///
/// ```
/// # use mctslab_games::boards::rows::write;
/// assert_eq!(write(2, 3, |row, column| (row == 1 && column == 2).then_some('x')), "3/2x");
/// ```
pub fn write(rows: usize, columns: usize, piece: impl Fn(usize, usize) -> Option<char>) -> String {
    write_uneven(rows, |_| columns, piece)
}

/// Writes rows that each have their own number of squares.
pub fn write_uneven(
    rows: usize,
    columns: impl Fn(usize) -> usize,
    piece: impl Fn(usize, usize) -> Option<char>,
) -> String {
    let mut text = String::new();
    for row in 0..rows {
        if row > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for column in 0..columns(row) {
            match piece(row, column) {
                None => empty += 1,
                Some(c) => {
                    push_run(&mut text, empty);
                    empty = 0;
                    text.push(c);
                }
            }
        }
        push_run(&mut text, empty);
    }
    text
}

fn push_run(text: &mut String, empty: usize) {
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
}

/// Reads the text of [`write()`] and passes every piece to `place(row, column, piece)`, which
/// refuses unknown letters by returning `false`; `pieces` names the known ones in errors.
pub fn read(
    text: &str,
    rows: usize,
    columns: usize,
    pieces: &str,
    place: impl FnMut(usize, usize, char) -> bool,
) -> Result<(), TextError> {
    read_uneven(text, rows, |_| columns, pieces, place)
}

/// Reads the text of [`write_uneven`], like [`read`].
pub fn read_uneven(
    text: &str,
    rows: usize,
    columns: impl Fn(usize) -> usize,
    pieces: &str,
    mut place: impl FnMut(usize, usize, char) -> bool,
) -> Result<(), TextError> {
    let lines: Vec<&str> = text.split('/').collect();
    if lines.len() != rows {
        let expected = format!("{rows} rows separated by `/`, from the top");
        return Err(TextError::new(format!("{} rows in {}", lines.len(), mctslab_core::text::quote(text)), expected));
    }
    for (row, line) in lines.iter().enumerate() {
        let columns = columns(row);
        let mut column = 0;
        let mut run = 0;
        for c in line.chars() {
            if let Some(digit) = c.to_digit(10) {
                run = (run * 10 + digit as usize).min(columns + 1);
                continue;
            }
            column += std::mem::take(&mut run);
            if column >= columns || !place(row, column, c) {
                return Err(bad_row(line, row, columns, pieces));
            }
            column += 1;
        }
        if column + run != columns {
            return Err(bad_row(line, row, columns, pieces));
        }
    }
    Ok(())
}

fn bad_row(line: &str, row: usize, columns: usize, pieces: &str) -> TextError {
    let found = format!("{} as row {} from the top", mctslab_core::text::quote(line), row + 1);
    TextError::new(found, format!("{columns} squares: {pieces}, and numbers for runs of empty squares"))
}

/// Splits the text of a state into its fields, which must be as many as `shape` names.
pub fn fields<'a, const N: usize>(text: &'a str, shape: &str) -> Result<[&'a str; N], TextError> {
    let found: Vec<&str> = text.split_whitespace().collect();
    <[&str; N]>::try_from(found).map_err(|_| TextError::quoted(text, format!("`{shape}`")))
}

/// The letters of the players' stones and turns.
const LETTERS: [char; 3] = ['x', 'o', 'y'];

/// Reads the side to move: `x` for the first player, `o` for the second.
pub fn side(text: &str) -> Result<Player, TextError> {
    side_of(text, 2)
}

/// Reads the side to move in a game of two or three players: `x`, `o` and `y` in the order of the
/// first moves.
pub fn side_of(text: &str, players: usize) -> Result<Player, TextError> {
    let mut letters = text.chars();
    let found = letters.next().and_then(|letter| owner(letter, players)).filter(|_| letters.next().is_none());
    let expected = if players == 2 { "`x` or `o`, the side to move" } else { "`x`, `o` or `y`, the side to move" };
    found.ok_or_else(|| TextError::quoted(text, expected))
}

/// The letter of a player's stones and turn: `x`, `o` or `y`.
pub fn letter(player: Player) -> char {
    LETTERS[player.index()]
}

/// The owner of stones with this letter, in a game of two or three players.
///
/// ```
/// # use mctslab_core::Player;
/// # use mctslab_games::boards::rows::owner;
/// assert_eq!((owner('y', 3), owner('y', 2)), (Some(Player::new(2)), None));
/// ```
pub fn owner(piece: char, players: usize) -> Option<Player> {
    LETTERS[..players].iter().position(|&letter| letter == piece).map(Player::new)
}

/// Refuses numbers of stones that contradict the side to move, where two players place one stone
/// each in turn.
pub fn check_counts(x: u32, o: u32, side: Player) -> Result<(), TextError> {
    if x == o + side.index() as u32 {
        return Ok(());
    }
    let found = format!("{x} x and {o} o with `{}` to move", letter(side));
    Err(TextError::new(found, "as many of each if `x` is to move, one more x if `o` is"))
}
