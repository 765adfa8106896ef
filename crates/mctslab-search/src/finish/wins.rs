//! The most wins: the move whose visits paid most in all, a draw counting half a win. Govani (2015)
//! names it the max child. Between the greatest mean, which a rarely visited move can have, and the
//! most visits, which a losing move can have too.

use mctslab_core::spec::Entry;

use super::{Finish, FinishRow};
use crate::tree::Node;

pub(super) const ROW: FinishRow = FinishRow {
    entry: Entry::word("wins", "the move with the most wins, a draw counting half"),
    source: include_str!("wins.rs"),
    build: |_| Box::new(Wins),
};

/// The final choice `wins`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wins;

impl Finish for Wins {
    fn score(&self, child: &Node) -> f64 {
        if child.visits() == 0 { f64::NEG_INFINITY } else { child.mean() * f64::from(child.visits()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::testing::children;

    #[test]
    fn wins_are_counted_not_their_share_nor_the_visits() {
        // 6 of 10, 4.5 of 5 and 5.5 of 20; the second has the greatest mean, the third most visits.
        let nodes = children(&[(10, 0.6), (5, 0.9), (20, 0.275)]);
        let scores: Vec<f64> = nodes.iter().map(|child| Wins.score(child)).collect();
        for (score, expected) in scores.iter().zip([6.0, 4.5, 5.5]) {
            assert!((score - expected).abs() < 1e-5, "{scores:?}");
        }
    }
}
