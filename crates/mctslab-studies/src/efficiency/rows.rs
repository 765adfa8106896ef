//! One row of the comparison: a way to search and to count, over all positions.

use std::collections::BTreeMap;

use mctslab_page::Spread;
use mctslab_registry::samples::efficiency::{Count, Efficiency, EfficiencySample};
use mctslab_stats::{Interval, Scores, mean_and_error, median_and_error, median_interval, spearman};
use serde::Serialize;

/// What may be known of a position that might go with the ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Covariate {
    /// The mean rank of optimal moves.
    MeanRank,
    /// The karma of its tree.
    Karma,
}

impl Covariate {
    pub(super) const ALL: [Covariate; 2] = [Covariate::MeanRank, Covariate::Karma];

    pub(super) fn name(self) -> &'static str {
        match self {
            Covariate::MeanRank => "the mean rank",
            Covariate::Karma => "karma",
        }
    }

    pub(super) fn heading(self) -> &'static str {
        match self {
            Covariate::MeanRank => "with mean rank",
            Covariate::Karma => "with karma",
        }
    }

    /// What is known of one position.
    fn in_sample(self, sample: &EfficiencySample) -> Option<f64> {
        match self {
            Covariate::MeanRank => sample.mean_rank,
            Covariate::Karma => sample.karma,
        }
    }

    /// How it goes with the ratio of a row.
    pub(super) fn of(self, row: &EfficiencyRow) -> RatioCorrelation {
        RatioCorrelation {
            rho: *row.correlation.of(self),
            error: *row.correlation_error.of(self),
            n: *row.correlation_n.of(self),
        }
    }
}

/// A rank correlation of the ratio: none where nothing is known, or where one of both does not
/// vary.
#[derive(Clone, Copy)]
pub(super) struct RatioCorrelation {
    pub(super) rho: Option<f64>,
    pub(super) error: Option<f64>,
    /// Positions of which it is known.
    pub(super) n: usize,
}

/// Something for each kind of what is known.
#[derive(Serialize)]
pub(super) struct ByKnown<T> {
    mean_rank: T,
    karma: T,
}

impl<T> ByKnown<T> {
    fn new(value: impl Fn(Covariate) -> T) -> ByKnown<T> {
        ByKnown { mean_rank: value(Covariate::MeanRank), karma: value(Covariate::Karma) }
    }

    fn of(&self, known: Covariate) -> &T {
        match known {
            Covariate::MeanRank => &self.mean_rank,
            Covariate::Karma => &self.karma,
        }
    }
}

/// A way to search and to count.
#[derive(Serialize)]
pub(super) struct EfficiencyRow {
    pub(super) mode: &'static str,
    pub(super) c: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) optimal: Option<&'static str>,
    /// Positions.
    pub(super) n: usize,
    /// Of what was explored in hundredths of alpha-beta's calls, where an unsolved position is
    /// larger than all others.
    pub(super) median: Option<f64>,
    pub(super) median_error: Option<f64>,
    /// The 95 % interval of the median; an end among unsolved positions is open.
    median_low: Option<f64>,
    median_high: Option<f64>,
    /// Over the positions that are solved.
    pub(super) mean: Option<f64>,
    pub(super) error: Option<f64>,
    pub(super) sd: Option<f64>,
    /// The share of positions in which the ratio is 100 or more.
    pub(super) worse: f64,
    pub(super) worse_error: f64,
    pub(super) worse_low: f64,
    pub(super) worse_high: f64,
    /// The share that is not solved: by no budget, or not within the limit.
    pub(super) unsolved: f64,
    pub(super) unsolved_error: f64,
    pub(super) unsolved_low: f64,
    pub(super) unsolved_high: f64,
    /// The share that each budget solves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) solved_by: Option<BTreeMap<String, f64>>,
    pub(super) histogram: Spread,
    /// Rank correlations (Spearman) with what is known of positions.
    correlation: ByKnown<Option<f64>>,
    correlation_error: ByKnown<Option<f64>>,
    correlation_n: ByKnown<usize>,
    /// What it took in each position, of which so many calls were needed: budgets or states.
    #[serde(skip)]
    solved: Vec<Option<u64>>,
    /// The ratio in each position, infinite if it is not solved.
    #[serde(skip)]
    ratios: Vec<f64>,
    /// What is known of each position.
    #[serde(skip)]
    known: ByKnown<Vec<Option<f64>>>,
}

impl EfficiencyRow {
    /// What is counted, or when a policy is optimal.
    pub(super) fn kind(&self) -> &'static str {
        self.count.or(self.optimal).unwrap_or_default()
    }

    /// The median in words.
    pub(super) fn median_text(&self) -> String {
        self.median.map_or_else(|| "unsolved".to_string(), |median| format!("{median:.1} %"))
    }

    /// What is known of each position with its ratio, infinite if it is not solved.
    pub(super) fn pairs(&self, known: Covariate) -> Vec<(f64, f64)> {
        pairs(self.known.of(known), &self.ratios)
    }

    /// The share of positions that a budget solves.
    pub(super) fn share_solved_by(&self, budget: u64) -> f64 {
        let solved = self.solved.iter().flatten().filter(|solved| **solved <= budget).count();
        solved as f64 / self.n.max(1) as f64
    }
}

/// All rows over the positions that were kept.
pub(super) fn all(measure: &Efficiency, kept: &[&EfficiencySample]) -> Vec<EfficiencyRow> {
    let mut rows = Vec::new();
    for (place, &c) in measure.constants.iter().enumerate() {
        for (number, count) in Count::ALL.into_iter().enumerate() {
            let solved = kept.iter().map(|sample| sample.offline[place][number]).collect();
            rows.push(EfficiencyRow { count: Some(count.name()), ..row("offline", c, measure.limit, solved, kept) });
        }
    }
    let most = measure.budgets.last().copied().unwrap_or_default();
    for (place, &c) in measure.constants.iter().enumerate() {
        for (number, optimal) in measure.optimal.iter().enumerate() {
            let solved = kept.iter().map(|sample| sample.online[place][number]).collect();
            let row = EfficiencyRow { optimal: Some(optimal.name()), ..row("online", c, most, solved, kept) };
            let shares = measure.budgets.iter().map(|&budget| (budget.to_string(), row.share_solved_by(budget)));
            rows.push(EfficiencyRow { solved_by: Some(shares.collect()), ..row });
        }
    }
    rows
}

/// A share of the positions: where it is none of them or all, the standard error is that of one
/// more of either kind.
struct ShareOf {
    share: f64,
    error: f64,
    ends: Interval,
}

impl ShareOf {
    fn of(count: usize, all: usize) -> ShareOf {
        let scores = Scores::of_results(count as u64, 0, (all - count) as u64);
        let share = scores.mean().unwrap_or_default();
        let error = (share * (1.0 - share) / all.max(1) as f64).sqrt();
        let unseen = || scores.estimate().map_or(0.0, |estimate| estimate.error);
        ShareOf { share, error: if error > 0.0 { error } else { unseen() }, ends: scores.interval() }
    }
}

/// A row; what is not solved took more than `most`.
fn row(mode: &'static str, c: f64, most: u64, solved: Vec<Option<u64>>, kept: &[&EfficiencySample]) -> EfficiencyRow {
    let calls = kept.iter().map(|sample| sample.alpha_beta.unwrap_or(1).max(1));
    let percent = |states: u64, calls: u64| 100.0 * states as f64 / calls as f64;
    let efforts: Vec<(Option<u64>, u64)> = solved.iter().copied().zip(calls).collect();
    let ratios: Vec<f64> =
        efforts.iter().map(|(solved, calls)| solved.map_or(f64::INFINITY, |states| percent(states, *calls))).collect();
    let known = ByKnown::new(|known| kept.iter().map(|sample| known.in_sample(sample)).collect::<Vec<_>>());
    let found = ByKnown::new(|kind| spearman(&pairs(known.of(kind), &ratios)));
    let finite: Vec<f64> = ratios.iter().copied().filter(|ratio| ratio.is_finite()).collect();
    let (mean, error) = mean_and_error(&finite);
    let (median, median_error) = median_and_error(&ratios).unwrap_or((f64::INFINITY, None));
    let interval = median_interval(&ratios, 0.95);
    let n = ratios.len();
    // What is not solved is worse if even the most that was tried is.
    let least = efforts.iter().map(|(solved, calls)| percent(solved.unwrap_or(most), *calls));
    let worse = ShareOf::of(least.filter(|ratio| *ratio >= 100.0).count(), n);
    let unsolved = ShareOf::of(n - finite.len(), n);
    EfficiencyRow {
        mode,
        c,
        count: None,
        optimal: None,
        n,
        median: Some(median).filter(|median| median.is_finite()),
        median_error,
        median_low: interval.low,
        median_high: interval.high,
        mean: (!finite.is_empty()).then_some(mean),
        error,
        sd: error.map(|error| error * (finite.len() as f64).sqrt()),
        worse: worse.share,
        worse_error: worse.error,
        worse_low: worse.ends.low,
        worse_high: worse.ends.high,
        unsolved: unsolved.share,
        unsolved_error: unsolved.error,
        unsolved_low: unsolved.ends.low,
        unsolved_high: unsolved.ends.high,
        solved_by: None,
        histogram: Spread::of(&finite),
        correlation: ByKnown::new(|kind| found.of(kind).map(|found| found.rho)),
        correlation_error: ByKnown::new(|kind| found.of(kind).and_then(|found| found.error)),
        correlation_n: ByKnown::new(|kind| known.of(kind).iter().flatten().count()),
        solved,
        ratios,
        known,
    }
}

/// What is known of positions, with their ratios.
fn pairs(known: &[Option<f64>], ratios: &[f64]) -> Vec<(f64, f64)> {
    known.iter().zip(ratios).filter_map(|(known, ratio)| Some(((*known)?, *ratio))).collect()
}

#[cfg(test)]
mod tests {
    use mctslab_registry::samples::efficiency::Optimal;

    use super::*;

    /// A position of so many calls, solved by a budget if one does, and with a karma.
    fn sample(calls: u64, budget: Option<u64>, karma: f64) -> EfficiencySample {
        EfficiencySample {
            position: String::new(),
            redrawn: 0,
            alpha_beta: Some(calls),
            enough: None,
            value: Some(1.0),
            offline: vec![vec![Some(10), Some(20), None]],
            online: vec![vec![budget]],
            mean_rank: None,
            karma: Some(karma),
        }
    }

    #[test]
    fn a_share_that_was_never_seen_is_not_certain() {
        let none = ShareOf::of(0, 1000);
        assert!(none.share == 0.0 && none.error > 0.0 && none.ends.low == 0.0, "{:?}", none.ends);
        assert!((0.002..0.004).contains(&none.ends.high), "{:?}", none.ends);
        let all = ShareOf::of(50, 50);
        assert!(all.share == 1.0 && all.error > 0.0 && all.ends.high == 1.0 && all.ends.low > 0.9, "{:?}", all.ends);
        let half = ShareOf::of(50, 100);
        assert!((half.error - 0.05).abs() < 1e-12 && half.ends.contains(0.41), "{:?}", half.ends);
    }

    #[test]
    fn what_is_not_solved_is_larger_than_all_others() {
        let measure = Efficiency {
            after: 0,
            enumerate: false,
            skip_below: 0,
            limit: 150,
            playouts: 3,
            constants: vec![0.5],
            budgets: vec![25, 50],
            optimal: vec![Optimal::Both],
            karma: None,
        };
        // Twenty equal positions, five of which are not solved: the upper end is the 15th, and with
        // six it is open.
        let equal = |solved: usize| {
            let of = |place: usize| sample(100, (place < solved).then_some(25), 0.1);
            let samples: Vec<EfficiencySample> = (0..20).map(of).collect();
            let rows = all(&measure, &samples.iter().collect::<Vec<_>>());
            (rows[3].median_low, rows[3].median_high)
        };
        assert_eq!((equal(15), equal(14)), ((Some(25.0), Some(25.0)), (Some(25.0), None)));
        let samples =
            [sample(100, Some(25), 0.1), sample(200, Some(50), 0.2), sample(25, Some(25), 0.3), sample(40, None, 0.4)];
        let rows = all(&measure, &samples.iter().collect::<Vec<_>>());
        let [expanded, _, open, both] = rows.as_slice() else { panic!("{} rows", rows.len()) };
        assert_eq!((expanded.mode, expanded.kind(), expanded.median), ("offline", "expanded", Some(17.5)));
        assert_eq!((expanded.mean, expanded.worse, expanded.unsolved), (Some(20.0), 0.0, 0.0));
        // Nothing is proven within the limit of 150, which is less than the 200 calls of one
        // position.
        assert_eq!((open.median, open.mean, open.worse, open.unsolved), (None, None, 0.75, 1.0));
        // 25, 25, 100 and more than 125.
        assert_eq!((both.mode, both.kind(), both.median), ("online", "both", Some(62.5)));
        assert_eq!((both.mean, both.worse, both.unsolved), (Some(50.0), 0.5, 0.25));
        let shares = both.solved_by.as_ref().expect("budgets");
        assert_eq!((shares["25"], shares["50"]), (0.5, 0.75));
        // The ranks of the ratios are 1.5, 1.5, 3 and 4.
        let with = Covariate::Karma.of(both);
        assert!((with.rho.expect("both vary") - 4.5 / (5.0_f64 * 4.5).sqrt()).abs() < 1e-12 && with.n == 4);
        assert!(Covariate::MeanRank.of(both).rho.is_none() && Covariate::MeanRank.of(both).n == 0);
    }
}
