//! Knuth's estimate of the size of a tree: the mean product of the branchings on random ways down.
//!
//! Knuth, Estimating the efficiency of backtrack programs (1975). The estimate is unbiased for the
//! number of leaves, which are the games that can be played, if every move is equally likely.
//! Products are far too large for a number, so everything is in logarithms.

/// The estimate so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Knuth {
    count: u64,
    /// The logarithm of the greatest product.
    greatest: f64,
    /// The sum of all products by the greatest.
    sum: f64,
}

impl Knuth {
    /// Takes one way down.
    pub(crate) fn add(&mut self, branching: impl Iterator<Item = u32>) {
        let product: f64 = branching.map(|moves| libm::log10(f64::from(moves))).sum();
        if self.count == 0 || product > self.greatest {
            self.sum *= libm::pow(10.0, self.greatest - product);
            self.greatest = product;
        }
        self.sum += libm::pow(10.0, product - self.greatest);
        self.count += 1;
    }

    /// The logarithm to base 10 of the number of leaves.
    pub(crate) fn log10(&self) -> Option<f64> {
        (self.count > 0).then(|| self.greatest + libm::log10(self.sum / self.count as f64))
    }

    /// The share of the sum that its greatest part holds: near one, a single sample decides, and
    /// the estimate is most likely too small.
    pub(crate) fn greatest_share(&self) -> Option<f64> {
        (self.count > 0).then(|| 1.0 / self.sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_averaged_however_large() {
        let mut knuth = Knuth::default();
        assert_eq!((knuth.log10(), knuth.greatest_share()), (None, None));
        for branching in [vec![2, 3], vec![10, 10], vec![2, 7]] {
            knuth.add(branching.into_iter());
        }
        assert!((knuth.log10().expect("it is known") - 40_f64.log10()).abs() < 1e-12);
        assert!((knuth.greatest_share().expect("it is known") - 100.0 / 120.0).abs() < 1e-12);
        let mut huge = Knuth::default();
        (0..2).for_each(|_| huge.add(std::iter::repeat_n(1000, 1000)));
        assert!((huge.log10().expect("it is known") - 3000.0).abs() < 1e-9 && huge.greatest_share() == Some(0.5));
    }
}
