//! Games in pairs: the same opening twice, seats swapped.
//!
//! The two games of a pair share an opening and are not independent: an opening that decides the
//! game gives each agent one win, which says nothing about the agents, and an opening that hides a
//! trap may give one agent both. So the pair is the unit: its mean payoff takes the five values 0,
//! 1/4, 1/2, 3/4 and 1 ("pentanomial"), and the interval is that of `score` over the means of
//! pairs. It is narrower than that of single games where openings decide, and wider where they help
//! one agent.
//!
//! As there, two results are added. But a pair won by 2 to 0 may be far from anything that happens,
//! and would make the interval of few pairs needlessly wide; so the two lie at 1/2 ± a, the usual
//! distance of pairs that matter: a² = Σd⁴/Σd², at most 1/4, with the distances d of all pairs, and
//! of one pair won and one lost 2 to 0, from their mean. In simulations of pairs that are
//! independent, that repeat each other and whose openings decide, the interval contains the true
//! score in 93 % or more of all cases, and in 93 to 97 % from 50 pairs with ten expected to be won
//! and ten lost on.
//!
//! Source: Van den Bergh, "A Practical Introduction to the GSPRT" (2017), and the practice of
//! Fishtest.

use crate::Estimate;
use crate::normal::student;
use crate::score::{Interval, Scores};

/// The results of pairs of games, counted by the points of one agent in each pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Pairs by points: 0, 1/2, 1, 3/2 and 2.
    pub counts: [u64; 5],
}

impl Pairs {
    /// Counts a pair by the payoffs (0, 1/2 or 1) of the agent in its two games; a payoff in
    /// between counts as the nearest sum of halves.
    pub fn add(&mut self, first: f64, second: f64) {
        let halves = libm::round(2.0 * (first + second)).clamp(0.0, 4.0) as usize;
        self.counts[halves] += 1;
    }

    /// The number of pairs.
    pub fn len(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The means of pairs as scores, one per pair.
    pub fn scores(&self) -> Scores {
        let mut scores = Scores::default();
        for (quarters, &count) in self.counts.iter().enumerate() {
            let (count, mean) = (count as f64, quarters as f64 / 4.0);
            scores.games += count;
            scores.sum += count * mean;
            scores.squares += count * mean * mean;
        }
        scores
    }

    /// The mean payoff of a game; `None` without pairs.
    pub fn mean(&self) -> Option<f64> {
        self.scores().mean()
    }

    /// The 95 % interval of the true mean payoff, from the variance of the pairs.
    ///
    /// ```
    /// # use mctslab_stats::{Pairs, Scores};
    /// // Whoever moves first wins: a hundred games, and no pair distinguishes the agents.
    /// let paired = Pairs { counts: [0, 0, 50, 0, 0] }.interval();
    /// let single = Scores::of_results(50, 0, 50).interval();
    /// assert!(paired.high - paired.low < 0.3 * (single.high - single.low));
    /// ```
    pub fn interval(&self) -> Interval {
        self.weighted_interval(1.0)
    }

    /// The interval when each pair counts only as this share of one: for pairs that repeat others.
    pub fn weighted_interval(&self, weight: f64) -> Interval {
        self.scores().weighted(weight).interval_adding(self.usual_distance2(weight))
    }

    /// The interval of [`Pairs::weighted_interval`] with any confidence.
    pub fn weighted_interval_at(&self, weight: f64, confidence: f64) -> Interval {
        let scores = self.scores().weighted(weight);
        let interval = scores.interval_of(self.usual_distance2(weight), |freedom| student(freedom, confidence));
        // As single games: a pair of which one game is won is two of them.
        let games = self.scores().weighted(2.0 * weight);
        if confidence > 0.95 { interval.joined(games.rare_ends(confidence)) } else { interval }
    }

    /// The mean payoff of a game with the standard error and the degrees of freedom of
    /// [`Pairs::weighted_interval`]; `None` without pairs.
    pub fn weighted_estimate(&self, weight: f64) -> Option<Estimate> {
        self.scores().weighted(weight).estimate_adding(self.usual_distance2(weight))
    }

    /// The counts multiplied by `weight` and rounded, for tests that need whole ones.
    #[must_use]
    pub fn rounded(&self, weight: f64) -> Pairs {
        Pairs { counts: self.counts.map(|count| libm::round(weight * count as f64) as u64) }
    }

    /// a²: the squared usual distance from the mean of the pairs that matter.
    fn usual_distance2(&self, weight: f64) -> f64 {
        let scores = self.scores().weighted(weight);
        let mean = (scores.sum + 1.0) / (scores.games + 2.0);
        // The pair won and the pair lost.
        let (mut second, mut fourth) = (2.0 / 4.0, 2.0 / 16.0);
        for (quarters, &count) in self.counts.iter().enumerate() {
            let distance = quarters as f64 / 4.0 - mean;
            let square = distance * distance;
            second += weight * count as f64 * square;
            fourth += weight * count as f64 * square * square;
        }
        (fourth / second).min(0.25)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_by_their_points() {
        let mut pairs = Pairs::default();
        for (first, second) in [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (0.5, 0.5), (0.5, 1.0), (1.0, 1.0)] {
            pairs.add(first, second);
        }
        assert_eq!(pairs.counts, [1, 1, 2, 1, 1]);
        assert_eq!((pairs.len(), pairs.mean()), (6, Some(0.5)));
    }

    #[test]
    fn two_equal_games_a_pair_are_half_as_many_games() {
        let pairs = Pairs { counts: [20, 0, 0, 0, 30] };
        assert_eq!(pairs.interval(), Scores::of_results(30, 0, 20).interval());
    }

    #[test]
    fn by_hand() {
        // Distances of 1/4 only: a² = (20/256 + 1/8)/(20/16 + 1/2) = 13/112, v' = (20/16 +
        // 13/56)/52, t(51) = 2.007584.
        let Interval { low, high } = Pairs { counts: [0, 10, 30, 10, 0] }.interval();
        let half = 2.007_584 * ((20.0 / 16.0 + 13.0 / 56.0) / 52.0 / 52.0_f64).sqrt();
        assert!((low - (0.5 - half)).abs() < 1e-6 && (high - (0.5 + half)).abs() < 1e-6, "{low} to {high}, not {half}");
    }

    #[test]
    fn it_holds_what_was_seen_and_swapped_agents_mirror_it() {
        for code in 0..7_u64.pow(4) {
            let counts = [code % 7, code / 7 % 7, 3, code / 49 % 7, code / 343];
            let (pairs, mut swapped) = (Pairs { counts }, Pairs { counts });
            swapped.counts.reverse();
            let (one, other) = (pairs.interval(), swapped.interval());
            assert!(one.contains(pairs.mean().expect("there were games")), "{pairs:?}: {one:?}");
            assert!((one.low + other.high - 1.0).abs() < 1e-12, "{pairs:?}: {one:?}, swapped {other:?}");
        }
    }

    #[test]
    fn pairs_that_count_less_say_less() {
        let pairs = Pairs { counts: [10, 30, 80, 20, 60] };
        let mean = pairs.mean().expect("there were games");
        for weight in [0.001, 0.005, 0.1, 0.5] {
            let (less, all) = (pairs.weighted_interval(weight), pairs.interval());
            assert!(less.low <= all.low && all.high <= less.high && less.contains(mean), "{weight}: {less:?}, {all:?}");
        }
        assert_eq!(pairs.rounded(0.5).counts, [5, 15, 40, 10, 30]);
        // A hundred repetitions of the same pair count as one pair.
        let (repeated, once) = (Pairs { counts: [0, 0, 0, 0, 100] }, Pairs { counts: [0, 0, 0, 0, 1] });
        assert_eq!((repeated.weighted_interval(0.01), repeated.rounded(0.01)), (once.interval(), once));
    }

    #[test]
    fn never_a_point_nor_nothing() {
        assert_eq!(Pairs::default().interval(), Interval { low: 0.0, high: 1.0 });
        for place in 0..5 {
            for count in [1, 2, 10, 1000] {
                let mut pairs = Pairs::default();
                pairs.counts[place] = count;
                let Interval { low, high } = pairs.interval();
                assert!(low >= 0.0 && high <= 1.0 && low < high, "{pairs:?}: {low} to {high}");
            }
        }
    }
}
