//! The sections of a skill ladder: its steps, and where strength ends.

use super::super::axis::Axis;
use super::super::page::{Page, Table, grouped, paragraph};
use super::super::plot::{Chart, WIDTH};
use super::super::run::NOTHING;
use super::super::series::{Point, Series};
use super::super::strength::{Picture, iterations_text, scores_of};
use super::super::verdict::interval_words;
use super::{StudyReport, fit};
use crate::complexity::{Fit, FitStatus, Ladder, Rung, Saturation, Won};

impl StudyReport<'_> {
    /// The sections of a ladder.
    pub(super) fn ladder(&self, page: &mut Page, ladder: &Ladder) {
        page.section("steps", "Steps", &steps(ladder));
        let name = self.row.names.get(1).map_or("", String::as_str);
        if let Some(top) = ladder.top() {
            page.section("end", "Where more iterations stop helping", &end(top, name));
        } else if let Some(rung) = ladder.rungs().last() {
            let words = paragraph(&format!("The step beyond {} iterations, so far.", grouped(rung.from)));
            page.section("curve", "The step at work", &(words + &fit::curve(&rung.fit)));
        }
    }
}

/// Steps that have games, with their numbers.
fn played(ladder: &Ladder) -> impl Iterator<Item = (usize, &Rung)> {
    ladder.rungs().iter().enumerate().map(|(place, rung)| (place + 1, rung)).filter(|(_, rung)| rung.fit.games() > 0)
}

fn steps(ladder: &Ladder) -> String {
    if played(ladder).next().is_none() {
        return NOTHING.to_string();
    }
    let point = |(number, rung): (usize, &Rung)| {
        let strength = rung.fit.strength();
        Some(Point { x: number as f64, y: strength.estimate?, low: strength.low, high: strength.high })
    };
    let points: Vec<Point> = played(ladder).filter_map(point).collect();
    let min = ladder.plan().fit.min as f64;
    let line = [(0.0, min)].into_iter().chain(points.iter().map(|point| (point.x, point.y))).collect();
    let chart = Chart::new(Axis::counted("step"), Axis::log2("iterations")).sized(WIDTH, 340.0);
    let chart = chart.with(Series::line("", line)).with(Series::points("", points));
    let goal = 100.0 * ladder.plan().fit.goal;
    let words = format!(
        "Each step scores {goal:.0} % against the step before. Bars: 95 % intervals of a step, measured from where the step before was estimated to be."
    );
    chart.svg() + &paragraph(&words) + &table(ladder)
}

fn table(ladder: &Ladder) -> String {
    let columns =
        [("step", true), ("from", true), ("iterations", true), ("95 %", true), ("draws", true), ("games", true)];
    let mut table = Table::new(&columns);
    for (number, rung) in played(ladder) {
        let [found, interval] = found(&rung.fit);
        let draws = Picture::of(&rung.fit).draws;
        table.row([
            number.to_string(),
            grouped(rung.from),
            found,
            interval,
            draws.map_or("-".to_string(), |draws| format!("{:.1} %", 100.0 * draws)),
            grouped(rung.fit.games()),
        ]);
    }
    table.html() + &paragraph("Draws are those of games within a doubling of the step.")
}

/// The iterations of a step, and their interval.
pub fn found(fit: &Fit) -> [String; 2] {
    let strength = fit.strength();
    match (fit.status(), strength.estimate) {
        (Some(FitStatus::AboveRange), _) => [format!("above {}", grouped(fit.plan().max)), String::new()],
        (_, Some(estimate)) => {
            [iterations_text(estimate), interval_words(&strength).trim_start_matches("95 %: ").to_string()]
        }
        (_, None) => ["not found".to_string(), String::new()],
    }
}

/// Each number of iterations against larger ones.
fn end(top: &Saturation, name: &str) -> String {
    let columns = [
        ("fewer iterations", true),
        ("more iterations", true),
        ("games", true),
        ("score of more", true),
        ("95 %", true),
        ("more win", false),
    ];
    let mut table = Table::new(&columns);
    for pair in top.pairs() {
        let interval = scores_of(&pair.level.count).interval();
        table.row([
            grouped(pair.fewer),
            grouped(pair.level.iterations),
            grouped(pair.level.count.games()),
            format!("{:.3}", pair.level.score()),
            format!("{:.3} to {:.3}", interval.low, interval.high),
            won_words(pair.won).to_string(),
        ]);
    }
    let words = format!(
        "Each number of iterations of {name} meets 2, 4, 8, … times as many, up to {}. Strength ends at the fewest iterations that none of them beats.",
        grouped(top.tried_up_to())
    );
    table.html() + &paragraph(&words)
}

/// What came of a pair.
pub fn won_words(won: Option<Won>) -> &'static str {
    match won {
        Some(Won::Yes) => "yes",
        Some(Won::No) => "no",
        Some(Won::Undecided) => "undecided",
        None => "being played",
    }
}
