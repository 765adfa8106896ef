//! UCB1-Tuned (Auer, Cesa-Bianchi, Fischer 2002): explores less where rewards vary little.
//!
//! Visits the child with the greatest mean + c · sqrt(ln N / n · min(1/4, V)), where V = variance
//! of the child's rewards
//! + sqrt(2 ln N / n) is an upper bound of its variance. The original has c = 1. Rewards are
//!   assumed to lie in [0, 1].

use mctslab_core::spec::Entry;
use mctslab_core::{Rng, ScoreTerm};

use super::{Choice, Select, SelectRow, Selection, Ties, mean_and_exploration, place_of_greatest};
use crate::tree::Node;

pub(super) const ROW: SelectRow = SelectRow {
    entry: Entry::word("ucb1-tuned", "greatest mean + c·sqrt(ln N / n · min(1/4, V)), V a bound of the variance"),
    source: include_str!("ucb1_tuned.rs"),
    build: |context| Selection::by(Ucb1Tuned::new(context.c, context.ties)),
};

/// The rule with its exploration constant.
pub struct Ucb1Tuned {
    c: f64,
    ties: Ties,
}

impl Ucb1Tuned {
    /// UCB1-Tuned with exploration constant `c`.
    pub fn new(c: f64, ties: Ties) -> Ucb1Tuned {
        Ucb1Tuned { c, ties }
    }

    /// The mean of a child, and what it gains by being rarely visited, under a parent with so many
    /// visits that their logarithm is `ln`.
    #[inline]
    fn parts(&self, child: &Node, square: f32, ln: f64) -> [f64; 2] {
        let (mean, rarity) = (child.mean(), child.rarity());
        // Unvisited, and proven results, which need no exploring.
        if mean.is_infinite() || !rarity.is_normal() {
            return [mean, rarity];
        }
        let per_visit = ln * rarity * rarity;
        let variance = (f64::from(square) - mean * mean).max(0.0);
        [mean, self.c * (per_visit * (variance + (2.0 * per_visit).sqrt()).min(0.25)).sqrt()]
    }
}

/// ln N.
fn ln(choice: &Choice) -> f64 {
    libm::log(f64::from(choice.visits.max(1)))
}

impl Select for Ucb1Tuned {
    fn pick(&mut self, choice: &Choice, _: &mut Rng) -> usize {
        let ln = ln(choice);
        let score = |(child, &square): (&Node, &f32)| {
            let [mean, exploration] = self.parts(child, square, ln);
            mean + exploration
        };
        place_of_greatest(choice.children.iter().zip(choice.squares).map(score), self.ties)
    }

    fn terms(&self, choice: &Choice, place: usize, _: &mut Rng) -> Vec<ScoreTerm> {
        mean_and_exploration(self.parts(&choice.children[place], choice.squares[place], ln(choice)))
    }

    fn wants_squares(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::testing::children;

    #[test]
    fn the_formula_by_hand() {
        // N = 1000, n = 400 and 100: ln N / n = 0.01727 and 0.06908; sqrt of twice that = 0.18585
        // and 0.37170.
        let nodes = children(&[(400, 0.5), (100, 0.5)]);
        // All draws: variance 0, V = 0.18585 and (cut) 0.25: 0.5 + 0.05666 against 0.5 + 0.13141.
        let mut rule = Ucb1Tuned::new(1.0, Ties::First);
        let mut at = |squares: &[f32], nodes: &[Node]| {
            rule.pick(&Choice { visits: 1000, children: nodes, squares, priors: &[] }, &mut Rng::new(1))
        };
        assert_eq!(at(&[0.25, 0.25], &nodes), 1);
        // A mean of 0.57 makes 0.62666 with all rewards alike (0.3249), and 0.57 + sqrt(0.01727 ·
        // 0.25) = 0.63571 if they vary. 0.5 + 0.13141 = 0.63141 lies between.
        let nodes = children(&[(400, 0.57), (100, 0.5)]);
        assert_eq!(at(&[0.3249, 0.25], &nodes), 1);
        assert_eq!(at(&[0.57, 0.25], &nodes), 0);
    }
}
