//! The limit of plies that every game has as its option `max-plies`, where 0 is no limit.
//!
//! A game whose board fills up anyway cuts the limit to its longest game ([`within`]) and need not
//! count plies. One that counts them keeps the number in its state and, if there is a limit, as the
//! last field of its text.

use mctslab_core::{Player, TextError};

/// The limit of a game that is over after `longest` plies by its rules alone.
#[inline]
pub const fn within(max_plies: u32, longest: u32) -> u32 {
    if max_plies == 0 || max_plies > longest { longest } else { max_plies }
}

/// Whether the limit ends the game after this many plies.
#[inline]
pub const fn over(plies: u16, max_plies: u32) -> bool {
    max_plies > 0 && plies as u32 >= max_plies
}

/// The number of plies that the limit leaves.
#[inline]
pub const fn left(plies: u16, max_plies: u32) -> u32 {
    if max_plies == 0 { u32::MAX } else { max_plies.saturating_sub(plies as u32) }
}

/// The remark about the limit below a board.
pub fn note(plies: u16, max_plies: u32) -> String {
    format!("ply {plies} of at most {max_plies}")
}

/// Refuses a position after more plies than the limit allows; `found` is the part of the text that
/// shows it.
pub fn refuse_more(plies: u32, max_plies: u32, found: impl FnOnce() -> String) -> Result<(), TextError> {
    if plies <= max_plies { Ok(()) } else { Err(TextError::new(found(), format!("at most {max_plies} plies"))) }
}

/// Refuses a side to move that contradicts the number of plies, where two players move in turn.
pub fn check_mover(plies: u32, mover: Player, found: impl FnOnce() -> String) -> Result<(), TextError> {
    if plies as usize % 2 == mover.index() {
        return Ok(());
    }
    Err(TextError::new(found(), "`x` to move after an even number of plies, `o` after an odd one"))
}

/// Takes the number of plies played off the end of a state's text, where the game has a limit and
/// so counts them.
pub fn split(text: &str, max_plies: u32) -> Result<(&str, u16), TextError> {
    if max_plies == 0 {
        return Ok((text, 0));
    }
    let expected = || format!("the number of plies played, 0 to {max_plies}, as the last field");
    let (rest, last) =
        text.trim_end().rsplit_once(char::is_whitespace).ok_or_else(|| TextError::quoted(text, expected()))?;
    let plies = last.parse().ok().filter(|&plies: &u16| u32::from(plies) <= max_plies);
    Ok((rest, plies.ok_or_else(|| TextError::quoted(last, expected()))?))
}

/// The field that [`split`] removes: empty where plies are not counted.
pub fn field(plies: u16, max_plies: u32) -> String {
    if max_plies == 0 { String::new() } else { format!(" {plies}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_limit_is_that_of_the_board_and_none_elsewhere() {
        assert_eq!([0, 5, 9, 10].map(|limit| within(limit, 9)), [9, 5, 9, 9]);
        assert_eq!([0, 5, 6].map(|limit| over(5, limit)), [false, true, false]);
        assert_eq!([0, 5, 6].map(|limit| left(5, limit)), [u32::MAX, 0, 1]);
    }

    #[test]
    fn plies_follow_any_white_space() {
        for text in ["3/3/3 x 7", "3/3/3 x\t7", "3/3/3 x\n7\n", "3/3/3 x  7 "] {
            let (rest, plies) = split(text, 9).expect("a number of plies");
            assert_eq!((rest.trim_end(), plies), ("3/3/3 x", 7), "{text:?}");
        }
    }
}
