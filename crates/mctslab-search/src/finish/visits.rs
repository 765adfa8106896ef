//! The robust child: the move that was tried most often.

use mctslab_core::spec::Entry;

use super::Finish;
use crate::tree::Node;

pub(super) const ENTRY: Entry = Entry::word("visits", "the move tried most often");

/// The rule.
pub struct Visits;

impl Finish for Visits {
    fn score(&self, child: &Node) -> f64 {
        f64::from(child.visits())
    }
}
