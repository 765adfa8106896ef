//! Many studies of strength in one table, with ratios of players within a game.

use std::fmt::Write;

use mctslab_lab::complexity::Study;
use mctslab_lab::report::{Ratio, ratios};
use mctslab_registry::short_game;
use serde_json::{Value, json};

use super::complexity::{Verdict, cell};
use crate::output::{DIM, grouped, table};

/// One study.
pub(crate) struct Row<'a> {
    /// What came of it.
    pub(crate) verdict: Verdict<'a>,
    /// Its number in the store.
    pub(crate) run: Option<i64>,
}

/// The ratios of players within a game, by the numbers of their rows.
fn ratios_of(rows: &[Row<'_>]) -> Vec<(usize, usize, Ratio)> {
    let studies: Vec<(&str, &Study)> =
        rows.iter().map(|row| (row.verdict.settings.game.as_str(), row.verdict.study)).collect();
    ratios(&studies)
}

/// One document.
pub(crate) fn json(rows: &[Row<'_>]) -> Value {
    let studies: Vec<Value> = rows
        .iter()
        .map(|row| {
            let mut study = row.verdict.json();
            study["run"] = json!(row.run);
            study
        })
        .collect();
    let ratios: Vec<Value> = ratios_of(rows)
        .into_iter()
        .map(|(a, b, ratio)| {
            let (a, b) = (&rows[a], &rows[b]);
            json!({
                "game": a.verdict.settings.game, "a": a.verdict.settings.agents[0], "b": b.verdict.settings.agents[0],
                "ratio": ratio.ratio, "low": ratio.low, "high": ratio.high,
            })
        })
        .collect();
    json!({"rows": studies, "ratios": ratios})
}

/// For people.
pub(crate) fn text(rows: &[Row<'_>]) -> String {
    let lines = rows.iter().map(|row| {
        let verdict = &row.verdict;
        let (estimate, interval) = cell(verdict.study);
        vec![
            short_game(&verdict.settings.game),
            verdict.names[0].clone(),
            estimate,
            interval,
            grouped(verdict.study.games()),
            verdict.sentence(),
        ]
    });
    let columns = [
        ("game", false),
        ("player", false),
        ("iterations", true),
        ("95 %", false),
        ("games", true),
        ("verdict", false),
    ];
    let mut text = table(&columns, lines.collect());
    let end = |end: Option<f64>| end.map_or("?".to_string(), |end| format!("{end:.2}"));
    let lines: Vec<Vec<String>> = ratios_of(rows)
        .into_iter()
        .map(|(a, b, ratio)| {
            let (a, b) = (&rows[a], &rows[b]);
            vec![
                short_game(&a.verdict.settings.game),
                a.verdict.names[0].clone(),
                b.verdict.names[0].clone(),
                format!("{:.2}", ratio.ratio),
                format!("{} to {}", end(ratio.low), end(ratio.high)),
            ]
        })
        .collect();
    if !lines.is_empty() {
        let columns = [("game", false), ("player", false), ("over", false), ("ratio", true), ("95 %", false)];
        text.push('\n');
        text.push_str(&table(&columns, lines));
    }
    let runs: Vec<String> = rows.iter().filter_map(|row| row.run).map(|run| run.to_string()).collect();
    if !runs.is_empty() {
        let _ = writeln!(text, "\n{DIM}one page of all: mctslab report {}{DIM:#}", runs.join(" "));
    }
    text
}
