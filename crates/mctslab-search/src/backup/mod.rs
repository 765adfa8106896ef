//! What is backed up to the nodes of the path after an iteration.
//!
//! A back-up is one file and one row of [`BACKUPS`]. All record the reward of the iteration at
//! every node of the path; one that makes a node's value of those of its children is a [`Combine`].

mod implicit_minimax;
mod max;
mod mean;
mod power_mean;

use mctslab_core::Row;
use mctslab_core::spec::Args;

use crate::tree::Node;

/// A back-up on offer: one row of [`BACKUPS`].
pub type BackupRow = Row<fn(&Args) -> Backup>;

/// The back-ups that the search comes with.
pub static BACKUPS: &[BackupRow] = &[mean::ROW, implicit_minimax::ROW, power_mean::ROW, max::ROW];

/// What is backed up to the nodes of the path.
#[derive(Clone, Copy, Debug)]
pub enum Backup {
    /// The reward of their movers.
    Mean,
    /// That, and the estimate of the leaf by minimax.
    ImplicitMinimax {
        /// Weight of the estimate.
        alpha: f64,
        /// Name of the estimate.
        eval: &'static str,
    },
    /// A value made of those of a node's children, once there are such.
    Combined(Combine),
}

/// A way to make the value of a node of those of its children.
#[derive(Clone, Copy, Debug)]
pub struct Combine {
    /// A number that the formula has.
    pub parameter: f64,
    /// What the children, of which at least one was visited, are worth to the player who chooses
    /// among them.
    pub of: fn(f64, &[Node]) -> f64,
}

impl Combine {
    /// What the children are worth to the player who chooses among them.
    #[inline]
    pub fn value(&self, children: &[Node]) -> f64 {
        (self.of)(self.parameter, children)
    }
}
