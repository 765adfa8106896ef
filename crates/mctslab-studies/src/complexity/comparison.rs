//! Many studies of strength in one table, with ratios of players within a game.

use mctslab_lab::{Document, TextOptions, json_of, ordered_json_of};
use mctslab_page::{Axis, Chart, Dot, DotPlot, Page, Series, Table, WIDTH, escape, grouped, paragraph, table, utc};
use serde::Serialize;
use serde_json::Value;

use super::curve_numbers::{fitted_curve, iterations_text};
use super::document::ComplexityDocument;
use super::method::{CONFIDENCE, Method, REFERENCE};
use super::ratio::{Ratio, ratios};
use super::study::ComplexityStudy;

/// What came of many studies of strength.
#[derive(Serialize)]
pub(crate) struct ComparisonDocument<'a> {
    rows: Vec<ComparedStudy<'a>>,
    ratios: Vec<RatioRow<'a>>,
}

/// One of the studies.
#[derive(Serialize)]
struct ComparedStudy<'a> {
    run: Option<i64>,
    #[serde(flatten)]
    study: ComplexityDocument<'a>,
}

/// How many times as strong one player is as another in the same game.
#[derive(Serialize)]
struct RatioRow<'a> {
    game: &'a str,
    a: &'a str,
    b: &'a str,
    ratio: f64,
    low: Option<f64>,
    high: Option<f64>,
    /// The rows of the two.
    #[serde(skip)]
    rows: (usize, usize),
}

impl ComparedStudy<'_> {
    fn player(&self) -> &str {
        self.study.about().name(0)
    }

    fn game(&self) -> &str {
        self.study.about().game
    }

    /// Game, player, estimate or `none`, interval, games.
    fn cells(&self, none: &str) -> [String; 5] {
        let [estimate, low, high] = self.study.strength().map(|number| number.map(iterations_text));
        let end = |end: Option<String>| end.unwrap_or_else(|| "?".to_string());
        let games = grouped(self.study.study().games());
        let estimate = estimate.unwrap_or_else(|| none.to_string());
        [self.game().to_string(), self.player().to_string(), estimate, format!("{} to {}", end(low), end(high)), games]
    }
}

impl<'a> ComparisonDocument<'a> {
    /// The document of some studies.
    pub(crate) fn new(studies: Vec<ComplexityDocument<'a>>) -> ComparisonDocument<'a> {
        let played: Vec<(&str, &ComplexityStudy)> =
            studies.iter().map(|study| (study.about().settings.game.as_str(), study.study())).collect();
        let row = |(a, b, ratio): (usize, usize, Ratio)| {
            let [one, other] = [a, b].map(|place| studies[place].about());
            RatioRow {
                game: &one.settings.game,
                a: one.agent(0),
                b: other.agent(0),
                ratio: ratio.estimate,
                low: ratio.low,
                high: ratio.high,
                rows: (a, b),
            }
        };
        let ratios = ratios(&played).into_iter().map(row).collect();
        let rows = studies.into_iter().map(|study| ComparedStudy { run: study.about().run, study }).collect();
        ComparisonDocument { rows, ratios }
    }

    /// The ratios: game, player, over whom, ratio, interval.
    fn ratio_cells(&self) -> Vec<Vec<String>> {
        let end = |end: Option<f64>| end.map_or("?".to_string(), |end| format!("{end:.2}"));
        let cells = |one: &RatioRow<'_>| {
            let [a, b] = [one.rows.0, one.rows.1].map(|place| &self.rows[place]);
            let names = [a.game(), a.player(), b.player()].map(str::to_string);
            let interval = format!("{} to {}", end(one.low), end(one.high));
            names.into_iter().chain([format!("{:.2}", one.ratio), interval]).collect()
        };
        self.ratios.iter().map(cells).collect()
    }

    fn runs(&self) -> Vec<String> {
        self.rows.iter().filter_map(|row| row.run).map(|run| run.to_string()).collect()
    }

    /// All players on one scale.
    fn strengths(&self) -> String {
        let dots = self.rows.iter().enumerate().map(|(number, row)| {
            let [value, low, high] = row.study.strength();
            let text = value.map_or("not known".to_string(), iterations_text);
            Dot { name: format!("{} in {}", row.player(), row.game()), value, low, high, text, colour: number }
        });
        DotPlot::new(Axis::log2("iterations of the touchstone"), dots.collect()).svg()
    }

    fn table_html(&self) -> String {
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
        for row in &self.rows {
            let run = row.run.map_or_else(String::new, |run| run.to_string());
            table.row(row.cells("?").into_iter().chain([run, row.study.verdict().to_string()]));
        }
        table.html()
    }

    fn ratios_html(&self) -> String {
        let columns = [("game", false), ("player", false), ("over", false), ("ratio", true), ("95 %", true)];
        let mut table = Table::new(&columns);
        for row in self.ratio_cells() {
            table.row(row);
        }
        let words = "How many times as many iterations the first player is worth as the second, with a 95 % interval.";
        table.html() + &paragraph(words)
    }

    /// The curves of the studies of one game.
    fn curves(&self, game: &str) -> String {
        let score = Axis::linear("score of the touchstone").between(0.0, 1.0);
        let mut chart = Chart::new(Axis::log2("iterations"), score).sized(WIDTH, 340.0).even_at(0.5);
        for (number, row) in self.rows.iter().enumerate().filter(|(_, row)| row.game() == game) {
            if let Method::Fit(fit) = row.study.study().method() {
                let line = fitted_curve(fit).iter().map(|at| (at.iterations, at.score)).collect();
                chart = chart.with(Series::line(row.player(), line).colour(number));
            }
        }
        format!("<h3>{}</h3>\n{}", escape(game), chart.svg())
    }

    fn commands(&self) -> String {
        let line = |row: &ComparedStudy<'_>| {
            let about = row.study.about();
            let run = row.run.map(|run| format!("run {run}, ")).unwrap_or_default();
            let (version, started) = (&about.settings.version, utc(about.started));
            escape(&format!("# {run}mctslab {version}, {started}\n{}", row.study.command()))
        };
        let lines: Vec<String> = self.rows.iter().map(line).collect();
        let method = self.rows.first().map(|row| row.study.study().method());
        let interval = method.map_or("", Method::interval_definition);
        let assumes = method.map_or("", Method::assumptions);
        let words = format!("Confidence level {CONFIDENCE}. {interval} Assumptions: {assumes} Reference: {REFERENCE}.");
        format!("<pre>{}</pre>\n", lines.join("\n")) + &paragraph(&words)
    }
}

impl Document for ComparisonDocument<'_> {
    fn json(&self) -> Value {
        json_of(self)
    }

    fn ordered_json(&self) -> String {
        ordered_json_of(self)
    }

    fn text(&self, _options: &TextOptions) -> String {
        let columns = [
            ("game", false),
            ("player", false),
            ("iterations", true),
            ("95 %", false),
            ("games", true),
            ("verdict", false),
        ];
        let row = |row: &ComparedStudy<'_>| {
            row.cells("-").into_iter().chain([row.study.verdict().to_string()]).collect::<Vec<String>>()
        };
        let mut text = table(&columns, self.rows.iter().map(row).collect());
        if !self.ratios.is_empty() {
            let columns = [("game", false), ("player", false), ("over", false), ("ratio", true), ("95 %", false)];
            text.push('\n');
            text += &table(&columns, self.ratio_cells());
        }
        text
    }

    fn headline(&self) -> String {
        format!("the strength of {} players", self.rows.len())
    }

    fn page(&self) -> String {
        let runs = self.runs();
        let runs = if runs.is_empty() { String::new() } else { format!(": runs {}", runs.join(", ")) };
        let mut page = Page::new(&format!("Strength of {} players{runs}", self.rows.len()));
        page.section("result", "Strengths", &(self.strengths() + &self.table_html()));
        if !self.ratios.is_empty() {
            page.section("ratios", "Ratios within a game", &self.ratios_html());
        }
        let mut games: Vec<&str> = self.rows.iter().map(ComparedStudy::game).collect();
        games.dedup();
        let curves: String = games.iter().map(|game| self.curves(game)).collect();
        page.section("curves", "Scores by iterations", &curves);
        page.section("reproduce", "Reproduce", &self.commands());
        page.html()
    }
}
