//! The linear correlation of two quantities.

/// The correlation (Pearson) of a sequence of pairs, without storing them.
///
/// ```
/// # use mctslab_stats::Correlation;
/// let mut pairs = Correlation::default();
/// [(1.0, 6.0), (2.0, 4.0), (3.0, 2.0)].into_iter().for_each(|(x, y)| pairs.add(x, y));
/// assert_eq!(pairs.value(), Some(-1.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Correlation {
    count: u64,
    means: [f64; 2],
    squares: [f64; 2],
    product: f64,
}

impl Correlation {
    /// Adds a pair.
    pub fn add(&mut self, x: f64, y: f64) {
        self.count += 1;
        let count = self.count as f64;
        let away = [x - self.means[0], y - self.means[1]];
        self.means[0] += away[0] / count;
        self.means[1] += away[1] / count;
        let left = [x - self.means[0], y - self.means[1]];
        self.squares[0] += away[0] * left[0];
        self.squares[1] += away[1] * left[1];
        self.product += away[0] * left[1];
    }

    /// The number of pairs.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The correlation; `None` where one of the two does not vary.
    pub fn value(&self) -> Option<f64> {
        let spread = (self.squares[0] * self.squares[1]).sqrt();
        (spread > 0.0).then(|| (self.product / spread).clamp(-1.0, 1.0))
    }

    /// Its standard error (1 − r²)/√(n − 1), as for pairs of normal values.
    pub fn error(&self) -> Option<f64> {
        let value = self.value()?;
        Some((1.0 - value * value) / (self.count as f64 - 1.0).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_counted_correlation() {
        let mut pairs = Correlation::default();
        assert_eq!((pairs.value(), pairs.error()), (None, None));
        for (x, y) in [(1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 3.0)] {
            pairs.add(x, y);
        }
        // The covariance is 3, both sums of squares are 5.
        assert!((pairs.value().expect("it is known") - 0.6).abs() < 1e-12);
        assert!((pairs.error().expect("it is known") - 0.64 / 3.0_f64.sqrt()).abs() < 1e-12);
        let mut flat = Correlation::default();
        (0..5).for_each(|x| flat.add(f64::from(x), 7.0));
        assert_eq!(flat.value(), None, "what does not vary goes with nothing");
    }
}
