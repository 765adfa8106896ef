//! The chi-square distribution, by the cube root transformation of Wilson and Hilferty, "The
//! distribution of chi-square" (1931): the cube root of a chi-square variable by its degrees of
//! freedom is nearly normal. The degrees of freedom need not be whole.

use crate::normal;

/// The probability that a chi-square variable exceeds a value.
pub fn above(value: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    1.0 - normal::cumulative((libm::cbrt(value / freedom) - (1.0 - spread)) / spread.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_tables() {
        for (value, freedom, p) in [(3.841, 1.0, 0.05), (11.070, 5.0, 0.05), (18.307, 10.0, 0.05), (23.209, 10.0, 0.01)]
        {
            assert!((above(value, freedom) - p).abs() < 0.004, "{value} with {freedom}: {}", above(value, freedom));
        }
    }
}
