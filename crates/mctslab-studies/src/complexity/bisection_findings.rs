//! What a bisection found: its trials, their mean, and the matches that decided.

use std::fmt::Write;

use maud::{Markup, html};
use mctslab_page::{Axis, Chart, Page, Point, Series, Table, WIDTH, grouped, nothing, paragraph, table};
use serde::Serialize;

use super::bisection::{Bisection, Evaluation, Purpose, Trial};
use super::curve_numbers::TrialSummary;
use super::fit::FitStatus;
use crate::shared::row;

/// What a bisection found.
#[derive(Serialize)]
pub(crate) struct BisectionFindings<'a> {
    pub(crate) status: &'static str,
    pub(crate) estimate: Option<f64>,
    standard_error: Option<f64>,
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
    bounds: &'a [(u64, u64)],
    trials: Vec<TrialRow>,
    /// What the second criterion found, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<SecondFindings>,
    evaluations: Vec<MatchRow>,
    /// The target's own iterations, if it is the touchstone but for them.
    known: Option<u64>,
    /// How many trials ended without these.
    missed: Option<usize>,
    #[serde(skip)]
    bisection: &'a Bisection,
}

/// What the second criterion found.
#[derive(Serialize)]
struct SecondFindings {
    estimate: Option<f64>,
    standard_error: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    lower: Option<f64>,
    upper: Option<f64>,
    trials: Vec<TrialRow>,
    missed: Option<usize>,
}

/// A trial that ended.
#[derive(Serialize)]
struct TrialRow {
    lower: u64,
    upper: u64,
    estimate: u64,
}

impl TrialRow {
    fn all(trials: &[Trial]) -> Vec<TrialRow> {
        let row = |trial: &Trial| TrialRow { lower: trial.lower, upper: trial.upper, estimate: trial.estimate };
        trials.iter().map(row).collect()
    }

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
            phase: phase(one.purpose),
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
    pub(crate) fn of(bisection: &'a Bisection, known: Option<u64>) -> BisectionFindings<'a> {
        let summary = TrialSummary::of(bisection.trials());
        let missed = |trials: &[Trial]| known.map(|truth| Trial::misses(trials, truth));
        let second = bisection.plan().second.map(|_| {
            let trials = bisection.second_trials();
            let summary = TrialSummary::of(trials);
            SecondFindings {
                estimate: summary.estimate,
                standard_error: summary.error,
                low: summary.interval.map(|interval| interval.0),
                high: summary.interval.map(|interval| interval.1),
                lower: summary.lower,
                upper: summary.upper,
                trials: TrialRow::all(trials),
                missed: missed(trials),
            }
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
            trials: TrialRow::all(bisection.trials()),
            second,
            evaluations: bisection.evaluations().iter().map(MatchRow::of).collect(),
            known,
            missed: missed(bisection.trials()),
            bisection,
        }
    }

    /// Every match, and every trial.
    pub(crate) fn text(&self, side: &str) -> String {
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
        for (name, trials, missed) in self.by_criterion() {
            if trials.is_empty() {
                continue;
            }
            let row = |(number, trial): (usize, &TrialRow)| row([&[format!("{name} {}", number + 1)], &trial.cells()]);
            let rows = trials.iter().enumerate().map(row).collect();
            text.push('\n');
            text += &table(&[("", false), ("lower", true), ("upper", true), ("estimate", true)], rows);
            if let (Some(truth), Some(missed)) = (self.known, missed) {
                let (own, all) = (grouped(truth), trials.len());
                let _ = writeln!(
                    text,
                    "\nthe target's own {own} iterations lie outside of the final bounds in {missed} of {all} trials"
                );
            }
        }
        text
    }

    /// The trials of each criterion: what one is called, all of them, and how many missed what is
    /// known.
    fn by_criterion(&self) -> Vec<(&'static str, &[TrialRow], Option<usize>)> {
        let first = (phase(Purpose::Trial), &self.trials[..], self.missed);
        let second = self.second.iter().map(|found| (phase(Purpose::SecondTrial), &found.trials[..], found.missed));
        std::iter::once(first).chain(second).collect()
    }

    /// Adds the sections of a page.
    pub(crate) fn push_sections(&self, page: &mut Page) {
        page.section("path", "Iterations tried", path(self.bisection));
        page.section("trials", "Trials", self.trials_html());
        page.section("matches", "Matches", self.matches_html());
    }

    /// The trials, their mean, and how many of them missed what is known.
    fn trials_html(&self) -> Markup {
        if self.trials.is_empty() {
            return paragraph("No trial has ended yet.");
        }
        let means = [
            [self.lower, self.upper, self.estimate, self.standard_error, self.low, self.high],
            self.second.as_ref().map_or([None; 6], |found| {
                [found.lower, found.upper, found.estimate, found.standard_error, found.low, found.high]
            }),
        ];
        let parts: Vec<Markup> = self
            .by_criterion()
            .into_iter()
            .zip(means)
            .map(|((name, trials, missed), means)| self.trials_of(name, trials, missed, means))
            .collect();
        html! { @for part in &parts { (part) } }
    }

    /// The trials of one criterion, with the means of lower and upper ends and estimates, the
    /// standard error, and the ends of the interval.
    fn trials_of(
        &self,
        name: &str,
        trials: &[TrialRow],
        missed: Option<usize>,
        [lower, upper, estimate, error, low, high]: [Option<f64>; 6],
    ) -> Markup {
        let mut table = Table::new(&[(name, true), ("lower", true), ("upper", true), ("estimate", true)]);
        for (number, trial) in trials.iter().enumerate() {
            table.row(row([&[(number + 1).to_string()], &trial.cells()]));
        }
        let one = |value: Option<f64>| value.map_or("-".to_string(), |value| format!("{value:.1}"));
        table.row(["mean".to_string(), one(lower), one(upper), one(estimate)]);
        let spread = error.zip(low).zip(high).map(|((error, low), high)| {
            format!(
                "Standard error of the mean {error:.1}; by Student's distribution the mean of such trials lies between {low:.1} \
                 and {high:.1}. A trial ends at the lower of its last two bounds, so that this is no interval of the strength."
            )
        });
        let outside = self.known.zip(missed).map(|(truth, missed)| {
            let (own, all) = (grouped(truth), trials.len());
            format!("The target's own {own} iterations lie outside of the final bounds in {missed} of {all} trials.")
        });
        html! {
            (table.html())
            @for words in spread.iter().chain(&outside) { (paragraph(words)) }
        }
    }

    /// Every match.
    fn matches_html(&self) -> Markup {
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
        html! { (table.html()) (paragraph(&bounds)) }
    }
}

/// What a match is played for, in a word or two.
fn phase(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Bounds => "bounds",
        Purpose::Trial => "trial",
        Purpose::SecondTrial => "TrueSkill trial",
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
fn path(bisection: &Bisection) -> Markup {
    let evaluations = bisection.evaluations();
    if evaluations.is_empty() {
        return nothing();
    }
    let y = Axis::log2("iterations");
    let mut chart = Chart::new(Axis::counted("matches"), y).sized(WIDTH, 340.0);
    let mut number = 0;
    let together = |a: &Evaluation, b: &Evaluation| (a.purpose, a.trial) == (b.purpose, b.trial);
    for part in evaluations.chunk_by(together) {
        let places = part.iter().enumerate();
        let line: Vec<(f64, f64)> =
            places.map(|(place, one)| ((number + place + 1) as f64, one.iterations as f64)).collect();
        number += part.len();
        // Searches for bounds share one colour and one name.
        let colour = if part[0].purpose == Purpose::Bounds { 7 } else { (part[0].trial as usize - 1) % 7 };
        let points = line.iter().map(|&(x, y)| Point { x, y, low: Some(y), high: Some(y) }).collect();
        chart = chart.with(Series::line("", line).colour(colour));
        chart = chart.with(Series::points(&name(part[0], bisection), points).colour(colour));
    }
    if let Some(estimate) = TrialSummary::of(bisection.trials()).estimate {
        chart = chart.even_at(estimate);
    }
    let mean = if bisection.trials().is_empty() { "" } else { " The broken line is the mean of the trials." };
    let words = format!("The iterations of the touchstone in each match, a colour for each trial.{mean}");
    html! { (chart.svg()) (paragraph(&words)) }
}

fn name(first: Evaluation, bisection: &Bisection) -> String {
    let last = bisection.evaluations().iter().rfind(|one| one.purpose == Purpose::Trial);
    let all = last.map_or(0, |last| last.trial as usize);
    match (first.purpose, first.trial) {
        (Purpose::Bounds, 1) => "search for bounds".to_string(),
        (Purpose::Trial | Purpose::SecondTrial, trial) if all <= NAMED => format!("{} {trial}", phase(first.purpose)),
        _ => String::new(),
    }
}
