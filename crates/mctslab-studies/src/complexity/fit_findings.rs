//! What a fit found: the strength with its interval, the levels that were played, the curve through
//! them and the way to it.

use std::fmt::Write;

use maud::{Markup, html};
use mctslab_lab::About;
use mctslab_page::{
    Axis, Chart, DIM, Page, Point, Series, Table, WIDTH, as_sentence, grouped, nothing, paragraph, table,
};
use serde::Serialize;

use super::curve_numbers::{
    Picture, doubled_score, far_beyond_budget, fitted_curve, fitted_score, games_needed, iterations_text,
    level_interval, precision_reached, remarks,
};
use super::document::{results_of_level, unit};
use super::fit::{Fit, FitStatus};
use super::goodness::Goodness;
use super::level::Level;
use super::reference_players::known_players;
use super::verdict::{ends_text, interval_words};
use crate::shared::{IntervalEnds, Results, row};

/// Levels that are shown unless all are asked for.
const SHOWN: usize = 8;

/// What a fit found.
#[derive(Serialize)]
pub(crate) struct FitFindings<'a> {
    pub(crate) status: &'static str,
    pub(crate) estimate: Option<f64>,
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
    level: bool,
    goal: f64,
    precision: Precision,
    evaluations: Vec<LevelRow>,
    goodness: GoodnessRow,
    looked_up_to: Option<u64>,
    falls_at: Option<u64>,
    dispersion: f64,
    doubled_score: Option<f64>,
    warning: Option<String>,
    /// The share of draws near the crossing.
    draw_share: Option<f64>,
    /// The target's score by seat, near the crossing.
    target_by_seat: Vec<Option<f64>>,
    curve: Vec<CurveRow>,
    path: Vec<StepRow>,
    #[serde(skip)]
    pub(crate) fit: &'a Fit,
}

/// How near the ends of the interval are to the estimate, as a share of it.
#[derive(Serialize)]
struct Precision {
    asked: f64,
    reached: Option<f64>,
    games_needed: Option<u64>,
}

/// The test of the fitted curve.
#[derive(Serialize)]
struct GoodnessRow {
    p: Option<f64>,
    levels: usize,
    poor: bool,
}

/// A level that was played, from the touchstone's side.
#[derive(Serialize)]
struct LevelRow {
    iterations: u64,
    games: u64,
    #[serde(flatten)]
    results: Results,
    #[serde(flatten)]
    ends: IntervalEnds,
    fitted: f64,
    plies_mean: f64,
    /// Wins, draws and losses by the seat of the target.
    seats: Vec<[u64; 3]>,
}

/// A place on the fitted curve.
#[derive(Serialize)]
struct CurveRow {
    iterations: f64,
    score: f64,
    #[serde(flatten)]
    ends: IntervalEnds,
}

/// What was known before a batch of games.
#[derive(Serialize)]
struct StepRow {
    iterations: u64,
    games: u64,
    estimate: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl LevelRow {
    fn of(level: &Level, fit: &Fit) -> LevelRow {
        let games = level.count.games();
        LevelRow {
            iterations: level.iterations,
            games,
            results: results_of_level(&level.count, level.score()),
            ends: IntervalEnds::of(level_interval(level, fit)),
            fitted: fitted_score(fit, level),
            plies_mean: level.plies as f64 / games.max(1) as f64,
            seats: level.seats.iter().map(|seat| [seat.wins, seat.draws, seat.losses]).collect(),
        }
    }

    /// Iterations, games, wins, draws, losses, score, interval, fitted score.
    fn cells(&self) -> Vec<String> {
        let scores = [self.results.score_cell(), self.ends.cell(), format!("{:.3}", self.fitted)];
        row([&[self.iterations, self.games].map(grouped), &self.results.counts(), &scores])
    }
}

impl<'a> FitFindings<'a> {
    pub(crate) fn of(fit: &'a Fit) -> FitFindings<'a> {
        let (strength, goodness, picture, look) = (fit.strength(), Goodness::of(fit), Picture::of(fit), fit.looked());
        let curve = fitted_curve(fit).into_iter().map(|at| CurveRow {
            iterations: at.iterations,
            score: at.score,
            ends: IntervalEnds { low: at.low, high: at.high },
        });
        let path = fit.path().iter().map(|step| StepRow {
            iterations: step.iterations,
            games: step.games,
            estimate: step.strength.estimate,
            low: step.strength.low,
            high: step.strength.high,
        });
        FitFindings {
            status: fit.status().map_or(FitStatus::BudgetSpent.word(), FitStatus::word),
            estimate: strength.estimate,
            low: strength.low,
            high: strength.high,
            level: strength.level,
            goal: fit.plan().goal,
            precision: Precision {
                asked: fit.plan().precision,
                reached: precision_reached(fit),
                games_needed: games_needed(fit),
            },
            evaluations: fit.levels().map(|level| LevelRow::of(level, fit)).collect(),
            goodness: GoodnessRow { p: goodness.p, levels: goodness.levels, poor: goodness.is_poor() },
            looked_up_to: look.up_to,
            falls_at: look.fall,
            dispersion: fit.dispersion(),
            doubled_score: doubled_score(fit),
            warning: far_beyond_budget(fit),
            draw_share: picture.draws,
            target_by_seat: picture.seats,
            curve: curve.collect(),
            path: path.collect(),
            fit,
        }
    }

    /// The share of draws near the crossing, where games were played there.
    pub(crate) fn draw_share(&self) -> Option<String> {
        self.draw_share.map(|share| format!("{:.1} %", 100.0 * share))
    }

    pub(crate) fn games(&self) -> u64 {
        self.fit.games()
    }

    /// The numbers behind the verdict; `all`: every level.
    pub(crate) fn text(&self, about: &About<'_>, all: bool) -> String {
        let mut text = self.meaning(about);
        if let (Some(needed), Some(FitStatus::BudgetSpent)) = (self.precision.games_needed, self.fit.status()) {
            let asked = 100.0 * self.precision.asked;
            let _ = writeln!(text, "±{asked:.0} % would take about {} games", grouped(needed));
        }
        let _ = write!(text, "\n{}\n", self.levels_table(unit(about), all));
        let seats: Vec<String> = self
            .target_by_seat
            .iter()
            .enumerate()
            .filter_map(|(seat, score)| Some(format!("{:.3} in seat {seat}", (*score)?)))
            .collect();
        if let (Some(share), false) = (self.draw_share(), seats.is_empty()) {
            let _ = writeln!(text, "near the crossing: {share} draws; {} scores {}", about.name(0), seats.join(", "));
        }
        for remark in remarks(self.fit) {
            let _ = writeln!(text, "{remark}");
        }
        text
    }

    /// What the number means: how well twice as many iterations do, and what known players are
    /// worth.
    fn meaning(&self, about: &About<'_>) -> String {
        let mut text = String::new();
        if let Some(score) = self.doubled_score {
            let _ = writeln!(text, "{} with twice as many iterations scores {score:.2} against it", unit(about));
        }
        let known = known_players(&about.settings.game);
        if !known.is_empty() && about.name(1) == "mcts" {
            let known: Vec<String> = known.iter().map(|(name, worth)| format!("{name} {worth}")).collect();
            let _ = writeln!(text, "for comparison, known players in iterations of MCTS: {}", known.join(", "));
        }
        text
    }

    fn levels_table(&self, side: &str, all: bool) -> String {
        let mut levels: Vec<&LevelRow> = self.evaluations.iter().collect();
        let hidden = if all { 0 } else { levels.len().saturating_sub(SHOWN) };
        if hidden > 0 {
            levels.sort_by_key(|level| (std::cmp::Reverse(level.games), level.iterations));
            levels.truncate(SHOWN);
            levels.sort_by_key(|level| level.iterations);
        }
        let [wins, losses, score] = ["wins", "losses", "score"].map(|word| format!("{side} {word}"));
        let columns = [
            ("iterations", true),
            ("games", true),
            (wins.as_str(), true),
            ("draws", true),
            (losses.as_str(), true),
            (score.as_str(), true),
            ("95 %", false),
            ("fitted", true),
        ];
        let mut text = table(&columns, levels.into_iter().map(LevelRow::cells).collect());
        if hidden > 0 {
            let _ = writeln!(text, "{DIM}the {SHOWN} levels with the most games; -v shows {hidden} more{DIM:#}");
        }
        text
    }

    /// Adds the sections of a page.
    pub(crate) fn push_sections(&self, page: &mut Page) {
        page.section("curve", "Score by iterations", curve(self.fit));
        page.section("path", "How the estimate was found", path(self.fit));
        page.section("levels", "Levels", self.levels_html());
    }

    fn levels_html(&self) -> Markup {
        let columns = [
            ("iterations", true),
            ("games", true),
            ("touchstone wins", true),
            ("draws", true),
            ("touchstone losses", true),
            ("touchstone score", true),
            ("95 %", true),
            ("fitted", true),
            ("plies per game", true),
        ];
        let mut table = Table::new(&columns);
        for level in &self.evaluations {
            table.row(row([&level.cells(), &[format!("{:.1}", level.plies_mean)]]));
        }
        table.html()
    }
}

/// The curve through the results.
pub(crate) fn curve(fit: &Fit) -> Markup {
    if fit.games() == 0 {
        return nothing();
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
        let name = match ends_text(&strength) {
            (low, high) if strength.level => {
                let (low, high) = (low.unwrap_or_default(), high.unwrap_or_default());
                format!("level from {low} to {high} (95 %)")
            }
            _ => format!("crossing at {} ({})", iterations_text(estimate), interval_words(&strength)),
        };
        let low = strength.low.unwrap_or(sight.0).clamp(sight.0, sight.1);
        let high = strength.high.unwrap_or(sight.1).clamp(sight.0, sight.1);
        chart = chart.with(Series::mark(&name, estimate, low, high).colour(1));
    }
    chart = chart.with(Series::band(band)).with(Series::line("fitted", line));
    let points = Series::weighted_points("measured", levels.collect()).colour(7);
    html! { (chart.with(points).svg()) (paragraph(&curve_words(fit))) (remark_list(fit)) }
}

/// The iterations that a chart shows: beyond what was played nothing is known, so wider ranges are
/// cut off there.
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

fn remark_list(fit: &Fit) -> Markup {
    html! { @for remark in &remarks(fit) { (paragraph(&as_sentence(remark))) } }
}

/// How the estimate went, and where each batch was played.
fn path(fit: &Fit) -> Markup {
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
        return nothing();
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
    let words = "Blue: the estimate as games were played, with its 95 % interval, cut off beyond what was played. Grey: the iterations at which each batch of games was played.";
    html! { (chart.with(Series::weighted_points("batches", batches).colour(7)).svg()) (paragraph(words)) }
}
