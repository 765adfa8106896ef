//! Mean and spread of a sequence of values, without storing them.
//!
//! The sums are those of Welford, "Note on a method for calculating corrected sums of squares and
//! products" (1962), which lose no digits where the mean is large and the spread small.

use crate::normal::student95;
use crate::score::{Interval, Scores};

/// The greatest rate of events per game that is compatible with no event in one game: −ln(0.025),
/// the upper end of Poisson's distribution.
const MAX_UNSEEN_RATE: f64 = 3.688_879_454_113_936;

/// The sums over the values so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Running {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Running {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// The number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; `None` without values.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// The standard error of the mean, s/√n with the sample's own standard deviation s; `None` for
    /// fewer than two values.
    ///
    /// ```
    /// # use mctslab_stats::Running;
    /// let mut values = Running::default();
    /// for value in [1.0, 2.0, 3.0, 4.0, 5.0] {
    ///     values.add(value);
    /// }
    /// assert!((values.error().expect("it is known") - 0.5_f64.sqrt()).abs() < 1e-12);
    /// ```
    pub fn error(&self) -> Option<f64> {
        let count = self.count as f64;
        (self.count > 1).then(|| libm::sqrt(self.squares / (count - 1.0) / count))
    }

    /// The values as payoffs, if they lie between 0 and 1: shares have intervals even where nothing
    /// was observed, or everything.
    pub fn scores(&self) -> Scores {
        let games = self.count as f64;
        Scores { games, sum: games * self.mean, squares: self.squares + games * self.mean * self.mean }
    }

    /// The 95 % interval of the mean of values that count events: Student's, cut at zero, and
    /// Poisson's where no event was observed; `None` without values, or for one value with events.
    ///
    /// ```
    /// # use mctslab_stats::Running;
    /// let mut values = Running::default();
    /// (0..1000).for_each(|_| values.add(0.0));
    /// let interval = values.count_interval().expect("values");
    /// assert!(interval.low == 0.0 && (interval.high - 0.00369).abs() < 1e-5);
    /// ```
    pub fn count_interval(&self) -> Option<Interval> {
        let mean = self.mean()?;
        if mean == 0.0 {
            return Some(Interval { low: 0.0, high: MAX_UNSEEN_RATE / self.count as f64 });
        }
        let half = student95(self.count as f64 - 1.0) * self.error()?;
        Some(Interval { low: (mean - half).max(0.0), high: mean + half })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mean_and_error;

    #[test]
    fn what_was_never_seen_has_an_interval() {
        let mut values = Running::default();
        assert!(values.count_interval().is_none());
        (0..99).for_each(|_| values.add(0.0));
        let (share, count) = (values.scores().interval(), values.count_interval().expect("values"));
        // About three in a hundred.
        assert!(share.low == 0.0 && (0.025..0.04).contains(&share.high), "{share:?}");
        assert!(count.low == 0.0 && (0.03..0.04).contains(&count.high), "{count:?}");
        values.add(1.0);
        assert_eq!(values.scores().mean(), Some(0.01));
        let (share, wider) = (values.scores().interval(), values.count_interval().expect("values"));
        assert!(share.contains(0.01) && wider.contains(0.01) && wider.high < 0.04, "{share:?} {wider:?}");
        assert!((values.scores().squares - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_same_as_with_all_values_at_hand() {
        let values = [1e9 + 0.25, 1e9 + 0.5, 1e9 - 0.75, 1e9, 1e9 + 2.0];
        let mut running = Running::default();
        assert_eq!((running.mean(), running.error()), (None, None));
        for value in values {
            running.add(value);
        }
        let (mean, error) = mean_and_error(&values);
        let found = (running.mean().expect("a mean"), running.error().expect("an error"));
        assert!((found.0 - mean).abs() < 1e-6 && (found.1 - error.expect("an error")).abs() < 1e-6, "{found:?}");
        assert_eq!(running.count(), 5);
    }
}
