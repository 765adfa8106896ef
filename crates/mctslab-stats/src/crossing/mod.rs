//! Where a rising curve crosses a goal: the posterior over curves, given scores at some places.
//!
//! The player's effort x is a logarithm (doublings of its iterations); [`Curve`] says what the curves look like. The prior is even in
//! the crossing, log-normal in the slopes (which are like each other, but need not be equal), and leaves some room for curves that
//! are level with the goal before or after the crossing. Scores count as if each game were a coin with the curve's expectation,
//! whose variance is `dispersion` times that of a coin: draws and seats that are worth something make it smaller.
//!
//! The posterior is computed on a grid, coarse at first and then fine where the mass is. Given the crossing, the results before it
//! tell of one slope and those after it of the other, so the grid is two tables and not their product.

mod curve;
mod grid;

pub use curve::{Curve, FAR, log_odds, logistic};
use grid::{End, Grid};

/// Results at one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The place.
    pub x: f64,
    /// Games.
    pub games: f64,
    /// The sum of scores, each in [0, 1].
    pub points: f64,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// The least effort there is.
    pub lowest: f64,
    /// The most effort that is of interest.
    pub highest: f64,
    /// The score to be reached, strictly between 0 and 1.
    pub goal: f64,
    /// Whether curves may be level with the goal over a stretch.
    pub flat: bool,
}

/// Where the crossing may be, at a level of confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// What is known of the curve.
#[derive(Clone, Debug)]
pub struct Posterior {
    question: Question,
    grid: Grid,
}

impl Posterior {
    /// The posterior after these results.
    pub fn new(question: Question, points: &[Point], dispersion: f64) -> Posterior {
        let coarse = Grid::coarse(&question, points, dispersion);
        let grid = Grid::fine(&coarse, &question, points, dispersion);
        Posterior { question, grid }
    }

    /// The posterior median of the lower end of the stretch that is level with the goal: the crossing, unless the curve is level
    /// before it.
    pub fn estimate(&self) -> f64 {
        self.grid.lower_end(0.5, self.question.lowest).min(self.question.highest)
    }

    /// The range that holds all of the stretch that is level with the goal, but for a probability of `outside`, half at each end.
    pub fn range(&self, outside: f64) -> Range {
        Range {
            low: self.grid.lower_end(outside / 2.0, self.question.lowest).min(self.question.highest),
            high: self.grid.upper_end(1.0 - outside / 2.0, self.question.highest).max(self.question.lowest),
        }
    }

    /// The range of the crossing itself, whether or not the curve is level beside it.
    pub fn crossing_range(&self, outside: f64) -> Range {
        Range { low: self.grid.crossing(outside / 2.0), high: self.grid.crossing(1.0 - outside / 2.0) }
    }

    /// The probability that the curve is level with the goal (within one percent of the score) from the least effort on.
    pub fn level_below(&self) -> f64 {
        self.grid.level_below
    }

    /// The probability that it is level with the goal up to the most effort.
    pub fn level_above(&self) -> f64 {
        self.grid.level_above
    }

    /// The probability that it is level with the goal all over the range.
    pub fn level_throughout(&self) -> f64 {
        self.grid.level_throughout
    }

    /// The probability that the least effort is already beyond the goal.
    pub fn under_range(&self) -> f64 {
        self.grid.under_range
    }

    /// The probability that the most effort does not reach the goal.
    pub fn over_range(&self) -> f64 {
        self.grid.over_range
    }

    /// Curves with their probabilities, enough of them to take means over the posterior.
    pub fn curves(&self) -> &[(Curve, f64)] {
        &self.grid.curves
    }

    /// The expected score at `x`, and its standard deviation over the posterior.
    pub fn score(&self, x: f64) -> (f64, f64) {
        let odds = log_odds(self.question.goal);
        let (mut mean, mut square) = (0.0, 0.0);
        for (curve, weight) in self.curves() {
            let score = curve.score(x, odds);
            mean += weight * score;
            square += weight * score * score;
        }
        (mean, (square - mean * mean).max(0.0).sqrt())
    }

    /// The posterior mean of the slope of the log-odds on both sides of the crossing, level stretches aside.
    pub fn slopes(&self) -> (Option<f64>, Option<f64>) {
        let mean = |slope: fn(&Curve) -> f64| {
            let (sum, weight) = self
                .curves()
                .iter()
                .filter(|(curve, _)| slope(curve) > 0.0)
                .fold((0.0, 0.0), |(sum, all), (curve, weight)| (sum + weight * slope(curve), all + weight));
            (weight > 0.0).then(|| sum / weight)
        };
        (mean(|curve| curve.below), mean(|curve| curve.above))
    }

    /// How much so many games at `x` would tell: the expected fall of the variance of both ends of the range, each end counted no
    /// farther out than `clip`.
    pub fn worth(&self, x: f64, games: f64, dispersion: f64, clip: Range) -> f64 {
        let odds = log_odds(self.question.goal);
        let (mut score, mut square) = (0.0, 0.0);
        let mut ends = [[0.0; 2]; 2];
        for (curve, weight) in self.curves() {
            let value = curve::logistic_of_softplus(curve.excess(x) + odds);
            score += weight * value;
            square += weight * value * value;
            let crossing = curve.crossing.clamp(clip.low, clip.high);
            let [least, most] = grid::ends(curve, &self.question);
            let low = if least == End::Short { crossing } else { clip.low };
            let high = if most == End::Beyond { crossing } else { clip.high };
            for (sums, end) in ends.iter_mut().zip([low, high]) {
                sums[0] += weight * end;
                sums[1] += weight * end * value;
            }
        }
        let variance = (square - score * score).max(0.0);
        let noise = dispersion * score * (1.0 - score) / games;
        let told = |[mean, product]: [f64; 2]| {
            let covariance = product - mean * score;
            covariance * covariance / (variance + noise)
        };
        ends.into_iter().map(told).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question() -> Question {
        Question { lowest: 0.0, highest: 17.0, goal: 0.5, flat: true }
    }

    /// Exact expectations as results: the posterior must find the curve again.
    fn results(curve: &Curve, places: &[f64], games: f64) -> Vec<Point> {
        places.iter().map(|&x| Point { x, games, points: games * curve.score(x, 0.0) }).collect()
    }

    #[test]
    fn finds_the_crossing_of_a_known_curve() {
        for crossing in [1.5, 4.3, 9.0, 13.2] {
            let curve = Curve { crossing, below: 0.7, above: 0.7, floor: f64::NEG_INFINITY };
            let places: Vec<f64> = [-1.0, -0.5, 0.0, 0.5, 1.0].map(|off| crossing + off).to_vec();
            let posterior = Posterior::new(question(), &results(&curve, &places, 400.0), 1.0);
            let range = posterior.range(0.05);
            assert!((posterior.estimate() - crossing).abs() < 0.03, "{} for {crossing}", posterior.estimate());
            assert!(range.low < crossing && crossing < range.high);
            // The information bound is 0.5 / (0.175 sqrt(2000)) = 0.064 for one standard deviation.
            assert!(range.high - range.low > 0.2 && range.high - range.low < 0.6, "{range:?}");
            let (below, above) = posterior.slopes();
            assert!((below.expect("it is known") - 0.7).abs() < 0.2 && (above.expect("it is known") - 0.7).abs() < 0.2);
            assert!(posterior.level_below() < 0.01 && posterior.level_above() < 0.01);
        }
    }

    #[test]
    fn more_games_and_less_noise_make_the_range_narrow() {
        let curve = Curve { crossing: 6.0, below: 0.6, above: 0.6, floor: f64::NEG_INFINITY };
        let width = |games: f64, dispersion: f64| {
            let range = Posterior::new(question(), &results(&curve, &[5.0, 5.95, 6.0, 6.05, 7.0], games), dispersion)
                .range(0.05);
            range.high - range.low
        };
        assert!((width(4000.0, 1.0) / width(1000.0, 1.0) - 0.5).abs() < 0.1);
        assert!((width(1000.0, 0.25) / width(1000.0, 1.0) - 0.5).abs() < 0.1);
    }

    #[test]
    fn a_level_stretch_at_the_goal_is_told_whole() {
        let random = Curve { crossing: 2.8, below: 0.0, above: 0.8, floor: f64::NEG_INFINITY };
        let places = [0.0, 1.0, 2.0, 2.6, 3.0, 3.3, 4.0];
        let posterior = Posterior::new(question(), &results(&random, &places, 4000.0), 1.0);
        assert!(posterior.level_below() > 0.95, "{}", posterior.level_below());
        let range = posterior.range(0.05);
        assert_eq!((posterior.estimate(), range.low), (0.0, 0.0));
        assert!(range.high > 2.8 && range.high < 3.2, "{range:?}");
        // And at the other end: perfect play is drawn.
        let perfect = Curve { crossing: 8.0, below: 0.8, above: 0.0, floor: f64::NEG_INFINITY };
        let places = [6.0, 7.0, 7.5, 8.5, 10.0, 14.0, 17.0];
        let posterior = Posterior::new(question(), &results(&perfect, &places, 4000.0), 0.3);
        assert!(posterior.level_above() > 0.95);
        assert_eq!(posterior.range(0.05).high, 17.0);
        assert!((posterior.estimate() - 8.0).abs() < 0.2);
    }

    #[test]
    fn crossings_out_of_range_are_said_to_be_so() {
        let points = |score: f64| vec![Point { x: 0.0, games: 100.0, points: score * 100.0 }];
        assert!(Posterior::new(question(), &points(0.95), 1.0).under_range() > 0.99);
        assert!(Posterior::new(question(), &points(0.05), 1.0).under_range() < 0.01);
        let top = |score: f64| vec![Point { x: 17.0, games: 100.0, points: score * 100.0 }];
        assert!(Posterior::new(question(), &top(0.05), 1.0).over_range() > 0.99);
        assert!(Posterior::new(question(), &top(0.95), 1.0).over_range() < 0.01);
    }

    #[test]
    fn nothing_known_is_the_whole_range() {
        let range = Posterior::new(question(), &[], 1.0).range(0.05);
        assert!(range.low <= 0.5 && range.high >= 16.5, "{range:?}");
    }

    #[test]
    fn games_near_the_crossing_tell_most() {
        let curve = Curve { crossing: 6.0, below: 0.8, above: 0.8, floor: f64::NEG_INFINITY };
        let posterior = Posterior::new(question(), &results(&curve, &[4.0, 5.0, 6.0, 7.0, 8.0], 100.0), 1.0);
        let clip = posterior.range(0.01);
        let worth = |x: f64| posterior.worth(x, 32.0, 1.0, clip);
        assert!(worth(6.0) > worth(3.0) && worth(6.0) > worth(9.0));
        assert!(worth(6.0) > 1.5 * worth(4.0));
    }
}
