//! Searches of many positions as a page: what was found, the share by budget, and positions that
//! were missed.

use maud::{Markup, html};
use mctslab_lab::{Document, reproduce_samples, settings_html};
use mctslab_page::{Axis, Chart, Page, Point, Series, Table, Tone, as_sentence, paragraph, positions, verdict};

use super::document::{COLUMNS, MEANING, ProbeDocument};
use super::findings::{ProbeRow, Share};

impl ProbeDocument<'_> {
    /// The whole page.
    pub(super) fn html(&self) -> Page {
        let mut page = Page::new(&self.about.title(&format!("{} probed in {}", self.about.name(0), self.game)));
        page.push(verdict(&as_sentence(&self.headline()), Tone::Plain));
        page.push(paragraph(&format!("{}. {}.", self.origin(), self.cost())));
        let mut rows = self.about.place_facts();
        rows.extend([("game", self.about.settings.game.clone()), ("agent", self.agent.to_string())]);
        rows.extend(self.about.origin_facts());
        page.push(settings_html("Settings", &rows, &reproduce_samples(self.about.settings)));
        let mut table = Table::new(&COLUMNS);
        self.cells().into_iter().for_each(|row| table.row(row));
        page.section("found", "What was found", html! { (table.html()) (paragraph(MEANING)) });
        if let Some(chart) = self.chart() {
            let texts = self.smallest_texts();
            let texts = html! { @for text in &texts { (paragraph(&as_sentence(text))) } };
            page.section("budgets", "Share found by budget", html! { (chart) (texts) });
        }
        if !self.missed.is_empty() {
            let missed = self.missed.iter().map(|missed| (missed.words.as_str(), &missed.view));
            page.section("missed", "Positions that the agent missed", positions(missed));
        }
        page
    }

    /// The share found by budget.
    fn chart(&self) -> Option<Markup> {
        let points = |share: fn(&ProbeRow) -> &Share| {
            let rows = self.rows.iter().filter(|row| row.kind == "budget");
            let point = |row: &ProbeRow| {
                let found = share(row);
                Some(Point { x: row.name.parse().ok()?, y: found.mean.mean?, low: found.low, high: found.high })
            };
            rows.filter_map(point).collect::<Vec<Point>>()
        };
        let all = [
            ("best move", points(|row| &row.best)),
            ("block", points(|row| &row.block)),
            ("line", points(|row| &row.line)),
        ];
        let mut chart = Chart::new(Axis::log2("iterations"), Axis::linear("share found").between(0.0, 1.0));
        let drawn: Vec<_> = all.into_iter().filter(|(_, points)| points.len() > 1).collect();
        if drawn.is_empty() {
            return None;
        }
        for (colour, (name, points)) in drawn.into_iter().enumerate() {
            let line = points.iter().map(|point| (point.x, point.y)).collect();
            chart = chart.with(Series::line("", line).colour(colour)).with(Series::points(name, points).colour(colour));
        }
        Some(chart.svg())
    }
}
