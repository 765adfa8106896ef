//! UCB1 (Auer, Cesa-Bianchi, Fischer 2002; for trees Kocsis, Szepesvári 2006).
//!
//! Visits the child with the greatest mean + c · sqrt(ln N / n): N visits of the parent, n of the child, payoffs in [0, 1].
//! The original has c = sqrt(2).
//!
//! Of equal children the one made first is taken; children are made in random order. Unvisited children come first, proven
//! losses never while there is another choice.

use std::sync::LazyLock;

use mctslab_core::Rng;

use super::{Choice, Select};

/// The rule with its exploration constant.
pub struct Ucb1 {
    c: f64,
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
    pub fn new(c: f64) -> Ucb1 {
        Ucb1 { c, table: &SQRT_LN }
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
        let mut best = 0;
        let mut best_score = f64::NEG_INFINITY;
        for (place, child) in choice.children.iter().enumerate() {
            let score = child.mean() + scale * child.rarity();
            if score > best_score {
                best_score = score;
                best = place;
            }
        }
        best
    }

    fn scale(&self, visits: u32) -> Option<f64> {
        Some(self.factor(visits))
    }
}
