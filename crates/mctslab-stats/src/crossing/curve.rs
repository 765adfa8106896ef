//! A rising curve with a crossing: the expected score of a player that gets stronger, against one that does not.
//!
//! On the scale of log-odds the curve is two straight lines that meet at the crossing: `below` is the slope before it, `above` after
//! it, both per unit of x (a doubling of the player's effort). A slope of 0 is a flat stretch at the goal itself. Before `floor` the
//! curve is level: the least effort is as good as none. Far from the crossing the log-odds stay within ±[`FAR`], so that lopsided
//! results say that the crossing is far, and not how far.

use std::sync::OnceLock;

/// The log-odds of the curve differ from those of the goal by no more than this.
pub const FAR: f64 = 3.0;

/// A rising curve with a crossing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Curve {
    /// Where it crosses the goal.
    pub crossing: f64,
    /// The slope of the log-odds before the crossing; 0 if the curve is level with the goal there.
    pub below: f64,
    /// The slope after it; 0 if the curve is level with the goal there.
    pub above: f64,
    /// Where the rise begins; minus infinity if there is no level stretch.
    pub floor: f64,
}

impl Curve {
    /// By how much the log-odds at `x` exceed those of the goal.
    #[inline]
    pub fn excess(&self, x: f64) -> f64 {
        if x < self.crossing {
            (self.below * (x.max(self.floor) - self.crossing)).clamp(-FAR, 0.0)
        } else {
            (self.above * (x - self.crossing)).clamp(0.0, FAR)
        }
    }

    /// The expected score at `x`, where the goal has the given log-odds.
    pub fn score(&self, x: f64, goal_odds: f64) -> f64 {
        logistic(self.excess(x) + goal_odds)
    }
}

/// The score with the given log-odds.
pub fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-odds))
}

/// The log-odds of a score strictly between 0 and 1.
pub fn log_odds(score: f64) -> f64 {
    libm::log(score / (1.0 - score))
}

/// Entries of the table for each unit.
const STEPS: f64 = 512.0;
/// The table covers log-odds of at most this size.
const WIDEST: f64 = 8.0;

/// ln(1 + e^odds) from a table, good to 10^-6: a posterior needs it millions of times.
#[inline]
pub(super) fn softplus(odds: f64) -> f64 {
    static TABLE: OnceLock<Vec<f64>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let entries = (2.0 * WIDEST * STEPS) as usize + 2;
        (0..entries).map(|entry| libm::log1p(libm::exp(entry as f64 / STEPS - WIDEST))).collect()
    });
    let place = (odds.clamp(-WIDEST, WIDEST) + WIDEST) * STEPS;
    let entry = place as usize;
    let part = place - entry as f64;
    table[entry] + part * (table[entry + 1] - table[entry])
}

/// The logistic function from the table, good to 10^-4: for choosing where to play.
#[inline]
pub(super) fn logistic_of_softplus(odds: f64) -> f64 {
    (softplus(odds + 0.05) - softplus(odds - 0.05)) * 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_function() {
        for step in -79..=79 {
            let odds = f64::from(step) / 10.0 + 0.000_7;
            let exact = libm::log1p(libm::exp(odds));
            assert!((softplus(odds) - exact).abs() < 1e-6, "{odds}: {} and {exact}", softplus(odds));
        }
    }

    #[test]
    fn a_curve_rises_through_its_goal() {
        let curve = Curve { crossing: 5.0, below: 1.0, above: 0.5, floor: 3.0 };
        assert_eq!(curve.score(5.0, 0.0), 0.5);
        assert!((curve.score(5.0, log_odds(0.6)) - 0.6).abs() < 1e-12);
        assert_eq!(curve.excess(4.0), -1.0);
        assert_eq!(curve.excess(7.0), 1.0);
        assert_eq!(curve.excess(0.0), curve.excess(3.0), "level before the floor");
        assert_eq!(curve.excess(50.0), FAR);
    }
}
