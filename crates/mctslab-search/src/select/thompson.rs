//! Thompson sampling (Thompson 1933): samples what each child may be worth, and visits the
//! greatest.
//!
//! A child with n visits and mean m is worth a sample from Beta(1 + n·m, 1 + n·(1 − m)): exact for
//! rewards 0 and 1, cautious for those between. Rewards are assumed to lie in [0, 1]. A proven
//! value is taken as it is.

use mctslab_core::spec::Entry;
use mctslab_core::{Rng, ScoreTerm};

use super::{Choice, Select, SelectRow, Selection, Ties, place_of_greatest};
use crate::tree::Node;

pub(super) const ROW: SelectRow = SelectRow {
    entry: Entry::word("thompson", "Thompson sampling: a value is sampled for each child, and the greatest is visited"),
    source: include_str!("thompson.rs"),
    build: |context| Selection::by(Thompson::new(context.ties)),
};

/// Visits the child whose value, drawn from its posterior, is greatest.
pub struct Thompson {
    ties: Ties,
}

impl Thompson {
    /// Thompson sampling.
    pub fn new(ties: Ties) -> Thompson {
        Thompson { ties }
    }
}

impl Select for Thompson {
    fn pick(&mut self, choice: &Choice, rng: &mut Rng) -> usize {
        place_of_greatest(choice.children.iter().map(|child| sample(child, rng)), self.ties)
    }

    fn terms(&self, choice: &Choice, place: usize, rng: &mut Rng) -> Vec<ScoreTerm> {
        vec![ScoreTerm { name: "sample", value: sample(&choice.children[place], rng) }]
    }
}

/// A sample of what a child may be worth.
fn sample(child: &Node, rng: &mut Rng) -> f64 {
    let (mean, rarity) = (child.mean(), child.rarity());
    if mean.is_infinite() || !rarity.is_normal() {
        return mean + rarity;
    }
    let (mean, visits) = (mean.clamp(0.0, 1.0), f64::from(child.visits()));
    beta(1.0 + visits * mean, 1.0 + visits * (1.0 - mean), rng)
}

/// A draw from a beta distribution with parameters of at least 1.
fn beta(a: f64, b: f64, rng: &mut Rng) -> f64 {
    let (x, y) = (gamma(a, rng), gamma(b, rng));
    x / (x + y)
}

/// A draw from a gamma distribution of shape `a` of at least 1 (Marsaglia, Tsang 2000).
fn gamma(a: f64, rng: &mut Rng) -> f64 {
    let d = a - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && libm::log(1.0 - rng.unit()) < 0.5 * x * x + d - d * v + d * libm::log(v) {
            return d * v;
        }
    }
}

/// A draw from the standard normal distribution (Marsaglia's polar method).
fn normal(rng: &mut Rng) -> f64 {
    loop {
        let (x, y) = (2.0 * rng.unit() - 1.0, 2.0 * rng.unit() - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * libm::log(square) / square).sqrt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::testing::{children, picks};

    #[test]
    fn draws_have_the_mean_and_variance_of_a_beta() {
        for (a, b) in [(1.0, 1.0), (2.5, 1.0), (30.0, 70.0)] {
            let mut rng = Rng::new(5);
            let draws: Vec<f64> = (0..40_000).map(|_| beta(a, b, &mut rng)).collect();
            let mean = draws.iter().sum::<f64>() / 40_000.0;
            let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 40_000.0;
            let (m, v) = (a / (a + b), a * b / ((a + b) * (a + b) * (a + b + 1.0)));
            assert!((mean - m).abs() < 5.0 * (v / 40_000.0).sqrt(), "seed 5, Beta({a}, {b}): mean {mean}, not {m}");
            assert!((variance / v - 1.0).abs() < 0.05, "seed 5, Beta({a}, {b}): variance {variance}, not {v}");
        }
    }

    #[test]
    fn visits_a_child_as_often_as_it_may_be_the_best() {
        // One visit that won against one that lost: Beta(2, 1) is the greater with probability 5/6.
        let counts = picks(&mut Thompson::new(Ties::First), 2, &children(&[(1, 0.0), (1, 1.0)]), 30_000);
        assert!((f64::from(counts[1]) / 30_000.0 - 5.0 / 6.0).abs() < 0.01, "seed 1: {counts:?}");
    }
}
