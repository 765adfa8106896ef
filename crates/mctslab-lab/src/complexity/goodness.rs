//! How well a fitted curve explains the results.

use mctslab_stats::normal;

use super::fit::Fit;
use super::level::Level;

/// Levels with fewer games say too little to be tested.
const FEW: u64 = 20;
/// Where the fitted score is more lopsided than this, the curve does not claim to be exact.
const LOPSIDED: f64 = 0.07;
/// Parameters that were fitted.
const FITTED: usize = 3;
/// A fall of the score is told if chance makes one so great less often than this.
const RARE: f64 = 0.001;

/// How well the curve explains the results.
#[derive(Clone, Debug, PartialEq)]
pub struct Goodness {
    /// The probability of results that fit no better, if the curve is right; `None` with too few levels to tell.
    pub p: Option<f64>,
    /// Two levels between which the score falls, by more than chance explains: fewer iterations, more iterations.
    pub fall: Option<(u64, u64)>,
}

impl Goodness {
    /// The goodness of a fit.
    pub fn of(fit: &Fit) -> Goodness {
        let levels: Vec<&Level> = fit.levels().filter(|level| level.count.games() >= FEW).collect();
        let (mut chi_square, mut used) = (0.0, 0);
        for level in &levels {
            let (expected, _) = fit.posterior().score(level.point().x);
            if (LOPSIDED..1.0 - LOPSIDED).contains(&expected) {
                let off = level.score() - expected;
                chi_square += off * off / variance(level, expected, fit.dispersion());
                used += 1;
            }
        }
        let p = (used > FITTED).then(|| above(chi_square, (used - FITTED) as f64));
        Goodness { p, fall: fall(&levels, fit.dispersion()) }
    }
}

fn variance(level: &Level, score: f64, dispersion: f64) -> f64 {
    dispersion * score * (1.0 - score) / level.count.games() as f64
}

/// The greatest fall between two levels, if it is more than chance.
fn fall(levels: &[&Level], dispersion: f64) -> Option<(u64, u64)> {
    let smooth = |level: &Level| (level.points + 1.0) / (level.count.games() as f64 + 2.0);
    let mut greatest = (0.0, None);
    for (place, fewer) in levels.iter().enumerate() {
        for more in &levels[place + 1..] {
            let noise: f64 = [fewer, more].iter().map(|level| variance(level, smooth(level), dispersion)).sum();
            let steepness = (fewer.score() - more.score()) / noise.sqrt();
            if steepness > greatest.0 {
                greatest = (steepness, Some((fewer.iterations, more.iterations)));
            }
        }
    }
    // Many pairs were looked at.
    let pairs = (levels.len() * levels.len().saturating_sub(1) / 2).max(1);
    let chance = (1.0 - normal::cumulative(greatest.0)) * pairs as f64;
    greatest.1.filter(|_| chance < RARE)
}

/// The probability that a chi-square variable exceeds a value, by the cube root transformation of Wilson and Hilferty (1931).
fn above(value: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    1.0 - normal::cumulative((libm::cbrt(value / freedom) - (1.0 - spread)) / spread.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chi_square_tails_are_those_of_tables() {
        for (value, freedom, p) in [(3.841, 1.0, 0.05), (11.070, 5.0, 0.05), (18.307, 10.0, 0.05), (23.209, 10.0, 0.01)]
        {
            assert!((above(value, freedom) - p).abs() < 0.004, "{value} with {freedom}: {}", above(value, freedom));
        }
    }
}
