//! The errors of taking samples.

use mctslab_arena::PlanError;
use mctslab_core::Failure;
use mctslab_core::spec::SpecError;
use thiserror::Error;

/// An error with its remedy in the message.
#[derive(Debug, Error, Clone, PartialEq)]
pub enum SampleError {
    /// An agent that cannot be built.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A plan that cannot be used.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// An agent failed to move.
    #[error(transparent)]
    Agent(#[from] Failure),
    /// A request that is not possible for this game.
    #[error("{0}")]
    Request(String),
    /// A text that is not a measure.
    #[error("`{text}` names no measure: {error}")]
    Unknown {
        /// The text.
        text: String,
        /// The error in it.
        error: String,
    },
}
