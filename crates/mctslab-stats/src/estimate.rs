//! A mean with its standard error: averages of several, and the highest of many against another.
//!
//! Averages with equal weights have the standard error √(Σs²)/k and the degrees of freedom of
//! Satterthwaite, "An approximate distribution of estimates of variance components" (1946):
//! (Σs²)²/Σ(s⁴/f).
//!
//! The difference of the highest of many estimates from another of them is judged by the range of
//! all of them, [`crate::range`], with the degrees of freedom of Welch, "The generalization of
//! 'Student's' problem when several different population variances are involved" (1947), as Games
//! and Howell, "Pairwise multiple comparison procedures with unequal n's and/or variances" (1976),
//! have it.

use crate::normal::student95;
use crate::range;
use crate::score::Interval;

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
    /// The average of several independent estimates, each with the same weight; `None` of no
    /// estimates.
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

    /// The p-value of no difference between the highest of `count` independent estimates and
    /// another of them: the probability that the highest and the lowest of this many estimates with
    /// equal true values lie as far apart. It takes account of the selection of the highest.
    ///
    /// ```
    /// # use mctslab_stats::Estimate;
    /// let one = |mean: f64| Estimate { mean, error: 0.05, freedom: f64::INFINITY };
    /// // 0.14 is two errors of the difference: enough of two, and not of seven.
    /// assert!((one(0.64).p_value_of_highest(&one(0.5), 2) - 0.0477).abs() < 1e-4);
    /// assert!(one(0.64).p_value_of_highest(&one(0.5), 7) > 0.3);
    /// ```
    pub fn p_value_of_highest(&self, other: &Estimate, count: usize) -> f64 {
        let (one, two) = (self.error * self.error, other.error * other.error);
        let difference = self.mean - other.mean;
        if one + two <= 0.0 {
            return f64::from(difference <= 0.0);
        }
        let freedom = (one + two) * (one + two) / (one * one / self.freedom + two * two / other.freedom);
        range::p_value(difference / libm::sqrt(f64::midpoint(one, two)), count, freedom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(mean: f64, error: f64) -> Estimate {
        Estimate { mean, error, freedom: 50.0 }
    }

    #[test]
    fn the_highest_is_judged_by_both_errors_and_by_how_many_there_are() {
        let known = |mean: f64, error: f64| Estimate { mean, error, freedom: f64::INFINITY };
        let p =
            |difference: f64, count: usize| known(0.5 + difference, 0.03).p_value_of_highest(&known(0.5, 0.04), count);
        // z = 0.1/0.05 = 2 for two; for seven the 5 % point is 4.170/√2 = 2.949 errors of a
        // difference.
        assert!((p(0.1, 2) - 0.045_500).abs() < 1e-6, "{}", p(0.1, 2));
        assert!((p(0.05 * 2.9486, 7) - 0.05).abs() < 1e-4, "{}", p(0.05 * 2.9486, 7));
        assert!(p(0.0, 7) == 1.0 && p(-0.1, 7) == 1.0);
        assert!(estimate(0.6, 0.03).p_value_of_highest(&estimate(0.5, 0.04), 2) > p(0.1, 2), "errors are estimated");
        assert_eq!(known(0.6, 0.0).p_value_of_highest(&known(0.5, 0.0), 3), 0.0);
        assert_eq!(known(0.5, 0.0).p_value_of_highest(&known(0.5, 0.0), 3), 1.0);
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
