//! Reading text from users (moves, positions) and the heads of our own files; printing text from
//! elsewhere.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

/// The error of a move or a position that cannot be read: what was found, and what was expected.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error("found {found}, expected {expected}")]
pub struct TextError {
    /// What was found, quoted where it is the user's text.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

/// A text that lives as long as the program, as names in lists of games and agents must. Equal
/// texts are stored once.
///
/// ```
/// # use mctslab_core::text::interned;
/// assert!(std::ptr::eq(interned("heap"), interned(&"heap".to_string())));
/// ```
pub fn interned(text: &str) -> &'static str {
    static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(text) {
        return known;
    }
    let text: &'static str = Box::leak(text.into());
    texts.insert(text);
    text
}

/// The expectation in the error of a game that reads no positions.
const NO_POSITION: &str = "no position: this game cannot read one from text";

impl TextError {
    /// The error of a game that reads no positions, whatever was written.
    pub fn no_positions(found: &str) -> TextError {
        TextError::quoted(found, NO_POSITION)
    }

    /// Whether the error is [`TextError::no_positions`].
    pub fn is_no_positions(&self) -> bool {
        self.expected == NO_POSITION
    }

    /// An error from what was found and what was expected.
    pub fn new(found: impl Into<String>, expected: impl Into<String>) -> TextError {
        TextError { found: found.into(), expected: expected.into() }
    }

    /// An error in which `found` is quoted and, if long, shortened.
    pub fn quoted(found: &str, expected: impl Into<String>) -> TextError {
        TextError::new(quote(found), expected)
    }

    /// The error of a move that is not legal.
    pub fn illegal_move(found: &str, legal: &[String]) -> TextError {
        if legal.is_empty() {
            return TextError::quoted(found, "nothing: the game is over");
        }
        TextError::quoted(found, format!("a legal move: {}", legal.join(" ")))
    }
}

/// The beginning of a foreign text, which may be of any length: as much as fits a message of
/// several lines.
///
/// ```
/// # use mctslab_core::text::beginning;
/// assert_eq!(beginning("it failed"), "it failed");
/// assert_eq!(beginning(&"x".repeat(5000)).chars().count(), 2001);
/// ```
pub fn beginning(text: &str) -> Cow<'_, str> {
    const MAX_CHARACTERS: usize = 2000;
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// User text in backticks, printable and cut to a length that fits a message.
pub fn quote(text: &str) -> String {
    const MAX_CHARACTERS: usize = 60;
    if text.chars().count() <= MAX_CHARACTERS {
        return format!("`{}`", printable(text));
    }
    let start: String = text.chars().take(MAX_CHARACTERS).collect();
    format!("`{}…`", printable(&start))
}

/// Foreign text in a form that is safe in a terminal: control characters other than the newline and
/// the tab are written as escapes, and so are those that change the direction of writing. It must
/// be called where such text enters: a program's output, a store that may be foreign.
///
/// ```
/// # use mctslab_core::text::printable;
/// assert_eq!(printable("naïve\n\tmove"), "naïve\n\tmove");
/// assert_eq!(printable("\u{1b}[2Jgone"), "\\u{1b}[2Jgone");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

/// Whether a terminal obeys a character rather than showing it.
fn is_hidden(c: char) -> bool {
    let directs = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    directs || c.is_control() && !matches!(c, '\n' | '\t')
}

/// The `//!` lines at the head of a source file: documentation that is written once and shown in
/// rustdoc and by `explain`.
///
/// ```
/// # use mctslab_core::text::head;
/// assert_eq!(head("//! Nim.\n//!\n//! Take stones.\n\nuse std::fmt;"), "Nim.\n\nTake stones.");
/// ```
pub fn head(source: &str) -> String {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    let lines: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    lines.join("\n").trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_printable_is_a_command_to_a_terminal() {
        for (raw, shown) in [
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("lost\rwon", "lost\\u{d}won"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("\u{202e}nwo", "\\u{202e}nwo"),
            ("a\u{7f}\0b", "a\\u{7f}\\u{0}b"),
        ] {
            assert_eq!(printable(raw), shown);
        }
        assert_eq!(quote("\u{1b}[2J"), "`\\u{1b}[2J`");
        assert!(matches!(printable("Zürich ♞\n"), Cow::Borrowed(_)));
    }
}
