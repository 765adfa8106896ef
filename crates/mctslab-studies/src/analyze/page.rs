//! The page of a described game: numbers, curves, and drawn examples.

use std::fmt::Write;

use mctslab_lab::{Document, settings_html};
use mctslab_page::{
    Axis, Bar, Boards, Chart, Page, Series, Table, as_sentence, escape, grouped, histogram, paragraph, strips_among,
};

use super::document::AnalyzeDocument;
use super::position_findings::PositionFindings;
use super::positions::OfValue;
use crate::shared::MeanValue;

/// The width of a small chart.
const HALF: f64 = 440.0;

impl AnalyzeDocument<'_> {
    /// The whole page.
    pub(super) fn html(&self) -> String {
        let agent = self.about.name(0);
        let mut page = Page::new(&self.about.title(&format!("analysis of {}", self.game)));
        page.push(&format!("<p class=\"verdict\">{}</p>\n", escape(&as_sentence(&self.headline()))));
        page.push(&self.status());
        page.push(&self.settings());
        let words = format!("Games played by {agent} on all seats. Standard errors (s.e.) are over games.");
        page.section("games", "Games", &(means(&self.rows(), "games") + &paragraph(&words) + &self.tree_html()));
        page.section("by-ply", "Moves by ply", &self.by_ply_html());
        if !self.by_stones.is_empty() {
            page.section("by-stones", "Moves by stones", &self.by_stones_html());
        }
        page.section("lengths", "Length of games", &histogram(&self.found.lengths));
        if let Some(found) = &self.positions {
            push_positions(&mut page, found);
        }
        if let Some(part) = &self.of_ladder {
            part.with_document(&self.about, |document| document.push_ladder(&mut page));
        }
        self.push_examples(&mut page);
        page.html()
    }

    fn status(&self) -> String {
        let unfinished = self.about.unfinished().map(|row| {
            format!(
                "<p class=\"warning\">This run is not finished ({}): samples are still to be taken, by \
                 <code>{}</code>.</p>\n",
                row.status,
                self.about.settings.hints.resume(row.run, None, false)
            )
        });
        let origin = escape(&self.about.origin());
        unfinished.unwrap_or_default() + &format!("<p class=\"note\">{} games, {origin}</p>\n", grouped(self.games))
    }

    fn settings(&self) -> String {
        let mut rows = self.about.place_facts();
        let settings = self.about.settings;
        rows.extend([
            ("game", settings.game.clone()),
            ("agent", self.agent.to_string()),
            ("study", settings.format.clone()),
        ]);
        rows.extend(self.about.origin_facts());
        settings_html("Settings with every option, and how to reproduce", &rows, "", &self.command, "")
    }

    fn tree_html(&self) -> String {
        let tree = self.tree();
        if tree.is_empty() { tree } else { paragraph(&as_sentence(tree.trim_end())) }
    }

    fn by_ply_html(&self) -> String {
        let points: Vec<(f64, MeanValue)> = self.by_ply.iter().map(|at| (at.ply as f64, at.moves)).collect();
        let words = "The mean number of legal moves at each ply, over the games that reach it. Band: two standard errors on each side.";
        means_chart("ply", &points) + &paragraph(words)
    }

    fn by_stones_html(&self) -> String {
        let points: Vec<(f64, MeanValue)> = self.by_stones.iter().map(|at| (f64::from(at.stones), at.moves)).collect();
        let words = "The mean number of legal moves by the number of stones, or whatever the game counts, that all players hold together. \
                     Band: two standard errors on each side, over games.";
        means_chart("stones", &points) + &paragraph(words)
    }

    fn push_examples(&self, page: &mut Page) {
        let Some(shown) = self.shown else { return };
        let mut boards = Boards::default();
        let mut positions = String::from("<div class=\"strip\">\n");
        for (words, view) in &shown.positions {
            let words = escape(words);
            let board = boards.draw(view);
            let _ = writeln!(positions, "<figure>{board}<figcaption>{words}</figcaption></figure>");
        }
        let games = strips_among(&shown.games, &mut boards);
        page.push(&boards.shared());
        if !shown.positions.is_empty() {
            page.section("positions-shown", "Positions", &(positions + "</div>\n"));
        }
        if !shown.games.is_empty() {
            page.section("games-shown", "The shortest and the longest game", &games);
        }
    }
}

/// A line with its band.
fn means_chart(axis: &str, points: &[(f64, MeanValue)]) -> String {
    let line = points.iter().filter_map(|(x, at)| Some((*x, at.mean?))).collect();
    let band = points.iter().filter_map(|(x, at)| Some((*x, at.mean? - 2.0 * at.se?, at.mean? + 2.0 * at.se?)));
    let chart = Chart::new(Axis::counted(axis), Axis::linear("legal moves").showing(0.0));
    chart.with(Series::band(band.collect())).with(Series::line("", line)).svg()
}

/// A table of means.
fn means(rows: &[(String, MeanValue)], what: &str) -> String {
    let mut table = Table::new(&[("", false), ("mean", true), ("s.e.", true), ("95 %", true), (what, true)]);
    for (name, mean) in rows {
        let [value, error] = mean.cells(4);
        table.row([name.clone(), value, error, mean.interval_cell(4), grouped(mean.n)]);
    }
    table.html()
}

fn push_positions(page: &mut Page, found: &PositionFindings<'_>) {
    let head = paragraph(&as_sentence(&found.headline())) + &paragraph(&as_sentence(&found.counts()));
    page.section("positions", "Random play in positions", &(head + &means(&found.rows(), "positions")));
    if !found.found.by_value.is_empty() {
        let charts: String = found.found.by_value.iter().map(value_chart).collect();
        let words = "The mean payoff of the first player in random play, by the payoff in best play.";
        page.section("values", "Random play by true value", &(charts + &paragraph(words)));
    }
    if !found.ranks.is_empty() {
        let bar = |(rank, share): (usize, f64)| {
            let middle = rank as f64;
            Bar { from: middle - 0.4, to: middle + 0.4, height: share }
        };
        let bars = found.ranks.iter().map(|at| bar((at.rank, at.share))).collect();
        let chart = Chart::new(Axis::counted("rank by random play"), Axis::linear("share of positions").showing(0.0));
        let words = "The rank of the best-ranked optimal move if moves are ordered by the payoff of random play after them; 0 is the \
                     first. Moves of equal value share their ranks.";
        page.section(
            "ranks",
            "Rank of the optimal move",
            &(chart.with(Series::bars("", bars)).svg() + &paragraph(words)),
        );
    }
}

/// Positions of one true value by their uniform values.
fn value_chart(of: &OfValue) -> String {
    let width = 1.0 / of.bins.len() as f64;
    let bars = of.bins.iter().enumerate().filter(|(_, count)| **count > 0).map(|(place, &count)| Bar {
        from: place as f64 * width,
        to: (place + 1) as f64 * width,
        height: count as f64,
    });
    let label = format!("value of random play where best play pays {}", of.value);
    let axes = (Axis::linear(&label).between(0.0, 1.0), Axis::counted("positions").showing(0.0));
    Chart::new(axes.0, axes.1).sized(HALF, 240.0).with(Series::bars("", bars.collect())).svg()
}
