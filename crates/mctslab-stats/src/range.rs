//! The range of many equal values: how far apart the highest and the lowest lie by chance.
//!
//! A comparison of the best of many estimates with the others looks at the largest of all their
//! differences. If the true values are all equal, that is the studentised range of Tukey, "The
//! problem of multiple comparisons" (1953): the highest of k independent normal values less the
//! lowest, divided by their standard error. It exceeds q with the probability
//!
//! 1 − k·∫ φ(z)·(Φ(z) − Φ(z − q))^(k − 1) dz,
//!
//! and where the standard error is itself estimated, with f degrees of freedom, with the mean of
//! this over q·s, where f·s² is a chi-square variable. Both integrals are trapezoidal sums, without
//! any random number. With unequal standard errors each difference is divided by the root of half
//! the sum of its two squared errors, which is conservative (Hayter, "A proof of the conjecture
//! that the Tukey-Kramer multiple comparisons procedure is conservative", 1984).

use crate::normal::{cumulative, density};

/// The distance to both sides over which the normal density is integrated.
const REACH_DEVIATIONS: f64 = 8.0;
/// Steps of that integral.
const INTEGRAL_STEPS: u32 = 200;
/// Steps of the integral over the estimated standard error.
const ERROR_STEPS: u32 = 60;
/// The degrees of freedom from which on the standard error counts as known.
const KNOWN_FREEDOM: f64 = 1e5;

/// The probability that the highest and the lowest of `count` estimates with equal true values lie
/// `q` or more standard errors apart, where the standard error has `freedom` degrees of freedom, at
/// least one.
///
/// ```
/// # use mctslab_stats::range;
/// // Published tables have 4.17 as the 5 % point of seven values with a known error.
/// assert!((range::p_value(4.170, 7, f64::INFINITY) - 0.05).abs() < 1e-4);
/// ```
pub fn p_value(q: f64, count: usize, freedom: f64) -> f64 {
    if q <= 0.0 || count < 2 {
        return 1.0;
    }
    if freedom >= KNOWN_FREEDOM {
        return above(q, count);
    }
    // The logarithm t of s has the density exp(f·t − f·exp(2t)/2), up to a constant: about normal
    // with the deviation 1/√(2f), with a longer tail to the left.
    let f = freedom.max(1.0);
    let deviation = 1.0 / libm::sqrt(2.0 * f);
    let (first, last) = (-REACH_DEVIATIONS * deviation - 20.0 / f, REACH_DEVIATIONS * deviation);
    let step = (last - first) / f64::from(ERROR_STEPS);
    let (mut sum, mut weights) = (0.0, 0.0);
    for number in 0..=ERROR_STEPS {
        let t = first + step * f64::from(number);
        let s = libm::exp(t);
        let weight = libm::exp(f * (t - (s * s - 1.0) / 2.0));
        if weight > 1e-14 {
            sum += weight * above(q * s, count);
            weights += weight;
        }
    }
    (sum / weights).clamp(0.0, 1.0)
}

/// The probability of [`p_value`] where the standard error is known.
fn above(q: f64, count: usize) -> f64 {
    let step = (2.0 * REACH_DEVIATIONS + q.min(REACH_DEVIATIONS)) / f64::from(INTEGRAL_STEPS);
    let others = count as f64 - 1.0;
    let at = |number: u32| {
        // The highest value is at z.
        let z = -REACH_DEVIATIONS + step * f64::from(number);
        density(z) * libm::pow((cumulative(z) - cumulative(z - q)).max(0.0), others)
    };
    let within = count as f64 * step * (0..=INTEGRAL_STEPS).map(at).sum::<f64>();
    (1.0 - within).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normal::student95;

    #[test]
    fn points_are_those_of_published_tables() {
        // The 5 % points of the studentised range: values, degrees of freedom, point.
        for (count, freedom, q) in [
            (2, f64::INFINITY, 2.772),
            (3, f64::INFINITY, 3.314),
            (7, f64::INFINITY, 4.170),
            (10, f64::INFINITY, 4.474),
            (20, f64::INFINITY, 5.012),
            (3, 10.0, 3.877),
            (5, 10.0, 4.654),
            (10, 20.0, 5.008),
            (3, 5.0, 4.602),
            (10, 5.0, 6.995),
            (6, 60.0, 4.163),
            (4, 120.0, 3.685),
        ] {
            let p = p_value(q, count, freedom);
            assert!((p - 0.05).abs() < 4e-4, "{count} values, {freedom} degrees of freedom: {p}");
        }
        // The 1 % point of seven values.
        assert!((p_value(4.882, 7, f64::INFINITY) - 0.01).abs() < 1e-4);
    }

    #[test]
    fn of_two_values_it_is_the_test_of_their_difference() {
        for freedom in [4.0, 12.0, 50.0, 400.0] {
            let p = p_value(student95(freedom) * 2.0_f64.sqrt(), 2, freedom);
            assert!((p - 0.05).abs() < 1e-6, "{freedom}: {p}");
        }
        for z in [0.0, 0.5, 3.0, 6.0] {
            let (p, known) = (p_value(z * 2.0_f64.sqrt(), 2, f64::INFINITY), 2.0 * cumulative(-z));
            assert!((p - known).abs() < 1e-9, "{z}: {p}, known {known}");
        }
    }

    #[test]
    fn more_values_lie_farther_apart_and_large_ranges_are_rare() {
        let by_count: Vec<f64> = (2..60).map(|count| p_value(4.0, count, 30.0)).collect();
        assert!(by_count.is_sorted(), "{by_count:?}");
        let by_range: Vec<f64> = (0..30).map(|q| p_value(f64::from(q), 9, 30.0)).collect();
        assert!(by_range.is_sorted_by(|a, b| a >= b) && by_range[29] < 1e-9, "{by_range:?}");
        assert_eq!((p_value(3.0, 1, 9.0), p_value(0.0, 5, 9.0)), (1.0, 1.0));
    }
}
