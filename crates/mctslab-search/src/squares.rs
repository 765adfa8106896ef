//! Squares that moves name, as people write them: `a7b6` leads from `a7` to `b6`.
//!
//! Nothing else is asked of a game: where a move names two squares, something that stands on the
//! first of them goes to the second.

/// A square: its row from the bottom as it is written, and its column from 0.
pub(crate) type Square = (u32, u32);

/// The two squares of a move that names two and nothing else.
pub(crate) fn two_squares(text: &str) -> Option<(Square, Square)> {
    let (from, rest) = square(text)?;
    match square(rest)? {
        (to, "") => Some((from, to)),
        _ => None,
    }
}

/// The square that a text begins with, and the rest of the text.
fn square(text: &str) -> Option<(Square, &str)> {
    let column = text.chars().next().filter(char::is_ascii_lowercase)? as u32 - u32::from(b'a');
    let digits = text[1..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| end + 1);
    let row = text[1..digits].parse().ok().filter(|row| *row < 64)?;
    Some(((row, column), &text[digits..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_moves_from_square_to_square_name_two() {
        assert_eq!(two_squares("a7b6"), Some(((7, 0), (6, 1))));
        assert_eq!(two_squares("g10g9"), Some(((10, 6), (9, 6))));
        for other in ["c5", "d", "Kb2", "0000", "pass", "a7b6x", "e7e8=Q", ""] {
            assert_eq!(two_squares(other), None, "{other}");
        }
    }
}
