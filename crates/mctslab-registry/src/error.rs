//! The errors between a string and a result.

use mctslab_core::spec::SpecError;
use mctslab_core::{Failure, TextError};
use mctslab_samples::SampleError;
use thiserror::Error;

/// An error with its remedy in the message.
#[derive(Debug, Error, Clone, PartialEq)]
pub enum RegistryError {
    /// A spec that cannot be used.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A position that cannot be read.
    #[error("cannot read the position: {0}")]
    Position(TextError),
    /// A move that cannot be made.
    #[error("{0}")]
    Move(#[from] TextError),
    /// A request that is not possible for this game.
    #[error("{0}")]
    Request(String),
    /// A spec that would start a program, from a place that is not allowed to.
    #[error("{place} names `{spec}`, which starts an external program, and that is not allowed")]
    EnginesNotAllowed {
        /// Where the spec was read.
        place: String,
        /// The spec.
        spec: String,
    },
    /// Standard input or output failed.
    #[error("cannot continue to serve: {0}")]
    Serving(String),
    /// An agent failed to move.
    #[error(transparent)]
    Agent(#[from] Failure),
    /// A plan that cannot be used.
    #[error(transparent)]
    Plan(#[from] mctslab_arena::PlanError),
    /// Samples that cannot be taken.
    #[error(transparent)]
    Sample(#[from] SampleError),
}

impl RegistryError {
    /// Whether the user's request was impossible, rather than a possible one failing.
    pub fn is_usage(&self) -> bool {
        !matches!(
            self,
            RegistryError::Agent(_) | RegistryError::Serving(_) | RegistryError::Sample(SampleError::Agent(_))
        )
    }
}
