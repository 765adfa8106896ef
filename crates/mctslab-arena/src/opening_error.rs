//! Everything that can be wrong with openings.

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
        /// What is wrong with it.
        fault: OpeningFileFault,
    },
    /// A line of the file is no position of the game.
    #[error("opening {number}, {}: {fault}", quote(.line))]
    Line {
        /// Which one, counted from 1.
        number: usize,
        /// The line.
        line: String,
        /// What is wrong with it.
        fault: OpeningLineFault,
    },
}

/// What is wrong with a file of openings.
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
pub enum OpeningFileFault {
    /// The system does not hand it out. In the system's words: its own error can be neither copied
    /// nor compared.
    #[error("{0}")]
    Unreadable(String),
    /// It has no line that counts.
    #[error("it contains no position")]
    Empty,
    /// The plan has the path alone.
    #[error("the run did not store its positions")]
    NotKept,
}

/// What is wrong with one line of a file of openings.
#[derive(Debug, thiserror::Error, Clone, PartialEq, Eq)]
pub enum OpeningLineFault {
    /// It is neither a position nor a line of legal moves.
    #[error(transparent)]
    Text(#[from] TextError),
    /// Nothing is left to play.
    #[error("the game is over there")]
    Over,
}
