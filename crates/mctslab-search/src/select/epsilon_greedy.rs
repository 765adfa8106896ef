//! ε-greedy: the child with the greatest mean, or with probability ε a random child (Sutton, Barto
//! 1998).
//!
//! With ε = 0 it is UCB1 with c = 0. A proven loss is never drawn.

use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_core::{Rng, ScoreTerm};

use super::{Choice, Select, SelectRow, Selection, Ties, Ucb1, UniformSelect};

pub(super) const ROW: SelectRow = SelectRow {
    entry: Entry {
        name: "epsilon-greedy",
        doc: "the greatest mean, or with probability eps a random child",
        params: &[Param::new("eps", Kind::Real { min: 0.0, max: 1.0 }, "0.1", "probability of a random child")],
    },
    source: include_str!("epsilon_greedy.rs"),
    build: |context| Selection::by(EpsilonGreedy::new(context.args.real("eps"), context.ties)),
};

/// The rule with its probability.
pub struct EpsilonGreedy {
    eps: f64,
    greedy: Ucb1,
}

impl EpsilonGreedy {
    /// Any child with probability `eps`.
    pub fn new(eps: f64, ties: Ties) -> EpsilonGreedy {
        EpsilonGreedy { eps, greedy: Ucb1::new(0.0, ties) }
    }
}

impl Select for EpsilonGreedy {
    fn pick(&mut self, choice: &Choice, rng: &mut Rng) -> usize {
        if self.eps > 0.0 && rng.unit() < self.eps {
            UniformSelect.pick(choice, rng)
        } else {
            self.greedy.pick(choice, rng)
        }
    }

    /// What is compared unless a random child is drawn.
    fn terms(&self, choice: &Choice, place: usize, rng: &mut Rng) -> Vec<ScoreTerm> {
        self.greedy.terms(choice, place, rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::testing::{children, picks};

    #[test]
    fn explores_as_often_as_it_says() {
        let nodes = children(&[(5, 0.2), (5, 0.9), (5, 0.3), (5, 0.4)]);
        let counts = picks(&mut EpsilonGreedy::new(0.2, Ties::First), 20, &nodes, 20_000);
        // The best with 0.8 + 0.05, each other with 0.05; four standard errors are 0.01 and 0.006.
        for (place, share) in [0.05, 0.85, 0.05, 0.05].into_iter().enumerate() {
            let found = f64::from(counts[place]) / 20_000.0;
            assert!((found - share).abs() < 0.011, "seed 1, place {place}: {found}");
        }
    }
}
