//! How the settings of a sweep stand: scores over all games, the best, how sure that is, and who is
//! level with it.
//!
//! The score over all games is the mean of the scores in each of them, and its standard error
//! √(Σs²)/k of k games. In one game the interval is that of a match; over several it is the score
//! and Student's 97.5 % point of its standard error to both sides.
//!
//! The best is the setting with the highest score among those who reached the last stage in most
//! games; of equals the one listed first. The probability to be the best takes true scores for
//! draws of one distribution, so that the luckiest of equals is not taken for the best. A setting
//! is level with the best if the difference of the two is not significant at 5 % by Tukey's test of
//! the range of all settings, which knows that the best was chosen. There each score is taken for
//! no surer than it would be if payoffs varied as much as with all settings together: the highest
//! score often is one whose spread looks too small by chance.

use mctslab_stats::normal::Z95;
use mctslab_stats::{Estimate, Interval, probabilities_of_largest};

use super::state::Sweep;

/// The level of significance at which a setting is worse than the best.
const LEVEL: f64 = 0.05;

/// How the settings stand, by their places.
pub(super) struct Standing {
    /// Scores over all games; `None` where a game was not played yet.
    pub(super) scores: Vec<Option<Estimate>>,
    /// Their 95 % intervals.
    pub(super) intervals: Vec<Interval>,
    /// The probability that each is the best of those with a score.
    pub(super) p_best: Vec<Option<f64>>,
    pub(super) best: Option<usize>,
    /// Those that are level with the best.
    pub(super) level_with: Vec<usize>,
}

/// How the settings of one sweep in several games stand.
pub(super) fn standing(sweeps: &[&Sweep]) -> Standing {
    let count = sweeps.first().map_or(0, |sweep| sweep.settings());
    let places = || 0..count;
    let score = |place: usize| {
        let all: Option<Vec<Estimate>> = sweeps.iter().map(|sweep| sweep.estimate(place)).collect();
        Estimate::average(&all?)
    };
    let scores: Vec<Option<Estimate>> = places().map(score).collect();
    let interval = |place: usize| match (sweeps, &scores[place]) {
        ([sweep], _) => sweep.interval(place),
        (_, Some(score)) => score.interval(),
        (_, None) => Interval { low: 0.0, high: 1.0 },
    };
    let intervals = places().map(interval).collect();
    let known: Vec<usize> = places().filter(|&place| scores[place].is_some()).collect();
    let estimates: Vec<Estimate> = scores.iter().flatten().copied().collect();
    let mut p_best = vec![None; count];
    for (&place, p) in known.iter().zip(probabilities_of_largest(&estimates)) {
        p_best[place] = Some(p);
    }
    let reached = |place: usize| sweeps.iter().filter(|sweep| sweep.is_left(place)).count();
    let farthest = known.iter().map(|&place| reached(place)).max();
    let last: Vec<usize> = known.iter().copied().filter(|&place| Some(reached(place)) == farthest).collect();
    let best = first_best(&last, &scores);
    let level_with = best.map(|best| level_with(best, &known, &scores)).unwrap_or_default();
    Standing { scores, intervals, p_best, best, level_with }
}

/// The place with the highest score; of equals the first.
fn first_best(places: &[usize], scores: &[Option<Estimate>]) -> Option<usize> {
    let mean = |place: usize| scores[place].map_or(f64::NEG_INFINITY, |score| score.mean);
    places.iter().copied().reduce(|best, next| if mean(next) > mean(best) { next } else { best })
}

/// The places whose scores do not differ significantly from that of the best.
fn level_with(best: usize, known: &[usize], scores: &[Option<Estimate>]) -> Vec<usize> {
    let scores = no_surer_than_all(known, scores);
    let Some(top) = scores[best] else { return Vec::new() };
    let level = |place: usize| {
        let Some(score) = scores[place] else { return true };
        let error = libm::hypot(top.error, score.error);
        // Two settings that do not differ by a test of these two alone do not differ among many.
        top.mean - score.mean < Z95 * error || top.p_value_of_highest(&score, known.len()) > LEVEL
    };
    known.iter().copied().filter(|&place| place != best && level(place)).collect()
}

/// Scores whose standard errors are at least those of the spread of payoffs of all settings.
fn no_surer_than_all(known: &[usize], scores: &[Option<Estimate>]) -> Vec<Option<Estimate>> {
    let all = || known.iter().filter_map(|&place| scores[place]);
    // The variance of a payoff, by the squared error of the mean of that many games.
    let variance = |one: &Estimate| one.error * one.error * (one.freedom + 1.0);
    let freedom: f64 = all().map(|one| one.freedom).sum();
    let pooled = all().map(|one| one.freedom * variance(&one)).sum::<f64>() / freedom;
    let careful = |one: Estimate| Estimate { error: one.error.max((pooled / (one.freedom + 1.0)).sqrt()), ..one };
    scores.iter().map(|one| one.map(careful)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores<const N: usize>(all: [(f64, f64); N]) -> [Option<Estimate>; N] {
        all.map(|(mean, error)| Some(Estimate { mean, error, freedom: 99.0 }))
    }

    #[test]
    fn the_first_of_equals_is_the_best() {
        let mut scores = scores([(0.4, 0.05), (0.6, 0.05), (0.6, 0.05), (0.9, 0.05)]);
        scores[3] = None;
        assert_eq!(first_best(&[0, 1, 2, 3], &scores), Some(1));
        assert_eq!(first_best(&[0, 3], &scores), Some(0));
        assert_eq!(first_best(&[], &scores), None);
    }

    #[test]
    fn a_spread_that_is_small_by_chance_makes_no_score_surer() {
        let all = scores([(0.6, 0.03), (0.5, 0.05), (0.5, 0.04)]);
        let careful: Vec<f64> = no_surer_than_all(&[0, 1, 2], &all).iter().flatten().map(|one| one.error).collect();
        // √((0.03² + 0.05² + 0.04²)/3)
        assert!((careful[0] - 0.040_825).abs() < 1e-6 && careful[1] == 0.05 && careful[2] == careful[0], "{careful:?}");
    }

    #[test]
    fn the_more_settings_there_are_the_farther_the_best_must_lie_above_another() {
        // 0.6 against 0.5 with an error of 0.05 in all: z = 2, p = 0.047 of two settings.
        let error = 0.05 / 2_f64.sqrt();
        let scores = scores([(0.6, error), (0.5, error), (0.3, error), (0.59, error)]);
        assert!(level_with(0, &[0, 1], &scores).is_empty(), "two settings");
        assert_eq!(level_with(0, &[0, 1, 2, 3], &scores), [1, 3], "four settings");
    }
}
