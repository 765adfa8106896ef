//! Mean and spread of values that come one after the other, without keeping them.
//!
//! The sums are those of Welford, "Note on a method for calculating corrected sums of squares and
//! products" (1962), which lose no digits where the mean is large and the spread small.

/// Values so far, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Running {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Running {
    /// Takes one more value.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// How many values there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; `None` of none.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// The standard error of the mean, s/√n with the sample's own spread s; `None` of fewer than
    /// two values.
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mean_and_error;

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
