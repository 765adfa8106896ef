//! Many studies of strength in one table, with ratios of players within a game.

use maud::{Markup, html};
use mctslab_lab::{Document, GameMatrix, TextOptions, json_of, ordered_json_of};
use mctslab_page::{Axis, Chart, Page, Series, Table, WIDTH, counted, grouped, note, number_list, paragraph, table, utc};
use serde::Serialize;
use serde_json::Value;

use super::curve_numbers::fitted_curve;
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

    /// Game, player, estimate, interval, games.
    fn cells(&self) -> [String; 5] {
        let games = grouped(self.study.study().games());
        let (estimate, interval) = self.study.strength_words();
        [self.game().to_string(), self.player().to_string(), estimate, interval, games]
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

    fn runs(&self) -> Vec<i64> {
        self.rows.iter().filter_map(|row| row.run).collect()
    }

    /// All studies by game and player.
    fn matrix(&self) -> GameMatrix {
        let mut matrix = GameMatrix::default();
        for row in &self.rows {
            if let Some(number) = row.study.key_number() {
                matrix.add(number, None);
            }
        }
        matrix
    }

    fn table_html(&self) -> Markup {
        let columns = [
            ("player", false),
            ("game", false),
            ("iterations", true),
            ("95 %", true),
            ("games", true),
            ("run", true),
            ("verdict", false),
        ];
        let mut table = Table::new(&columns).stacked();
        for row in &self.rows {
            let [game, player, estimate, interval, games] = row.cells();
            let run = row.run.map_or_else(String::new, |run| run.to_string());
            table.row([player, game, estimate, interval, games, run, row.study.verdict().to_string()]);
        }
        table.html()
    }

    fn ratios_html(&self) -> Markup {
        let columns = [("game", false), ("player", false), ("over", false), ("ratio", true), ("95 %", true)];
        let mut table = Table::new(&columns);
        for row in self.ratio_cells() {
            table.row(row);
        }
        let words = "How many times as many iterations the first player is worth as the second, with a 95 % interval.";
        html! { (table.html()) (paragraph(words)) }
    }

    /// The curves of the studies of one game, each in the colour of its player.
    fn curves(&self, game: &str, players: &[String]) -> Markup {
        let score = Axis::linear("score of the touchstone").between(0.0, 1.0);
        let mut chart = Chart::new(Axis::log2("iterations"), score).sized(WIDTH, 340.0).even_at(0.5);
        for row in self.rows.iter().filter(|row| row.game() == game) {
            if let Method::Fit(fit) = row.study.study().method() {
                let line = fitted_curve(fit).iter().map(|at| (at.iterations, at.score)).collect();
                let colour = players.iter().position(|player| player == row.player()).unwrap_or_default();
                chart = chart.with(Series::line(row.player(), line).colour(colour));
            }
        }
        html! { h3 { (game) } (chart.svg()) }
    }

    fn commands(&self) -> Markup {
        let line = |row: &ComparedStudy<'_>| {
            let about = row.study.about();
            let run = row.run.map(|run| format!("run {run}, ")).unwrap_or_default();
            let (version, started) = (&about.settings.version, utc(about.started));
            format!("# {run}mctslab {version}, {started}\n{}", row.study.command())
        };
        let lines: Vec<String> = self.rows.iter().map(line).collect();
        let method = self.rows.first().map(|row| row.study.study().method());
        let interval = method.map_or("", Method::interval_definition);
        let assumes = method.map_or("", Method::assumptions);
        let words = format!("Confidence level {CONFIDENCE}. {interval} Assumptions: {assumes} Reference: {REFERENCE}.");
        html! { pre { (lines.join("\n")) } (paragraph(&words)) }
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
            row.cells().into_iter().chain([row.study.verdict().to_string()]).collect::<Vec<String>>()
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

    fn page(&self) -> Page {
        let matrix = self.matrix();
        let title = match (matrix.players(), matrix.games()) {
            (players, [game]) => {
                format!("Strength of {} in {game}", counted(players.len() as u64, "player", "players"))
            }
            ([player], games) => format!("Strength of {player} in {} games", games.len()),
            (players, games) => format!("Strength of {} players in {} games", players.len(), games.len()),
        };
        let mut page = Page::new(&title);
        let runs = self.runs();
        if !runs.is_empty() {
            page.push(note(&format!("Runs {}.", number_list(&runs))));
        }
        page.section("result", "Strengths", html! { (matrix.plot()) (self.table_html()) });
        if !self.ratios.is_empty() {
            page.section("ratios", "Ratios within a game", self.ratios_html());
        }
        let curves = html! { @for game in matrix.games() { (self.curves(game, matrix.players())) } };
        page.section("curves", "Scores by iterations", curves);
        page.section("reproduce", "Reproduce", self.commands());
        page
    }
}
