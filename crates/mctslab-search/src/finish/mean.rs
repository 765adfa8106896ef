//! The max child: the move with the greatest mean payoff; moves never tried do not count.

use mctslab_core::spec::Entry;

use super::Finish;
use crate::tree::Node;

pub(super) const ENTRY: Entry = Entry::word("mean", "the move with the greatest mean payoff");

/// The rule.
pub struct Mean;

impl Finish for Mean {
    fn score(&self, child: &Node) -> f64 {
        if child.visits() == 0 { -1.0 } else { child.mean() }
    }
}
