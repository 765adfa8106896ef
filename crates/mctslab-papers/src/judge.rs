//! What the measured rows say about a claim.
//!
//! - **Reproduced**: every interval lies inside the tolerance. Where the tolerance is a distance
//!   from a published number, it is widened by the error of that number. Several rows need no
//!   correction: if the claim is false then one row lies outside, and that one is taken to be
//!   inside with the error of a single interval at most (an intersection-union test: Berger,
//!   "Multiparameter hypothesis testing and acceptance sampling", 1982). Of a count of at least k
//!   of m rows, m − k + 1 of the rows may be wrong, and share the error.
//! - **Not reproduced**: a row lies outside, with an interval whose error is divided by the number
//!   of rows that could be wrong by chance: all m of them (Bonferroni; the first step of Holm), or
//!   k for a count. A distance from a published number has the errors of both.
//! - **Open**: neither.
//!
//! A **trend** is judged by the straight line through the rows: by how much it rises from the first
//! row to the last, as a sum of the rows with fixed weights. Rows that truly rise have a line that
//! truly rises, however noisy they are, so a true trend is hardly ever refuted.

use mctslab_stats::normal::quantile;

use crate::claim::{Claim, ClaimKind, ClaimVerdict};
use crate::measured::{Measured, OpenEnds};

/// A claim, judged.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judgement {
    pub verdict: ClaimVerdict,
    /// What the verdict rests on: the number of the row that is nearest to failing, a count, or a
    /// rise.
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
    /// The standard error of the published number; 0 if none is known.
    pub published_error: f64,
    pub tolerance: f64,
}

/// Rows of a claim that leave it open.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct OpenRows {
    /// Their places among the rows of the claim.
    pub places: Vec<usize>,
    /// How many times as much would have to be counted of them.
    pub wanted: f64,
}

/// A measured row with its tolerance.
struct Bounded<'a> {
    label: &'a str,
    measured: &'a Measured,
    low: Option<f64>,
    high: Option<f64>,
    /// The published number that the tolerance surrounds, with its standard error.
    around: Option<(f64, f64)>,
}

impl Bounded<'_> {
    fn is_inside(&self, confidence: f64) -> bool {
        let (low, high) = self.measured.interval(confidence);
        let wider = self.around.map_or(0.0, |(_, error)| quantile(f64::midpoint(1.0, confidence)) * error);
        self.low.is_none_or(|least| low >= least - wider) && self.high.is_none_or(|most| high <= most + wider)
    }

    fn is_outside(&self, confidence: f64) -> bool {
        let beyond = |(low, high): OpenEnds, plus: f64| {
            self.low.is_some_and(|least| high < least - plus) || self.high.is_some_and(|most| low > most - plus)
        };
        match self.around {
            None => beyond(self.measured.interval(confidence), 0.0),
            Some((published, error)) => {
                let published_mean = Measured::Mean { mean: published, error, freedom: f64::INFINITY };
                beyond(self.measured.minus(&published_mean).interval(confidence), published)
            }
        }
    }

    /// How many times as much would have to be counted for this to be decided, if the number stays
    /// where it is: widths shrink with the root of what is counted.
    fn wanted(&self, proving: f64, refuting: f64) -> f64 {
        let value = self.measured.value();
        let ratio = |width: f64, room: f64| if room > 0.0 { width / room } else { f64::INFINITY };
        let ratio = if self.slack() >= 0.0 {
            let (low, high) = self.measured.interval(proving);
            let wider = self.around.map_or(0.0, |(_, error)| quantile(f64::midpoint(1.0, proving)) * error);
            let below = self.low.map_or(0.0, |least| ratio(value - low, value - least + wider));
            below.max(self.high.map_or(0.0, |most| ratio(high - value, most - value + wider)))
        } else {
            let (low, high) = self.measured.interval(refuting);
            let above = self.high.filter(|most| value > *most).map_or(0.0, |most| ratio(value - low, value - most));
            above.max(self.low.filter(|least| value < *least).map_or(0.0, |least| ratio(high - value, least - value)))
        };
        ratio * ratio
    }

    /// How far the number is from the nearer end of the tolerance; negative if it is beyond it.
    fn slack(&self) -> f64 {
        let value = self.measured.value();
        let below = self.low.map_or(f64::INFINITY, |low| value - low);
        below.min(self.high.map_or(f64::INFINITY, |high| high - value))
    }
}

impl Claim {
    /// What the rows say at this confidence; `than` are those that are subtracted.
    pub(super) fn judge(&self, rows: &[ClaimRow], than: &[ClaimRow], confidence: f64) -> Judgement {
        let judged = match self.kind {
            ClaimKind::Exact => judge_exact(rows, self.least),
            ClaimKind::Trend => self.judge_trend(rows, confidence),
            ClaimKind::Order => {
                let seen: Vec<&ClaimRow> = rows.iter().filter(|row| row.measured.is_some()).collect();
                let gaps: Vec<ClaimRow> = seen.windows(2).map(|pair| difference(pair[1], pair[0])).collect();
                let bounded = gaps.iter().filter_map(|gap| Some((gap, gap.measured.as_ref()?)));
                let bounded: Vec<Bounded<'_>> = bounded
                    .map(|(gap, measured)| Bounded {
                        label: &gap.label,
                        measured,
                        low: Some(0.0),
                        high: None,
                        around: None,
                    })
                    .collect();
                Judgement { measured: seen.len(), ..all_of(&bounded, gaps.len() > 1, confidence) }
            }
            ClaimKind::Inside | ClaimKind::Differs | ClaimKind::Count => {
                let rows: Vec<ClaimRow> = if than.is_empty() {
                    rows.to_vec()
                } else {
                    rows.iter().zip(than).map(|(row, than)| difference(row, than)).collect()
                };
                let bounded: Vec<Bounded<'_>> = rows.iter().filter_map(|row| self.bounded(row)).collect();
                match self.least.filter(|_| self.kind == ClaimKind::Count) {
                    Some(least) => {
                        let confidences = self.confidences(rows.len(), confidence);
                        count_of(&bounded, rows.len(), (least, self.none_outside), confidences)
                    }
                    None => all_of(&bounded, rows.len() > 1, confidence),
                }
            }
        };
        let whole = judged.measured == rows.len() || matches!(self.kind, ClaimKind::Count | ClaimKind::Exact);
        let verdict = match judged.verdict {
            _ if judged.measured == 0 => ClaimVerdict::NotRun,
            // What is claimed of all rows is not reproduced by some of them.
            ClaimVerdict::Reproduced if !whole => ClaimVerdict::Open,
            verdict => verdict,
        };
        Judgement { verdict, ..judged }
    }

    /// The rows that leave the claim open at this confidence, if more of them can be counted.
    pub(super) fn open_rows(&self, rows: &[ClaimRow], than: &[ClaimRow], confidence: f64) -> Vec<OpenRows> {
        let (proving, refuting) = self.confidences(rows.len(), confidence);
        let open = |places: Vec<usize>, bounded: &Bounded<'_>| {
            let settled = bounded.is_inside(proving) || self.kind == ClaimKind::Count && bounded.is_outside(refuting);
            (!settled).then(|| OpenRows { places, wanted: bounded.wanted(proving, refuting) })
        };
        match self.kind {
            ClaimKind::Exact => Vec::new(),
            ClaimKind::Trend => {
                let seen: Option<Vec<&Measured>> = rows.iter().map(|row| row.measured.as_ref()).collect();
                let Some(rise) = seen.map(|seen| rise_of(&seen)) else { return Vec::new() };
                let line = Bounded { label: "", measured: &rise, low: self.low, high: self.high, around: None };
                open((0..rows.len()).collect(), &line).into_iter().collect()
            }
            ClaimKind::Order => {
                let gap = |place: usize| {
                    let gap = difference(&rows[place + 1], &rows[place]);
                    let measured = gap.measured.as_ref()?;
                    open(
                        vec![place, place + 1],
                        &Bounded { label: "", measured, low: Some(0.0), high: None, around: None },
                    )
                };
                (0..rows.len().saturating_sub(1)).filter_map(gap).collect()
            }
            ClaimKind::Inside | ClaimKind::Differs | ClaimKind::Count => {
                let row = |place: usize| match than.get(place) {
                    Some(than) => difference(&rows[place], than),
                    None => rows[place].clone(),
                };
                let rows = (0..rows.len()).map(row).enumerate();
                rows.filter_map(|(place, row)| open(vec![place], &self.bounded(&row)?)).collect()
            }
        }
    }

    /// The confidences at which one of these many rows proves and refutes the claim.
    fn confidences(&self, rows: usize, confidence: f64) -> (f64, f64) {
        match (self.kind, self.least) {
            (ClaimKind::Trend, _) => (confidence, confidence),
            (ClaimKind::Order, _) => (confidence, shared(confidence, rows.saturating_sub(1))),
            (ClaimKind::Count, Some(least)) => {
                let refuting = if self.none_outside { rows } else { least };
                (shared(confidence, (rows + 1).saturating_sub(least)), shared(confidence, refuting))
            }
            _ => (confidence, shared(confidence, rows)),
        }
    }

    /// A row with its tolerance, if it was measured.
    fn bounded<'a>(&self, row: &'a ClaimRow) -> Option<Bounded<'a>> {
        let (label, measured) = (row.label.as_str(), row.measured.as_ref()?);
        Some(match (self.within, row.published) {
            (Some(within), Some(published)) => {
                let (low, high) = (Some(published - within), Some(published + within));
                Bounded { label, measured, low, high, around: Some((published, row.published_error)) }
            }
            _ => Bounded { label, measured, low: self.low, high: self.high, around: None },
        })
    }

    /// How far a straight line through the rows rises from the first to the last.
    fn judge_trend(&self, rows: &[ClaimRow], confidence: f64) -> Judgement {
        let seen: Vec<&Measured> = rows.iter().filter_map(|row| row.measured.as_ref()).collect();
        let measured = seen.len();
        if measured < 3 {
            return Judgement { verdict: ClaimVerdict::Open, estimate: None, ends: None, row: None, measured };
        }
        let rise = rise_of(&seen);
        let line = Bounded { label: "", measured: &rise, low: self.low, high: self.high, around: None };
        Judgement { measured, ..all_of(&[line], false, confidence) }
    }
}

/// The rise of the least-squares line: a sum of the rows, with weights that depend on their places.
fn rise_of(rows: &[&Measured]) -> Measured {
    let last = (rows.len() - 1) as f64;
    let squares: f64 = (0..rows.len()).map(|place| (place as f64 - last / 2.0) * (place as f64 - last / 2.0)).sum();
    let weight = |place: usize| (place as f64 - last / 2.0) * last / squares;
    let terms = rows.iter().enumerate().map(|(place, row)| (weight(place), (*row).clone())).collect();
    Measured::Sum { offset: 0.0, terms }
}

/// Numbers as they are, compared with those that were published.
fn judge_exact(rows: &[ClaimRow], least: Option<usize>) -> Judgement {
    let near = |row: &&ClaimRow| {
        let distance = row.measured.as_ref().zip(row.published).map(|(one, published)| (one.value() - published).abs());
        distance.is_some_and(|distance| distance <= row.tolerance + 1e-9)
    };
    let measured = rows.iter().filter(|row| row.measured.is_some()).count();
    let held = rows.iter().filter(near).count();
    let least = least.unwrap_or(rows.len());
    let verdict = match () {
        () if held >= least => ClaimVerdict::Reproduced,
        () if held + (rows.len() - measured) < least => ClaimVerdict::NotReproduced,
        () => ClaimVerdict::Open,
    };
    let row = rows.iter().filter(|row| row.measured.is_some()).find(|row| !near(row)).map(|row| row.label.clone());
    Judgement { verdict, estimate: Some(held as f64), ends: None, row, measured }
}

/// A row minus another.
fn difference(row: &ClaimRow, than: &ClaimRow) -> ClaimRow {
    let measured = row.measured.as_ref().zip(than.measured.as_ref()).map(|(one, other)| one.minus(other));
    let (a, b) = (row.published_error, than.published_error);
    ClaimRow {
        label: format!("{} minus {}", row.label, than.label),
        measured,
        published: row.published.zip(than.published).map(|(one, other)| one - other),
        published_error: f64::sqrt(a * a + b * b),
        tolerance: 0.0,
    }
}

/// The confidence if the error is shared by that many.
fn shared(confidence: f64, among: usize) -> f64 {
    1.0 - (1.0 - confidence) / among.max(1) as f64
}

/// Every row must lie within its tolerance. The row that is reported is the one nearest to failing
/// among those that the verdict is due to.
fn all_of(rows: &[Bounded<'_>], several: bool, confidence: f64) -> Judgement {
    let refuting = shared(confidence, rows.len());
    let each: Vec<(&Bounded<'_>, ClaimVerdict)> = rows
        .iter()
        .map(|row| match () {
            () if row.is_outside(refuting) => (row, ClaimVerdict::NotReproduced),
            () if row.is_inside(confidence) => (row, ClaimVerdict::Reproduced),
            () => (row, ClaimVerdict::Open),
        })
        .collect();
    let verdict = match () {
        () if each.iter().any(|one| one.1 == ClaimVerdict::NotReproduced) => ClaimVerdict::NotReproduced,
        () if !each.is_empty() && each.iter().all(|one| one.1 == ClaimVerdict::Reproduced) => ClaimVerdict::Reproduced,
        () => ClaimVerdict::Open,
    };
    let due = each.iter().filter(|one| one.1 == verdict).map(|one| one.0);
    let worst = due.min_by(|a, b| a.slack().total_cmp(&b.slack()));
    let shown = if verdict == ClaimVerdict::NotReproduced { refuting } else { confidence };
    Judgement {
        verdict,
        estimate: worst.map(|one| one.measured.value()),
        ends: worst.map(|one| one.measured.interval(shown)),
        row: worst.filter(|_| several).map(|one| one.label.to_string()),
        measured: each.len(),
    }
}

/// At least this number of `all` rows must lie within their tolerance, and none surely outside if
/// that is asked for. A row that was not measured may, and need not.
fn count_of(
    rows: &[Bounded<'_>],
    all: usize,
    (least, none_outside): (usize, bool),
    (proving, refuting): (f64, f64),
) -> Judgement {
    let sure = rows.iter().filter(|row| row.is_inside(proving)).count();
    let refuted = rows.iter().filter(|row| row.is_outside(refuting)).count();
    let possible = all - refuted;
    let verdict = match () {
        () if none_outside && refuted > 0 || possible < least => ClaimVerdict::NotReproduced,
        () if sure >= least => ClaimVerdict::Reproduced,
        () => ClaimVerdict::Open,
    };
    let held = rows.iter().filter(|row| row.slack() >= 0.0).count();
    let estimate = (!rows.is_empty()).then_some(held as f64);
    Judgement { verdict, estimate, ends: Some((sure as f64, possible as f64)), row: None, measured: rows.len() }
}

#[cfg(test)]
mod tests;
