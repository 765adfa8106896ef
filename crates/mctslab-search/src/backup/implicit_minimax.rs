//! Implicit minimax: beside the mean, the game's estimate of the leaf is backed up by minimax, and
//! selection compares (1 - alpha) · mean + alpha · estimate (Lanctot, Winands, Pepels, Sturtevant,
//! "Monte Carlo Tree Search with Heuristic Evaluations using Implicit Minimax Backups", 2014). For
//! two players.

use mctslab_core::spec::{Entry, Kind, Param};

use super::{Backup, BackupRow};
use crate::minimax::EVAL;

pub(super) const ROW: BackupRow = BackupRow {
    entry: Entry {
        name: "implicit-minimax",
        doc: "(1 - alpha) · mean + alpha · the game's estimate, backed up by minimax (Lanctot et al. 2014); two players",
        params: &[Param::new("alpha", Kind::Real { min: 0.0, max: 1.0 }, "0.4", "weight of the estimate"), EVAL],
    },
    source: include_str!("implicit_minimax.rs"),
    build: |args| Backup::ImplicitMinimax { alpha: args.real("alpha"), eval: args.choice("eval").name() },
};
