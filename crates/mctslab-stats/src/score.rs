//! The score of an agent and how sure it is.
//!
//! The interval is Wilson's (1927), the values of the true mean that the observed mean does not reject, with the variance that
//! was observed: a game that is often drawn says more than a coin. With no draws it is exactly Wilson's interval.

/// The 97.5 % point of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// Payoffs of many games, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Scores {
    /// Games.
    pub games: f64,
    /// Sum of payoffs.
    pub sum: f64,
    /// Sum of squared payoffs.
    pub squares: f64,
}

/// A range of values that are in keeping with what was seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Scores {
    /// The sums of `wins`, `draws` and `losses`.
    pub fn of_results(wins: u64, draws: u64, losses: u64) -> Scores {
        let (wins, draws, losses) = (wins as f64, draws as f64, losses as f64);
        Scores { games: wins + draws + losses, sum: wins + draws / 2.0, squares: wins + draws / 4.0 }
    }

    /// Counts one more game.
    pub fn add(&mut self, payoff: f64) {
        self.games += 1.0;
        self.sum += payoff;
        self.squares += payoff * payoff;
    }

    /// The mean payoff; `None` of no games.
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0.0).then(|| self.sum / self.games)
    }

    /// The 95 % interval of the true mean payoff. Of no games it is all of [0, 1].
    ///
    /// ```
    /// # use mctslab_stats::Scores;
    /// let interval = Scores::of_results(50, 0, 50).interval();
    /// assert!((interval.low - 0.4038).abs() < 1e-4 && (interval.high - 0.5962).abs() < 1e-4);
    /// ```
    pub fn interval(&self) -> Interval {
        let Some(mean) = self.mean() else { return Interval { low: 0.0, high: 1.0 } };
        let z2 = Z95 * Z95 * self.spread();
        let n = self.games;
        let centre = (mean + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = (z2 * (mean * (1.0 - mean) / n + z2 / (4.0 * n * n))).sqrt() / (1.0 + z2 / n);
        Interval { low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
    }

    /// The variance of one game as a share of what it would be if all games were won or lost. Half a win and half a loss are
    /// added, so that a few equal results do not pass for certainty.
    fn spread(&self) -> f64 {
        let n = self.games + 1.0;
        let mean = (self.sum + 0.5) / n;
        let variance = (self.squares + 0.5) / n - mean * mean;
        (variance / (mean * (1.0 - mean))).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(interval: Interval, low: f64, high: f64) {
        assert!((interval.low - low).abs() < 5e-4, "{interval:?}, expected {low} to {high}");
        assert!((interval.high - high).abs() < 5e-4, "{interval:?}, expected {low} to {high}");
    }

    #[test]
    fn without_draws_it_is_wilsons_interval() {
        // Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
        close(Scores::of_results(81, 0, 263 - 81).interval(), 0.2553, 0.3662);
        close(Scores::of_results(15, 0, 148 - 15).interval(), 0.0624, 0.1605);
        close(Scores::of_results(0, 0, 20).interval(), 0.0, 0.1611);
        close(Scores::of_results(1, 0, 29 - 1).interval(), 0.0061, 0.1718);
    }

    #[test]
    fn draws_make_it_narrower_and_nothing_makes_it_empty() {
        let decisive = Scores::of_results(50, 0, 50).interval();
        let drawish = Scores::of_results(10, 80, 10).interval();
        assert!(drawish.high - drawish.low < 0.6 * (decisive.high - decisive.low));
        for scores in [Scores::of_results(0, 5, 0), Scores::of_results(1, 0, 0), Scores::of_results(0, 0, 1)] {
            let Interval { low, high } = scores.interval();
            assert!(low >= 0.0 && high <= 1.0 && high - low > 0.05, "{scores:?}: {low} to {high}");
        }
        assert_eq!(Scores::default().interval(), Interval { low: 0.0, high: 1.0 });
    }
}
