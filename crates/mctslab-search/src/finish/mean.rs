//! The max child: the move with the greatest mean payoff; moves never tried do not count.

use mctslab_core::spec::Entry;

use super::{Finish, FinishRow};
use crate::tree::Node;

pub(super) const ROW: FinishRow = FinishRow {
    entry: Entry::word("mean", "the move with the greatest mean payoff"),
    source: include_str!("mean.rs"),
    build: |_| Box::new(Mean),
};

/// The final choice `mean`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mean;

impl Finish for Mean {
    fn score(&self, child: &Node) -> f64 {
        if child.visits() == 0 { f64::NEG_INFINITY } else { child.mean() }
    }
}
