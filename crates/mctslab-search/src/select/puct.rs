//! PUCT: a prior says which moves are worth trying, and how often (Rosin, "Multi-armed bandits with
//! episode context", 2011; in this form Silver et al., "Mastering the game of Go without human
//! knowledge", 2017).
//!
//! Visits the child with the greatest Q + c · P · sqrt(N) / (1 + n): Q its mean, P its prior, n its
//! visits, N those of the parent, at least 1. The priors of a node's moves add up to one. By
//! default they are the softmax of the game's estimates of the positions that the moves lead to:
//! exp(estimate / temperature), scaled; a finished game counts as what it pays. In code, any
//! function can be the prior (`Prior`).
//!
//! A child without visits has Q = `unvisited`. In the paper that is 0 on a scale from -1 to 1, here
//! 0.5 from 0 to 1; c = 1 here is 2 there. A child may be visited again before its siblings were
//! visited at all, so all children of a node are made at once, `expand=one` or not. Proven losses
//! are never visited while there is another choice.

use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_core::{Rng, ScoreTerm};

use super::{Choice, EstimatePrior, Select, SelectRow, Selection, Ties, mean_and_exploration, place_of_greatest};
use crate::minimax::EVAL;
use crate::tree::Node;

pub(super) const ROW: SelectRow = SelectRow {
    entry: Entry {
        name: "puct",
        doc: "greatest mean + c·P·sqrt(N)/(1 + n), P a prior: the softmax of the game's estimates",
        params: &[
            EVAL,
            Param::new(
                "temperature",
                Kind::Real { min: 0.0001, max: 1000.0 },
                "0.1",
                "temperature of the softmax; small: the best estimate alone, large: all moves equally",
            ),
            Param::new(
                "unvisited",
                Kind::Real { min: -1000.0, max: 1000.0 },
                "0.5",
                "the mean that is assumed of a child without visits",
            ),
        ],
    },
    source: include_str!("puct.rs"),
    build: |context| {
        let args = context.args;
        let prior = EstimatePrior { eval: args.choice("eval").name(), temperature: args.real("temperature") };
        let rule = Puct::new(context.c, args.real("unvisited"), context.ties);
        Selection { prior: Some(prior), ..Selection::by(rule) }
    },
};

/// The rule with its exploration constant.
pub struct Puct {
    c: f64,
    unvisited: f64,
    ties: Ties,
}

impl Puct {
    /// PUCT with exploration constant `c`, which takes the mean of a child without visits to be
    /// `unvisited`.
    pub fn new(c: f64, unvisited: f64, ties: Ties) -> Puct {
        Puct { c, unvisited, ties }
    }

    /// c · sqrt(N).
    fn scale(&self, choice: &Choice) -> f64 {
        self.c * f64::from(choice.visits.max(1)).sqrt()
    }

    /// The mean of a child, and what its prior adds to it.
    #[inline]
    fn parts(&self, child: &Node, prior: f32, scale: f64) -> [f64; 2] {
        if child.proof().is_some() {
            // Nothing to explore; minus infinity for a loss.
            return [child.mean(), child.rarity()];
        }
        let mean = if child.visits() == 0 { self.unvisited } else { child.mean() };
        [mean, scale * f64::from(prior) / (1.0 + f64::from(child.visits()))]
    }
}

impl Select for Puct {
    fn pick(&mut self, choice: &Choice, _: &mut Rng) -> usize {
        let scale = self.scale(choice);
        let score = |(child, &prior): (&Node, &f32)| {
            let [mean, exploration] = self.parts(child, prior, scale);
            mean + exploration
        };
        place_of_greatest(choice.children.iter().zip(choice.priors).map(score), self.ties)
    }

    fn terms(&self, choice: &Choice, place: usize, _: &mut Rng) -> Vec<ScoreTerm> {
        mean_and_exploration(self.parts(&choice.children[place], choice.priors[place], self.scale(choice)))
    }

    fn wants_priors(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::testing::children;
    use crate::tree::Proof;

    fn pick(c: f64, visits: u32, children: &[Node], priors: &[f32]) -> usize {
        let choice = Choice { visits, children, squares: &[], priors };
        Puct::new(c, 0.5, Ties::First).pick(&choice, &mut Rng::new(1))
    }

    #[test]
    fn the_formula_by_hand() {
        // N = 16, so c · sqrt(N) = 4c. With c = 1: 0.75 + 4 · 0.25 / 11 = 0.84091, 0.5 + 4 · 0.5 /
        // 7 = 0.78571 and, without visits, 0.5 + 4 · 0.25 / 1 = 1.5.
        let nodes = children(&[(10, 0.75), (6, 0.5), (0, 0.0)]);
        assert_eq!(pick(1.0, 16, &nodes, &[0.25, 0.5, 0.25]), 2);
        // A prior of 0.0625 makes that 0.75, less than the first.
        assert_eq!(pick(1.0, 16, &nodes, &[0.25, 0.6875, 0.0625]), 1, "0.84091, 0.89286, 0.75");
        assert_eq!(pick(1.0, 16, &nodes, &[0.4375, 0.5, 0.0625]), 0, "0.90909, 0.78571, 0.75");
        assert_eq!(pick(0.0, 16, &nodes, &[0.0, 0.5, 0.5]), 0, "without exploration the greatest mean");
    }

    #[test]
    fn the_prior_alone_decides_the_first_visit() {
        let nodes = children(&[(0, 0.0), (0, 0.0), (0, 0.0)]);
        assert_eq!(pick(0.4, 0, &nodes, &[0.2, 0.3, 0.5]), 2);
    }

    #[test]
    fn what_is_proven_is_not_explored() {
        let nodes = [
            Node::copied(3, 0.9, Some((Proof::Loss, 0.0))),
            Node::copied(3, 0.1, Some((Proof::Draw, 0.5))),
            Node::copied(3, 0.4, None),
        ];
        assert_eq!(pick(0.4, 9, &nodes, &[0.98, 0.01, 0.01]), 1, "-∞, 0.5, 0.403");
        assert_eq!(pick(0.4, 9, &nodes, &[0.0, 0.5, 0.5]), 2, "-∞, 0.5, 0.55");
    }
}
