//! Many studies of strength in one table, with ratios of players within a game.

use mctslab_lab::report::{Ratio, ratio_of};
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

/// Every two players that were measured in the same game, with the ratio of their strengths where it is known.
fn ratios<'a>(rows: &'a [Row<'a>]) -> Vec<(&'a Row<'a>, &'a Row<'a>, Ratio)> {
    let mut ratios = Vec::new();
    for (number, a) in rows.iter().enumerate() {
        for b in rows[number + 1..].iter().filter(|b| b.verdict.settings.game == a.verdict.settings.game) {
            ratios.extend(ratio_of(a.verdict.study, b.verdict.study).map(|ratio| (a, b, ratio)));
        }
    }
    ratios
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
    let ratios: Vec<Value> = ratios(rows)
        .into_iter()
        .map(|(a, b, ratio)| {
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
    let lines: Vec<Vec<String>> = ratios(rows)
        .into_iter()
        .map(|(a, b, ratio)| {
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
        text.push_str(&format!("\n{DIM}one page of all: mctslab report {}{DIM:#}\n", runs.join(" ")));
    }
    text
}
