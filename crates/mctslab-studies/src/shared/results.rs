//! Games won, drawn and lost with the score that they make: what most tables are made of.

use mctslab_arena::Tally;
use mctslab_page::{grouped, score_text};
use mctslab_stats::Interval;
use serde::Serialize;

/// Games of one side, counted. In games of more than two players a win is the first place alone, a
/// draw the first place shared.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Results {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    /// The mean payoff; `None` without games.
    pub(crate) score: Option<f64>,
}

impl Results {
    pub(crate) fn of(tally: &Tally) -> Results {
        Results { wins: tally.wins, draws: tally.draws, losses: tally.losses, score: tally.scores.mean() }
    }

    pub(crate) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Wins, draws and losses as cells.
    pub(crate) fn counts(&self) -> [String; 3] {
        [self.wins, self.draws, self.losses].map(grouped)
    }

    /// The score as a cell.
    pub(crate) fn score_cell(&self) -> String {
        score_text(self.score)
    }
}

/// The ends of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct IntervalEnds {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl IntervalEnds {
    pub(crate) fn of(interval: Interval) -> IntervalEnds {
        IntervalEnds { low: interval.low, high: interval.high }
    }

    /// The ends as a cell.
    pub(crate) fn cell(&self) -> String {
        range_text(Interval { low: self.low, high: self.high })
    }
}

/// Cells of a row in their order.
pub(crate) fn row<const N: usize>(parts: [&[String]; N]) -> Vec<String> {
    parts.concat()
}

/// An interval of a score: `0.412 to 0.588`.
pub(crate) fn range_text(interval: Interval) -> String {
    format!("{:.3} to {:.3}", interval.low, interval.high)
}
