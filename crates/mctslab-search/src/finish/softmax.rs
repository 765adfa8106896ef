//! A move drawn by its visits: probability proportional to exp(visits), of the moves with at least
//! `cut` of the most visits.
//!
//! The final policy of Vonášek, "The Surprising Effectivity of Monte Carlo Tree Search" (2022),
//! which treats counts below 90 % of the greatest as zero. As printed, a count of zero still has
//! weight exp(0) = 1; here such moves are never played, as the thesis says in section 5.4.1. Taking
//! the exponential of raw counts makes all but near-ties certain.

use mctslab_core::Rng;
use mctslab_core::spec::{Entry, Kind, Param};

use super::{Finish, FinishRow};
use crate::tree::{Node, Proof};

pub(super) const ROW: FinishRow = FinishRow {
    entry: Entry {
        name: "softmax",
        doc: "drawn at random with weight exp(visits), among the moves visited nearly as often as the most visited one",
        params: &[Param::new(
            "cut",
            Kind::Real { min: 0.0, max: 1.0 },
            "0.9",
            "moves with fewer visits than this share of the most visits are left out",
        )],
    },
    source: include_str!("softmax.rs"),
    build: |args| Box::new(Softmax::new(args.real("cut"))),
};

/// The final choice `softmax`.
pub struct Softmax {
    cut: f64,
}

impl Softmax {
    /// Moves with at least `cut` times the most visits are drawn.
    pub fn new(cut: f64) -> Softmax {
        Softmax { cut }
    }

    /// The weight of a child beside one of `most` visits.
    fn weight(&self, child: &Node, most: f64) -> f64 {
        let visits = self.score(child);
        if visits < self.cut * most { 0.0 } else { libm::exp(visits - most) }
    }
}

impl Finish for Softmax {
    fn score(&self, child: &Node) -> f64 {
        f64::from(child.visits())
    }

    fn choose(&self, children: &[Node], rng: &mut Rng) -> Option<usize> {
        let best = self.first(children)?;
        let is_open = |child: &Node| !matches!(child.proof(), Some(Proof::Win | Proof::Loss));
        // What is decided is not left to chance.
        if !is_open(&children[best]) {
            return Some(best);
        }
        let open = || children.iter().enumerate().filter(|(_, child)| is_open(child));
        let most = self.score(&children[best]);
        let mut left = rng.unit() * open().map(|(_, child)| self.weight(child, most)).sum::<f64>();
        let drawn = open().find(|(_, child)| {
            left -= self.weight(child, most);
            left < 0.0
        });
        Some(drawn.map_or(best, |(place, _)| place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::testing::children;

    #[test]
    fn weights_by_hand() {
        // exp(20 − 20) and exp(19 − 20) of the sum 1.3679: 0.731 and 0.269; 17 is below 90 % of 20.
        let nodes = children(&[(19, 0.5), (17, 0.9), (20, 0.5)]);
        let (rule, mut rng) = (Softmax::new(0.9), Rng::new(3));
        let mut counts = [0u32; 3];
        (0..20_000).for_each(|_| counts[rule.choose(&nodes, &mut rng).expect("a move")] += 1);
        assert_eq!(counts[1], 0);
        let share = f64::from(counts[2]) / 20_000.0;
        assert!((share - 0.7311).abs() < 0.013, "seed 3: {share}");
    }
}
