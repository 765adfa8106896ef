//! The median of some values, and how sure it is.

use crate::normal::Z95;

/// The median and its standard error; no median of no values. An infinite value is one that is larger than all others.
///
/// The error comes from the 95 % interval between two order statistics, which assumes nothing about the distribution (Conover,
/// "Practical Nonparametric Statistics", 1999, 3.2): its half width over 1.96. There is none for fewer than six values, or if the
/// interval is open.
///
/// ```
/// # use mctslab_stats::median_and_error;
/// assert_eq!(median_and_error(&[3.0, 1.0, 10.0, 2.0]), Some((2.5, None)));
/// assert_eq!(median_and_error(&[]), None);
/// ```
pub fn median_and_error(values: &[f64]) -> Option<(f64, Option<f64>)> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let count = sorted.len();
    let upper = *sorted.get(count / 2)?;
    let median = if count.is_multiple_of(2) { f64::midpoint(sorted[count / 2 - 1], upper) } else { upper };
    let half = Z95 / 2.0 * (count as f64).sqrt();
    let (low, high) = (libm::floor(count as f64 / 2.0 - half), libm::ceil(count as f64 / 2.0 + half));
    // Places are counted from one: the lower one must be at least the first.
    let place = |place: f64| sorted.get(place as usize - 1).copied();
    let width = (low >= 1.0).then(|| Some(place((high + 1.0).min(count as f64))? - place(low)?)).flatten();
    Some((median, width.filter(|width| width.is_finite()).map(|width| width / (2.0 * Z95))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_and_its_error_by_hand() {
        let values: Vec<f64> = (1..=100).rev().map(f64::from).collect();
        // The interval goes from the 40th to the 61st value.
        let (median, error) = median_and_error(&values).expect("a median");
        assert_eq!(median, 50.5);
        assert!((error.expect("an error") - 21.0 / (2.0 * Z95)).abs() < 1e-12, "{error:?}");
    }

    #[test]
    fn infinite_values_are_larger_than_all_others() {
        let some = |finite: usize| [vec![1.0; finite], vec![f64::INFINITY; 10 - finite]].concat();
        assert_eq!(median_and_error(&some(6)), Some((1.0, None)));
        assert_eq!(median_and_error(&some(4)), Some((f64::INFINITY, None)));
    }

    #[test]
    fn the_error_is_that_of_many_samples() {
        // Uniform values: the standard error of the median of n is 1/(2·√n).
        let mut state = 1u64;
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        };
        let found: Vec<(f64, f64)> = (0..400)
            .map(|_| median_and_error(&(0..101).map(|_| draw()).collect::<Vec<_>>()).expect("a median"))
            .map(|(median, error)| (median, error.expect("an error")))
            .collect();
        let spread = (found.iter().map(|(median, _)| (median - 0.5) * (median - 0.5)).sum::<f64>() / 400.0).sqrt();
        let claimed = found.iter().map(|(_, error)| error).sum::<f64>() / 400.0;
        assert!((spread * 101.0_f64.sqrt() - 0.5).abs() < 0.06, "{spread}");
        assert!((claimed / spread - 1.0).abs() < 0.15, "claimed {claimed}, seen {spread}");
    }
}
