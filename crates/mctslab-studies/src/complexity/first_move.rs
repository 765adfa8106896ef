//! What moving first is worth at different strengths, by the games of a ladder.
//!
//! On a ladder every two numbers of iterations meet as often in either seating, so the mean score
//! of the first seat leaves out which of the two is stronger, as long as they are not far apart.
//! Games between numbers that differ more than fourfold are therefore left out. The others are put
//! together by the geometric mean of the two numbers, by doublings.

use std::collections::BTreeMap;

use mctslab_page::grouped;
use serde::Serialize;

use super::curve_numbers::scores_of;
use super::level::LevelCount;
use super::study::{Batch, ComplexityStudy};
use crate::shared::{IntervalEnds, Results};

/// Numbers of iterations that differ by more than this factor are too unequal.
const FARTHEST: f64 = 4.0;
/// Fewer games say nothing.
const ENOUGH: u64 = 50;

/// The score of the first seat at some strength.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct FirstMoveRow {
    /// The fewest iterations of this strength.
    pub(crate) from: u64,
    /// The most.
    pub(crate) to: u64,
    /// The geometric mean over all games.
    pub(crate) iterations: f64,
    pub(crate) games: u64,
    #[serde(flatten)]
    pub(crate) results: Results,
    #[serde(flatten)]
    pub(crate) ends: IntervalEnds,
}

impl FirstMoveRow {
    /// The numbers of iterations: `4 to 7`.
    pub(crate) fn strength(&self) -> String {
        if self.from == self.to {
            grouped(self.from)
        } else {
            format!("{} to {}", grouped(self.from), grouped(self.to))
        }
    }
}

/// Games of one strength: the results of the first seat, and the sum of the logarithms of strength.
#[derive(Default)]
struct Sum {
    count: LevelCount,
    logarithms: f64,
}

/// The score of the first seat by strength, the weakest first; nothing of games with other than two
/// seats, nor of games of a target.
pub(crate) fn first_move_by_strength(study: &ComplexityStudy) -> Vec<FirstMoveRow> {
    let mut sums: BTreeMap<u32, Sum> = BTreeMap::new();
    for (strength, count) in study.batches().iter().filter_map(of_batch) {
        let sum = sums.entry(libm::floor(strength).max(0.0) as u32).or_default();
        sum.count.wins += count.wins;
        sum.count.draws += count.draws;
        sum.count.losses += count.losses;
        sum.logarithms += strength * count.games() as f64;
    }
    let row = |(doubling, sum): (u32, Sum)| {
        let LevelCount { wins, draws, losses } = sum.count;
        let (games, scores) = (sum.count.games(), scores_of(&sum.count));
        FirstMoveRow {
            from: 1 << doubling,
            to: (2 << doubling) - 1,
            iterations: libm::exp2(sum.logarithms / games as f64),
            games,
            results: Results { wins, draws, losses, score: scores.mean() },
            ends: IntervalEnds::of(scores.interval()),
        }
    };
    sums.into_iter().filter(|(_, sum)| sum.count.games() >= ENOUGH).map(row).collect()
}

/// The strength of a batch as a binary logarithm, and the results of the first seat.
fn of_batch(batch: &Batch) -> Option<(f64, LevelCount)> {
    let (one, other) = (batch.rival? as f64, batch.level.iterations as f64);
    // Counted are the results of the touchstone by the seat of the other side.
    let [other_first, touchstone_first] = batch.level.seats.as_slice() else { return None };
    let count = LevelCount {
        wins: other_first.losses + touchstone_first.wins,
        draws: other_first.draws + touchstone_first.draws,
        losses: other_first.wins + touchstone_first.losses,
    };
    (other <= FARTHEST * one && one <= FARTHEST * other).then(|| (libm::log2(one * other) / 2.0, count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::complexity::level::{Level, Outcome};

    #[test]
    fn the_first_seat_wins_when_whoever_sits_there_does() {
        let mut level = Level::new(16, 2);
        for (score, seat) in [(0.0, 0), (1.0, 1), (1.0, 1), (0.5, 0), (1.0, 0)] {
            level.add(&Outcome { score, seat, plies: 5 }, 2);
        }
        let batch = Batch { first: 0, rival: Some(4), measured: 0, level, games: 5 };
        let (strength, count) = of_batch(&batch).expect("a strength");
        assert_eq!((strength, count.wins, count.draws, count.losses), (3.0, 3, 1, 1));
        assert_eq!(of_batch(&Batch { rival: Some(3), ..batch.clone() }), None, "too unequal");
        assert_eq!(of_batch(&Batch { rival: None, ..batch }), None, "a target has no iterations");
    }
}
