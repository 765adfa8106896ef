//! What is backed up to the nodes of the path after an iteration.
//!
//! `mean` keeps the mean reward of each node's mover (max^n). `implicit-minimax` also backs up the game's estimate of the leaf by
//! minimax and lets selection compare (1 - alpha) · mean + alpha · estimate (Lanctot, Winands, Pepels, Sturtevant, "Monte Carlo Tree
//! Search with Heuristic Evaluations using Implicit Minimax Backups", 2014). It is woven into the descent of the engine, so that
//! those who do without it pay nothing; a back-up that is added can be a variant of these two.

use mctslab_core::Row;
use mctslab_core::spec::{Args, Entry, Kind, Param};

use crate::minimax::EVAL;

/// A back-up on offer: one row of [`BACKUPS`].
pub type BackupRow = Row<fn(&Args) -> Backup>;

/// The back-ups that the search comes with.
pub static BACKUPS: &[BackupRow] = &[
    Row {
        entry: Entry::word("mean", "means of rewards (max^n)"),
        source: include_str!("backup.rs"),
        build: |_| Backup::Mean,
    },
    Row {
        entry: Entry {
            name: "implicit-minimax",
            doc: "(1 - alpha) · mean + alpha · the game's estimate, backed up by minimax (Lanctot et al. 2014); two players",
            params: &[Param::new("alpha", Kind::Real { min: 0.0, max: 1.0 }, "0.4", "weight of the estimate"), EVAL],
        },
        source: include_str!("backup.rs"),
        build: |args| Backup::ImplicitMinimax { alpha: args.real("alpha"), eval: args.choice("eval").name() },
    },
];

/// What is backed up to the nodes of the path.
#[derive(Clone, Copy, Debug, PartialEq)]
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
}
