//! A table or figure of a paper on the terminal: the verdicts first, then the numbers behind them.

use std::fmt::Write;

use mctslab_lab::TextOptions;
use mctslab_page::{BOLD, DIM, table};

use super::{PaperClaim, PaperDocument, PaperRow, interval_text, measured_text, published_text};
use crate::claim::ClaimVerdict;

/// Rows that are shown unless all are asked for.
const SHOWN: usize = 60;

pub(super) fn text(document: &PaperDocument, options: &TextOptions) -> String {
    let mut text = format!("{BOLD}{}: {}{BOLD:#}\n", document.place(), document.title);
    let _ = writeln!(text, "{}", document.tally().words());
    let took = document.time_text();
    let budgets = document.budgets.as_ref().map(|budgets| format!(", budgets {budgets}")).unwrap_or_default();
    let _ = writeln!(
        text,
        "{DIM}{}, seed {}, scale {}{budgets}, {} runs{took}{DIM:#}",
        document.id, document.seed, document.scale, document.runs
    );
    for remark in document.remarks() {
        let _ = writeln!(text, "{remark}");
    }
    if !document.claims.is_empty() {
        text += &claims(document);
    }
    text += &rows(document, options.verbose);
    for error in &document.errors {
        let _ = writeln!(text, "known error of the paper: {error}");
    }
    text
}

fn claims(document: &PaperDocument) -> String {
    let columns = [("id", false), ("verdict", false), ("measured", false), ("criterion", false), ("claim", false)];
    let name = |claim: &PaperClaim| {
        let second = if claim.second { ", second reading" } else { "" };
        let profile = claim.profile.as_ref().map(|profile| format!(" {profile}")).unwrap_or_default();
        format!("{}{profile}{second}", claim.id)
    };
    let row = |claim: &PaperClaim| {
        let fitted = match (&claim.fitted, &claim.because) {
            (Some(_), _) => " (fitted)",
            (_, Some(_)) => " (apart)",
            _ => "",
        };
        let verdict = format!("{}{fitted}", claim.verdict.word());
        vec![name(claim), verdict, found(claim), claim.tolerance.clone(), claim.text.clone()]
    };
    let (run, others): (Vec<&PaperClaim>, Vec<&PaperClaim>) =
        document.claims.iter().partition(|claim| claim.verdict != ClaimVerdict::NotRun);
    let mut text = format!("\n{}", table(&columns, run.iter().copied().map(row).collect()));
    if !others.is_empty() {
        let names: Vec<String> = others.iter().copied().map(name).collect();
        let _ = writeln!(text, "not run: {}", names.join(", "));
    }
    for claim in run {
        for (word, why) in [("fitted", &claim.fitted), ("apart", &claim.because), ("reason", &claim.reason)] {
            if let Some(why) = why {
                let _ = writeln!(text, "{}, {word}: {why}", name(claim));
            }
        }
    }
    text
}

/// The number that a verdict rests on, of which row, and of how many that were run.
pub(super) fn found(claim: &PaperClaim) -> String {
    let number = match (claim.kind.as_str(), claim.estimate) {
        ("exact", Some(held)) => format!("{held} of {}", claim.rows),
        ("count", Some(_)) => format!("{} of {}", interval_text(claim.estimate, claim.low, claim.high), claim.rows),
        _ => interval_text(claim.estimate, claim.low, claim.high),
    };
    let nearest = claim.nearest.as_ref().map(|row| format!(" ({row})")).unwrap_or_default();
    let missing = if claim.measured < claim.rows && claim.rows > 1 {
        format!(", {} of {} rows run", claim.measured, claim.rows)
    } else {
        String::new()
    };
    format!("{number}{nearest}{missing}")
}

fn rows(document: &PaperDocument, all: bool) -> String {
    let mut columns = vec![("row", false), ("published", true), ("measured", true), ("difference", true), ("", false)];
    if document.has_profiles() {
        columns.insert(1, ("profile", false));
    }
    let run: Vec<&PaperRow> = document.rows.iter().filter(|row| !row.not_run).collect();
    let shown = if all { run.len() } else { SHOWN };
    let cells = run.iter().take(shown).map(|row| {
        let mut cells = cells(row);
        if document.has_profiles() {
            cells.insert(1, row.profile.clone().unwrap_or_default());
        }
        cells
    });
    let mut text = format!("\n{}", table(&columns, cells.collect()));
    if run.len() > shown {
        let _ = writeln!(text, "the first {shown} of {} rows; -v shows all", run.len());
    }
    if run.len() < document.rows.len() {
        let _ = writeln!(text, "{} more rows were not run", document.rows.len() - run.len());
    }
    text
}

/// Label, published, measured, the difference in standard errors, and remarks.
pub(super) fn cells(row: &PaperRow) -> Vec<String> {
    let difference = row.difference.map(|errors| format!("{errors:+.1} SE")).unwrap_or_default();
    let remarks: Vec<String> =
        [row.fitted.as_ref().map(|_| "fitted".to_string()), row.also.clone(), row.reason.clone(), row.note.clone()]
            .into_iter()
            .flatten()
            .collect();
    vec![row.label.clone(), published_text(row), measured_text(row), difference, remarks.join("; ")]
}
