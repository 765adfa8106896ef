//! Tests of a score against an even one, and corrections for many tests at once.
//!
//! Single games: under equal strength each decided game is a fair coin, whatever the share of
//! draws, so the p-value is that of the sign test: two-sided and exact for up to 1,000 decided
//! games, min(1, 2·P(X ≥ max(w, l))) with X binomial, and 2·Φ(−|w − l|/√(w + l)) beyond. Pairs of
//! games: under equal strength the points by which a pair is won are as likely to be lost, so the
//! p-value is that of all ways to flip the signs of the results, P(|S| ≥ |s|) with S a sum of ±1/2
//! and ±1; exact for up to 1,000 decided pairs. Other payoffs, and more pairs: the normal
//! approximation 2·Φ(−|z|) with the observed variance about 1/2.
//!
//! Of m tests at once, Holm, "A simple sequentially rejective multiple test procedure" (1979),
//! multiplies the smallest p-value by m, the next by m − 1 and so on, and lets none fall below an
//! earlier one; then the probability of one or more false findings stays below the level, however
//! the tests depend on each other.

use crate::elo::standardised;
use crate::normal::cumulative;
use crate::pairs::Pairs;
use crate::score::Scores;

/// The number of decided games up to which the sign test is computed exactly.
const EXACT_UP_TO: u64 = 1000;

/// The two-sided p-value of equal strength, from single games. Without decided games it is 1.
///
/// ```
/// # use mctslab_stats::significance::p_value;
/// assert!((p_value(8, 3, 2) - 0.109_375).abs() < 1e-12);
/// ```
pub fn p_value(wins: u64, draws: u64, losses: u64) -> f64 {
    let decided = wins + losses;
    if decided > EXACT_UP_TO {
        return p_value_of_scores(&Scores::of_results(wins, draws, losses));
    }
    (2.0 * upper_tail(decided, wins.max(losses))).min(1.0)
}

/// The two-sided p-value of equal strength, from pairs of games. Without decided pairs it is 1.
///
/// ```
/// # use mctslab_stats::{Pairs, significance::p_value_of_pairs};
/// // Five pairs won by 2 to 0: of 32 ways to flip them two are as far out.
/// assert!((p_value_of_pairs(&Pairs { counts: [0, 0, 9, 0, 5] }) - 2.0 / 32.0).abs() < 1e-12);
/// ```
pub fn p_value_of_pairs(pairs: &Pairs) -> f64 {
    let [lost2, lost1, _, won1, won2] = pairs.counts;
    let (ones, twos) = (lost1 + won1, lost2 + won2);
    if ones + twos > EXACT_UP_TO {
        return p_value_of_scores(&pairs.scores());
    }
    // In half points: the lead of one side, and the probability of such a lead by chance.
    let ahead = (won1 as i64 - lost1 as i64 + 2 * (won2 as i64 - lost2 as i64)).abs();
    let tail = (0..=twos).map(|heads| {
        let rest = ahead - 2 * (2 * heads as i64 - twos as i64);
        // 2h − ones ≥ rest, rounded up.
        let needed = (rest + ones as i64 + 1).div_euclid(2).clamp(0, ones as i64 + 1);
        coin(twos, heads) * upper_tail(ones, needed as u64)
    });
    (2.0 * tail.sum::<f64>()).min(1.0)
}

/// The two-sided p-value of a true mean of 1/2, by the normal approximation. Without games, or with
/// draws only, it is 1. For pairs of games, pass the scores of pairs.
pub fn p_value_of_scores(scores: &Scores) -> f64 {
    2.0 * cumulative(-standardised(scores).abs())
}

/// The probability of exactly `heads` heads in `coins` tosses of a fair coin.
fn coin(coins: u64, heads: u64) -> f64 {
    let (n, k) = (coins as f64, heads as f64);
    let ways = libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0);
    libm::exp(ways - n * std::f64::consts::LN_2)
}

/// The probability of at least `heads` heads in `coins` tosses of a fair coin.
fn upper_tail(coins: u64, heads: u64) -> f64 {
    if heads > coins {
        return 0.0;
    }
    let mut term = coin(coins, heads);
    let mut sum = 0.0;
    for more in heads..=coins {
        sum += term;
        term *= (coins - more) as f64 / (more + 1) as f64;
    }
    sum
}

/// p-values corrected for their number, in the order given. A value that is not a number counts as
/// 1.
///
/// ```
/// # use mctslab_stats::significance::holm;
/// let corrected = holm(&[0.01, 0.04, 0.03]);
/// assert!(corrected.iter().zip([0.03, 0.06, 0.06]).all(|(found, known)| (found - known).abs() < 1e-12));
/// ```
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let clean = |p: f64| if p.is_nan() { 1.0 } else { p.clamp(0.0, 1.0) };
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| clean(p_values[a]).total_cmp(&clean(p_values[b])));
    let mut corrected = vec![1.0; p_values.len()];
    let mut floor: f64 = 0.0;
    for (rank, &place) in order.iter().enumerate() {
        floor = floor.max(clean(p_values[place]) * (p_values.len() - rank) as f64).min(1.0);
        corrected[place] = floor;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_values_of_the_sign_test() {
        // 2·(1 + 10 + 45)/1024, 2/2^5, and both ends of certainty.
        assert!((p_value(8, 0, 2) - 0.109_375).abs() < 1e-12);
        assert!((p_value(0, 4, 5) - 0.0625).abs() < 1e-12);
        for (wins, draws, losses) in [(0, 0, 0), (0, 7, 0), (1, 0, 0), (3, 1, 3)] {
            assert!((p_value(wins, draws, losses) - 1.0).abs() < 1e-12, "{wins} {draws} {losses}");
        }
    }

    #[test]
    fn the_approximation_takes_over_smoothly() {
        let exact = p_value(535, 200, 465);
        let approximate = p_value_of_scores(&Scores::of_results(535, 200, 465));
        assert!((exact - approximate).abs() < 0.003, "{exact} and {approximate}");
        // z = 100/sqrt(4000) = 1.58114, p = 0.113846.
        assert!((p_value(2050, 500, 1950) - 0.113_846).abs() < 1e-5);
        assert!(p_value(100_000, 0, 0) < 1e-300);
    }

    #[test]
    fn a_true_null_is_rejected_no_more_often_than_promised() {
        for coins in [5, 17, 60, 400] {
            let rejected: f64 = (0..=coins)
                .filter(|&wins| p_value(wins, 0, coins - wins) <= 0.05)
                .map(|wins| upper_tail(coins, wins) - upper_tail(coins, wins + 1))
                .sum();
            assert!(rejected <= 0.05 + 1e-9, "{coins} coins: {rejected}");
            assert!(coins == 5 || rejected > 0.01, "{coins} coins: {rejected}");
        }
    }

    #[test]
    fn pairs_are_tested_by_all_flips_of_their_signs() {
        for counts in
            [[1, 2, 3, 4, 2], [0, 0, 0, 3, 1], [2, 1, 0, 1, 2], [0, 3, 2, 0, 0], [0, 1, 0, 4, 4], [0, 0, 5, 0, 0]]
        {
            let sizes: Vec<i64> = counts
                .iter()
                .zip([-2_i64, -1, 0, 1, 2])
                .flat_map(|(&count, points)| vec![points; count as usize])
                .collect();
            let seen = sizes.iter().sum::<i64>().abs();
            let flipped = |flips: u32| {
                let sum: i64 =
                    sizes.iter().enumerate().map(|(at, points)| points * (1 - 2 * (flips >> at & 1) as i64)).sum();
                sum.abs() >= seen
            };
            let ways = 1_u32 << sizes.len();
            let known = (0..ways).filter(|&flips| flipped(flips)).count() as f64 / f64::from(ways);
            let found = p_value_of_pairs(&Pairs { counts });
            assert!((found - known).abs() < 1e-9, "{counts:?}: {found}, not {known}");
        }
        let (exact, many) = (Pairs { counts: [100, 150, 500, 180, 120] }, Pairs { counts: [400, 600, 2000, 720, 480] });
        let normal = p_value_of_scores(&exact.scores());
        assert!((p_value_of_pairs(&exact) - normal).abs() < 0.005, "{normal}");
        assert!(p_value_of_pairs(&many) < p_value_of_pairs(&exact));
    }

    #[test]
    fn holm_of_the_textbook() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-12, "{corrected:?}");
        }
        assert_eq!(holm(&[]), Vec::<f64>::new());
        assert_eq!(holm(&[0.9, f64::NAN, 0.8]), vec![1.0, 1.0, 1.0]);
        assert_eq!(holm(&[0.02]), vec![0.02]);
    }
}
