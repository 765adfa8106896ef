//! The sections of a fit: its curve, the way to it, and the levels that were played.

use super::super::axis::Axis;
use super::super::page::{Table, grouped, paragraph};
use super::super::plot::{Chart, WIDTH};
use super::super::run::NOTHING;
use super::super::series::{Point, Series};
use super::super::strength::{fitted_curve, fitted_score, iterations_text, level_interval, remarks};
use super::super::verdict::interval_words;
use crate::complexity::{Fit, FitStatus};

/// The curve through the results.
pub(super) fn curve(fit: &Fit) -> String {
    if fit.games() == 0 {
        return NOTHING.to_string();
    }
    let curve = fitted_curve(fit);
    let band = curve.iter().map(|at| (at.iterations, at.low, at.high)).collect();
    let line = curve.iter().map(|at| (at.iterations, at.score)).collect();
    let levels = fit.levels().map(|level| {
        let range = level_interval(level, fit);
        let x = level.iterations as f64;
        let point = Point { x, y: level.score(), low: Some(range.low), high: Some(range.high) };
        (point, level.count.games() as f64)
    });
    let score = Axis::linear("score of the touchstone").between(0.0, 1.0);
    let sight = in_sight(fit);
    let mut chart = Chart::new(Axis::log2("iterations"), score).sized(WIDTH, 380.0).even_at(fit.plan().goal);
    let strength = fit.strength();
    if let Some(estimate) = strength.estimate {
        let kind = if strength.level { "level from" } else { "crossing at" };
        let name = format!("{kind} {} ({})", iterations_text(estimate), interval_words(&strength));
        let low = strength.low.unwrap_or(sight.0).clamp(sight.0, sight.1);
        let high = strength.high.unwrap_or(sight.1).clamp(sight.0, sight.1);
        chart = chart.with(Series::mark(&name, estimate, low, high).colour(1));
    }
    chart = chart.with(Series::band(band)).with(Series::line("fitted", line));
    let points = Series::weighted_points("measured", levels.collect()).colour(7);
    chart.with(points).svg() + &paragraph(&curve_words(fit)) + &remark_list(fit)
}

/// The iterations that a chart shows: beyond what was played nothing is known, so wider ranges are cut off there.
fn in_sight(fit: &Fit) -> (f64, f64) {
    let played = fit.levels().map(|level| level.iterations as f64);
    let places = played.chain(fit.strength().estimate);
    let (least, most) = places.fold((f64::MAX, 1.0), |(least, most): (f64, f64), x| (least.min(x), most.max(x)));
    (least.min(most) / 1.25, most * 1.25)
}

fn curve_words(fit: &Fit) -> String {
    let crossing = match fit.status() {
        Some(FitStatus::BelowRange) => {
            "The fewest iterations already score more, so no crossing is marked.".to_string()
        }
        Some(FitStatus::AboveRange) => {
            "The most iterations do not score as much, so no crossing is marked.".to_string()
        }
        Some(FitStatus::NoCrossing) => "From the orange line on the score stays level.".to_string(),
        _ if fit.strength().level => "The score is level over the shaded stretch.".to_string(),
        _ if fit.strength().estimate.is_none() => "No crossing is known yet.".to_string(),
        _ => format!("The orange line marks where the fitted curve crosses {}.", fit.plan().goal),
    };
    format!("Larger points: more games. Bars and shaded bands: 95 % intervals. {crossing}")
}

fn remark_list(fit: &Fit) -> String {
    let sentence = |text: String| {
        let mut letters = text.chars();
        let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
        paragraph(&format!("{first}{}.", letters.as_str()))
    };
    remarks(fit).into_iter().map(sentence).collect()
}

/// How the estimate went, and where each batch was played.
pub(super) fn path(fit: &Fit) -> String {
    let (mut games, mut line, mut band, mut batches) = (0, Vec::new(), Vec::new(), Vec::new());
    let sight = in_sight(fit);
    // A run that was cut short has a last batch that was not played to its end, or not at all.
    for step in fit.path() {
        let before = games;
        games = (before + step.games).min(fit.games());
        if games == before {
            break;
        }
        let strength = step.strength;
        if let Some(estimate) = strength.estimate {
            line.push((games as f64, estimate));
            band.push((games as f64, strength.low.unwrap_or(sight.0), strength.high.unwrap_or(sight.1)));
        }
        let (x, y) = (f64::midpoint(before as f64, games as f64), step.iterations as f64);
        batches.push((Point { x, y, low: Some(y), high: Some(y) }, (games - before) as f64));
    }
    if batches.is_empty() {
        return NOTHING.to_string();
    }
    let (x, y) = (Axis::counted("games").showing(0.0), Axis::log2("iterations").between(sight.0, sight.1));
    let mut chart = Chart::new(x, y).sized(WIDTH, 340.0);
    chart = match (line.as_slice(), band.as_slice()) {
        // One batch has no line yet.
        (&[], _) => chart,
        (&[(x, y)], &[(_, low, high)]) => {
            let point = Point { x, y, low: Some(low), high: Some(high) };
            chart.with(Series::points("estimate", vec![point]))
        }
        _ => chart.with(Series::band(band)).with(Series::line("estimate", line)),
    };
    chart.with(Series::weighted_points("batches", batches).colour(7)).svg()
        + &paragraph(
            "Blue: the estimate as games were played, with its 95 % interval, cut off beyond what was played. Grey: the iterations at which each batch of games was played.",
        )
}

/// The results at each level.
pub(super) fn levels(fit: &Fit) -> String {
    let columns = [
        ("iterations", true),
        ("games", true),
        ("touchstone wins", true),
        ("draws", true),
        ("touchstone losses", true),
        ("touchstone score", true),
        ("95 %", true),
        ("fitted", true),
        ("plies a game", true),
    ];
    let mut table = Table::new(&columns);
    for level in fit.levels() {
        let (count, range) = (level.count, level_interval(level, fit));
        let counts = [level.iterations, count.games(), count.wins, count.draws, count.losses].map(grouped);
        let fitted = fitted_score(fit, level);
        let plies = level.plies as f64 / count.games().max(1) as f64;
        table.row(counts.into_iter().chain([
            format!("{:.3}", level.score()),
            format!("{:.3} to {:.3}", range.low, range.high),
            format!("{fitted:.3}"),
            format!("{plies:.1}"),
        ]));
    }
    table.html()
}
