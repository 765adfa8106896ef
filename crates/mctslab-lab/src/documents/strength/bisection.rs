//! What a bisection found: its trials, their mean, and the matches that decided.

use std::fmt::Write;

use serde::Serialize;

use super::super::results::row;
use super::super::table;
use crate::complexity::{Bisection, Evaluation, FitStatus};
use crate::report::{Axis, Chart, NOTHING, Page, Point, Series, Table, TrialSummary, WIDTH, grouped, paragraph};

/// What a bisection found.
#[derive(Serialize)]
pub(super) struct BisectionFindings<'a> {
    pub(super) status: &'static str,
    pub(super) estimate: Option<f64>,
    standard_error: Option<f64>,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
    bounds: &'a [(u64, u64)],
    trials: Vec<TrialRow>,
    evaluations: Vec<MatchRow>,
    /// The target's own iterations, if it is the touchstone but for them.
    known: Option<u64>,
    /// How many trials ended without these.
    missed: Option<usize>,
    #[serde(skip)]
    bisection: &'a Bisection,
}

/// A trial that ended.
#[derive(Serialize)]
struct TrialRow {
    lower: u64,
    upper: u64,
    estimate: u64,
}

impl TrialRow {
    fn cells(&self) -> [String; 3] {
        [self.lower, self.upper, self.estimate].map(grouped)
    }
}

/// A match, from the touchstone's side.
#[derive(Serialize)]
struct MatchRow {
    phase: &'static str,
    trial: u64,
    iterations: u64,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    quality: f64,
}

impl MatchRow {
    fn of(one: &Evaluation) -> MatchRow {
        MatchRow {
            phase: if one.for_bounds { "bounds" } else { "trial" },
            trial: one.trial,
            iterations: one.iterations,
            games: one.count.games(),
            wins: one.count.wins,
            draws: one.count.draws,
            losses: one.count.losses,
            quality: one.quality,
        }
    }

    /// What it was played for, iterations, wins, draws, losses, quality.
    fn cells(&self) -> Vec<String> {
        let counts = [self.iterations, self.wins, self.draws, self.losses].map(grouped);
        row([&[format!("{} {}", self.phase, self.trial)], &counts, &[format!("{:.3}", self.quality)]])
    }
}

impl<'a> BisectionFindings<'a> {
    pub(super) fn of(bisection: &'a Bisection, known: Option<u64>) -> BisectionFindings<'a> {
        let summary = TrialSummary::of(bisection);
        let trials = bisection.trials().iter().map(|trial| TrialRow {
            lower: trial.lower,
            upper: trial.upper,
            estimate: trial.estimate,
        });
        BisectionFindings {
            status: status(bisection).word(),
            estimate: summary.estimate,
            standard_error: summary.error,
            low: summary.interval.map(|interval| interval.0),
            high: summary.interval.map(|interval| interval.1),
            lower: summary.lower,
            upper: summary.upper,
            bounds: bisection.bounds(),
            trials: trials.collect(),
            evaluations: bisection.evaluations().iter().map(MatchRow::of).collect(),
            known,
            missed: known.map(|truth| bisection.misses(truth)),
            bisection,
        }
    }

    /// Every match, and every trial.
    pub(super) fn text(&self, side: &str) -> String {
        let [wins, losses] = ["wins", "losses"].map(|word| format!("{side} {word}"));
        let columns = [
            ("", false),
            ("iterations", true),
            (wins.as_str(), true),
            ("draws", true),
            (losses.as_str(), true),
            ("TrueSkill quality", true),
        ];
        let mut text = format!("\n{}", table(&columns, self.evaluations.iter().map(MatchRow::cells).collect()));
        if !self.trials.is_empty() {
            let row = |(number, trial): (usize, &TrialRow)| row([&[format!("trial {}", number + 1)], &trial.cells()]);
            let rows = self.trials.iter().enumerate().map(row).collect();
            text.push('\n');
            text += &table(&[("", false), ("lower", true), ("upper", true), ("estimate", true)], rows);
        }
        if let (Some(truth), Some(missed), all @ 1..) = (self.known, self.missed, self.trials.len()) {
            let own = grouped(truth);
            let _ = writeln!(
                text,
                "\nthe target's own {own} iterations lie outside of the final bounds in {missed} of {all} trials"
            );
        }
        text
    }

    /// Adds the sections of a page.
    pub(super) fn push_sections(&self, page: &mut Page) {
        page.section("path", "Iterations tried", &path(self.bisection));
        page.section("trials", "Trials", &self.trials_html());
        page.section("matches", "Matches", &self.matches_html());
    }

    /// The trials, their mean, and how many of them missed what is known.
    fn trials_html(&self) -> String {
        if self.trials.is_empty() {
            return paragraph("No trial has ended yet.");
        }
        let mut table = Table::new(&[("trial", true), ("lower", true), ("upper", true), ("estimate", true)]);
        for (number, trial) in self.trials.iter().enumerate() {
            table.row(row([&[(number + 1).to_string()], &trial.cells()]));
        }
        let one = |value: Option<f64>| value.map_or("-".to_string(), |value| format!("{value:.1}"));
        table.row(["mean".to_string(), one(self.lower), one(self.upper), one(self.estimate)]);
        let mut html = table.html();
        if let (Some(error), Some(low), Some(high)) = (self.standard_error, self.low, self.high) {
            html += &paragraph(&format!("Standard error of the mean {error:.1}, 95 % interval {low:.1} to {high:.1}."));
        }
        if let (Some(truth), Some(missed)) = (self.known, self.missed) {
            html += &paragraph(&format!(
                "The target's own {} iterations lie outside of the final bounds in {missed} of {} trials.",
                grouped(truth),
                self.trials.len()
            ));
        }
        html
    }

    /// Every match.
    fn matches_html(&self) -> String {
        let columns = [
            ("match", true),
            ("for", false),
            ("iterations", true),
            ("touchstone wins", true),
            ("draws", true),
            ("touchstone losses", true),
            ("TrueSkill quality", true),
        ];
        let mut table = Table::new(&columns);
        for (number, one) in self.evaluations.iter().enumerate() {
            table.row(row([&[(number + 1).to_string()], &one.cells()]));
        }
        let found: Vec<String> =
            self.bounds.iter().map(|(low, high)| format!("{} to {}", grouped(*low), grouped(*high))).collect();
        let (low, high) = self.bisection.range();
        let bounds = if found.is_empty() {
            "No bounds were found yet.".to_string()
        } else {
            format!("Bounds: {}; trials search from {} to {}.", found.join(", "), grouped(low), grouped(high))
        };
        table.html() + &paragraph(&bounds)
    }
}

fn status(bisection: &Bisection) -> FitStatus {
    match (bisection.out_of_range(), bisection.is_over()) {
        (true, _) => FitStatus::AboveRange,
        (false, true) => FitStatus::Ok,
        (false, false) => FitStatus::BudgetSpent,
    }
}

/// Up to this many trials have names of their own in a legend.
const NAMED: usize = 12;

/// The iterations of one match after the other, a line for each trial.
fn path(bisection: &Bisection) -> String {
    let evaluations = bisection.evaluations();
    if evaluations.is_empty() {
        return NOTHING.to_string();
    }
    let y = Axis::log2("iterations");
    let mut chart = Chart::new(Axis::counted("matches"), y).sized(WIDTH, 340.0);
    let mut number = 0;
    let together = |a: &Evaluation, b: &Evaluation| (a.for_bounds, a.trial) == (b.for_bounds, b.trial);
    for part in evaluations.chunk_by(together) {
        let places = part.iter().enumerate();
        let line: Vec<(f64, f64)> =
            places.map(|(place, one)| ((number + place + 1) as f64, one.iterations as f64)).collect();
        number += part.len();
        // Searches for bounds share one colour and one name.
        let colour = if part[0].for_bounds { 7 } else { (part[0].trial as usize - 1) % 7 };
        let points = line.iter().map(|&(x, y)| Point { x, y, low: Some(y), high: Some(y) }).collect();
        chart = chart.with(Series::line("", line).colour(colour));
        chart = chart.with(Series::points(&name(part[0], bisection), points).colour(colour));
    }
    if let Some(estimate) = TrialSummary::of(bisection).estimate {
        chart = chart.even_at(estimate);
    }
    let mean = if bisection.trials().is_empty() { "" } else { " The broken line is the mean of the trials." };
    chart.svg() + &paragraph(&format!("The iterations of the touchstone in each match, a colour for each trial.{mean}"))
}

fn name(first: Evaluation, bisection: &Bisection) -> String {
    let all = bisection.evaluations().last().map_or(0, |last| if last.for_bounds { 0 } else { last.trial as usize });
    match (first.for_bounds, first.trial) {
        (true, 1) => "search for bounds".to_string(),
        (false, trial) if all <= NAMED => format!("trial {trial}"),
        _ => String::new(),
    }
}
