//! One page about many studies of strength: a table of all of them, the ratios within each game, and the curves of each game.

use mctslab_arena::RunRow;

use super::axis::Axis;
use super::date::utc;
use super::ladder::{Ladder, Rung};
use super::page::{Page, Table, escape, grouped, paragraph};
use super::plot::{Chart, WIDTH};
use super::ratio::{Ratio, ratios};
use super::series::Series;
use super::strength::{TrialSummary, fitted_curve, iterations_text};
use super::study::reproduce;
use crate::complexity::{CONFIDENCE, Method, REFERENCE, Study};

/// One of many studies.
pub struct StudyRow<'a> {
    /// The run as the store has it.
    pub row: &'a RunRow,
    /// The game, with those of its options that are not as usual.
    pub game: String,
    /// The study as far as it was played.
    pub study: &'a Study,
    /// The verdict in one sentence.
    pub verdict: String,
}

impl StudyRow<'_> {
    fn player(&self) -> &str {
        self.row.names.first().map_or("", String::as_str)
    }

    /// The estimate with the ends of its interval, where they are known.
    fn strength(&self) -> [Option<f64>; 3] {
        match self.study.method() {
            Method::Fit(fit) => {
                let strength = fit.strength();
                [strength.estimate, strength.low, strength.high]
            }
            Method::Bisection(bisection) => {
                let summary = TrialSummary::of(bisection);
                [summary.estimate, summary.interval.map(|ends| ends.0), summary.interval.map(|ends| ends.1)]
            }
            Method::Ladder(_) => [None; 3],
        }
    }
}

/// The page.
pub fn many_page(rows: &[StudyRow<'_>]) -> String {
    let runs: Vec<String> = rows.iter().map(|row| row.row.run.to_string()).collect();
    let mut page = Page::new(&format!("Strength of {} players: runs {}", rows.len(), runs.join(", ")));
    page.section("result", "Strengths", &(strengths(rows) + &table(rows)));
    let studies: Vec<(&str, &Study)> = rows.iter().map(|row| (row.row.settings.game.as_str(), row.study)).collect();
    let found = ratios(&studies);
    if !found.is_empty() {
        page.section("ratios", "Ratios within a game", &ratio_table(rows, &found));
    }
    let mut games: Vec<&str> = rows.iter().map(|row| row.game.as_str()).collect();
    games.dedup();
    let curves: String = games.iter().map(|game| curves(game, rows)).collect();
    page.section("curves", "Scores by iterations", &curves);
    page.section("reproduce", "Reproduce", &commands(rows));
    page.html()
}

/// All players on one scale.
fn strengths(rows: &[StudyRow<'_>]) -> String {
    let rungs = rows.iter().enumerate().map(|(number, row)| {
        let [value, low, high] = row.strength();
        let text = value.map_or("not known".to_string(), iterations_text);
        Rung { name: format!("{} in {}", row.player(), row.game), value, low, high, text, colour: number }
    });
    Ladder::new(Axis::log2("iterations of the touchstone"), rungs.collect()).svg()
}

fn table(rows: &[StudyRow<'_>]) -> String {
    let columns = [
        ("game", false),
        ("player", false),
        ("iterations", true),
        ("95 %", true),
        ("games", true),
        ("run", true),
        ("verdict", false),
    ];
    let mut table = Table::new(&columns);
    for row in rows {
        let [estimate, low, high] = row.strength().map(|end| end.map_or("?".to_string(), iterations_text));
        table.row([
            row.game.clone(),
            row.player().to_string(),
            estimate,
            format!("{low} to {high}"),
            grouped(row.study.games()),
            row.row.run.to_string(),
            row.verdict.clone(),
        ]);
    }
    table.html()
}

fn ratio_table(rows: &[StudyRow<'_>], ratios: &[(usize, usize, Ratio)]) -> String {
    let columns = [("game", false), ("player", false), ("over", false), ("ratio", true), ("95 %", true)];
    let mut table = Table::new(&columns);
    let end = |end: Option<f64>| end.map_or("?".to_string(), |end| format!("{end:.2}"));
    for &(a, b, ratio) in ratios {
        table.row([
            rows[a].game.clone(),
            rows[a].player().to_string(),
            rows[b].player().to_string(),
            format!("{:.2}", ratio.ratio),
            format!("{} to {}", end(ratio.low), end(ratio.high)),
        ]);
    }
    table.html()
        + &paragraph("How many times as many iterations the first player is worth as the second, with a 95 % interval.")
}

fn curves(game: &str, rows: &[StudyRow<'_>]) -> String {
    let score = Axis::linear("score of the touchstone").between(0.0, 1.0);
    let mut chart = Chart::new(Axis::log2("iterations"), score).sized(WIDTH, 340.0).even_at(0.5);
    for (number, row) in rows.iter().enumerate().filter(|(_, row)| row.game == game) {
        if let Method::Fit(fit) = row.study.method() {
            let line = fitted_curve(fit).iter().map(|at| (at.iterations, at.score)).collect();
            chart = chart.with(Series::line(row.player(), line).colour(number));
        }
    }
    format!("<h3>{}</h3>\n{}", escape(game), chart.svg())
}

fn commands(rows: &[StudyRow<'_>]) -> String {
    let line = |row: &StudyRow<'_>| {
        let (run, version, started) = (row.row.run, &row.row.settings.version, utc(row.row.started));
        escape(&format!("# run {run}, mctslab {version}, {started}\n{}", reproduce(&row.row.settings)))
    };
    let lines: Vec<String> = rows.iter().map(line).collect();
    let interval = rows.first().map_or("", |row| row.study.method().interval_definition());
    let assumes = rows.first().map_or("", |row| row.study.method().assumptions());
    format!("<pre>{}</pre>\n", lines.join("\n"))
        + &paragraph(&format!(
            "Confidence level {CONFIDENCE}. {interval} Assumptions: {assumes} Reference: {REFERENCE}."
        ))
}
