//! The robust child: the move that was tried most often.

use mctslab_core::spec::Entry;

use super::{Finish, FinishRow};
use crate::tree::Node;

pub(super) const ROW: FinishRow = FinishRow {
    entry: Entry::word("visits", "the most visited move"),
    source: include_str!("visits.rs"),
    build: |_| Box::new(Visits),
};

/// The final choice `visits`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Visits;

impl Finish for Visits {
    fn score(&self, child: &Node) -> f64 {
        f64::from(child.visits())
    }
}
