//! Means of values that come one after the other and are not kept.

/// The mean of the values so far, and how sure it is.
///
/// The squares about the mean are brought up to date with each value (Welford 1962), so that nothing is lost by cancellation.
///
/// ```
/// # use mctslab_stats::Running;
/// let mut lengths = Running::default();
/// [1.0, 2.0, 3.0, 4.0, 5.0].into_iter().for_each(|length| lengths.add(length));
/// assert_eq!((lengths.mean(), lengths.error()), (Some(3.0), Some(0.5_f64.sqrt())));
/// ```
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
        let away = value - self.mean;
        self.mean += away / self.count as f64;
        self.squares += away * (value - self.mean);
    }

    /// How many there were.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean, if there was one.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// The standard error of the mean, s/√n with the sample's own spread s; none of fewer than two values.
    pub fn error(&self) -> Option<f64> {
        let count = self.count as f64;
        (self.count > 1).then(|| (self.squares.max(0.0) / (count - 1.0) / count).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mean_and_error;

    #[test]
    fn it_is_what_the_values_together_give() {
        let values: Vec<f64> = (0..1000).map(|n| 1e6 + f64::from(n * n % 37)).collect();
        let mut running = Running::default();
        for value in &values {
            running.add(*value);
        }
        let (mean, error) = mean_and_error(&values);
        assert!((running.mean().unwrap() - mean).abs() < 1e-6);
        assert!((running.error().unwrap() / error.unwrap() - 1.0).abs() < 1e-9);
        assert_eq!((Running::default().mean(), Running::default().error()), (None, None));
    }
}
