//! Means of rewards: a node's value is the mean reward of its mover in all iterations that passed
//! it (max^n for any number of players).

use mctslab_core::spec::Entry;

use super::{Backup, BackupRow};

pub(super) const ROW: BackupRow = BackupRow {
    entry: Entry::word("mean", "the mean of the rewards (max^n)"),
    source: include_str!("mean.rs"),
    build: |_| Backup::Mean,
};
