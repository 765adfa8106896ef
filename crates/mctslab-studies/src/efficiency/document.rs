//! What it costs to solve positions, compared with alpha-beta.

use mctslab_lab::{About, Document, TextOptions, json_of, ordered_json_of};
use mctslab_page::{Page, grouped};
use mctslab_registry::samples::efficiency::{Efficiency, EfficiencySample};
use mctslab_stats::{mean_and_error, median_and_error, median_interval};
use serde::Serialize;
use serde_json::Value;

use super::rows::{self, EfficiencyRow};

/// The calls of alpha-beta over the positions that were kept.
#[derive(Serialize)]
struct Calls {
    n: usize,
    median: Option<f64>,
    median_error: Option<f64>,
    median_low: Option<f64>,
    median_high: Option<f64>,
    mean: Option<f64>,
    error: Option<f64>,
}

/// What was explored, in hundredths of what alpha-beta explores.
#[derive(Serialize)]
pub(crate) struct EfficiencyDocument<'a> {
    pub(super) game: &'a str,
    pub(super) after: u32,
    enumerate: bool,
    /// Each position is of a tree of its own.
    pub(super) trees: bool,
    /// Positions that were looked at.
    positions: usize,
    /// Those that are in the rows.
    kept: usize,
    /// Decided positions that were drawn on the way.
    resampled: u64,
    /// Positions that alpha-beta ends too soon.
    skipped: usize,
    /// Positions that are too large.
    beyond: usize,
    beyond_share: Option<f64>,
    /// After how many plies positions are not, as far as that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    enough: Option<u32>,
    alpha_beta: Calls,
    pub(super) rows: Vec<EfficiencyRow>,
    #[serde(skip)]
    pub(super) measure: &'a Efficiency,
    #[serde(skip)]
    pub(super) about: About<'a>,
}

impl<'a> EfficiencyDocument<'a> {
    /// The comparison over these positions; `trees` if each is of a tree of its own.
    pub(crate) fn new(
        about: About<'a>,
        measure: &'a Efficiency,
        trees: bool,
        samples: &'a [EfficiencySample],
    ) -> EfficiencyDocument<'a> {
        let kept: Vec<&EfficiencySample> = samples.iter().filter(|sample| sample.value.is_some()).collect();
        let calls: Vec<f64> = kept.iter().filter_map(|sample| Some(sample.alpha_beta? as f64)).collect();
        let (mean, error) = mean_and_error(&calls);
        let (median, interval) = (median_and_error(&calls), median_interval(&calls, 0.95));
        let beyond = samples.iter().filter(|sample| sample.alpha_beta.is_none()).count();
        EfficiencyDocument {
            game: about.game,
            after: measure.after,
            enumerate: measure.enumerate,
            trees,
            positions: samples.len(),
            kept: kept.len(),
            resampled: samples.iter().map(|sample| sample.redrawn).sum(),
            skipped: samples.len() - beyond - kept.len(),
            beyond,
            beyond_share: (!samples.is_empty()).then(|| beyond as f64 / samples.len() as f64),
            enough: samples.iter().find_map(|sample| sample.enough),
            alpha_beta: Calls {
                n: calls.len(),
                median: median.map(|(median, _)| median),
                median_error: median.and_then(|(_, error)| error),
                median_low: interval.low,
                median_high: interval.high,
                mean: (!calls.is_empty()).then_some(mean),
                error,
            },
            rows: if kept.is_empty() { Vec::new() } else { rows::all(measure, &kept) },
            measure,
            about,
        }
    }

    /// How many positions were kept, and why the others were not.
    pub(super) fn kept_sentence(&self) -> String {
        let count = |count: usize| grouped(count as u64);
        let mut parts = vec![format!("{} of {} positions were kept", count(self.kept), count(self.positions))];
        if self.skipped > 0 {
            let least = self.measure.skip_below;
            parts.push(format!("alpha-beta solved {} in fewer than {least} calls", count(self.skipped)));
        }
        if self.beyond > 0 {
            let (share, limit) = (100.0 * self.beyond_share.unwrap_or_default(), grouped(self.measure.limit));
            parts.push(format!("{} ({share:.1} %) take more than {limit} calls", count(self.beyond)));
        }
        if self.resampled > 0 {
            parts.push(format!("{} decided positions were replaced", grouped(self.resampled)));
        }
        parts.join("; ") + "."
    }

    /// What alpha-beta needs.
    pub(super) fn calls_sentence(&self) -> String {
        let Calls { median: Some(median), mean: Some(mean), .. } = self.alpha_beta else { return String::new() };
        let error = self.alpha_beta.error.map(|error| format!(" ± {error:.1}")).unwrap_or_default();
        format!("Alpha-beta needs a median of {median} calls and a mean of {mean:.1}{error}.")
    }
}

impl Document for EfficiencyDocument<'_> {
    fn json(&self) -> Value {
        json_of(self)
    }

    fn ordered_json(&self) -> String {
        ordered_json_of(self)
    }

    fn text(&self, options: &TextOptions) -> String {
        self.terminal(options)
    }

    fn page(&self) -> Page {
        self.html()
    }

    fn headline(&self) -> String {
        let shown: Vec<String> = ["offline", "online"]
            .iter()
            // What asks for the least offline, and for the most online as people list it.
            .filter_map(|mode| {
                let first = self.rows.iter().find(|row| row.mode == *mode)?;
                let mut same = self.rows.iter().filter(|row| row.mode == *mode && row.c == first.c);
                if *mode == "online" { same.next_back() } else { Some(first) }
            })
            .map(|row| format!("{} {} of alpha-beta ({}, c = {})", row.mode, row.median_text(), row.kind(), row.c))
            .collect();
        if shown.is_empty() { "nothing was measured".to_string() } else { shown.join("; ") }
    }

    fn failure(&self) -> Option<String> {
        if self.kept > 0 || self.positions == 0 {
            return None;
        }
        let (positions, after) = (grouped(self.positions as u64), self.after);
        if self.beyond == 0 {
            let least = self.measure.skip_below;
            return Some(format!(
                "alpha-beta solved each of {positions} positions after {after} plies in fewer than {least} calls, and they were all left \
                 out: take positions after fewer plies, or set `skip-below` lower"
            ));
        }
        let cure = match self.enough {
            Some(enough) => format!("most positions after {enough} plies are small enough"),
            None => "no later positions are small enough either: set `limit` higher".to_string(),
        };
        let limit = grouped(self.measure.limit);
        Some(format!("none of {positions} positions after {after} plies could be solved in {limit} calls; {cure}"))
    }
}
