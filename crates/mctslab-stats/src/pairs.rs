//! Games in pairs: the same opening twice, seats swapped.
//!
//! The two games of a pair share an opening and are not independent: an opening that decides the game gives each agent one
//! win, which says nothing about the agents, and an opening that hides a trap may give one agent both. So the pair is the
//! unit: its mean payoff takes the five values 0, 1/4, 1/2, 3/4 and 1 ("pentanomial"), and the interval is that of `score`
//! over the means of pairs. It is narrower than that of single games where openings decide, and wider where they help one agent.
//!
//! Source: Van den Bergh, "Normalized Elo" and "A practical introduction to the GSPRT" (notes to the Fishtest framework, 2020).

use crate::score::{Interval, Scores};

/// Results of pairs of games, counted by the points one agent made in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Pairs by points: 0, 1/2, 1, 3/2 and 2.
    pub counts: [u64; 5],
}

impl Pairs {
    /// Counts a pair by the payoffs (0, 1/2 or 1) that the agent got in its two games; a payoff in between counts as the nearest
    /// sum of halves.
    pub fn add(&mut self, first: f64, second: f64) {
        let halves = libm::round(2.0 * (first + second)).clamp(0.0, 4.0) as usize;
        self.counts[halves] += 1;
    }

    /// How many pairs there are.
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

    /// The mean payoff of a game; `None` of no pairs.
    pub fn mean(&self) -> Option<f64> {
        self.scores().mean()
    }

    /// The 95 % interval of the true mean payoff, from how much the pairs differ.
    ///
    /// ```
    /// # use mctslab_stats::{Pairs, Scores};
    /// // Whoever moves first wins: a hundred games, and no pair tells the agents apart.
    /// let paired = Pairs { counts: [0, 0, 50, 0, 0] }.interval();
    /// let single = Scores::of_results(50, 0, 50).interval();
    /// assert!(paired.high - paired.low < 0.3 * (single.high - single.low));
    /// ```
    pub fn interval(&self) -> Interval {
        self.scores().interval()
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
