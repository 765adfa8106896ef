//! The ratio of two sums, such as all possible moves divided by all plies of all games.

/// The ratio of the sums of pairs of numbers, one pair for each sample, and its standard error.
///
/// Positions of one game are similar, so the error of a mean over positions is not that of
/// independent positions: it is that of the ratio estimator over games, the spread of the residuals
/// `above − ratio · below` divided by the mean of `below` (Cochran, Sampling Techniques, 1977,
/// section 6.4).
///
/// ```
/// # use mctslab_stats::RatioOfSums;
/// let mut branching = RatioOfSums::default();
/// branching.add(6.0, 2.0);
/// branching.add(14.0, 3.0);
/// assert_eq!((branching.ratio(), branching.count()), (Some(4.0), 2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RatioOfSums {
    count: u64,
    above: f64,
    below: f64,
    above_squared: f64,
    below_squared: f64,
    product: f64,
}

impl RatioOfSums {
    /// Adds a pair.
    pub fn add(&mut self, above: f64, below: f64) {
        self.count += 1;
        self.above += above;
        self.below += below;
        self.above_squared += above * above;
        self.below_squared += below * below;
        self.product += above * below;
    }

    /// The number of pairs.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The sum of the denominators.
    pub fn below(&self) -> f64 {
        self.below
    }

    /// The ratio; `None` if the denominators sum to zero.
    pub fn ratio(&self) -> Option<f64> {
        (self.below > 0.0).then(|| self.above / self.below)
    }

    /// The standard error of the ratio; `None` for fewer than two pairs.
    pub fn error(&self) -> Option<f64> {
        let (ratio, count) = (self.ratio()?, self.count as f64);
        let squares = self.above_squared - 2.0 * ratio * self.product + ratio * ratio * self.below_squared;
        let spread = (squares.max(0.0) / (count - 1.0)).sqrt();
        (self.count > 1).then(|| spread / count.sqrt() / (self.below / count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Running;

    #[test]
    fn with_equal_weights_it_is_the_error_of_a_mean() {
        let (mut ratio, mut mean) = (RatioOfSums::default(), Running::default());
        for value in [3.0, 8.0, 2.5, 9.0] {
            ratio.add(4.0 * value, 4.0);
            mean.add(value);
        }
        assert!((ratio.ratio().expect("it is known") - mean.mean().expect("it is known")).abs() < 1e-12);
        assert!((ratio.error().expect("it is known") - mean.error().expect("it is known")).abs() < 1e-12);
    }

    #[test]
    fn a_ratio_that_never_varies_is_sure_and_none_is_none() {
        let mut ratio = RatioOfSums::default();
        assert_eq!((ratio.ratio(), ratio.error()), (None, None));
        ratio.add(6.0, 2.0);
        assert_eq!(ratio.error(), None);
        ratio.add(15.0, 5.0);
        assert_eq!((ratio.ratio(), ratio.error()), (Some(3.0), Some(0.0)));
    }
}
