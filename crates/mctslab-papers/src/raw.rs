//! What was counted: the raw data behind a row, from which its number and its interval follow.
//!
//! A document keeps them for every row and every sample of it, so that anybody can recompute every
//! verdict, and so that a later sample can be added to an earlier one. Two samples of games, of
//! cases, of trials and of means are merged exactly: as if they had been counted together. A
//! median, an interval that a study found, a rank correlation and a plain number keep too little
//! for that; there the later, larger sample takes the place of the earlier one.

use serde::{Deserialize, Serialize};

/// What was counted of a row, in one run or in several that are pooled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum RawCounts {
    /// Games in pairs: the same opening twice, seats swapped.
    Pairs {
        /// Pairs by points: 0, 1/2, 1, 3/2 and 2.
        pairs: [u64; 5],
        /// Games won.
        wins: u64,
        /// Games drawn.
        draws: u64,
        /// Games lost.
        losses: u64,
        /// As how many games they count, since some repeat others.
        effective_games: f64,
    },
    /// Games, each by itself.
    Games {
        /// Games won.
        wins: u64,
        /// Games drawn.
        draws: u64,
        /// Games lost.
        losses: u64,
    },
    /// First places in games of several agents.
    First {
        /// Games with this agent alone in the first place.
        first: u64,
        /// Games in which nobody was alone there.
        nobody: u64,
        /// All games.
        games: u64,
        /// Agents in a game.
        agents: u64,
    },
    /// A mean payoff whose spread only the run itself knew.
    Payoffs {
        /// The mean payoff.
        score: f64,
        /// The lower end of its 95 % interval.
        low: f64,
        /// The upper end.
        high: f64,
        /// Games.
        games: u64,
    },
    /// Cases, some of which are hits.
    Share {
        /// Hits.
        hits: u64,
        /// Cases.
        cases: u64,
    },
    /// A mean with its standard error.
    Mean {
        /// The mean.
        mean: f64,
        /// Its standard error; `null` if it is unknown.
        error: Option<f64>,
        /// Of how many values.
        n: f64,
    },
    /// Single values, one by one, as the row shows them.
    Values {
        /// The values.
        values: Vec<f64>,
        /// The smallest step by which they can differ, if it is known.
        step: Option<f64>,
        /// How far the bounds were apart between which each was searched for, on average.
        width: Option<f64>,
    },
    /// A median with the ends of its 95 % interval; a median of `null` is beyond all that was
    /// tried.
    Median {
        /// The median.
        median: Option<f64>,
        /// The lower end.
        low: Option<f64>,
        /// The upper end.
        high: Option<f64>,
    },
    /// A number with the ends of its 95 % interval.
    Interval {
        /// The number.
        estimate: f64,
        /// The lower end.
        low: Option<f64>,
        /// The upper end.
        high: Option<f64>,
    },
    /// A rank correlation.
    Correlation {
        /// The correlation.
        value: f64,
        /// Of how many cases.
        cases: f64,
    },
    /// A number that is exact, or whose error is unknown.
    Number {
        /// The number.
        value: f64,
    },
}

impl RawCounts {
    /// Both as one; `None` if they cannot be merged.
    pub(super) fn merged(&self, other: &RawCounts) -> Option<RawCounts> {
        use RawCounts::{First, Games, Mean, Pairs, Payoffs, Share, Values};
        Some(match (self, other) {
            (
                Pairs { pairs, wins, draws, losses, effective_games },
                Pairs { pairs: p, wins: w, draws: d, losses: l, effective_games: e },
            ) => {
                let mut pairs = *pairs;
                pairs.iter_mut().zip(p).for_each(|(sum, count)| *sum += count);
                let effective_games = effective_games + e;
                Pairs { pairs, wins: wins + w, draws: draws + d, losses: losses + l, effective_games }
            }
            (Games { wins, draws, losses }, Games { wins: w, draws: d, losses: l }) => {
                Games { wins: wins + w, draws: draws + d, losses: losses + l }
            }
            (First { first, nobody, games, agents }, First { first: f, nobody: n, games: g, agents: a })
                if agents == a =>
            {
                First { first: first + f, nobody: nobody + n, games: games + g, agents: *agents }
            }
            (Share { hits, cases }, Share { hits: h, cases: c }) => Share { hits: hits + h, cases: cases + c },
            (Payoffs { .. }, Payoffs { .. }) => merged_payoffs(self, other)?,
            (Mean { mean, error, n }, Mean { mean: m, error: e, n: k }) => {
                merged_means((*mean, *error, *n), (*m, *e, *k))
            }
            (Values { values, step, width }, Values { values: v, step: s, width: w }) => {
                let (all, own, more) = ([values.as_slice(), v].concat(), values.len() as f64, v.len() as f64);
                let width = width.zip(*w).map(|(one, other)| (one * own + other * more) / (own + more));
                Values { values: all, step: step.zip(*s).map(|(one, other)| one.max(other)), width }
            }
            _ => return None,
        })
    }
}

/// Two mean payoffs, weighted by their games; distances to the ends add up by their squares.
fn merged_payoffs(one: &RawCounts, other: &RawCounts) -> Option<RawCounts> {
    let parts = |raw: &RawCounts| match raw {
        RawCounts::Payoffs { score, low, high, games } => Some((*score, *low, *high, *games)),
        _ => None,
    };
    let ((score, low, high, games), (s, l, h, g)) = (parts(one)?, parts(other)?);
    let all = (games + g) as f64;
    let (a, b) = (games as f64 / all, g as f64 / all);
    let mean = a * score + b * s;
    let root = |x: f64, y: f64| f64::sqrt(a * a * x * x + b * b * y * y);
    let (low, high) = (mean - root(score - low, s - l), mean + root(high - score, h - s));
    Some(RawCounts::Payoffs { score: mean, low, high, games: games + g })
}

/// The mean of all values of two samples, with the standard error that belongs to all of them: the
/// sums of squares about the means, and what the means differ by.
fn merged_means((mean, error, n): (f64, Option<f64>, f64), (m, e, k): (f64, Option<f64>, f64)) -> RawCounts {
    let all = n + k;
    let both = (mean * n + m * k) / all;
    let about = |error: f64, count: f64| (count - 1.0) * count * error * error;
    let error = error.zip(e).map(|(one, other)| {
        let squares = about(one, n) + about(other, k) + n * k / all * (mean - m) * (mean - m);
        f64::sqrt(squares / (all - 1.0) / all)
    });
    RawCounts::Mean { mean: both, error, n: all }
}

/// A sample of a row: what one stage of its runs counted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawSample {
    /// Which writing of the document added it, from 1.
    pub turn: u32,
    /// Which sample of the row it is: 1 is the run with the paper's seed.
    pub stage: u32,
    /// The seed of its runs.
    pub seed: u64,
    /// What was counted; one entry for each run, where these are not pooled.
    pub counts: Vec<RawCounts>,
}

/// All samples as one. Where they cannot be merged, the last one stands for all.
pub(super) fn merged_samples<'a>(samples: impl Iterator<Item = &'a RawSample>) -> Option<Vec<RawCounts>> {
    samples.fold(None, |sum: Option<Vec<RawCounts>>, sample| {
        let Some(sum) = sum else { return Some(sample.counts.clone()) };
        let pairs = sum.iter().zip(&sample.counts);
        let both: Option<Vec<RawCounts>> = pairs.map(|(one, other)| one.merged(other)).collect();
        Some(both.filter(|both| both.len() == sum.len().max(sample.counts.len())).unwrap_or(sample.counts.clone()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean, standard error and count, straight from the values.
    fn of(values: &[f64]) -> RawCounts {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        RawCounts::Mean { mean, error: Some((squares / (n - 1.0) / n).sqrt()), n }
    }

    #[test]
    fn merged_means_are_those_of_all_values() {
        let values = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0];
        for cut in 2..=6 {
            let both = of(&values[..cut]).merged(&of(&values[cut..])).expect("means");
            let (RawCounts::Mean { mean, error, n }, RawCounts::Mean { mean: m, error: e, n: k }) = (both, of(&values))
            else {
                panic!("no means")
            };
            let near = |one: f64, other: f64| (one - other).abs() < 1e-12;
            assert!(near(mean, m) && near(error.expect("known"), e.expect("known")) && near(n, k), "{cut}");
        }
    }

    #[test]
    fn games_cases_and_trials_add_up() {
        let games = |wins| RawCounts::Games { wins, draws: 1, losses: 2 };
        assert_eq!(games(3).merged(&games(4)), Some(RawCounts::Games { wins: 7, draws: 2, losses: 4 }));
        let share = RawCounts::Share { hits: 2, cases: 10 };
        assert_eq!(share.merged(&share), Some(RawCounts::Share { hits: 4, cases: 20 }));
        let trials = |values: &[f64], width| RawCounts::Values { values: values.to_vec(), step: Some(1.0), width };
        let both = trials(&[1.0], Some(4.0)).merged(&trials(&[2.0, 3.0], Some(1.0)));
        assert_eq!(both, Some(trials(&[1.0, 2.0, 3.0], Some(2.0))));
        let first = |agents| RawCounts::First { first: 1, nobody: 2, games: 6, agents };
        assert_eq!(first(3).merged(&first(2)), None, "other games");
        assert_eq!(share.merged(&games(1)), None);
    }

    #[test]
    fn what_cannot_be_merged_is_replaced() {
        let sample = |turn, value| RawSample { turn, stage: turn, seed: 1, counts: vec![RawCounts::Number { value }] };
        let both = [sample(1, 2.0), sample(2, 3.0)];
        assert_eq!(merged_samples(both.iter()), Some(both[1].counts.clone()));
        assert_eq!(merged_samples([].iter()), None);
        let games = |wins| RawCounts::Games { wins, draws: 0, losses: 0 };
        let of =
            |counts: &[u64]| RawSample { counts: counts.iter().map(|wins| games(*wins)).collect(), ..both[0].clone() };
        assert_eq!(merged_samples([of(&[1, 2]), of(&[3, 4])].iter()), Some(vec![games(4), games(6)]));
        assert_eq!(merged_samples([of(&[1, 2]), of(&[3])].iter()), Some(vec![games(3)]), "other runs");
    }
}
