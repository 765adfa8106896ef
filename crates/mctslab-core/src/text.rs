//! Reading what people write: moves, positions, and the heads of our own files.

use thiserror::Error;

/// A move or a position that cannot be read: what was found, and what would have been right.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error("found {found}, expected {expected}")]
pub struct TextError {
    /// What was found, quoted where it is the user's text.
    pub found: String,
    /// What would have been right.
    pub expected: String,
}

impl TextError {
    /// An error from its two halves.
    pub fn new(found: impl Into<String>, expected: impl Into<String>) -> TextError {
        TextError { found: found.into(), expected: expected.into() }
    }

    /// `found` is quoted and, if long, shortened.
    pub fn quoted(found: &str, expected: impl Into<String>) -> TextError {
        TextError::new(quote(found), expected)
    }

    /// A move that is not among the legal ones.
    pub fn illegal_move(found: &str, legal: &[String]) -> TextError {
        if legal.is_empty() {
            return TextError::quoted(found, "nothing: the game is over");
        }
        TextError::quoted(found, format!("a legal move: {}", legal.join(" ")))
    }
}

/// User text in backticks, cut to a length that fits a message.
pub fn quote(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        return format!("`{text}`");
    }
    let start: String = text.chars().take(MOST).collect();
    format!("`{start}…`")
}

/// The `//!` lines at the head of a source file: documentation that is written once and shown in rustdoc and by `explain`.
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
