//! The score of an agent and its interval.
//!
//! The 95 % interval adds one won and one lost game to the results, takes their mean and variance,
//! and extends to both sides by the number of standard errors that Student's distribution gives:
//!
//! n' = n + 2, m' = (Σx + 1)/n', v' = (Σx² + 1)/n' − m'², m' ± t(n' − 1)·√(v'/n'), cut to [0, 1].
//!
//! This is the "adding successes and failures" of Agresti and Coull, "Approximate is better than
//! 'exact' for interval estimation of binomial proportions" (1998), with one of each instead of
//! two, with the observed variance (a game that is often drawn carries more information than a
//! coin), and with Student's point in place of the normal one, which matters for few games.
//! Computed without sampling error, it contains the true score with probability 0.930 or more for
//! any number of games, strength and share of draws tried, and with 0.943 to 0.965 from 100 games
//! with ten expected wins and losses on. Wilson's interval (1927) with the observed variance does
//! not: it falls to 0.86 where wins, or losses, or decided games are rare.

use crate::Estimate;
use crate::normal::{student, student95};

/// Sums over the payoffs of many games. The payoffs are in [0, 1].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores {
    /// Games.
    pub games: f64,
    /// Sum of payoffs.
    pub sum: f64,
    /// Sum of squared payoffs.
    pub squares: f64,
}

/// The range of values that are compatible with the results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The number of wins, or losses, below which they are rare.
const RARE_BELOW: f64 = 10.0;

/// The share of hits with which `hits` or fewer of `games` have the probability `tail`: the upper
/// end of Clopper and Pearson.
fn binomial_upper(hits: f64, games: f64, tail: f64) -> f64 {
    let below = |share: f64| {
        let term = |k: f64| {
            let ways = libm::lgamma(games + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma((games - k).max(0.0) + 1.0);
            libm::exp(ways + k * libm::log(share) + (games - k).max(0.0) * libm::log(1.0 - share))
        };
        (0..=hits as u64).map(|k| term(k as f64)).sum::<f64>()
    };
    if hits >= games {
        return 1.0;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if below(middle) > tail { low = middle } else { high = middle }
    }
    high
}

impl Interval {
    /// The smallest interval that contains both.
    pub(crate) fn joined(self, other: Option<Interval>) -> Interval {
        let other = other.unwrap_or(self);
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// Whether `value` lies inside, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

impl Scores {
    /// The sums of `wins`, `draws` and `losses`.
    pub fn of_results(wins: u64, draws: u64, losses: u64) -> Scores {
        let (wins, draws, losses) = (wins as f64, draws as f64, losses as f64);
        Scores { games: wins + draws + losses, sum: wins + draws / 2.0, squares: wins + draws / 4.0 }
    }

    /// Adds a game.
    pub fn add(&mut self, payoff: f64) {
        self.games += 1.0;
        self.sum += payoff;
        self.squares += payoff * payoff;
    }

    /// The results when each game counts only as this share of one: for games that repeat others.
    pub fn weighted(&self, weight: f64) -> Scores {
        Scores { games: weight * self.games, sum: weight * self.sum, squares: weight * self.squares }
    }

    /// The mean payoff; `None` without games.
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0.0).then(|| self.sum / self.games)
    }

    /// The 95 % interval of the true mean payoff. Without games it is [0, 1]; it is never empty and
    /// never a point.
    ///
    /// ```
    /// # use mctslab_stats::Scores;
    /// let interval = Scores::of_results(50, 0, 50).interval();
    /// assert!((interval.low - 0.4018).abs() < 1e-4 && (interval.high - 0.5982).abs() < 1e-4);
    /// ```
    pub fn interval(&self) -> Interval {
        // A won and a lost game are 1/2 away from the middle.
        self.interval_adding(0.25)
    }

    /// The interval with any confidence, for intervals that are to hold jointly. Where wins or
    /// losses are rare, the tails that matter then are longer than Student's: the interval is at
    /// least that of Clopper and Pearson (1934), which holds for any share.
    pub fn interval_at(&self, confidence: f64) -> Interval {
        let interval = self.interval_of(0.25, |freedom| student(freedom, confidence));
        if confidence > 0.95 { interval.joined(self.rare_ends(confidence)) } else { interval }
    }

    /// The range that rare wins or losses leave possible; `None` where both are frequent.
    pub(crate) fn rare_ends(&self, confidence: f64) -> Option<Interval> {
        let tail = (1.0 - confidence) / 2.0;
        let upper = |hits: f64| {
            (self.games > 0.0 && hits < RARE_BELOW).then(|| binomial_upper(libm::ceil(hits), self.games, tail))
        };
        let (high, low) = (upper(self.sum), upper(self.games - self.sum).map(|end| 1.0 - end));
        let mean = self.mean()?;
        (high.is_some() || low.is_some()).then(|| Interval { low: low.unwrap_or(mean), high: high.unwrap_or(mean) })
    }

    /// The interval when two results are added whose squared distance from 1/2 is given.
    pub(crate) fn interval_adding(&self, distance2: f64) -> Interval {
        self.interval_of(distance2, student95)
    }

    /// The same interval, with a function for the point of Student's distribution by its degrees of
    /// freedom.
    pub(crate) fn interval_of(&self, distance2: f64, point: impl Fn(f64) -> f64) -> Interval {
        if self.games <= 0.0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let (mean, error, freedom) = self.adding(distance2);
        let half = point(freedom) * error;
        Interval { low: (mean - half).max(0.0), high: (mean + half).min(1.0) }
    }

    /// The mean payoff with the standard error and the degrees of freedom of [`Scores::interval`];
    /// `None` without games.
    pub fn estimate(&self) -> Option<Estimate> {
        self.estimate_adding(0.25)
    }

    /// The estimate when two results are added whose squared distance from 1/2 is given.
    pub(crate) fn estimate_adding(&self, distance2: f64) -> Option<Estimate> {
        let (_, error, freedom) = self.adding(distance2);
        self.mean().map(|mean| Estimate { mean, error, freedom })
    }

    /// Mean, standard error and degrees of freedom with two more results, whose squared distance
    /// from 1/2 is given.
    fn adding(&self, distance2: f64) -> (f64, f64, f64) {
        let n = self.games + 2.0;
        let mean = (self.sum + 1.0) / n;
        let variance = ((self.squares + 0.5 + 2.0 * distance2) / n - mean * mean).max(0.0);
        (mean, libm::sqrt(variance / n), n - 1.0)
    }

    /// The variance of payoffs about 1/2, for the comparison of a score with an even one; 0 without
    /// games.
    pub(crate) fn variance_about_half(&self) -> f64 {
        if self.games > 0.0 { (self.squares - self.sum + self.games / 4.0).max(0.0) / self.games } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        // 7 wins of 10: n' = 12, m' = 8/12, v' = 2/9, t(11) = 2.200985, half = 2.200985 *
        // sqrt(2/108).
        let Interval { low, high } = Scores::of_results(7, 0, 3).interval();
        assert!((low - 0.367_142).abs() < 5e-5 && (high - 0.966_191).abs() < 5e-5, "{low} to {high}");
        // 2 wins, 6 draws, 2 losses: m' = 1/2, v' = (2 + 1.5 + 1)/12 - 1/4 = 1/8.
        let Interval { low, high } = Scores::of_results(2, 6, 2).interval();
        assert!((low - 0.275_363).abs() < 5e-5 && (high - 0.724_637).abs() < 5e-5, "{low} to {high}");
    }

    #[test]
    fn rare_wins_leave_more_possible_where_more_confidence_is_asked_for() {
        // No win in 100 games: 1 − (0.025/27)^(1/100) by hand.
        let high = Scores::of_results(0, 0, 100).interval_at(1.0 - 0.05 / 27.0).high;
        assert!((high - 0.067_464).abs() < 1e-5, "{high}");
        // Clopper and Pearson with 99 %: 3 of 50 are 0.007 to 0.203 in tables.
        let Interval { low, high } = Scores::of_results(47, 0, 3).interval_at(0.99);
        assert!(low <= 1.0 - 0.2026 && high > 0.99, "{low} to {high}");
        let frequent = Scores::of_results(500, 0, 500);
        assert_eq!(frequent.rare_ends(0.99), None);
        assert_eq!(frequent.interval(), frequent.interval_at(0.95));
    }

    #[test]
    fn draws_make_it_narrower() {
        let decisive = Scores::of_results(50, 0, 50).interval();
        let drawish = Scores::of_results(10, 80, 10).interval();
        assert!(drawish.high - drawish.low < 0.6 * (decisive.high - decisive.low));
    }

    #[test]
    fn it_holds_what_was_seen_and_is_never_a_point() {
        for games in 0..=40 {
            for wins in 0..=games {
                for draws in 0..=games - wins {
                    let scores = Scores::of_results(wins, draws, games - wins - draws);
                    let interval = scores.interval();
                    assert!(interval.low >= 0.0 && interval.high <= 1.0, "{scores:?}: {interval:?}");
                    assert!(interval.high - interval.low > 0.03, "{scores:?}: {interval:?}");
                    assert!(scores.mean().is_none_or(|mean| interval.contains(mean)), "{scores:?}: {interval:?}");
                }
            }
        }
    }

    #[test]
    fn games_that_count_less_say_less() {
        let scores = Scores::of_results(30, 40, 50);
        for weight in [0.01, 0.1, 0.5, 0.9] {
            let (less, all) = (scores.weighted(weight).interval(), scores.interval());
            assert!(less.low < all.low && all.high < less.high, "{weight}: {less:?} and {all:?}");
        }
        let halves = Scores::of_results(60, 80, 100).weighted(0.5);
        assert_eq!(halves, scores, "half of twice as many");
    }

    #[test]
    fn seats_swapped_the_interval_is_mirrored() {
        let one = Scores::of_results(31, 12, 7).interval();
        let other = Scores::of_results(7, 12, 31).interval();
        assert!((one.low - (1.0 - other.high)).abs() < 1e-12 && (one.high - (1.0 - other.low)).abs() < 1e-12);
    }

    #[test]
    fn no_games_and_one_game_say_nothing() {
        let everything = Interval { low: 0.0, high: 1.0 };
        for scores in [Scores::default(), Scores::of_results(1, 0, 0), Scores::of_results(0, 0, 1)] {
            assert_eq!(scores.interval(), everything, "{scores:?}");
        }
    }
}
