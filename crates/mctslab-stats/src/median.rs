//! The median of a sample, its standard error and its interval.

use std::f64::consts::LN_2;

use crate::normal::Z95;

/// The median and its standard error; `None` without values. An infinite value stands for one that
/// is larger than all others.
///
/// The error is half the width of the 95 % interval of [`median_interval`], divided by 1.96. There
/// is none for fewer than six values, or if the interval is open.
///
/// ```
/// # use mctslab_stats::median_and_error;
/// assert_eq!(median_and_error(&[3.0, 1.0, 10.0, 2.0]), Some((2.5, None)));
/// assert_eq!(median_and_error(&[]), None);
/// ```
pub fn median_and_error(values: &[f64]) -> Option<(f64, Option<f64>)> {
    let sorted = ascending(values);
    let count = sorted.len();
    let upper = *sorted.get(count / 2)?;
    let median = if count.is_multiple_of(2) { f64::midpoint(sorted[count / 2 - 1], upper) } else { upper };
    let interval = interval_of_sorted(&sorted, 0.95);
    Some((median, interval.low.zip(interval.high).map(|(low, high)| (high - low) / (2.0 * Z95))))
}

/// An interval with ends that may be open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OpenInterval {
    /// Lower end, if there is one.
    pub low: Option<f64>,
    /// Upper end, if there is one.
    pub high: Option<f64>,
}

/// The interval of the median between two order statistics: the narrowest that leaves out as many
/// values below as above and contains the true median with at least that confidence, for any
/// distribution (Conover, "Practical Nonparametric Statistics", 1999, 3.2).
///
/// The number of values below the true median is binomial, so that the k-th smallest value is above
/// it with a probability of P(B < k) with B of n fair coins; k is the largest for which twice that
/// is no more than 1 − confidence. An end is open if no value is far enough out (fewer than six
/// values, for 95 %), or if it is an infinite value, which is one larger than all others.
///
/// ```
/// # use mctslab_stats::{OpenInterval, median_interval};
/// let values: Vec<f64> = (1..=10).map(f64::from).collect();
/// assert_eq!(median_interval(&values, 0.95), OpenInterval { low: Some(2.0), high: Some(9.0) });
/// assert_eq!(median_interval(&values[..5], 0.95), OpenInterval::default());
/// ```
pub fn median_interval(values: &[f64], confidence: f64) -> OpenInterval {
    interval_of_sorted(&ascending(values), confidence)
}

fn ascending(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

fn interval_of_sorted(sorted: &[f64], confidence: f64) -> OpenInterval {
    let Some(place) = lowest_place(sorted.len(), (1.0 - confidence) / 2.0) else { return OpenInterval::default() };
    let end = |place: usize| Some(sorted[place]).filter(|value| value.is_finite());
    OpenInterval { low: end(place), high: end(sorted.len() - 1 - place) }
}

/// The place, from zero, of the lower end among `count` values: the largest for which at most this
/// many of `count` fair coins show heads with a probability of at most `tail`; `None` if even the
/// smallest value is not extreme enough.
fn lowest_place(count: usize, tail: f64) -> Option<usize> {
    let n = count as f64;
    // Terms twenty standard deviations or more below the middle are negligible. With up to 400
    // values there are none.
    let first = libm::floor(n / 2.0 - 10.0 * n.sqrt()).max(0.0);
    let log = libm::lgamma(n + 1.0) - libm::lgamma(first + 1.0) - libm::lgamma(n - first + 1.0) - n * LN_2;
    let mut term = if first == 0.0 { 0.5_f64.powi(count as i32) } else { libm::exp(log) };
    let (mut at, mut below, mut place) = (first, term, None);
    while below <= tail && at < n / 2.0 {
        place = Some(at as usize);
        term = term * (n - at) / (at + 1.0);
        at += 1.0;
        below += term;
    }
    place
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

    /// The place of the lower end by counting all sequences of coins: those with fewer heads than
    /// the place are at most the tail.
    fn by_enumeration(count: u32, tail: f64) -> Option<usize> {
        let all = 1u64 << count;
        let mut sequences = vec![0u64; count as usize + 1];
        (0..all).for_each(|coins| sequences[coins.count_ones() as usize] += 1);
        let below = |place: usize| sequences[..=place].iter().sum::<u64>() as f64 / all as f64;
        (0..count as usize).take_while(|&place| below(place) <= tail && 2 * place < count as usize).last()
    }

    #[test]
    fn ends_are_those_of_all_sequences_of_coins() {
        for count in 1..=22 {
            for confidence in [0.5, 0.9, 0.95, 0.99] {
                let tail = (1.0 - confidence) / 2.0;
                assert_eq!(lowest_place(count as usize, tail), by_enumeration(count, tail), "{count}, {confidence}");
            }
        }
    }

    #[test]
    fn ends_are_those_of_binomial_coefficients() {
        for count in 1..=60usize {
            // A row of Pascal's triangle.
            let row = (0..count).fold(vec![1u128], |row, _| {
                let shifted = std::iter::once(0).chain(row.iter().copied());
                shifted.zip(row.iter().copied().chain([0])).map(|(a, b)| a + b).collect()
            });
            for (confidence, most) in [(0.95, 25u128), (0.99, 5)] {
                // Exactly: no more than 25 or 5 in a thousand.
                let below = |place: usize| row[..=place].iter().sum::<u128>() * 1000 <= most << count;
                let expected = (0..count).take_while(|&place| below(place)).last();
                assert_eq!(lowest_place(count, (1.0 - confidence) / 2.0), expected, "{count}, {confidence}");
            }
        }
    }

    #[test]
    fn ends_are_those_of_printed_tables() {
        // Places counted from one, as in tables of the sign test for 95 %: none for five values.
        let table = [(5, 0), (6, 1), (8, 1), (9, 2), (11, 2), (12, 3), (15, 4), (17, 5), (20, 6), (25, 8), (30, 10)];
        let more = [(40, 14), (50, 18), (100, 40), (200, 86)];
        for (count, place) in table.into_iter().chain(more) {
            assert_eq!(lowest_place(count, 0.025).map_or(0, |place| place + 1), place, "{count}");
        }
        // For many values the places are those of the normal approximation, n/2 - 1.96·√n/2, within
        // one.
        for count in [400, 401, 1000, 10_000, 1_000_000] {
            let place = lowest_place(count, 0.025).expect("an end") as f64 + 1.0;
            let normal = count as f64 / 2.0 - Z95 / 2.0 * (count as f64).sqrt();
            assert!((place - normal).abs() <= 1.0, "{count}: {place}, {normal}");
        }
    }

    #[test]
    fn an_end_among_infinite_values_is_open() {
        let some = |finite: usize| [vec![1.0; finite], vec![f64::INFINITY; 20 - finite]].concat();
        let ends = |finite: usize| median_interval(&some(finite), 0.95);
        // From the 6th to the 15th.
        assert_eq!(ends(15), OpenInterval { low: Some(1.0), high: Some(1.0) });
        assert_eq!(ends(14), OpenInterval { low: Some(1.0), high: None });
        assert_eq!(ends(6), OpenInterval { low: Some(1.0), high: None });
        assert_eq!(ends(5), OpenInterval::default());
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
