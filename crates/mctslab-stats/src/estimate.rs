//! A mean with its standard error: averages of several, differences of two, and which of many is
//! the largest.
//!
//! Averages with equal weights have the standard error √(Σs²)/k and the degrees of freedom of
//! Satterthwaite, "An approximate distribution of estimates of variance components" (1946):
//! (Σs²)²/Σ(s⁴/f).
//!
//! The probability that one of many is the largest takes the true values for independent and normal
//! about what was seen, each with its standard error: the mean over z of Π Φ((m + s·z − m')/s'),
//! with the product over all others, computed by the trapezoidal rule over ±8, without any random
//! number.

use crate::normal::{cumulative, density, student95};
use crate::score::Interval;

/// How far to both sides the normal density is integrated, in standard errors.
const REACH: f64 = 8.0;
/// Steps of the integral.
const STEPS: u32 = 4000;

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// The degrees of freedom of the standard error.
    pub freedom: f64,
}

impl Estimate {
    /// The average of several independent estimates, each with the same weight; `None` of none.
    ///
    /// ```
    /// # use mctslab_stats::Estimate;
    /// let one = |mean: f64| Estimate { mean, error: 0.1, freedom: 10.0 };
    /// let both = Estimate::average(&[one(0.4), one(0.6)]).expect("it is known");
    /// assert!((both.mean - 0.5).abs() < 1e-12 && (both.error - 0.02_f64.sqrt() / 2.0).abs() < 1e-12);
    /// assert!((both.freedom - 20.0).abs() < 1e-9);
    /// ```
    pub fn average(all: &[Estimate]) -> Option<Estimate> {
        if let [one] = all {
            return Some(*one);
        }
        let count = all.len() as f64;
        let squares: f64 = all.iter().map(|one| one.error * one.error).sum();
        let fourths: f64 = all.iter().map(|one| one.error * one.error * one.error * one.error / one.freedom).sum();
        let mean = all.iter().map(|one| one.mean).sum::<f64>() / count;
        let freedom = if fourths > 0.0 { squares * squares / fourths } else { f64::INFINITY };
        (count > 0.0).then(|| Estimate { mean, error: squares.sqrt() / count, freedom })
    }

    /// The 95 % interval, the mean in its middle, cut to [0, 1].
    pub fn interval(&self) -> Interval {
        let half = student95(self.freedom.min(1e9)) * self.error;
        Interval { low: (self.mean - half).max(0.0), high: (self.mean + half).min(1.0) }
    }

    /// The two-sided p-value of no difference between the true values of two independent estimates,
    /// by the normal approximation.
    pub fn p_value_of_difference(&self, other: &Estimate) -> f64 {
        let error = (self.error * self.error + other.error * other.error).sqrt();
        let difference = (self.mean - other.mean).abs();
        if error > 0.0 { 2.0 * cumulative(-difference / error) } else { f64::from(difference == 0.0) }
    }
}

/// The probability that the true value at `place` is the largest of all.
///
/// ```
/// # use mctslab_stats::{Estimate, probability_of_largest};
/// let one = |mean: f64| Estimate { mean, error: 0.1, freedom: 10.0 };
/// assert!((probability_of_largest(&[one(0.5), one(0.5)], 0) - 0.5).abs() < 1e-9);
/// // A difference of 0.2 with a standard error of √2/10: Φ(√2) = 0.92135.
/// assert!((probability_of_largest(&[one(0.7), one(0.5)], 0) - 0.921_350).abs() < 1e-6);
/// ```
pub fn probability_of_largest(all: &[Estimate], place: usize) -> f64 {
    let one = &all[place];
    let others = || all.iter().enumerate().filter(|(other, _)| *other != place).map(|(_, other)| other);
    let below = |value: f64, other: &Estimate| {
        if other.error > 0.0 {
            cumulative((value - other.mean) / other.error)
        } else {
            f64::midpoint(1.0, (value - other.mean).signum())
        }
    };
    let step = 2.0 * REACH / f64::from(STEPS);
    let at = |number: u32| {
        let z = -REACH + f64::from(number) * step;
        density(z) * others().map(|other| below(one.mean + one.error * z, other)).product::<f64>()
    };
    ((0..=STEPS).map(at).sum::<f64>() * step).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(mean: f64, error: f64) -> Estimate {
        Estimate { mean, error, freedom: 50.0 }
    }

    #[test]
    fn the_probabilities_of_all_add_up_to_one_and_follow_the_means() {
        let all = [estimate(0.3, 0.05), estimate(0.5, 0.02), estimate(0.52, 0.08), estimate(0.49, 0.001)];
        let probabilities: Vec<f64> = (0..all.len()).map(|place| probability_of_largest(&all, place)).collect();
        assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{probabilities:?}");
        assert!(probabilities[0] < 0.01 && probabilities[2] > probabilities[1], "{probabilities:?}");
        assert!((probability_of_largest(&all[..1], 0) - 1.0).abs() < 1e-9, "one alone is the largest");
    }

    #[test]
    fn a_difference_is_judged_by_both_errors() {
        let p = |a: f64, b: f64| estimate(a, 0.03).p_value_of_difference(&estimate(b, 0.04));
        // z = 0.1/0.05 = 2.
        assert!((p(0.6, 0.5) - 0.045_500).abs() < 1e-6 && (p(0.5, 0.6) - p(0.6, 0.5)).abs() < 1e-15);
        assert!((p(0.5, 0.5) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn one_alone_is_its_own_average() {
        let one = estimate(0.25, 0.1);
        assert_eq!(Estimate::average(&[one]), Some(one));
        assert_eq!(Estimate::average(&[]), None);
        let Interval { low, high } = one.interval();
        assert!((low - (0.25 - 0.200_856)).abs() < 1e-5 && (high - 0.450_856).abs() < 1e-5, "{low} to {high}");
    }
}
