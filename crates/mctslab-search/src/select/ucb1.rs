//! UCB1 (Auer, Cesa-Bianchi, Fischer 2002; for trees Kocsis, Szepesvári 2006).
//!
//! Visits the child with the greatest mean + c · sqrt(ln N / n): N visits of the parent, n of the child, payoffs in [0, 1].
//! The original has c = sqrt(2).
//!
//! Unvisited children come first, proven losses never while there is another choice. With c = 0 it is greedy.

use std::sync::LazyLock;

use mctslab_core::Rng;
use mctslab_core::spec::Entry;

use super::{Choice, Select, Ties, place_of_greatest};
use crate::tree::Node;

pub(super) const ENTRY: Entry = Entry::word("ucb1", "greatest mean + c·sqrt(ln N / n)");

/// The rule with its exploration constant.
pub struct Ucb1 {
    c: f64,
    ties: Ties,
    /// sqrt(ln N) for small N.
    table: &'static [f64],
}

const TABLED: u32 = 4096;

static SQRT_LN: LazyLock<Vec<f64>> = LazyLock::new(|| (0..TABLED).map(sqrt_ln).collect());

/// sqrt(ln N), with the logarithm from `libm`, so that it is the same on every machine.
fn sqrt_ln(visits: u32) -> f64 {
    libm::log(f64::from(visits.max(1))).sqrt()
}

impl Ucb1 {
    /// UCB1 with exploration constant `c`.
    pub fn new(c: f64, ties: Ties) -> Ucb1 {
        Ucb1 { c, ties, table: &SQRT_LN }
    }

    /// c · sqrt(ln N).
    #[inline]
    fn factor(&self, visits: u32) -> f64 {
        self.c * self.table.get(visits as usize).copied().unwrap_or_else(|| sqrt_ln(visits))
    }
}

impl Select for Ucb1 {
    fn pick(&mut self, choice: &Choice, _: &mut Rng) -> usize {
        let scale = self.factor(choice.visits);
        let score = |child: &Node| child.mean() + scale * child.rarity();
        if self.ties == Ties::Last {
            return place_of_greatest(choice.children.iter().map(score), Ties::Last);
        }
        // The common case, written out: fewer instructions than the general loop.
        let mut best = 0;
        let mut best_score = f64::NEG_INFINITY;
        for (place, child) in choice.children.iter().enumerate() {
            let score = score(child);
            if score > best_score {
                best_score = score;
                best = place;
            }
        }
        best
    }

    fn scale(&self, visits: u32) -> Option<f64> {
        (self.ties != Ties::Last).then(|| self.factor(visits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::testing::{children, pick};

    #[test]
    fn the_formula_by_hand() {
        // N = 10: sqrt(ln 10 / n) is 0.7587 for n = 4, 0.8760 for 3, 0.8760 for 3.
        let nodes = children(&[(4, 0.75), (3, 0.6), (3, 0.5)]);
        assert_eq!(pick(&mut Ucb1::new(0.0, Ties::First), 10, &nodes), 0, "greedy");
        assert_eq!(pick(&mut Ucb1::new(1.2, Ties::First), 10, &nodes), 0, "1.6604, 1.6512, 1.5512");
        assert_eq!(pick(&mut Ucb1::new(1.4, Ties::First), 10, &nodes), 1, "1.8122, 1.8264, 1.7264");
    }

    #[test]
    fn ties_go_where_they_are_told() {
        let nodes = children(&[(2, 0.1), (2, 0.5), (2, 0.5), (2, 0.2)]);
        assert_eq!(pick(&mut Ucb1::new(0.4, Ties::First), 8, &nodes), 1);
        assert_eq!(pick(&mut Ucb1::new(0.4, Ties::Last), 8, &nodes), 2);
        assert_eq!(pick(&mut Ucb1::new(0.4, Ties::Random), 8, &nodes), 1, "children lie in random order");
    }

    #[test]
    fn unvisited_children_come_first() {
        let nodes = children(&[(2, 1.0), (0, 0.0), (2, 1.0), (0, 0.0)]);
        assert_eq!(pick(&mut Ucb1::new(1.0, Ties::First), 4, &nodes), 1);
        assert_eq!(pick(&mut Ucb1::new(1.0, Ties::Last), 4, &nodes), 3);
    }
}
