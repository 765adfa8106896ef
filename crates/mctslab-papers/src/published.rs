//! Published numbers with their own error.
//!
//! What stands behind ± says it, or the number of games or cases that a share was taken of. Where a
//! paper gives neither, its number counts as exact, which is the stricter reading of every claim.

use crate::file::PlusMinus;
use crate::row_reading::{ReadingKind, RowScale};

/// A number as it was published.
#[derive(Clone, Copy, Debug)]
pub(super) struct PublishedNumber {
    pub number: Option<f64>,
    pub plus_minus: Option<f64>,
    pub plus_minus_is: PlusMinus,
    /// The games or cases that it is of.
    pub cases: Option<f64>,
}

/// The half-width of a 95 % interval in standard errors, as papers have it.
const HALF_WIDTH: f64 = 1.96;

impl PublishedNumber {
    /// Its standard error, if it is known; `row` is how the row is read.
    pub(super) fn error(&self, row: Option<(ReadingKind, RowScale)>) -> Option<f64> {
        let number = self.number?;
        let printed = match (self.plus_minus_is, self.plus_minus, self.cases) {
            (PlusMinus::StandardError, Some(error), _) => Some(error),
            (PlusMinus::Interval, Some(half), _) => Some(half / HALF_WIDTH),
            (PlusMinus::StandardDeviation, Some(spread), Some(cases)) => Some(spread / cases.sqrt()),
            _ => None,
        };
        printed.filter(|error| *error > 0.0).or_else(|| {
            let (_, scale) = row.filter(|(kind, scale)| kind.is_share() && !scale.log2)?;
            let cases = self.cases.filter(|cases| *cases > 0.0)?;
            // With one hit and one miss more, so that a share of 0 or 1 is not taken for certain.
            let share = ((number - scale.plus) / scale.times).clamp(0.0, 1.0);
            let share = (share * cases + 1.0) / (cases + 2.0);
            Some(scale.times.abs() * f64::sqrt(share * (1.0 - share) / cases))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_published_numbers() {
        let plain = PublishedNumber {
            number: Some(37.0),
            plus_minus: None,
            plus_minus_is: PlusMinus::StandardError,
            cases: Some(98.0),
        };
        let percent = RowScale { times: 100.0, plus: 0.0, log2: false };
        let near = |found: Option<f64>, wanted: f64| (found.expect("known") - wanted).abs() < 1e-9;
        let share: f64 = (36.26 + 1.0) / 100.0;
        assert!(near(plain.error(Some((ReadingKind::Score, percent))), 100.0 * (share * (1.0 - share) / 98.0).sqrt()));
        assert_eq!(plain.error(Some((ReadingKind::Values, percent))), None, "no share");
        assert_eq!(plain.error(None), None);
        let printed = PublishedNumber { plus_minus: Some(1.96), ..plain };
        assert!(near(printed.error(None), 1.96));
        assert!(near(PublishedNumber { plus_minus_is: PlusMinus::Interval, ..printed }.error(None), 1.0));
        let spread = PublishedNumber { plus_minus_is: PlusMinus::StandardDeviation, ..printed };
        assert!(near(spread.error(None), 1.96 / 98.0_f64.sqrt()));
        assert_eq!(PublishedNumber { number: None, ..printed }.error(None), None);
    }
}
