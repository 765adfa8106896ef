//! The comparison on a terminal.

use std::fmt::Write;

use super::EfficiencyDocument;
use super::rows::Row;
use crate::documents::terminal::{BOLD, DIM, table};
use crate::documents::{Document, TextOptions};
use crate::report::grouped;

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
        let plies = if self.after == 1 { "ply" } else { "plies" };
        format!("{} after {} {plies}", self.game, self.after)
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

    /// Rank correlations of the ratio, if there is one.
    fn correlation_table(&self) -> String {
        let rows: Vec<Vec<String>> = self.correlation_cells();
        if rows.is_empty() { String::new() } else { format!("\n{}", table(&CORRELATIONS, rows)) }
    }

    /// The cells of the table of rank correlations: nothing if nothing is known that might go with the ratio.
    pub(super) fn correlation_cells(&self) -> Vec<Vec<String>> {
        let shown = |rho: Option<f64>, error: Option<f64>| match (rho, error) {
            (Some(rho), Some(error)) => format!("{rho:.2} ± {error:.2}"),
            (Some(rho), None) => format!("{rho:.2}"),
            (None, _) => "–".to_string(),
        };
        let known = |row: &Row| row.correlation.n.iter().any(|n| *n > 0);
        let cells = |row: &Row| {
            let found = &row.correlation;
            let head = [row.mode.to_string(), row.c.to_string(), row.kind().to_string()];
            let with = [shown(found.mean_rank, found.mean_rank_error), shown(found.karma, found.karma_error)];
            head.into_iter().chain(with).collect()
        };
        self.rows.iter().filter(|row| known(row)).map(cells).collect()
    }
}

/// The columns of the table of rank correlations: heading, aligned right.
pub(super) const CORRELATIONS: [(&str, bool); 5] =
    [("rank correlation", false), ("c", true), ("counted", false), ("with mean rank", true), ("with karma", true)];

/// A row of the table, as [`COLUMNS`] has it.
pub(super) fn cells(row: &Row) -> Vec<String> {
    let number = |value: Option<f64>| value.map_or_else(|| "–".to_string(), |value| format!("{value:.1}"));
    let error = row.median_error.map(|error| format!(" ± {error:.1}")).unwrap_or_default();
    let share = |share: f64, error: f64| format!("{:.1} ± {:.1}", 100.0 * share, 100.0 * error);
    vec![
        row.mode.to_string(),
        row.c.to_string(),
        row.kind().to_string(),
        number(row.median) + &error,
        format!("{} ± {}", number(row.mean), number(row.sd)),
        share(row.worse, row.worse_error),
        share(row.unsolved, row.unsolved_error),
    ]
}
