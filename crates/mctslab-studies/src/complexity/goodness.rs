//! What the results say against the fitted curve.
//!
//! The curve may bend anywhere, so it follows slow deviations by itself; what the test can show is
//! levels that deviate from their neighbours by more than chance explains. Each level counts with
//! its squared deviation over its variance, and the curve takes as many degrees of freedom as it
//! follows: the sum over levels of the share of its own result that goes into the curve there.

use mctslab_stats::chi_square;
use mctslab_stats::crossing::logistic;

use super::fit::Fit;

/// Levels with fewer games say too little to be tested.
const FEW: u64 = 20;
/// Where the fitted score is more lopsided than this, deviations are not normal.
const LOPSIDED: f64 = 0.07;
/// Fewer degrees of freedom than this are no test.
const LEAST_FREEDOM: f64 = 1.0;
/// Below this probability the curve is said to fit poorly.
pub(crate) const POOR: f64 = 0.01;

/// The test of a fitted curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goodness {
    /// The probability of deviations at least as great, if the curve is right; `None` with too few
    /// levels for a test.
    pub p: Option<f64>,
    /// The levels that were compared.
    pub levels: usize,
}

impl Goodness {
    /// The test of a fit.
    pub fn of(fit: &Fit) -> Goodness {
        let Some(posterior) = fit.posterior() else { return Goodness { p: None, levels: 0 } };
        let (mut chi_square, mut freedom, mut levels) = (0.0, 0.0, 0);
        for level in fit.levels().filter(|level| level.count.games() >= FEW) {
            let (odds, spread) = posterior.moments_at(posterior.nearest(level.point().x));
            let expected = logistic(odds);
            if (LOPSIDED..1.0 - LOPSIDED).contains(&expected) {
                let coin = expected * (1.0 - expected);
                let variance = fit.dispersion() * coin / level.count.games() as f64;
                let followed = (spread * spread * coin * coin / variance).min(1.0);
                let off = level.score() - expected;
                chi_square += off * off / variance;
                freedom += 1.0 - followed;
                levels += 1;
            }
        }
        Goodness { p: (freedom >= LEAST_FREEDOM).then(|| chi_square::above(chi_square, freedom)), levels }
    }

    /// Whether the curve fits poorly.
    pub fn is_poor(&self) -> bool {
        self.p.is_some_and(|p| p < POOR)
    }
}
