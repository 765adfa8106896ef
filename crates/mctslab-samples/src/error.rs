//! What can go wrong when samples are taken.

use mctslab_arena::PlanError;
use mctslab_core::Failure;
use mctslab_core::spec::SpecError;
use thiserror::Error;

/// An error with the cure in its message.
#[derive(Debug, Error, Clone, PartialEq)]
pub enum SampleError {
    /// An agent that cannot be built.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A plan that cannot be used.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// An agent that could not move.
    #[error(transparent)]
    Agent(#[from] Failure),
    /// A request that makes no sense for this game.
    #[error("{0}")]
    Request(String),
    /// A text that names no measure.
    #[error("`{text}` names no measure: {error}")]
    Unknown {
        /// The text.
        text: String,
        /// What is wrong with it.
        error: String,
    },
}
