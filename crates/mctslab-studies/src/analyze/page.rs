//! The page of a described game: numbers, curves, and drawn examples.

use maud::{Markup, html};
use mctslab_lab::{Document, settings_html};
use mctslab_page::{Axis, Bar, Chart, Page, Point, Series, Table, Tone, as_sentence, grouped, histogram, note, paragraph, positions, strips, verdict};

use super::document::AnalyzeDocument;
use super::position_findings::PositionFindings;
use super::positions::OfValue;
use crate::complexity::FirstMoveRow;
use crate::shared::{IntervalEnds, MeanValue};

/// The width of a small chart.
const HALF: f64 = 440.0;

impl AnalyzeDocument<'_> {
    /// The whole page.
    pub(super) fn html(&self) -> Page {
        let agent = self.about.name(0);
        let mut page = Page::new(&self.about.title(&format!("analysis of {}", self.game)));
        page.push(verdict(&as_sentence(&self.headline()), Tone::Plain));
        page.push(self.status());
        page.push(self.settings());
        let words = format!("Games played by {agent} on all seats. Standard errors (s.e.) are over games.");
        let games = html! {
            (means(&self.main_rows(), "games"))
            (paragraph(&words))
            (self.tree_html())
            details {
                summary { "Other means" }
                (means(&self.further_rows(), "games"))
            }
        };
        page.section("games", "Games", games);
        if !self.first_move.is_empty() {
            page.section("first-move", "Score of the first player by strength", self.first_move_html());
        }
        page.section("by-ply", "Moves by ply", self.by_ply_html());
        if !self.by_stones.is_empty() {
            page.section("by-stones", "Moves by stones", self.by_stones_html());
        }
        page.section("lengths", "Length of games", histogram(&self.found.lengths));
        if let Some(found) = &self.positions {
            push_positions(&mut page, found);
        }
        if let Some(part) = &self.of_ladder {
            part.with_document(&self.about, |document| document.push_ladder(&mut page));
        }
        self.push_examples(&mut page);
        page
    }

    fn status(&self) -> Markup {
        html! {
            @if let Some(row) = self.about.unfinished() {
                p class="warning" {
                    "This run is not finished (" (row.status) "): samples are still to be taken, by "
                    code { (self.about.settings.hints.resume(row.run, None, false)) } "."
                }
            }
            (note(&format!("{} games, {}", grouped(self.games), self.about.origin())))
        }
    }

    fn settings(&self) -> Markup {
        let mut rows = self.about.place_facts();
        let settings = self.about.settings;
        rows.extend([
            ("game", settings.game.clone()),
            ("agent", self.agent.to_string()),
            ("study", settings.format.clone()),
        ]);
        rows.extend(self.about.origin_facts());
        settings_html("Settings with every option, and how to reproduce", &rows, &self.command)
    }

    fn tree_html(&self) -> Markup {
        let tree = self.tree();
        if tree.is_empty() { Markup::default() } else { paragraph(&as_sentence(tree.trim_end())) }
    }

    /// What moving first is worth, from random play up to the strongest of the ladder.
    fn first_move_html(&self) -> Markup {
        let point = |row: &FirstMoveRow| {
            let IntervalEnds { low, high } = row.ends;
            Some(Point { x: row.iterations, y: row.results.score?, low: Some(low), high: Some(high) })
        };
        let points: Vec<Point> = self.first_move.iter().filter_map(point).collect();
        let line = points.iter().map(|point| (point.x, point.y)).collect();
        let score = Axis::linear("score of the first player").between(0.0, 1.0);
        let mut chart = Chart::new(Axis::log2("iterations"), score).even_at(0.5);
        chart = chart.with(Series::line("", line)).with(Series::points("by iterations", points.clone()));
        let random = self.first_mover.and_then(|score| score.mean).filter(|_| self.is_random());
        if let (Some(score), [first, .., last]) = (random, points.as_slice()) {
            chart = chart.with(Series::line("random play", vec![(first.x, score), (last.x, score)]).colour(1));
        }
        let mut table = Table::new(&[("iterations", true), ("first player", true), ("95 %", true), ("games", true)]);
        self.first_move_cells().into_iter().for_each(|row| table.row(row));
        let words = "From the games of the skill ladder between numbers of iterations at most a factor of four apart, each pair in both \
                     seatings; iterations are the geometric mean of the two.";
        html! { (chart.svg()) (table.html()) (paragraph(words)) }
    }

    fn by_ply_html(&self) -> Markup {
        let points: Vec<(f64, MeanValue)> = self.by_ply.iter().map(|at| (at.ply as f64, at.moves)).collect();
        let words = "The mean number of legal moves at each ply, over the games that reach it. Band: two standard errors on each side.";
        html! { (means_chart("ply", &points)) (paragraph(words)) }
    }

    fn by_stones_html(&self) -> Markup {
        let points: Vec<(f64, MeanValue)> = self.by_stones.iter().map(|at| (f64::from(at.stones), at.moves)).collect();
        let words = "The mean number of legal moves by the number of stones, or whatever the game counts, that all players hold together. \
                     Band: two standard errors on each side, over games.";
        html! { (means_chart("stones", &points)) (paragraph(words)) }
    }

    fn push_examples(&self, page: &mut Page) {
        let Some(shown) = self.shown else { return };
        if !shown.positions.is_empty() {
            let drawn = positions(shown.positions.iter().map(|(words, view)| (words.as_str(), view)));
            page.section("positions-shown", "Positions", drawn);
        }
        if !shown.games.is_empty() {
            page.section("games-shown", "The shortest and the longest game", strips(&shown.games));
        }
    }
}

/// A line with its band.
fn means_chart(axis: &str, points: &[(f64, MeanValue)]) -> Markup {
    let line = points.iter().filter_map(|(x, at)| Some((*x, at.mean?))).collect();
    let band = points.iter().filter_map(|(x, at)| Some((*x, at.mean? - 2.0 * at.se?, at.mean? + 2.0 * at.se?)));
    let chart = Chart::new(Axis::counted(axis), Axis::linear("legal moves").showing(0.0));
    chart.with(Series::band(band.collect())).with(Series::line("", line)).svg()
}

/// A table of means.
fn means(rows: &[(String, MeanValue)], what: &str) -> Markup {
    let mut table = Table::new(&[("", false), ("mean", true), ("s.e.", true), ("95 %", true), (what, true)]);
    for (name, mean) in rows {
        let [value, error, interval] = mean.rounded_cells();
        table.row([name.clone(), value, error, interval, grouped(mean.n)]);
    }
    table.html()
}

fn push_positions(page: &mut Page, found: &PositionFindings<'_>) {
    let what = html! {
        (paragraph(&as_sentence(&found.headline())))
        (paragraph(&as_sentence(&found.counts())))
        (means(&found.rows(), "positions"))
    };
    page.section("positions", "Random play in positions", what);
    if !found.found.by_value.is_empty() {
        let charts = html! {
            @for of in &found.found.by_value { (value_chart(of)) }
            (paragraph("The mean payoff of the first player in random play, by the payoff in best play."))
        };
        page.section("values", "Random play by true value", charts);
    }
    if !found.ranks.is_empty() {
        page.section("ranks", "Rank of the optimal move", ranks(found));
    }
}

/// How often the optimal move has which rank.
fn ranks(found: &PositionFindings<'_>) -> Markup {
    let bar = |(rank, share): (usize, f64)| {
        let middle = rank as f64;
        Bar { from: middle - 0.4, to: middle + 0.4, height: share }
    };
    let bars = found.ranks.iter().map(|at| bar((at.rank, at.share))).collect();
    let chart = Chart::new(Axis::counted("rank by random play"), Axis::linear("share of positions").showing(0.0));
    let words = "The rank of the best-ranked optimal move if moves are ordered by the payoff of random play after them; 0 is the \
                 first. Moves of equal value share their ranks.";
    html! { (chart.with(Series::bars("", bars)).svg()) (paragraph(words)) }
}

/// Positions of one true value by their uniform values.
fn value_chart(of: &OfValue) -> Markup {
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
