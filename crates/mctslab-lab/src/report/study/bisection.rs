//! The sections of a bisection: the iterations it tried, its trials, and its matches.

use super::super::axis::Axis;
use super::super::page::{Table, grouped, paragraph};
use super::super::plot::{Chart, WIDTH};
use super::super::run::NOTHING;
use super::super::series::{Point, Series};
use super::super::strength::TrialSummary;
use crate::complexity::{Bisection, Evaluation};

/// So many trials have names of their own in a legend.
const NAMED: usize = 12;

/// The iterations of one match after the other, a line for each trial.
pub(super) fn path(bisection: &Bisection) -> String {
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

/// The trials, their mean, and how many of them missed what is known.
pub(super) fn trials(bisection: &Bisection, known: Option<u64>) -> String {
    let trials = bisection.trials();
    if trials.is_empty() {
        return paragraph("No trial has ended yet.");
    }
    let mut table = Table::new(&[("trial", true), ("lower", true), ("upper", true), ("estimate", true)]);
    for (number, trial) in trials.iter().enumerate() {
        let numbers = [trial.lower, trial.upper, trial.estimate].map(grouped);
        table.row([(number + 1).to_string()].into_iter().chain(numbers));
    }
    let summary = TrialSummary::of(bisection);
    let one = |value: Option<f64>| value.map_or("-".to_string(), |value| format!("{value:.1}"));
    table.row(["mean".to_string(), one(summary.lower), one(summary.upper), one(summary.estimate)]);
    let mut html = table.html();
    if let (Some(error), Some((low, high))) = (summary.error, summary.interval) {
        html += &paragraph(&format!("Standard error of the mean {error:.1}, 95 % interval {low:.1} to {high:.1}."));
    }
    if let Some(truth) = known {
        html += &paragraph(&format!(
            "The target's own {} iterations lie outside of the final interval in {} of {} trials.",
            grouped(truth),
            bisection.misses(truth),
            trials.len()
        ));
    }
    html
}

/// Every match.
pub(super) fn evaluations(bisection: &Bisection) -> String {
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
    for (number, one) in bisection.evaluations().iter().enumerate() {
        let phase = if one.for_bounds { "bounds" } else { "trial" };
        let head = [(number + 1).to_string(), format!("{phase} {}", one.trial)];
        let counts = [one.iterations, one.count.wins, one.count.draws, one.count.losses].map(grouped);
        table.row(head.into_iter().chain(counts).chain([format!("{:.3}", one.quality)]));
    }
    let found: Vec<String> =
        bisection.bounds().iter().map(|(low, high)| format!("{} to {}", grouped(*low), grouped(*high))).collect();
    let (low, high) = bisection.range();
    let bounds = if found.is_empty() {
        "No bounds were found yet.".to_string()
    } else {
        format!("Bounds: {}; trials search from {} to {}.", found.join(", "), grouped(low), grouped(high))
    };
    table.html() + &paragraph(&bounds)
}
