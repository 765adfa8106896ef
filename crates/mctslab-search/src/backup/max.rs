//! The greatest value of the children: a node is worth what its best move is, as in minimax, by the
//! means known so far (Coulom, "Efficient Selectivity and Backup Operators in Monte-Carlo Tree
//! Search", 2006, who shows why it overestimates while visits are few). For one or two players.

use mctslab_core::spec::Entry;

use super::{Backup, BackupRow, Combine};
use crate::tree::Node;

pub(super) const ROW: BackupRow = BackupRow {
    entry: Entry::word("max", "the greatest value of the children (Coulom 2006); one or two players"),
    source: include_str!("max.rs"),
    build: |_| Backup::Combined(Combine { parameter: 0.0, of: greatest }),
};

fn greatest(_: f64, children: &[Node]) -> f64 {
    let visited = children.iter().filter(|child| child.visits() > 0);
    visited.map(Node::mean).fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::testing::children;

    #[test]
    fn the_best_visited_child_counts() {
        assert_eq!(greatest(0.0, &children(&[(3, 0.5), (1, 0.75), (0, 0.0)])), 0.75);
    }
}
