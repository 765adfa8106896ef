//! Elo: strength on a logarithmic scale.
//!
//! A difference of d Elo points stands for an expected score s = 1/(1 + 10^(−d/400)), so d =
//! 400·log10(s/(1 − s)); Elo, "The Rating of Chessplayers, Past and Present" (1978). The transform
//! is monotone, so the ends of an interval of scores become the ends of an interval of differences;
//! an end at a score of 0 or 1 is open.
//!
//! Likelihood of superiority: Φ((m − 1/2)/√(v/n)) with the variance v of payoffs about 1/2. For
//! wins and losses this is Φ((w − l)/√(w + l)), as in computer chess; draws do not matter.

use crate::normal::cumulative;
use crate::score::{Interval, Scores};

/// The Elo difference of a score: 400 · log10(s / (1 − s)); `None` where it is unbounded.
///
/// ```
/// # use mctslab_stats::elo;
/// assert_eq!(elo(0.5), Some(0.0));
/// assert!((elo(0.75).expect("a score between 0 and 1") - 190.85).abs() < 0.01);
/// assert_eq!(elo(1.0), None);
/// ```
pub fn elo(score: f64) -> Option<f64> {
    // Adding zero turns the negative zero of an even score into a positive one.
    (score > 0.0 && score < 1.0).then(|| 400.0 * libm::log10(score / (1.0 - score)) + 0.0)
}

/// The expected score of an agent that is `difference` Elo points above the other.
///
/// ```
/// # use mctslab_stats::elo::expected_score;
/// assert_eq!(expected_score(0.0), 0.5);
/// assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn expected_score(difference: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -difference / 400.0))
}

/// An Elo difference and its 95 % interval. A value that is `None` is unbounded, or (all three,
/// without games) unknown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloDifference {
    /// The difference that corresponds to the mean score.
    pub value: Option<f64>,
    /// Lower end.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

impl EloDifference {
    /// The difference for a mean score and the interval of scores around it.
    pub fn of_score(mean: Option<f64>, interval: Interval) -> EloDifference {
        EloDifference { value: mean.and_then(elo), low: elo(interval.low), high: elo(interval.high) }
    }
}

/// The probability, by the normal approximation, that an agent with these scores is the better of
/// two. Without games, or decided ones, it is 1/2. Scores of pairs (`Pairs::scores`) can be used as
/// well as those of games.
pub fn likelihood_of_superiority(scores: &Scores) -> f64 {
    cumulative(standardised(scores))
}

/// The distance of the mean score from 1/2 in standard errors.
pub(crate) fn standardised(scores: &Scores) -> f64 {
    let variance = scores.variance_about_half();
    // Below this the squares are rounding errors of drawn games.
    if variance < 1e-14 { 0.0 } else { (scores.sum / scores.games - 0.5) / libm::sqrt(variance / scores.games) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(wins: u64, draws: u64, losses: u64) -> EloDifference {
        let scores = Scores::of_results(wins, draws, losses);
        EloDifference::of_score(scores.mean(), scores.interval())
    }

    #[test]
    fn a_score_and_its_difference_undo_each_other() {
        for points in [-700.0, -35.0, 0.0, 12.5, 400.0] {
            let back = elo(expected_score(points)).expect("a score between 0 and 1");
            assert!((back - points).abs() < 1e-9, "{points} came back as {back}");
        }
    }

    #[test]
    fn intervals_hold_the_value_and_open_where_nothing_bounds_them() {
        let even = difference(30, 40, 30);
        assert!(
            even.low.expect("it is known") < 0.0 && even.high.expect("it is known") > 0.0 && even.value == Some(0.0),
            "{even:?}"
        );
        let won = difference(20, 0, 0);
        assert!(won.low.expect("it is known") > 100.0 && won.value.is_none() && won.high.is_none(), "{won:?}");
        let lost = difference(0, 0, 20);
        assert!(lost.high.expect("it is known") < -100.0 && lost.value.is_none() && lost.low.is_none(), "{lost:?}");
        let drawn = difference(0, 20, 0);
        assert!(drawn.low.is_some() && drawn.value == Some(0.0) && drawn.high.is_some(), "{drawn:?}");
        assert_eq!(difference(0, 0, 0), EloDifference { value: None, low: None, high: None });
    }

    #[test]
    fn superiority_counts_decided_games_only() {
        let likelihood = |wins, draws, losses| likelihood_of_superiority(&Scores::of_results(wins, draws, losses));
        // Phi(10 / sqrt(50)) = Phi(1.41421) = 0.921350.
        assert!((likelihood(30, 0, 20) - 0.921_350).abs() < 1e-6);
        assert!((likelihood(30, 77, 20) - likelihood(30, 0, 20)).abs() < 1e-12);
        assert!((likelihood(20, 5, 30) + likelihood(30, 5, 20) - 1.0).abs() < 1e-12);
        for undecided in [likelihood(0, 0, 0), likelihood(0, 9, 0), likelihood(4, 0, 4)] {
            assert_eq!(undecided, 0.5);
        }
    }
}
