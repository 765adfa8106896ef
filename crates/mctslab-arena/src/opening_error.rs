//! The errors of openings.

use mctslab_core::TextError;
use mctslab_core::spec::SpecError;
use mctslab_core::text::quote;

/// Why openings cannot be used.
#[derive(Debug, thiserror::Error, Clone, PartialEq)]
pub enum OpeningError {
    /// The spec is wrong.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The file cannot be used.
    #[error("cannot read the openings in `{path}`: {fault}")]
    File {
        /// Its path.
        path: String,
        /// The error in it.
        fault: OpeningFileFault,
    },
    /// A line of the file is not a position of the game.
    #[error("opening {number}, {}: {fault}", quote(.line))]
    Line {
        /// The number of the line, counted from 1.
        number: usize,
        /// The line.
        line: String,
        /// The error in it.
        fault: OpeningLineFault,
    },
}

/// The error in a file of openings.
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
pub enum OpeningFileFault {
    /// The system cannot read it; in the system's words, since its own error can be neither copied
    /// nor compared.
    #[error("{0}")]
    Unreadable(String),
    /// It contains no openings.
    #[error("it contains no position")]
    Empty,
    /// The plan contains the path but not the content.
    #[error("the run did not store its positions")]
    NotKept,
}

/// The error in one line of a file of openings.
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
pub enum OpeningLineFault {
    /// It is neither a position nor a line of legal moves.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The game is over in it.
    #[error("the game is over there")]
    Over,
}
