//! The page of a sweep: a curve over one option or a table of colours over two, all numbers, and
//! how to play it again.

use maud::{Markup, html};
use mctslab_lab::{reproduce_samples, settings_html};
use mctslab_page::{
    Axis, Cell, Chart, Dot, DotPlot, HeatMap, Page, Point, Series, Table, Tone, WIDTH, as_sentence, grouped, note,
    number_list, paragraph, verdict, warning,
};

use super::document::SweepDocument;
use crate::shared::forfeit_table;

/// Values that span so many times the smallest one are shown on a logarithmic axis.
const WIDE: f64 = 8.0;
const METHOD: &str = "The score is the mean payoff against the opponent. Over several games it is the mean of the scores in each of them. \
    The table and the chart show the games that selected the best setting, so they flatter it; its fresh games are not included. \
    The probability of being the best assumes that the true scores come from one normal distribution of unknown width, so that luck \
    among equal settings does not look like strength. A setting is worse than the best if the difference is significant at 5 % by \
    Tukey's range test over all settings, which allows for the best having been selected; all others are level with it.";

impl SweepDocument<'_> {
    /// The whole page.
    pub(super) fn html(&self) -> Page {
        let (count, games) = (self.settings.len(), self.games.join(", "));
        let what = format!("sweep of {count} settings in {games}");
        let title = match self.parts.as_slice() {
            [(about, _)] => about.title(&what),
            _ if self.runs().is_empty() => as_sentence(&what).trim_end_matches('.').to_string(),
            _ => format!("Runs {}: {what}", number_list(&self.runs())),
        };
        let mut page = Page::new(&title);
        for remark in self.remarks() {
            page.push(warning(&as_sentence(&remark)));
        }
        page.push(note(&format!("{} games against {}, seed {}", grouped(self.played()), self.against, self.seed)));
        let result = html! {
            (verdict(&self.verdict(), self.tone()))
            @for words in &self.sentences() { (paragraph(words)) }
            (self.chart())
            (self.table())
            (paragraph(METHOD))
        };
        page.section("result", "Result", result);
        if self.games.len() > 1 {
            page.section("games", "Game by game", self.by_game());
        }
        let forfeits = self.forfeits.iter().map(|one| one.row.clone()).collect::<Vec<_>>();
        page.push(forfeit_table(&forfeits, |agent| self.name(agent)));
        for (about, _) in &self.parts {
            let facts: Vec<_> = about.place_facts().into_iter().chain(about.origin_facts()).collect();
            let heading =
                if self.parts.len() > 1 { format!("Settings: {}", about.game) } else { "Settings".to_string() };
            page.push(settings_html(&heading, &facts, &reproduce_samples(about.settings)));
        }
        page
    }

    /// What fits the options that vary: a curve, a table of colours, or a line for each setting.
    fn chart(&self) -> Markup {
        let keys = self.parameters.keys.as_slice();
        match keys {
            [key] if self.settings.len() > 1 => match self.parameters.numbers(key) {
                Some(numbers) => self.curve(key, &numbers),
                None => self.dots(),
            },
            [rows, columns] => self.heat_map(rows, columns).unwrap_or_else(|| self.dots()),
            _ => self.dots(),
        }
    }

    fn curve(&self, key: &str, numbers: &[f64]) -> Markup {
        let mut order: Vec<usize> = (0..numbers.len()).collect();
        order.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
        let (low, high) = (numbers[order[0]], numbers[order[order.len() - 1]]);
        let axis = if low > 0.0 && high >= WIDE * low { Axis::log2(key) } else { Axis::linear(key) };
        let mut chart = Chart::new(axis, Axis::linear("score")).sized(WIDTH, 340.0).even_at(0.5);
        let name = if self.games.len() > 1 { "all games" } else { "" };
        let points = order.iter().filter_map(|&place| {
            let row = &self.settings[place];
            Some(Point { x: numbers[place], y: row.score?, low: Some(row.low), high: Some(row.high) })
        });
        let points: Vec<Point> = points.collect();
        for (number, game) in self.games.iter().enumerate().filter(|_| self.games.len() > 1) {
            let score = |&place: &usize| Some((numbers[place], self.settings[place].by_game[number].results.score?));
            chart = chart.with(Series::line(game, order.iter().filter_map(score).collect()).colour(number + 1));
        }
        let line = points.iter().map(|point| (point.x, point.y)).collect();
        chart.with(Series::line("", line)).with(Series::points(name, points)).svg()
    }

    /// A table of colours, if there is one setting for each pair of values.
    fn heat_map(&self, rows: &str, columns: &str) -> Option<Markup> {
        let (names, across) = (self.parameters.cells(rows), self.parameters.cells(columns));
        if names.len() * across.len() != self.settings.len() {
            return None;
        }
        let at = |place: usize| {
            let row = names.iter().position(|name| *name == self.parameters.cell(place, rows))?;
            Some((row, across.iter().position(|name| *name == self.parameters.cell(place, columns))?))
        };
        let mut cells = vec![vec![None; across.len()]; names.len()];
        for (place, setting) in self.settings.iter().enumerate() {
            let (row, column) = at(place)?;
            cells[row][column] = setting.score;
        }
        let best = self.best_place.and_then(at);
        let map = HeatMap::new((rows.to_string(), names), (columns.to_string(), across), cells);
        Some(match best {
            Some((row, column)) => map.framed(row, column).svg(),
            None => map.svg(),
        })
    }

    fn dots(&self) -> Markup {
        let dots = self.settings.iter().map(|row| Dot {
            name: row.name.to_string(),
            value: row.score,
            low: Some(row.low),
            high: Some(row.high),
            text: row.score.map_or_else(|| "not known".to_string(), |score| format!("{score:.3}")),
            colour: 0,
        });
        DotPlot::new(Axis::linear("score"), dots.collect()).even_at(0.5).svg()
    }

    fn table(&self) -> Markup {
        let (columns, rows) = self.cells();
        let mut table = Table::new(&columns);
        let standing = columns.iter().position(|(heading, _)| *heading == "standing");
        for row in rows {
            let tone = |text: &str| match text.split(' ').next() {
                Some("best") => Tone::Good,
                Some("worse") => Tone::Bad,
                _ => Tone::Open,
            };
            let cell = |(place, text): (usize, String)| {
                if Some(place) == standing { Cell::from(text.as_str()).toned(tone(&text)) } else { Cell::from(text) }
            };
            table.row(row.into_iter().enumerate().map(cell));
        }
        table.html()
    }

    fn by_game(&self) -> Markup {
        let mut table = Table::new(&[
            ("game", false),
            ("setting", false),
            ("wins", true),
            ("draws", true),
            ("losses", true),
            ("score", true),
            ("95 %", true),
        ]);
        for number in 0..self.games.len() {
            for setting in &self.settings {
                let row = &setting.by_game[number];
                let names = [row.game, setting.name].map(str::to_string).into_iter();
                let interval = format!("{:.3} to {:.3}", row.low, row.high);
                table.row(names.chain(row.results.counts()).chain([row.results.score_cell(), interval]));
            }
        }
        table.html()
    }
}
