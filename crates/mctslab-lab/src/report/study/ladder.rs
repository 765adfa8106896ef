//! The sections of a skill ladder: its steps, and the fit of the most iterations.

use super::super::axis::Axis;
use super::super::page::{Page, Table, escape, grouped, paragraph};
use super::super::plot::{Chart, WIDTH};
use super::super::run::NOTHING;
use super::super::series::{Point, Series};
use super::super::strength::{Picture, crossing, iterations_text};
use super::{StudyReport, fit};
use crate::complexity::{Fit, FitStatus, Ladder, Rung};

impl StudyReport<'_> {
    /// The sections of a ladder.
    pub(super) fn ladder(&self, page: &mut Page, ladder: &Ladder) {
        page.section("steps", "Steps", &steps(ladder));
        let max = grouped(ladder.plan().fit.max);
        let name = self.row.names.get(1).map_or("", String::as_str);
        if let Some(top) = ladder.top() {
            let words = paragraph(&format!(
                "Here {name} meets itself with {max} iterations: where the curve comes level with one half, more no longer win."
            ));
            page.section("curve", "The most iterations", &(words + &fit::curve(top)));
            page.section("path", "How the end was found", &fit::path(top));
            page.section("levels", "Levels at the end", &fit::levels(top));
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
        let (estimate, low, high) = crossing(&rung.fit)?;
        Some(Point { x: number as f64, y: estimate, low: Some(low), high: Some(high) })
    };
    let points: Vec<Point> = played(ladder).filter_map(point).collect();
    let min = ladder.plan().fit.min as f64;
    let line = [(0.0, min)].into_iter().chain(points.iter().map(|point| (point.x, point.y))).collect();
    let chart = Chart::new(Axis::counted("step"), Axis::log2("iterations")).sized(WIDTH, 340.0);
    let chart = chart.with(Series::line("", line)).with(Series::points("", points));
    let goal = 100.0 * ladder.plan().fit.goal;
    let words = format!("Each step scores {goal:.0} % against the step before; bars hold 95 %.");
    chart.svg() + &paragraph(&words) + &table(ladder) + &by_step(ladder)
}

fn table(ladder: &Ladder) -> String {
    let columns = [
        ("step", true),
        ("from", true),
        ("iterations", true),
        ("95 %", true),
        ("draws", true),
        ("weaker in seat 0", true),
        ("games", true),
    ];
    let mut table = Table::new(&columns);
    for (number, rung) in played(ladder) {
        let picture = Picture::of(&rung.fit);
        let [found, range] = found(&rung.fit);
        let first = picture.seats.first().copied().flatten();
        table.row([
            number.to_string(),
            grouped(rung.from),
            found,
            range,
            picture.draws.map_or("-".to_string(), |draws| format!("{:.1} %", 100.0 * draws)),
            first.map_or("-".to_string(), |score| format!("{score:.3}")),
            grouped(rung.fit.games()),
        ]);
    }
    table.html()
}

/// The iterations of a step, and their range.
fn found(fit: &Fit) -> [String; 2] {
    match (fit.status(), crossing(fit)) {
        (Some(FitStatus::AboveRange), _) => [format!("above {}", grouped(fit.plan().max)), String::new()],
        (_, Some((estimate, low, high))) => {
            [iterations_text(estimate), format!("{} to {}", iterations_text(low), iterations_text(high))]
        }
        (_, None) => [format!("below {}", grouped(fit.plan().min)), String::new()],
    }
}

/// Draws and seats from step to step.
fn by_step(ladder: &Ladder) -> String {
    let pictures: Vec<(f64, Picture)> =
        played(ladder).map(|(number, rung)| (number as f64, Picture::of(&rung.fit))).collect();
    let draws = pictures.iter().filter_map(|(step, picture)| Some((*step, picture.draws?))).collect();
    let chart =
        |y: &str| Chart::new(Axis::counted("step").showing(0.0), Axis::linear(y).between(0.0, 1.0)).sized(420.0, 240.0);
    let mut seats = chart("score of the weaker").even_at(1.0 - ladder.plan().fit.goal);
    for seat in 0..ladder.plan().fit.seats {
        let score = |(step, picture): &(f64, Picture)| Some((*step, picture.seats.get(seat).copied()??));
        let line = pictures.iter().filter_map(score).collect();
        seats = seats.with(Series::line(&format!("in seat {seat}"), line).colour(seat));
    }
    let part = |heading: &str, svg: String| format!("<div><h3>{}</h3>\n{svg}</div>\n", escape(heading));
    format!(
        "<div class=\"many\">\n{}{}</div>\n",
        part("Share of draws by step", chart("share of draws").with(Series::line("draws", draws)).svg()),
        part("Score of the weaker by its seat", seats.svg())
    )
}
