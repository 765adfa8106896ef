//! Claims, and what the measured rows say about them.
//!
//! A claim is a statement about the true values behind rows. It is judged by their intervals:
//! `reproduced` if they lie within the tolerance, `not-reproduced` if one lies wholly outside, else
//! `open`. Where a claim is about several rows, each interval has the confidence 1 − 0.05/m, so
//! that all of them hold together with 95 % (Bonferroni).

use std::str::FromStr;

use mctslab_core::Rng;
use mctslab_stats::normal::quantile;
use mctslab_stats::spearman;
use serde::{Deserialize, Serialize};

use crate::error::WrongPart;
use crate::measured::{CONFIDENCE, Measured, OpenEnds};
use crate::settings::RunKey;

/// What is claimed of rows.
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub id: String,
    pub text: String,
    pub kind: ClaimKind,
    pub rows: Vec<RunKey>,
    pub than: Vec<RunKey>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub within: Option<f64>,
    pub least: Option<usize>,
    /// Whether a single row that lies wholly outside refutes a count.
    pub none_outside: bool,
    pub second: bool,
    pub fitted: Option<String>,
    pub reason: Option<String>,
    pub profile: Option<String>,
}

/// How rows are compared with the tolerance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClaimKind {
    Inside,
    Differs,
    Order,
    Count,
    Trend,
    Exact,
}

const KINDS: [(&str, ClaimKind); 6] = [
    ("inside", ClaimKind::Inside),
    ("differs", ClaimKind::Differs),
    ("order", ClaimKind::Order),
    ("count", ClaimKind::Count),
    ("trend", ClaimKind::Trend),
    ("exact", ClaimKind::Exact),
];

impl FromStr for ClaimKind {
    type Err = WrongPart;

    fn from_str(text: &str) -> Result<ClaimKind, WrongPart> {
        let found = KINDS.iter().find(|(name, _)| *name == text).map(|(_, kind)| *kind);
        found.ok_or_else(|| {
            let names = KINDS.map(|kind| kind.0).join(", ");
            WrongPart::new(format!("`{text}` is not a kind of claim; valid: {names}"))
        })
    }
}

impl ClaimKind {
    /// What the file calls it.
    pub(super) fn name(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimVerdict {
    /// The intervals lie within the tolerance.
    Reproduced,
    /// One of them lies wholly outside.
    NotReproduced,
    /// Neither.
    Open,
}

impl ClaimVerdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            ClaimVerdict::Reproduced => "reproduced",
            ClaimVerdict::NotReproduced => "not reproduced",
            ClaimVerdict::Open => "open",
        }
    }
}

/// A claim, judged.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judgement {
    pub verdict: ClaimVerdict,
    /// What the verdict rests on: the number of the row that is nearest to failing, a count, or a
    /// correlation.
    pub estimate: Option<f64>,
    pub ends: Option<OpenEnds>,
    /// The row that is nearest to failing, where there are several.
    pub row: Option<String>,
    /// Rows that were measured.
    pub measured: usize,
}

/// A row as a claim sees it.
#[derive(Clone, Debug)]
pub(super) struct ClaimRow {
    pub label: String,
    pub measured: Option<Measured>,
    pub published: Option<f64>,
    pub tolerance: f64,
}

/// How many times the order of rows is drawn anew within their errors.
const DRAWS: usize = 2000;

impl Claim {
    /// Whether the claim makes sense; `published` looks up the published number of a row.
    pub(super) fn check(&self, published: impl Fn(&RunKey) -> Option<f64>) -> Result<(), WrongPart> {
        if self.rows.is_empty() {
            return Err(WrongPart::new("it names no row: add `rows = [\"LABEL\"]`".to_string()));
        }
        if let (Some(low), Some(high)) = (self.low, self.high)
            && low > high
        {
            return Err(WrongPart::new(format!("its tolerance from {low} to {high} is empty")));
        }
        if let Some(within) = self.within
            && (within <= 0.0 || self.low.is_some() || self.high.is_some())
        {
            return Err(WrongPart::new(
                "`within` is a positive distance from the published numbers, in place of `low` and `high`".to_string(),
            ));
        }
        let lacks = |key: &&RunKey| published(key).is_none();
        if (self.within.is_some() || self.kind == ClaimKind::Exact)
            && let Some(row) = self.rows.iter().find(lacks)
        {
            return Err(WrongPart::new(format!("the row `{}` has no published number to compare with", row.text())));
        }
        let bounded = self.low.is_some() || self.high.is_some() || self.within.is_some();
        let wants_bounds = !matches!(self.kind, ClaimKind::Order | ClaimKind::Exact);
        if wants_bounds != bounded {
            let name = self.kind.name();
            return Err(WrongPart::new(if bounded {
                format!("`{name}` takes no tolerance")
            } else {
                format!("`{name}` needs `low`, `high` or `within`")
            }));
        }
        let pairs = self.kind == ClaimKind::Differs || (self.kind == ClaimKind::Count && !self.than.is_empty());
        if pairs && self.than.len() != self.rows.len() || !pairs && !self.than.is_empty() {
            let (than, rows) = (self.than.len(), self.rows.len());
            return Err(WrongPart::new(format!(
                "it has {rows} rows and {than} in `than`: `differs` needs as many in `than` as in `rows`, and other kinds take none"
            )));
        }
        if self.none_outside && self.kind != ClaimKind::Count {
            return Err(WrongPart::new("only `count` takes `none_outside`".to_string()));
        }
        if self.kind == ClaimKind::Count && self.least.is_none_or(|least| least == 0 || least > self.rows.len()) {
            return Err(WrongPart::new(format!("`count` needs `least`, from 1 to its {} rows", self.rows.len())));
        }
        if matches!(self.kind, ClaimKind::Order) && self.rows.len() < 2
            || self.kind == ClaimKind::Trend && self.rows.len() < 3
        {
            return Err(WrongPart::new(format!("{} rows are too few for `{}`", self.rows.len(), self.kind.name())));
        }
        Ok(())
    }

    /// What the rows say; `than` are those that are subtracted.
    pub(super) fn judge(&self, rows: &[ClaimRow], than: &[ClaimRow]) -> Judgement {
        match self.kind {
            ClaimKind::Exact => self.judge_exact(rows),
            ClaimKind::Trend => self.judge_trend(rows),
            ClaimKind::Order => {
                let seen: Vec<&ClaimRow> = rows.iter().filter(|row| row.measured.is_some()).collect();
                let gaps = seen.windows(2).map(|pair| difference(pair[1], pair[0])).collect::<Vec<_>>();
                let measured = seen.len();
                Judgement { measured, ..all_of(&gaps, |_| (Some(0.0), None)) }
            }
            ClaimKind::Inside | ClaimKind::Differs | ClaimKind::Count => {
                let rows: Vec<ClaimRow> = if than.is_empty() {
                    rows.to_vec()
                } else {
                    rows.iter().zip(than).map(|(row, than)| difference(row, than)).collect()
                };
                let bounds = |row: &ClaimRow| self.bounds(row);
                match self.least.filter(|_| self.kind == ClaimKind::Count) {
                    Some(least) => count_of(&rows, least, self.none_outside, bounds),
                    None => all_of(&rows, bounds),
                }
            }
        }
    }

    /// The tolerance in words.
    pub(super) fn tolerance(&self) -> String {
        let bounds = match (self.low, self.high, self.within) {
            (_, _, Some(within)) => format!("within {within} of the published number"),
            (Some(low), Some(high), _) => format!("{low} to {high}"),
            (Some(low), None, _) => format!("at least {low}"),
            (None, Some(high), _) => format!("at most {high}"),
            (None, None, _) if self.kind == ClaimKind::Order => "each above the one before".to_string(),
            (None, None, _) => "as published".to_string(),
        };
        let rows = self.rows.len();
        match self.least.filter(|_| matches!(self.kind, ClaimKind::Count | ClaimKind::Exact)) {
            Some(least) => {
                let none = if self.none_outside { ", and outside in none" } else { "" };
                format!("{bounds}, in {least} of {rows} or more{none}")
            }
            None => bounds,
        }
    }

    /// The tolerance of a row.
    fn bounds(&self, row: &ClaimRow) -> (Option<f64>, Option<f64>) {
        match (self.within, row.published) {
            (Some(within), Some(published)) => (Some(published - within), Some(published + within)),
            _ => (self.low, self.high),
        }
    }

    /// Numbers as they are, compared with those that were published.
    fn judge_exact(&self, rows: &[ClaimRow]) -> Judgement {
        let near = |row: &&ClaimRow| {
            let distance =
                row.measured.as_ref().zip(row.published).map(|(one, published)| (one.value() - published).abs());
            distance.is_some_and(|distance| distance <= row.tolerance + 1e-9)
        };
        let measured = rows.iter().filter(|row| row.measured.is_some()).count();
        let held = rows.iter().filter(near).count();
        let least = self.least.unwrap_or(rows.len());
        let verdict = match () {
            () if held >= least => ClaimVerdict::Reproduced,
            () if held + (rows.len() - measured) < least => ClaimVerdict::NotReproduced,
            () => ClaimVerdict::Open,
        };
        let row = rows.iter().filter(|row| row.measured.is_some()).find(|row| !near(row)).map(|row| row.label.clone());
        Judgement { verdict, estimate: Some(held as f64), ends: None, row, measured }
    }

    /// The rank correlation between the order of rows and their values; its interval is that of the
    /// values drawn anew within their errors.
    fn judge_trend(&self, rows: &[ClaimRow]) -> Judgement {
        let seen: Vec<(f64, f64)> = rows
            .iter()
            .filter_map(|row| row.measured.as_ref())
            .map(|one| (one.value(), one.error().unwrap_or(f64::INFINITY)))
            .collect();
        let measured = seen.len();
        let correlation = |values: &mut dyn Iterator<Item = f64>| {
            let pairs: Vec<(f64, f64)> = values.enumerate().map(|(place, value)| (place as f64, value)).collect();
            spearman(&pairs).map(|found| found.rho)
        };
        let estimate = correlation(&mut seen.iter().map(|one| one.0));
        let open = Judgement { verdict: ClaimVerdict::Open, estimate, ends: None, row: None, measured };
        if measured < 3 || seen.iter().any(|one| one.1.is_infinite()) {
            return open;
        }
        let mut random = Rng::new(measured as u64);
        let mut normal = || quantile(random.unit().clamp(1e-12, 1.0 - 1e-12));
        let mut drawn: Vec<f64> = (0..DRAWS)
            .filter_map(|_| {
                correlation(
                    &mut seen.iter().map(|(value, error)| value + error * normal()).collect::<Vec<_>>().into_iter(),
                )
            })
            .collect();
        if drawn.is_empty() {
            return open;
        }
        drawn.sort_by(f64::total_cmp);
        let place = |share: f64| drawn[((drawn.len() - 1) as f64 * share).round() as usize];
        let ends = (place((1.0 - CONFIDENCE) / 2.0), place(f64::midpoint(1.0, CONFIDENCE)));
        Judgement { verdict: judge_ends(ends, self.low, self.high), ends: Some(ends), ..open }
    }
}

/// A row minus another.
fn difference(row: &ClaimRow, than: &ClaimRow) -> ClaimRow {
    let measured = row.measured.as_ref().zip(than.measured.as_ref()).map(|(one, other)| one.minus(other));
    let label = format!("{} minus {}", row.label, than.label);
    ClaimRow {
        label,
        measured,
        published: row.published.zip(than.published).map(|(one, other)| one - other),
        tolerance: 0.0,
    }
}

/// Where an interval lies.
fn judge_ends((low, high): OpenEnds, least: Option<f64>, most: Option<f64>) -> ClaimVerdict {
    let outside = least.is_some_and(|least| high < least) || most.is_some_and(|most| low > most);
    let inside = least.is_none_or(|least| low >= least) && most.is_none_or(|most| high <= most);
    match (inside, outside) {
        (true, _) => ClaimVerdict::Reproduced,
        (_, true) => ClaimVerdict::NotReproduced,
        _ => ClaimVerdict::Open,
    }
}

/// The measured rows with their number, their interval among so many, and what it says.
fn each_of<'a>(
    rows: &'a [ClaimRow],
    bounds: impl Fn(&ClaimRow) -> (Option<f64>, Option<f64>),
) -> Vec<(&'a ClaimRow, f64, OpenEnds, ClaimVerdict)> {
    let measured: Vec<&ClaimRow> = rows.iter().filter(|row| row.measured.is_some()).collect();
    let confidence = 1.0 - (1.0 - CONFIDENCE) / measured.len().max(1) as f64;
    let judge = |row: &'a ClaimRow| {
        let one = row.measured.as_ref()?;
        let (ends, (low, high)) = (one.interval(confidence), bounds(row));
        Some((row, one.value(), ends, judge_ends(ends, low, high)))
    };
    measured.into_iter().filter_map(judge).collect()
}

/// Every row must lie within its tolerance. The row that is reported is the one nearest to failing
/// among those that the verdict is due to.
fn all_of(rows: &[ClaimRow], bounds: impl Fn(&ClaimRow) -> (Option<f64>, Option<f64>)) -> Judgement {
    let each = each_of(rows, &bounds);
    let verdict = match () {
        () if each.iter().any(|one| one.3 == ClaimVerdict::NotReproduced) => ClaimVerdict::NotReproduced,
        () if !each.is_empty() && each.iter().all(|one| one.3 == ClaimVerdict::Reproduced) => ClaimVerdict::Reproduced,
        () => ClaimVerdict::Open,
    };
    let slack = |one: &(&ClaimRow, f64, OpenEnds, ClaimVerdict)| {
        let (low, high) = bounds(one.0);
        let below = low.map_or(f64::INFINITY, |low| one.1 - low);
        below.min(high.map_or(f64::INFINITY, |high| high - one.1))
    };
    let worst = each.iter().filter(|one| one.3 == verdict).min_by(|a, b| slack(a).total_cmp(&slack(b)));
    Judgement {
        verdict,
        estimate: worst.map(|one| one.1),
        ends: worst.map(|one| one.2),
        row: worst.filter(|_| rows.len() > 1).map(|one| one.0.label.clone()),
        measured: each.len(),
    }
}

/// At least this number of rows must lie within their tolerance, and none surely outside if that is
/// asked for. A row that was not measured may, and need not.
fn count_of(
    rows: &[ClaimRow],
    least: usize,
    none_outside: bool,
    bounds: impl Fn(&ClaimRow) -> (Option<f64>, Option<f64>),
) -> Judgement {
    let each = each_of(rows, &bounds);
    let sure = each.iter().filter(|one| one.3 == ClaimVerdict::Reproduced).count();
    let refuted = each.iter().filter(|one| one.3 == ClaimVerdict::NotReproduced).count();
    let possible = rows.len() - refuted;
    let holds = |one: &&(&ClaimRow, f64, OpenEnds, ClaimVerdict)| {
        let (low, high) = bounds(one.0);
        low.is_none_or(|low| one.1 >= low) && high.is_none_or(|high| one.1 <= high)
    };
    let verdict = match () {
        () if none_outside && refuted > 0 => ClaimVerdict::NotReproduced,
        () if sure >= least => ClaimVerdict::Reproduced,
        () if possible < least => ClaimVerdict::NotReproduced,
        () => ClaimVerdict::Open,
    };
    let estimate = (!each.is_empty()).then(|| each.iter().filter(holds).count() as f64);
    Judgement { verdict, estimate, ends: Some((sure as f64, possible as f64)), row: None, measured: each.len() }
}

#[cfg(test)]
mod tests {
    use mctslab_stats::Scores;

    use super::*;

    fn claim(kind: ClaimKind, low: Option<f64>, high: Option<f64>) -> Claim {
        let rows = vec![RunKey::new("a".to_string(), None)];
        let (id, text) = ("X".to_string(), String::new());
        Claim {
            id,
            text,
            kind,
            rows,
            than: Vec::new(),
            low,
            high,
            within: None,
            least: None,
            none_outside: false,
            second: false,
            fitted: None,
            reason: None,
            profile: None,
        }
    }

    fn seen(measured: Measured) -> ClaimRow {
        ClaimRow { label: "a row".to_string(), measured: Some(measured), published: Some(0.5), tolerance: 0.01 }
    }

    fn games(wins: u64, games: u64) -> ClaimRow {
        seen(Measured::Games(Scores::of_results(wins, 0, games - wins)))
    }

    fn mean(mean: f64, error: f64) -> ClaimRow {
        seen(Measured::Mean { mean, error, freedom: 1e9 })
    }

    #[test]
    fn inside_straddling_outside() {
        let inside = claim(ClaimKind::Inside, Some(0.4), Some(0.6));
        let verdict = |row: ClaimRow| inside.judge(&[row], &[]).verdict;
        assert_eq!(verdict(games(5000, 10_000)), ClaimVerdict::Reproduced);
        assert_eq!(verdict(games(49, 100)), ClaimVerdict::Open, "0.39 to 0.59 sticks out");
        assert_eq!(verdict(games(600, 1000)), ClaimVerdict::Open);
        assert_eq!(verdict(games(7000, 10_000)), ClaimVerdict::NotReproduced);
        assert_eq!(verdict(games(3000, 10_000)), ClaimVerdict::NotReproduced);
    }

    #[test]
    fn one_sided_tolerances() {
        let above = claim(ClaimKind::Inside, Some(0.5), None);
        let below = claim(ClaimKind::Inside, None, Some(0.5));
        for (row, up, down) in [
            (mean(0.6, 0.01), ClaimVerdict::Reproduced, ClaimVerdict::NotReproduced),
            (mean(0.51, 0.01), ClaimVerdict::Open, ClaimVerdict::Open),
            (mean(0.4, 0.01), ClaimVerdict::NotReproduced, ClaimVerdict::Reproduced),
        ] {
            assert_eq!(above.judge(std::slice::from_ref(&row), &[]).verdict, up);
            assert_eq!(below.judge(std::slice::from_ref(&row), &[]).verdict, down);
        }
    }

    #[test]
    fn nothing_measured_is_open() {
        let none = ClaimRow { measured: None, ..games(1, 2) };
        for kind in [ClaimKind::Inside, ClaimKind::Order, ClaimKind::Trend, ClaimKind::Exact] {
            let judged = claim(kind, Some(0.0), None).judge(&[none.clone(), none.clone()], &[]);
            assert_eq!((judged.verdict, judged.measured), (ClaimVerdict::Open, 0), "{kind:?}");
        }
        let counted = Claim { least: Some(1), ..claim(ClaimKind::Count, Some(0.0), None) }.judge(&[none], &[]);
        assert_eq!((counted.verdict, counted.ends), (ClaimVerdict::Open, Some((0.0, 1.0))));
    }

    #[test]
    fn many_cells_without_a_win_hold_together() {
        // 0 of 100: the upper end alone is 0.029; of 27 that hold together it is 1 −
        // (0.05/54)^(1/100) = 0.067.
        let most = |high: f64| claim(ClaimKind::Inside, None, Some(high));
        let cells = vec![games(0, 100); 27];
        let alone = most(0.06).judge(&cells[..1], &[]);
        assert_eq!(alone.verdict, ClaimVerdict::Reproduced, "{alone:?}");
        let together = most(0.06).judge(&cells, &[]);
        assert_eq!(together.verdict, ClaimVerdict::Open, "{together:?}");
        assert_eq!(most(0.15).judge(&cells, &[]).verdict, ClaimVerdict::Reproduced);
        assert_eq!(together.measured, 27);
    }

    #[test]
    fn a_conjunction_fails_with_its_worst_row() {
        let judged = claim(ClaimKind::Inside, Some(0.0), Some(1.0)).judge(&[mean(0.5, 0.01), mean(1.5, 0.01)], &[]);
        assert_eq!((judged.verdict, judged.estimate), (ClaimVerdict::NotReproduced, Some(1.5)));
        // The first is nearer to the end, but surely inside: it is the second that leaves it open.
        let judged = claim(ClaimKind::Inside, Some(0.0), None).judge(&[mean(0.1, 0.01), mean(0.5, 0.4)], &[]);
        assert_eq!((judged.verdict, judged.estimate), (ClaimVerdict::Open, Some(0.5)));
    }

    #[test]
    fn a_count_that_is_just_reached() {
        let rows = [mean(0.9, 0.01), mean(0.8, 0.01), mean(0.5, 0.1), mean(0.1, 0.01)];
        let verdict =
            |least: usize| Claim { least: Some(least), ..claim(ClaimKind::Count, Some(0.6), None) }.judge(&rows, &[]);
        assert_eq!(verdict(2).verdict, ClaimVerdict::Reproduced);
        assert_eq!(verdict(3).verdict, ClaimVerdict::Open);
        assert_eq!(verdict(4).verdict, ClaimVerdict::NotReproduced);
        assert_eq!((verdict(3).estimate, verdict(3).ends), (Some(2.0), Some((2.0, 3.0))));
        let strict = |rows: &[ClaimRow]| {
            Claim { least: Some(2), none_outside: true, ..claim(ClaimKind::Count, Some(0.6), None) }.judge(rows, &[])
        };
        assert_eq!(strict(&rows).verdict, ClaimVerdict::NotReproduced, "the last one lies outside");
        assert_eq!(strict(&rows[..3]).verdict, ClaimVerdict::Reproduced);
    }

    #[test]
    fn differences_and_orders_have_a_direction() {
        let above = claim(ClaimKind::Differs, Some(0.0), None);
        assert_eq!(above.judge(&[mean(2.0, 0.1)], &[mean(1.0, 0.1)]).verdict, ClaimVerdict::Reproduced);
        assert_eq!(above.judge(&[mean(1.0, 0.1)], &[mean(2.0, 0.1)]).verdict, ClaimVerdict::NotReproduced);
        let order = claim(ClaimKind::Order, None, None);
        let rows = [mean(1.0, 0.1), mean(2.0, 0.1), mean(3.0, 0.1)];
        assert_eq!(order.judge(&rows, &[]).verdict, ClaimVerdict::Reproduced);
        let turned: Vec<ClaimRow> = rows.iter().rev().cloned().collect();
        assert_eq!(order.judge(&turned, &[]).verdict, ClaimVerdict::NotReproduced);
        assert_eq!(order.judge(&[mean(1.0, 0.1), mean(1.1, 0.1)], &[]).verdict, ClaimVerdict::Open);
    }

    #[test]
    fn trends_and_exact_numbers() {
        let rising = claim(ClaimKind::Trend, Some(0.0), None);
        let rows: Vec<ClaimRow> = (0..8).map(|place| mean(f64::from(place), 0.2)).collect();
        let judged = rising.judge(&rows, &[]);
        assert_eq!((judged.verdict, judged.estimate), (ClaimVerdict::Reproduced, Some(1.0)));
        assert_eq!(judged, rising.judge(&rows, &[]), "the same rows give the same interval");
        let falling: Vec<ClaimRow> = rows.iter().rev().cloned().collect();
        assert_eq!(rising.judge(&falling, &[]).verdict, ClaimVerdict::NotReproduced);
        let flat: Vec<ClaimRow> = (0..4).map(|_| mean(0.0, 1.0)).collect();
        assert_eq!(rising.judge(&flat, &[]).verdict, ClaimVerdict::Open);
        let exact = Claim { least: Some(2), ..claim(ClaimKind::Exact, None, None) };
        let rows = [seen(Measured::Exact(0.505)), seen(Measured::Exact(0.49)), seen(Measured::Exact(0.6))];
        assert_eq!(exact.judge(&rows, &[]).verdict, ClaimVerdict::Reproduced);
        let all = Claim { least: None, ..exact };
        assert_eq!(all.judge(&rows, &[]).verdict, ClaimVerdict::NotReproduced);
    }

    #[test]
    fn claims_that_make_no_sense_are_refused() {
        let refused = |claim: Claim| claim.check(|_| None).expect_err("refused").0;
        assert!(refused(claim(ClaimKind::Inside, None, None)).contains("needs"));
        assert!(refused(claim(ClaimKind::Inside, Some(1.0), Some(0.5))).contains("empty"));
        assert!(refused(claim(ClaimKind::Order, None, None)).contains("too few"));
        assert!(refused(claim(ClaimKind::Exact, None, None)).contains("no published number"));
        assert!(refused(claim(ClaimKind::Differs, Some(0.0), None)).contains("than"));
        assert!(refused(claim(ClaimKind::Count, Some(0.0), None)).contains("least"));
        assert!("between".parse::<ClaimKind>().is_err_and(|error| error.0.contains("inside")));
    }
}
