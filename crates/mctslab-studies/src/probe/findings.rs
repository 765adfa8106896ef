//! What is counted over searches: shares, smallest budgets, and how often two final rules agree.

use mctslab_page::grouped;
use mctslab_registry::samples::probe::{ProbeSample, Search};
use mctslab_stats::{Running, Scores, median_interval};
use serde::Serialize;

use crate::shared::MeanValue;

/// What one way to choose found.
#[derive(Serialize)]
pub(super) struct ProbeRow {
    /// `own`, `rule` or `budget`.
    pub(super) kind: &'static str,
    /// The final rule, or the budget in iterations.
    pub(super) name: String,
    pub(super) best: Share,
    pub(super) block: Share,
    pub(super) line: Share,
}

/// The share of searches that found something.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Share {
    #[serde(flatten)]
    pub(super) mean: MeanValue,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
}

/// The smallest budgets that find something.
#[derive(Serialize)]
pub(super) struct Smallest {
    pub(super) best: Budgets,
    pub(super) line: Budgets,
}

/// How many positions need which budget.
#[derive(Serialize)]
pub(super) struct Budgets {
    /// Searches in which there was something to find.
    pub(super) n: u64,
    /// By the first budget that finds it.
    pub(super) by_budget: Vec<(u64, u64)>,
    /// Those in which no budget does.
    pub(super) never: u64,
    /// The budget that finds it in half of them.
    pub(super) median: Option<u64>,
    /// The 95 % interval of the median between two order statistics; an end among searches that no
    /// budget solves is open.
    median_low: Option<u64>,
    median_high: Option<u64>,
}

/// How often two final rules choose the same move after the same search.
#[derive(Serialize)]
pub(super) struct Agreement {
    a: String,
    b: String,
    #[serde(flatten)]
    pub(super) share: Share,
}

impl Share {
    pub(super) fn of(found: impl Iterator<Item = Option<bool>>) -> Share {
        let (mut values, mut scores) = (Running::default(), Scores::default());
        for found in found.flatten() {
            values.add(f64::from(u8::from(found)));
            scores.add(f64::from(u8::from(found)));
        }
        let interval = (values.count() > 0).then(|| scores.interval());
        let (low, high) = (interval.map(|interval| interval.low), interval.map(|interval| interval.high));
        Share { mean: MeanValue::from(&values), low, high }
    }

    /// `93.0 % [87.1, 97.0] of 80`.
    pub(super) fn text(&self) -> String {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        match (self.mean.mean, self.low, self.high) {
            (Some(mean), Some(low), Some(high)) => {
                format!("{} % [{}, {}] of {}", percent(mean), percent(low), percent(high), grouped(self.mean.n))
            }
            _ => "-".to_string(),
        }
    }
}

impl Budgets {
    pub(super) fn of(samples: &[ProbeSample], budgets: &[u64], found: impl Fn(&Search) -> Option<bool>) -> Budgets {
        let asked: Vec<&ProbeSample> =
            samples.iter().filter(|sample| sample.budgets.iter().any(|search| found(search).is_some())).collect();
        let first = |sample: &ProbeSample| sample.budgets.iter().position(|search| found(search) == Some(true));
        let mut by_budget: Vec<(u64, u64)> = budgets.iter().map(|&budget| (budget, 0)).collect();
        asked.iter().filter_map(|sample| first(sample)).for_each(|place| by_budget[place].1 += 1);
        let efforts: Vec<f64> =
            asked.iter().map(|sample| first(sample).map_or(f64::INFINITY, |place| budgets[place] as f64)).collect();
        let interval = median_interval(&efforts, 0.95);
        let end = |end: Option<f64>| end.map(|budget| budget as u64);
        let (n, mut so_far) = (asked.len() as u64, 0);
        let median = by_budget.iter().find(|(_, count)| {
            so_far += count;
            n > 0 && 2 * so_far >= n
        });
        let (median, never) =
            (median.map(|(budget, _)| *budget), n - by_budget.iter().map(|(_, count)| count).sum::<u64>());
        Budgets { n, by_budget, never, median, median_low: end(interval.low), median_high: end(interval.high) }
    }

    pub(super) fn text(&self, what: &str) -> Option<String> {
        let list: Vec<String> =
            self.by_budget.iter().map(|(budget, count)| format!("{}: {}", grouped(*budget), grouped(*count))).collect();
        let median =
            self.median.map_or_else(|| "no budget".to_string(), |budget| format!("{} iterations", grouped(budget)));
        (self.n > 0).then(|| {
            format!(
                "smallest budget that finds the {what}: {median} in half of {} searches; {}, never {}",
                grouped(self.n),
                list.join(", "),
                grouped(self.never)
            )
        })
    }
}

impl Agreement {
    /// Every pair of the rules that were asked after these searches.
    pub(super) fn all(samples: &[ProbeSample]) -> Vec<Agreement> {
        let names: Vec<&str> =
            samples.first().map_or(&[][..], |sample| &sample.rules).iter().map(|one| one.rule.as_str()).collect();
        let choice = |sample: &ProbeSample, rule: &str| {
            sample.rules.iter().find(|one| one.rule == rule).map(|one| one.choice.clone())
        };
        let pair = |a: &str, b: &str| {
            let same = |sample| Some(choice(sample, a)? == choice(sample, b)?);
            Agreement { a: a.to_string(), b: b.to_string(), share: Share::of(samples.iter().map(same)) }
        };
        let pairs = names.iter().enumerate().flat_map(|(place, a)| names[place + 1..].iter().map(move |b| (a, b)));
        pairs.map(|(a, b)| pair(a, b)).collect()
    }
}

/// The row of searches by one agent.
pub(super) fn search_row<'a>(
    kind: &'static str,
    name: String,
    samples: &'a [ProbeSample],
    of: impl Fn(&'a ProbeSample) -> Option<&'a Search>,
) -> ProbeRow {
    let searches: Vec<&Search> = samples.iter().filter_map(of).collect();
    let share = |found: fn(&Search) -> Option<bool>| Share::of(searches.iter().map(|search| found(search)));
    let (best, block, line) = (share(|search| search.best), share(|search| search.block), share(|search| search.line));
    ProbeRow { kind, name, best, block, line }
}

#[cfg(test)]
mod tests {
    use mctslab_registry::samples::probe::{ProbeTiming, RuleChoice};

    use super::*;

    fn search(best: bool) -> Search {
        Search { iterations: 1, budget: None, choice: "a".to_string(), best: Some(best), block: None, line: None }
    }

    /// A search that the budget at a place is the first to solve, if one is, with the choices of
    /// two rules.
    fn sample(first: Option<usize>, choices: [&str; 2]) -> ProbeSample {
        let rule = |(rule, choice): (&str, &str)| RuleChoice {
            rule: rule.to_string(),
            choice: choice.to_string(),
            best: None,
            block: None,
        };
        ProbeSample {
            position: String::new(),
            redrawn: 0,
            moves: 2,
            solved: None,
            blocks: None,
            search: search(true),
            rules: ["visits", "mean"].into_iter().zip(choices).map(rule).collect(),
            budgets: (0..2).map(|place| search(first.is_some_and(|first| place >= first))).collect(),
            timing: ProbeTiming::default(),
        }
    }

    #[test]
    fn the_interval_of_the_median_budget_is_open_where_no_budget_is_enough() {
        let ends = |small: usize, large: usize| {
            let of = |place: usize| if place < small { Some(0) } else { (place < small + large).then_some(1) };
            let samples: Vec<ProbeSample> = (0..20).map(|place| sample(of(place), ["a", "a"])).collect();
            let found = Budgets::of(&samples, &[10, 30], |search| search.best);
            (found.median, found.median_low, found.median_high, found.never)
        };
        // The ends of twenty are the 6th and the 15th.
        assert_eq!(ends(6, 9), (Some(30), Some(10), Some(30), 5));
        assert_eq!(ends(15, 5), (Some(10), Some(10), Some(10), 0));
        assert_eq!(ends(5, 9), (Some(30), Some(30), None, 6));
        assert_eq!(ends(2, 3), (None, None, None, 15));
    }

    #[test]
    fn rules_agree_where_they_choose_the_same_move() {
        let samples = [sample(None, ["a", "a"]), sample(None, ["a", "b"]), sample(None, ["b", "b"])];
        let [one] = &Agreement::all(&samples)[..] else { panic!("one pair of two rules") };
        assert_eq!((one.a.as_str(), one.b.as_str(), one.share.mean.n), ("visits", "mean", 3));
        assert!((one.share.mean.mean.expect("a share") - 2.0 / 3.0).abs() < 1e-12);
        assert!(Agreement::all(&[]).is_empty());
    }
}
