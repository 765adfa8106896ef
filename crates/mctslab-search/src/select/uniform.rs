//! A random child, a proven loss only if there is nothing else: a baseline.
//!
//! The tree then only stores playouts; means are those of random play at every depth.

use mctslab_core::Rng;
use mctslab_core::spec::Entry;

use super::{Choice, Select, SelectRow, Selection};
use crate::tree::Node;

pub(super) const ROW: SelectRow = SelectRow {
    entry: Entry::word("uniform", "every child equally likely"),
    source: include_str!("uniform.rs"),
    build: |_| Selection::by(UniformSelect),
};

/// Visits any child, all with the same probability.
pub struct UniformSelect;

impl Select for UniformSelect {
    fn pick(&mut self, choice: &Choice, rng: &mut Rng) -> usize {
        let is_open = |child: &Node| child.rarity() != f64::NEG_INFINITY;
        let open = choice.children.iter().filter(|child| is_open(child)).count();
        if open == 0 {
            return rng.below(choice.children.len() as u32) as usize;
        }
        let nth = rng.below(open as u32) as usize;
        let mut places = choice.children.iter().enumerate().filter(|(_, child)| is_open(child));
        places.nth(nth).map_or(0, |(place, _)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::testing::{children, picks};

    #[test]
    fn all_children_alike() {
        let counts = picks(&mut UniformSelect, 30, &children(&[(1, 0.0), (20, 1.0), (9, 0.5)]), 30_000);
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "seed 1: {counts:?}");
    }
}
