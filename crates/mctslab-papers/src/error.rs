//! What may be wrong with a part of the file of a paper.

use thiserror::Error;

/// What is wrong with a place, a reading or a claim: what was found, and what is valid. Whoever
/// reads the file adds where it stands.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub(super) struct WrongPart(pub(super) String);

impl WrongPart {
    pub(super) fn new(text: impl Into<String>) -> WrongPart {
        WrongPart(text.into())
    }
}
