//! The comparison on a terminal.

use std::fmt::Write;

use mctslab_lab::{Document, TextOptions};
use mctslab_page::{BOLD, DIM, grouped, table};

use super::document::EfficiencyDocument;
use super::rows::{Covariate, EfficiencyRow, RatioCorrelation};

/// The columns of the table of rows: heading, aligned right.
pub(super) const COLUMNS: [(&str, bool); 7] = [
    ("mode", false),
    ("c", true),
    ("counted", false),
    ("median %", true),
    ("mean % ± sd", true),
    ("worse %", true),
    ("unsolved %", true),
];

impl EfficiencyDocument<'_> {
    /// What the positions are.
    pub(super) fn subject(&self) -> String {
        let plies = match self.after {
            0 => String::new(),
            1 => " after 1 ply".to_string(),
            plies => format!(" after {plies} plies"),
        };
        if self.trees { format!("trees of {}{plies}", self.game) } else { format!("{}{plies}", self.game) }
    }

    pub(super) fn terminal(&self, options: &TextOptions) -> String {
        let mut text = format!("{}\n{BOLD}{}{BOLD:#}\n\n", self.subject(), self.headline());
        let _ = writeln!(text, "{}", self.kept_sentence());
        if self.rows.is_empty() {
            return text;
        }
        let _ = writeln!(text, "{}\n", self.calls_sentence());
        text += &table(&COLUMNS, self.rows.iter().map(cells).collect());
        text += &self.solved_table();
        text += &self.correlation_table();
        if let Some(elapsed) = options.elapsed {
            let _ = writeln!(text, "\n{DIM}{:.1} s{DIM:#}", elapsed.as_secs_f64());
        }
        text
    }

    /// The share of positions that each budget solves, online.
    fn solved_table(&self) -> String {
        let budgets: Vec<String> = self.measure.budgets.iter().map(|budget| grouped(*budget)).collect();
        let numbers = budgets.iter().map(|budget| (budget.as_str(), true));
        let columns: Vec<(&str, bool)> = [("solved by, %", false), ("c", true)].into_iter().chain(numbers).collect();
        let online = self.rows.iter().filter(|row| row.solved_by.is_some()).map(|row| {
            let shares =
                self.measure.budgets.iter().map(|budget| format!("{:.1}", 100.0 * row.share_solved_by(*budget)));
            [row.kind().to_string(), row.c.to_string()].into_iter().chain(shares).collect()
        });
        format!("\n{}", table(&columns, online.collect()))
    }

    /// Rank correlations of the ratio, if anything is known that might go with it.
    fn correlation_table(&self) -> String {
        let known = self.known();
        if known.is_empty() {
            return String::new();
        }
        if let Some(sentence) = self.no_correlation() {
            return format!("\n{sentence}\n");
        }
        format!("\n{}", table(&correlation_columns(&known), self.correlation_cells(&known)))
    }

    /// What is known of positions that might go with the ratio.
    pub(super) fn known(&self) -> Vec<Covariate> {
        Covariate::ALL.into_iter().filter(|known| self.rows.iter().any(|row| known.of(row).n > 0)).collect()
    }

    /// What to say where nothing goes with the ratio because nothing varies.
    pub(super) fn no_correlation(&self) -> Option<String> {
        let known = self.known();
        let none = self.rows.iter().all(|row| known.iter().all(|known| known.of(row).rho.is_none()));
        let names: Vec<&str> = known.iter().map(|known| known.name()).collect();
        none.then(|| format!("There is no rank correlation: {} does not vary.", names.join(" and ")))
    }

    /// The cells of the table of rank correlations.
    pub(super) fn correlation_cells(&self, known: &[Covariate]) -> Vec<Vec<String>> {
        let shown = |known: &Covariate, row: &EfficiencyRow| match known.of(row) {
            RatioCorrelation { rho: Some(rho), error: Some(error), .. } => format!("{rho:.2} ± {error:.2}"),
            RatioCorrelation { rho: Some(rho), .. } => format!("{rho:.2}"),
            RatioCorrelation { rho: None, .. } => "–".to_string(),
        };
        let cells = |row: &EfficiencyRow| {
            let head = [row.mode.to_string(), row.c.to_string(), row.kind().to_string()];
            head.into_iter().chain(known.iter().map(|known| shown(known, row))).collect()
        };
        self.rows.iter().map(cells).collect()
    }
}

/// The columns of the table of rank correlations: heading, aligned right.
pub(super) fn correlation_columns(known: &[Covariate]) -> Vec<(&'static str, bool)> {
    let head = [("rank correlation", false), ("c", true), ("counted", false)];
    head.into_iter().chain(known.iter().map(|known| (known.heading(), true))).collect()
}

/// A row of the table, as [`COLUMNS`] has it.
pub(super) fn cells(row: &EfficiencyRow) -> Vec<String> {
    let number = |value: Option<f64>| value.map_or_else(|| "–".to_string(), |value| format!("{value:.1}"));
    let error = row.median_error.map(|error| format!(" ± {error:.1}")).unwrap_or_default();
    // A share of none or of all has no spread that was seen: its interval says how sure it is.
    let share = |share: f64, error: f64, low: f64, high: f64| match share {
        0.0 => format!("0.0 (below {:.1})", libm::ceil(1000.0 * high) / 10.0),
        1.0 => format!("100.0 (above {:.1})", libm::floor(1000.0 * low) / 10.0),
        _ => format!("{:.1} ± {:.1}", 100.0 * share, 100.0 * error),
    };
    vec![
        row.mode.to_string(),
        row.c.to_string(),
        row.kind().to_string(),
        number(row.median) + &error,
        format!("{} ± {}", number(row.mean), number(row.sd)),
        share(row.worse, row.worse_error, row.worse_low, row.worse_high),
        share(row.unsolved, row.unsolved_error, row.unsolved_low, row.unsolved_high),
    ]
}
