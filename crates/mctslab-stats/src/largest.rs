//! The probability of each of many estimates to have the largest true value.
//!
//! The true values are not treated as unrelated: of many similar ones the highest estimate is
//! highest by luck in part. They are independent draws of a normal distribution whose mean is not
//! known at all and whose standard deviation τ is known only to lie between 0.001 and 0.5, every
//! order of magnitude being equally likely: scores from 0 to 1 that differ by less are equal for
//! any purpose. Each estimate is its true value with a normal error. The rest is Bayes' theorem
//! (Gelman et al., "Bayesian Data Analysis", 5.4): for every τ on a grid the probability of the
//! estimates, which is the weight of that τ; for it and for the common mean the true values are
//! independent and normal, drawn towards that mean, and the probability that one of them is the
//! largest is an integral over its value. Everything is computed by sums, without any random
//! number.

use crate::Estimate;
use crate::normal::{cumulative, density};

/// The least and the greatest standard deviation of the true values.
const DEVIATIONS: (f64, f64) = (0.001, 0.5);
/// The number of standard deviations on the grid.
const DEVIATION_STEPS: u32 = 12;
/// Places and weights for the integral over a normal variable: that of Gauss and Hermite with three
/// points.
const HERMITE_POINTS: [(f64, f64); 3] =
    [(-1.732_050_807_568_877_2, 1.0 / 6.0), (0.0, 2.0 / 3.0), (1.732_050_807_568_877_2, 1.0 / 6.0)];
/// The distance to both sides over which the density of a true value is integrated, in its standard
/// deviations.
const REACH_DEVIATIONS: f64 = 7.0;
/// Steps of that integral.
const INTEGRAL_STEPS: u32 = 120;
/// The share of the largest weight below which the weight of a deviation is neglected.
const NEGLIGIBLE_WEIGHT: f64 = 1e-9;

/// The probability of each true value to be the largest of all; together they are one.
///
/// ```
/// # use mctslab_stats::{Estimate, probabilities_of_largest};
/// let one = |mean: f64| Estimate { mean, error: 0.05, freedom: 99.0 };
/// let equal = probabilities_of_largest(&[one(0.5), one(0.5), one(0.5)]);
/// assert!(equal.iter().all(|p| (p - 1.0 / 3.0).abs() < 1e-9));
/// let clear = probabilities_of_largest(&[one(0.3), one(0.9), one(0.5)]);
/// assert!(clear[1] > 0.99);
/// ```
pub fn probabilities_of_largest(all: &[Estimate]) -> Vec<f64> {
    let (least, greatest) = DEVIATIONS;
    let deviation = |step: u32| least * libm::pow(greatest / least, f64::from(step) / f64::from(DEVIATION_STEPS));
    let common: Vec<Common> = (0..=DEVIATION_STEPS).map(|step| Common::of(all, deviation(step))).collect();
    let top = common.iter().map(|common| common.log_weight).fold(f64::NEG_INFINITY, f64::max);
    let mut sums = vec![0.0; all.len()];
    for common in &common {
        let weight = libm::exp(common.log_weight - top);
        if weight < NEGLIGIBLE_WEIGHT {
            continue;
        }
        for (place, share) in HERMITE_POINTS {
            let values = common.values(all, common.mean + place * common.error);
            sums.iter_mut().zip(largest(&values)).for_each(|(sum, p)| *sum += weight * share * p);
        }
    }
    let total: f64 = sums.iter().sum();
    sums.iter().map(|sum| sum / total).collect()
}

/// The distribution of the true values for one value of their standard deviation.
struct Common {
    deviation: f64,
    /// Their mean, and its standard error.
    mean: f64,
    error: f64,
    /// The logarithm of the probability of the estimates, up to a constant.
    log_weight: f64,
}

impl Common {
    fn of(all: &[Estimate], deviation: f64) -> Common {
        let variance = |one: &Estimate| one.error * one.error + deviation * deviation;
        let precision: f64 = all.iter().map(|one| 1.0 / variance(one)).sum();
        let mean = all.iter().map(|one| one.mean / variance(one)).sum::<f64>() / precision;
        let misfit = |one: &Estimate| (one.mean - mean) * (one.mean - mean) / variance(one) + libm::log(variance(one));
        let log_weight = -0.5 * (all.iter().map(misfit).sum::<f64>() + libm::log(precision));
        Common { deviation, mean, error: 1.0 / libm::sqrt(precision), log_weight }
    }

    /// The true values given the common mean: the centre and the standard deviation of each.
    fn values(&self, all: &[Estimate], mean: f64) -> Vec<(f64, f64)> {
        let square = self.deviation * self.deviation;
        let value = |one: &Estimate| {
            let kept = square / (square + one.error * one.error);
            (mean + kept * (one.mean - mean), one.error * libm::sqrt(kept))
        };
        // An estimate without any error is its true value; a tiny width changes nothing.
        all.iter().map(value).map(|(middle, width)| (middle, width.max(1e-9))).collect()
    }
}

/// The probability of each of several independent normal values to be the largest.
fn largest(values: &[(f64, f64)]) -> Vec<f64> {
    // The largest is not below the lower end of any of them.
    let low = values.iter().map(|(middle, width)| middle - REACH_DEVIATIONS * width).fold(f64::NEG_INFINITY, f64::max);
    let high = values.iter().map(|(middle, width)| middle + REACH_DEVIATIONS * width).fold(f64::NEG_INFINITY, f64::max);
    let step = (high - low) / f64::from(INTEGRAL_STEPS);
    let mut sums = vec![0.0; values.len()];
    let mut below = vec![0.0; values.len()];
    for number in 0..=INTEGRAL_STEPS {
        let x = low + step * f64::from(number);
        below.iter_mut().zip(values).for_each(|(below, (middle, width))| *below = cumulative((x - middle) / width));
        let all: f64 = below.iter().product();
        for ((sum, below), (middle, width)) in
            sums.iter_mut().zip(&below).zip(values).filter(|((_, below), _)| **below > 0.0)
        {
            *sum += density((x - middle) / width) / width * all / below;
        }
    }
    sums.iter().map(|sum| sum * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(mean: f64, error: f64) -> Estimate {
        Estimate { mean, error, freedom: 50.0 }
    }

    #[test]
    fn known_values_of_independent_ones() {
        // A difference of 0.2 with a standard error of √2/10: Φ(√2) = 0.92135.
        let found = largest(&[(0.7, 0.1), (0.5, 0.1)]);
        assert!((found[0] - 0.921_350).abs() < 1e-5 && (found[1] - 0.078_650).abs() < 1e-5, "{found:?}");
        // Of one that is wide and two that are narrow the wide one is above both half of the time.
        let found = largest(&[(0.5, 0.2), (0.5, 0.001), (0.4, 0.001)]);
        assert!((found[0] - 0.5).abs() < 0.01 && found[2] < 1e-6, "{found:?}");
    }

    #[test]
    fn they_add_up_to_one_and_follow_the_means() {
        let all = [estimate(0.3, 0.05), estimate(0.5, 0.02), estimate(0.58, 0.05), estimate(0.49, 0.02)];
        let found = probabilities_of_largest(&all);
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{found:?}");
        assert!(found[0] < 0.01 && found[2] > found[1] && found[1] > found[3], "{found:?}");
        assert_eq!(probabilities_of_largest(&all[..1]), [1.0]);
        assert!(probabilities_of_largest(&[]).is_empty());
    }

    #[test]
    fn the_luckiest_of_equals_is_not_believed() {
        // The highest of seven equal values lies 1.35 standard errors above their mean, as it
        // usually does.
        let normal = [-1.35, -0.76, -0.35, 0.0, 0.35, 0.76, 1.35];
        let found = probabilities_of_largest(&normal.map(|z| estimate(0.5 + 0.05 * z, 0.05)));
        assert!(found[6] > 1.0 / 7.0 && found[6] < 0.25, "{found:?}");
        // Ten times the games with the same scores: now the values do differ.
        let found = probabilities_of_largest(&normal.map(|z| estimate(0.5 + 0.05 * z, 0.016)));
        assert!(found[6] > 0.8, "{found:?}");
    }

    #[test]
    fn a_value_without_error_is_one_among_others() {
        let found = probabilities_of_largest(&[estimate(0.5, 0.0), estimate(0.5, 0.0), estimate(0.9, 0.01)]);
        assert!(found[2] > 0.999 && (found[0] - found[1]).abs() < 1e-9, "{found:?}");
    }
}
