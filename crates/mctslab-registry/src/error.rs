//! What can go wrong between a string and a result.

use mctslab_core::spec::SpecError;
use mctslab_core::{Failure, TextError};
use mctslab_samples::SampleError;
use thiserror::Error;

/// An error with the cure in its message.
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
    /// A request that makes no sense for this game.
    #[error("{0}")]
    Request(String),
    /// A spec that would start a program, from a place that may not.
    #[error("{place} names `{spec}`, which starts an external program, and that is not allowed")]
    EnginesNotAllowed {
        /// Where the spec was read.
        place: String,
        /// The spec.
        spec: String,
    },
    /// Standard input or output that broke.
    #[error("cannot continue to serve: {0}")]
    Serving(String),
    /// An agent that could not move.
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
    /// Whether the user asked for something impossible, rather than something possible going wrong.
    pub fn is_usage(&self) -> bool {
        !matches!(
            self,
            RegistryError::Agent(_) | RegistryError::Serving(_) | RegistryError::Sample(SampleError::Agent(_))
        )
    }
}
