//! Single positions: what random play is worth in them, whether it points to the best move, and how
//! it changes from ply to ply.

use mctslab_registry::samples::outlook::{PositionSample, SolvedValues};
use mctslab_stats::{Correlation, Running};

/// Values no farther apart than this are equal: exact ones are sums in different orders.
const EQUAL: f64 = 1e-9;
/// Bars of a histogram of values.
const BINS: usize = 20;

/// Positions with one true value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OfValue {
    /// What best play of both pays the first player.
    pub value: f64,
    /// What random play pays him.
    pub uniform: Running,
    /// Positions by that, from 0 to 1.
    pub bins: [u64; BINS],
}

/// A position that stands out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Example {
    /// The number of its sample.
    pub number: u64,
    /// As the game writes it.
    pub position: String,
    /// What random play pays the first player.
    pub value: f64,
}

impl Example {
    /// How far it is from even.
    fn away(&self) -> f64 {
        (self.value - 0.5).abs()
    }
}

/// What positions have in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnalyzedPositions {
    /// What random play pays the first player.
    pub uniform: Running,
    /// Positions whose values are exact.
    pub exact: u64,
    /// Positions that were drawn again, because the game was over in them.
    pub redrawn: u64,
    /// Positions that could not be solved.
    pub unsolved: u64,
    /// The others by what best play is worth, the least first.
    pub by_value: Vec<OfValue>,
    /// The share of the moves with the best uniform value that are optimal, in positions that were
    /// solved.
    pub top_optimal: Running,
    /// The same where the moves differ in their true value.
    pub top_optimal_differing: Running,
    /// The rank of the best-placed optimal move by uniform value.
    pub rank: Running,
    /// Positions by that rank; those with several moves of one value count in part for each place
    /// that they may have.
    pub ranks: Vec<f64>,
    /// The mean absolute change of the uniform value by a move.
    pub change: Running,
    /// The standard deviation of the uniform values of the moves of one position.
    pub spread: Running,
    /// The uniform values of a position and of one that follows it.
    pub correlation: Correlation,
    /// The position farthest from even by random play.
    pub lopsided: Option<Example>,
    /// The one nearest to even.
    pub balanced: Option<Example>,
}

impl AnalyzedPositions {
    /// Takes the position of that number.
    pub(crate) fn add(&mut self, number: u64, sample: &PositionSample) {
        self.uniform.add(sample.value);
        self.exact += u64::from(sample.exact);
        self.redrawn += sample.redrawn;
        match &sample.solved {
            Some(solved) => self.add_solved(sample, solved),
            None => self.unsolved += 1,
        }
        let count = sample.moves.len() as f64;
        let mean = sample.moves.iter().sum::<f64>() / count;
        self.change.add(sample.moves.iter().map(|value| (value - mean).abs()).sum::<f64>() / count);
        if sample.moves.len() > 1 {
            let squares: f64 = sample.moves.iter().map(|value| (value - mean) * (value - mean)).sum();
            self.spread.add((squares / count).sqrt());
        }
        self.correlation.add(sample.value, sample.next);
        let this = || Example { number, position: sample.position.clone(), value: sample.value };
        let away = (sample.value - 0.5).abs();
        if self.lopsided.as_ref().is_none_or(|known| away > known.away()) {
            self.lopsided = Some(this());
        }
        if self.balanced.as_ref().is_none_or(|known| away < known.away()) {
            self.balanced = Some(this());
        }
    }

    fn add_solved(&mut self, sample: &PositionSample, solved: &SolvedValues) {
        let place = self.by_value.partition_point(|known| known.value < solved.value);
        if self.by_value.get(place).is_none_or(|known| known.value != solved.value) {
            let new = OfValue { value: solved.value, uniform: Running::default(), bins: [0; BINS] };
            self.by_value.insert(place, new);
        }
        let of_value = &mut self.by_value[place];
        of_value.uniform.add(sample.value);
        of_value.bins[((sample.value * BINS as f64) as usize).min(BINS - 1)] += 1;
        let places = places(&sample.moves, &solved.optimal);
        let first = places.first().copied().unwrap_or_default();
        self.top_optimal.add(first);
        if solved.differing {
            self.top_optimal_differing.add(first);
        }
        self.rank.add(places.iter().enumerate().map(|(rank, share)| rank as f64 * share).sum());
        if self.ranks.len() < places.len() {
            self.ranks.resize(places.len(), 0.0);
        }
        for (sum, share) in self.ranks.iter_mut().zip(&places) {
            *sum += share;
        }
    }

    /// How many positions there were.
    pub(crate) fn count(&self) -> u64 {
        self.uniform.count()
    }
}

/// How likely each place is for the first optimal move, if moves are ordered by their uniform
/// values, the best first, and equal ones at random.
fn places(values: &[f64], optimal: &[usize]) -> Vec<f64> {
    let Some(best) = optimal.iter().map(|&place| values[place]).reduce(f64::max) else { return Vec::new() };
    let better = values.iter().filter(|value| **value > best + EQUAL).count();
    let equal = |value: f64| (value - best).abs() <= EQUAL;
    let among = values.iter().filter(|value| equal(**value)).count();
    let good = optimal.iter().filter(|&&place| equal(values[place])).count();
    let mut places = vec![0.0; better];
    let mut none_before = 1.0;
    for before in 0..=among - good {
        let left = (among - before) as f64;
        places.push(none_before * good as f64 / left);
        none_before *= (left - good as f64) / left;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_moves_share_their_places() {
        assert_eq!(places(&[0.2, 0.9, 0.5], &[1]), [1.0]);
        assert_eq!(places(&[0.2, 0.9, 0.5], &[0]), [0.0, 0.0, 1.0]);
        assert_eq!(places(&[0.2, 0.9, 0.5], &[0, 2]), [0.0, 1.0], "the better one counts");
        assert_eq!(places(&[0.5, 0.5 + 1e-12, 0.1], &[1]), [0.5, 0.5]);
        let three = places(&[0.5, 0.5, 0.5], &[0, 2]);
        assert!((three[0] - 2.0 / 3.0).abs() < 1e-12 && (three[1] - 1.0 / 3.0).abs() < 1e-12 && three.len() == 2);
        assert_eq!(places(&[0.5], &[]), Vec::<f64>::new());
    }

    fn sample(value: f64, moves: &[f64], solved: Option<SolvedValues>) -> PositionSample {
        PositionSample {
            redrawn: 3,
            position: format!("{value}"),
            mover: 0,
            exact: true,
            value,
            next: moves[0],
            moves: moves.to_vec(),
            solved,
        }
    }

    #[test]
    fn values_ranks_and_changes_of_two_positions() {
        let solved =
            |value, optimal: &[usize], differing| Some(SolvedValues { value, optimal: optimal.to_vec(), differing });
        let mut found = AnalyzedPositions::default();
        found.add(7, &sample(0.6, &[0.8, 0.4], solved(1.0, &[1], true)));
        found.add(8, &sample(0.2, &[0.2], solved(0.0, &[0], false)));
        found.add(9, &sample(0.5, &[0.5, 0.5], None));
        assert_eq!((found.count(), found.redrawn, found.unsolved, found.exact), (3, 9, 1, 3));
        let values: Vec<(f64, Option<f64>)> =
            found.by_value.iter().map(|of| (of.value, of.uniform.mean())).collect();
        assert_eq!(values, [(0.0, Some(0.2)), (1.0, Some(0.6))]);
        assert_eq!((found.top_optimal.mean(), found.top_optimal_differing.mean()), (Some(0.5), Some(0.0)));
        assert_eq!((found.ranks.as_slice(), found.rank.mean()), ([1.0, 1.0].as_slice(), Some(0.5)));
        assert!((found.change.mean().expect("it is known") - 0.2 / 3.0).abs() < 1e-12);
        assert!((found.spread.mean().expect("it is known") - 0.1).abs() < 1e-12, "one move has no siblings");
        assert!(found.correlation.value().expect("it is known") > 0.9);
        assert_eq!(found.lopsided.expect("it is known").number, 8);
        assert_eq!(found.balanced.expect("it is known").number, 9);
    }
}
