//! One row of the comparison: a way to search and to count, over all positions.

use std::collections::BTreeMap;

use mctslab_registry::samples::efficiency::{Count, Efficiency, EfficiencySample};
use mctslab_stats::{RankCorrelation, mean_and_error, median_and_error, spearman};
use serde::Serialize;

use crate::report::Spread;

/// Rank correlations of the ratio with what is known of the positions; `null` where nothing is known, or where something does not vary.
#[derive(Serialize)]
pub(super) struct Correlations {
    pub(super) mean_rank: Option<f64>,
    pub(super) mean_rank_error: Option<f64>,
    pub(super) karma: Option<f64>,
    pub(super) karma_error: Option<f64>,
    /// Positions whose mean rank, and whose karma, is known.
    pub(super) n: [usize; 2],
}

/// A way to search and to count.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) mode: &'static str,
    pub(super) c: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) count: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) optimal: Option<&'static str>,
    /// Positions.
    pub(super) n: usize,
    /// Of 100 · E_U / E_M, where an unsolved position is larger than all others.
    pub(super) median: Option<f64>,
    pub(super) median_error: Option<f64>,
    /// Over the positions that are solved.
    pub(super) mean: Option<f64>,
    pub(super) error: Option<f64>,
    pub(super) sd: Option<f64>,
    /// The share of positions in which the ratio is 100 or more.
    pub(super) worse: f64,
    pub(super) worse_error: f64,
    /// The share that is not solved: by no budget, or not within the limit.
    pub(super) unsolved: f64,
    pub(super) unsolved_error: f64,
    /// The share that each budget solves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) solved_by: Option<BTreeMap<String, f64>>,
    pub(super) histogram: Spread,
    pub(super) correlation: Correlations,
    /// What it took in each position, of which so many calls were needed: budgets or states.
    #[serde(skip)]
    solved: Vec<Option<u64>>,
    /// The ratio in each position, infinite if it is not solved.
    #[serde(skip)]
    pub(super) ratios: Vec<f64>,
    /// The mean rank of each position, and its karma.
    #[serde(skip)]
    pub(super) known: Vec<[Option<f64>; 2]>,
}

impl Row {
    /// What is counted, or when a policy is optimal.
    pub(super) fn kind(&self) -> &'static str {
        self.count.or(self.optimal).unwrap_or_default()
    }

    /// The median in words.
    pub(super) fn median_text(&self) -> String {
        self.median.map_or_else(|| "unsolved".to_string(), |median| format!("{median:.1} %"))
    }

    /// The share of positions that a budget solves.
    pub(super) fn share_solved_by(&self, budget: u64) -> f64 {
        let solved = self.solved.iter().flatten().filter(|solved| **solved <= budget).count();
        solved as f64 / self.n.max(1) as f64
    }
}

/// All rows over the positions that were kept.
pub(super) fn all(measure: &Efficiency, kept: &[&EfficiencySample]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (place, &c) in measure.constants.iter().enumerate() {
        for (number, count) in Count::ALL.into_iter().enumerate() {
            let solved = kept.iter().map(|sample| sample.offline[place][number]).collect();
            rows.push(Row { count: Some(count.name()), ..row("offline", c, measure.limit, solved, kept) });
        }
    }
    let most = measure.budgets.last().copied().unwrap_or_default();
    for (place, &c) in measure.constants.iter().enumerate() {
        for (number, optimal) in measure.optimal.iter().enumerate() {
            let solved = kept.iter().map(|sample| sample.online[place][number]).collect();
            let row = Row { optimal: Some(optimal.name()), ..row("online", c, most, solved, kept) };
            let shares = measure.budgets.iter().map(|&budget| (budget.to_string(), row.share_solved_by(budget)));
            rows.push(Row { solved_by: Some(shares.collect()), ..row });
        }
    }
    rows
}

/// A row; what is not solved took more than `most`.
fn row(mode: &'static str, c: f64, most: u64, solved: Vec<Option<u64>>, kept: &[&EfficiencySample]) -> Row {
    let calls = kept.iter().map(|sample| sample.alpha_beta.unwrap_or(1).max(1));
    let percent = |states: u64, calls: u64| 100.0 * states as f64 / calls as f64;
    let pairs: Vec<(Option<u64>, u64)> = solved.iter().copied().zip(calls).collect();
    let ratios: Vec<f64> =
        pairs.iter().map(|(solved, calls)| solved.map_or(f64::INFINITY, |states| percent(states, *calls))).collect();
    let known: Vec<[Option<f64>; 2]> = kept.iter().map(|sample| [sample.mean_rank, sample.karma]).collect();
    let finite: Vec<f64> = ratios.iter().copied().filter(|ratio| ratio.is_finite()).collect();
    let (mean, error) = mean_and_error(&finite);
    let (median, median_error) = median_and_error(&ratios).unwrap_or((f64::INFINITY, None));
    let n = ratios.len();
    let share = |count: usize| {
        let share = count as f64 / n.max(1) as f64;
        (share, (share * (1.0 - share) / n.max(1) as f64).sqrt())
    };
    // What is not solved is worse if even the most that was tried is.
    let least = pairs.iter().map(|(solved, calls)| percent(solved.unwrap_or(most), *calls));
    let (worse, worse_error) = share(least.filter(|ratio| *ratio >= 100.0).count());
    let (unsolved, unsolved_error) = share(n - finite.len());
    Row {
        mode,
        c,
        count: None,
        optimal: None,
        n,
        median: Some(median).filter(|median| median.is_finite()),
        median_error,
        mean: (!finite.is_empty()).then_some(mean),
        error,
        sd: error.map(|error| error * (finite.len() as f64).sqrt()),
        worse,
        worse_error,
        unsolved,
        unsolved_error,
        solved_by: None,
        histogram: Spread::of(&finite),
        correlation: correlations(&ratios, &known),
        solved,
        ratios,
        known,
    }
}

fn correlations(ratios: &[f64], known: &[[Option<f64>; 2]]) -> Correlations {
    let with = |place: usize| {
        let pairs = ratios.iter().zip(known).filter_map(|(ratio, known)| Some((known[place]?, *ratio)));
        let pairs: Vec<(f64, f64)> = pairs.collect();
        (spearman(&pairs), pairs.len())
    };
    let [(ranks, ranked), (karma, drawn)] = [with(0), with(1)];
    let rho = |found: Option<RankCorrelation>| found.map(|found| found.rho);
    let error = |found: Option<RankCorrelation>| found.and_then(|found| found.error);
    Correlations {
        mean_rank: rho(ranks),
        mean_rank_error: error(ranks),
        karma: rho(karma),
        karma_error: error(karma),
        n: [ranked, drawn],
    }
}
