//! Games won, drawn and lost with the score that they make: what most tables are made of.

use mctslab_arena::Tally;
use mctslab_stats::Interval;
use serde::Serialize;

use crate::report::{grouped, range_text, score_text};

/// Games of one side, counted. In games of more than two players a win is the first place alone, a
/// draw the first place shared.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Results {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    /// The mean payoff; `None` without games.
    pub(super) score: Option<f64>,
}

impl Results {
    pub(super) fn of(tally: &Tally) -> Results {
        Results { wins: tally.wins, draws: tally.draws, losses: tally.losses, score: tally.scores.mean() }
    }

    pub(super) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Wins, draws and losses as cells.
    pub(super) fn counts(&self) -> [String; 3] {
        [self.wins, self.draws, self.losses].map(grouped)
    }

    /// The score as a cell.
    pub(super) fn score_cell(&self) -> String {
        score_text(self.score)
    }
}

/// The ends of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct IntervalEnds {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl IntervalEnds {
    pub(super) fn of(interval: Interval) -> IntervalEnds {
        IntervalEnds { low: interval.low, high: interval.high }
    }

    /// The ends as a cell.
    pub(super) fn cell(&self) -> String {
        range_text(Interval { low: self.low, high: self.high })
    }
}

/// Cells of a row in their order.
pub(super) fn row<const N: usize>(parts: [&[String]; N]) -> Vec<String> {
    parts.concat()
}
