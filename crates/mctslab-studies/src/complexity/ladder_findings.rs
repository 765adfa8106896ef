//! What a skill ladder found: its steps, and where more iterations stop helping.

use maud::{Markup, html};
use mctslab_page::{Axis, Cell, Chart, Page, Point, Series, Table, Tone, WIDTH, grouped, nothing, paragraph, table};
use serde::Serialize;

use super::curve_numbers::{iterations_text, scores_of};
use super::document::results_of_level;
use super::fit::{Fit, FitStatus};
use super::fit_findings;
use super::fit_findings::FitFindings;
use super::ladder::Ladder;
use super::saturation::{Pair, Saturation, Won};
use super::verdict::interval_words;
use crate::shared::{IntervalEnds, Results};

/// What a ladder found.
#[derive(Serialize)]
pub(crate) struct LadderFindings<'a> {
    pub(crate) status: &'static str,
    pub(crate) estimate: Option<u64>,
    pub(crate) low: Option<u64>,
    pub(crate) high: Option<u64>,
    steps: StepCount,
    tried_up_to: Option<u64>,
    rungs: Vec<RungRow<'a>>,
    evaluations: Vec<LadderStepRow>,
    #[serde(skip)]
    ladder: &'a Ladder,
}

/// How many steps there are.
#[derive(Serialize)]
struct StepCount {
    found: usize,
    low: usize,
    high: usize,
}

/// A step: the iterations it is measured from, and what the fit of the next ones found.
#[derive(Serialize)]
struct RungRow<'a> {
    from: u64,
    #[serde(flatten)]
    found: FitFindings<'a>,
}

/// Two numbers of iterations that met, from the side of the greater.
#[derive(Serialize)]
struct LadderStepRow {
    fewer: u64,
    iterations: u64,
    games: u64,
    #[serde(flatten)]
    results: Results,
    #[serde(flatten)]
    ends: IntervalEnds,
    more_win: &'static str,
}

impl LadderStepRow {
    fn of(pair: &Pair) -> LadderStepRow {
        let count = pair.level.count;
        LadderStepRow {
            fewer: pair.fewer,
            iterations: pair.level.iterations,
            games: count.games(),
            results: results_of_level(&count, pair.level.score()),
            ends: IntervalEnds::of(scores_of(&count).interval()),
            more_win: won_words(pair.won),
        }
    }

    /// Fewer iterations, more iterations, games, score of more, interval, whether more win.
    fn cells(&self) -> Vec<String> {
        let [fewer, more, games] = [self.fewer, self.iterations, self.games].map(grouped);
        vec![fewer, more, games, self.results.score_cell(), self.ends.cell(), self.more_win.to_string()]
    }
}

impl RungRow<'_> {
    /// The step's number, where it starts, its iterations and their interval, the share of draws or
    /// `none`, games.
    fn cells(&self, number: usize, none: &str) -> [String; 6] {
        let [iterations, interval] = found(self.found.fit);
        let draws = self.found.draw_share().unwrap_or_else(|| none.to_string());
        [number.to_string(), grouped(self.from), iterations, interval, draws, grouped(self.found.games())]
    }
}

impl<'a> LadderFindings<'a> {
    pub(crate) fn of(ladder: &'a Ladder) -> LadderFindings<'a> {
        let rungs = ladder.rungs().iter().map(|rung| RungRow { from: rung.from, found: FitFindings::of(&rung.fit) });
        let (steps, top) = (ladder.steps(), ladder.top());
        let ceiling = top.and_then(Saturation::ceiling);
        let status = match (top, &ceiling) {
            (Some(top), _) if !top.is_over() => FitStatus::BudgetSpent,
            (Some(_), Some(_)) => FitStatus::NoCrossing,
            (Some(_), None) => FitStatus::AboveRange,
            (None, _) => FitStatus::BudgetSpent,
        };
        LadderFindings {
            status: status.word(),
            estimate: ceiling.map(|ceiling| ceiling.estimate),
            low: ceiling.and_then(|ceiling| ceiling.low),
            high: ceiling.and_then(|ceiling| ceiling.high),
            steps: StepCount { found: steps.found, low: steps.low, high: steps.high },
            tried_up_to: top.map(Saturation::tried_up_to),
            rungs: rungs.collect(),
            evaluations: top.into_iter().flat_map(Saturation::pairs).map(LadderStepRow::of).collect(),
            ladder,
        }
    }

    /// Every step, and the pairs that show where strength ends.
    pub(crate) fn text(&self) -> String {
        let columns =
            [("step", true), ("from", true), ("iterations", true), ("95 %", false), ("draws", true), ("games", true)];
        let rows = self.rungs.iter().enumerate().map(|(place, rung)| rung.cells(place + 1, "").to_vec());
        let mut text = format!("\n{}", table(&columns, rows.collect()));
        if !self.evaluations.is_empty() {
            let columns = [
                ("fewer iterations", true),
                ("more iterations", true),
                ("games", true),
                ("score of more", true),
                ("95 %", false),
                ("more is better", false),
            ];
            text.push('\n');
            text += &table(&columns, self.evaluations.iter().map(LadderStepRow::cells).collect());
        }
        text
    }

    /// Adds the sections of a page; `name` is that of the touchstone.
    pub(crate) fn push_sections(&self, page: &mut Page, name: &str) {
        page.section("steps", "Steps", self.steps_html());
        if let Some(top) = self.tried_up_to {
            page.section("end", "Where more iterations stop helping", self.end_html(top, name));
        } else if let Some(rung) = self.rungs.last() {
            let words = paragraph(&format!("The step beyond {} iterations, so far.", grouped(rung.from)));
            page.section(
                "curve",
                "The step that is being measured",
                html! { (words) (fit_findings::curve(rung.found.fit)) },
            );
        }
    }

    /// Steps that have games, with their numbers.
    fn played(&self) -> impl Iterator<Item = (usize, &RungRow<'a>)> {
        let numbered = self.rungs.iter().enumerate().map(|(place, rung)| (place + 1, rung));
        numbered.filter(|(_, rung)| rung.found.games() > 0)
    }

    fn steps_html(&self) -> Markup {
        if self.played().next().is_none() {
            return nothing();
        }
        let point = |(number, rung): (usize, &RungRow<'_>)| {
            let FitFindings { estimate, low, high, .. } = rung.found;
            Some(Point { x: number as f64, y: estimate?, low, high })
        };
        let points: Vec<Point> = self.played().filter_map(point).collect();
        let plan = self.ladder.plan();
        let line =
            [(0.0, plan.fit.min as f64)].into_iter().chain(points.iter().map(|point| (point.x, point.y))).collect();
        let chart = Chart::new(Axis::counted("step"), Axis::log2("iterations")).sized(WIDTH, 340.0);
        let chart = chart.with(Series::line("", line)).with(Series::points("", points));
        let goal = 100.0 * plan.fit.goal;
        let words = format!(
            "Each step scores {goal:.0} % against the step before. Bars: 95 % intervals of a step, measured from where the step before was estimated to be."
        );
        let columns =
            [("step", true), ("from", true), ("iterations", true), ("95 %", true), ("draws", true), ("games", true)];
        let mut table = Table::new(&columns);
        for (number, rung) in self.played() {
            table.row(rung.cells(number, "-"));
        }
        html! {
            (chart.svg())
            (paragraph(&words))
            (table.html())
            (paragraph("Draws are counted in games within a doubling of the step."))
        }
    }

    /// Each number of iterations against larger ones.
    fn end_html(&self, tried_up_to: u64, name: &str) -> Markup {
        let columns = [
            ("fewer iterations", true),
            ("more iterations", true),
            ("games", true),
            ("score of more", true),
            ("95 %", true),
            ("more is better", false),
        ];
        let mut table = Table::new(&columns);
        for pair in &self.evaluations {
            let mut cells: Vec<Cell> = pair.cells().into_iter().map(Cell::from).collect();
            let tone = match pair.more_win {
                "yes" => Tone::Good,
                "no" => Tone::Bad,
                _ => Tone::Open,
            };
            let last = cells.pop().map(|cell| cell.toned(tone));
            cells.extend(last);
            table.row(cells);
        }
        let words = format!(
            "Each number of iterations of {name} meets 2, 4, 8, … times as many, up to {}. More iterations stop helping at the smallest number that none of them beats.",
            grouped(tried_up_to)
        );
        html! { (table.html()) (paragraph(&words)) }
    }
}

/// The iterations of a step, and their interval.
fn found(fit: &Fit) -> [String; 2] {
    let strength = fit.strength();
    match (fit.status(), strength.estimate) {
        (Some(FitStatus::AboveRange), _) => [format!("above {}", grouped(fit.plan().max)), String::new()],
        (_, Some(estimate)) => {
            [iterations_text(estimate), interval_words(&strength).trim_start_matches("95 %: ").to_string()]
        }
        (_, None) => ["not found".to_string(), String::new()],
    }
}

/// What came of a pair.
fn won_words(won: Option<Won>) -> &'static str {
    match won {
        Some(Won::Yes) => "yes",
        Some(Won::No) => "no",
        Some(Won::Undecided) => "undecided",
        None => "being played",
    }
}
