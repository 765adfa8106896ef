//! The page of a trace: one chart for each quantity with a line for each curve, and all numbers.

use maud::{Markup, html};
use mctslab_lab::{reproduce_samples, settings_html};
use mctslab_page::{Axis, Chart, Page, Point, Series, Table, WIDTH, as_sentence, grouped, note, paragraph, warning};
use mctslab_stats::normal::Z95;

use crate::shared::forfeit_table;
use super::curve::{Quantity, Step};
use super::document::{RARE, TraceDocument};

impl TraceDocument<'_> {
    /// The whole page.
    pub(super) fn html(&self) -> Page {
        let mut page = Page::new(&self.about.title(&format!("trace in {}", self.game)));
        for remark in self.remarks() {
            page.push(warning(&as_sentence(&remark)));
        }
        page.push(note(&format!("{} games against {}, seed {}", grouped(self.played()), self.against, self.seed)));
        page.push(paragraph(&format!(
            "Means over games by the number of the agent's own move, with bands of 95 %. Moves {RARE} are points without a line."
        )));
        for quantity in self.known() {
            page.section(quantity.name(), &as_sentence(quantity.words()).replace('.', ""), self.chart(quantity));
        }
        page.section("numbers", "Numbers", self.numbers());
        page.push(forfeit_table(&self.forfeits, |agent| self.name(agent)));
        let facts: Vec<_> = self.about.place_facts().into_iter().chain(self.about.origin_facts()).collect();
        page.push(settings_html("Settings", &facts, &reproduce_samples(self.about.settings)));
        page
    }

    fn chart(&self, quantity: Quantity) -> Markup {
        let axis = Axis::counted("move of the agent");
        let mut chart = Chart::new(axis, Axis::linear(quantity.words()).showing(0.0)).sized(WIDTH, 320.0);
        for (place, curve) in self.parts.iter().enumerate() {
            let at = |(number, step): (usize, &Step)| {
                let mean = step.mean(quantity);
                Some((number as f64 + 1.0, mean.mean()?, Z95 * mean.error().unwrap_or(0.0), curve.is_rare(step)))
            };
            let all: Vec<(f64, f64, f64, bool)> = curve.steps().iter().enumerate().filter_map(at).collect();
            let usual = || all.iter().filter(|one| !one.3);
            let band =
                usual().map(|&(x, y, half, _)| (x, (y - half).max(0.0), (y + half).min(quantity.most()))).collect();
            let line = usual().map(|&(x, y, _, _)| (x, y)).collect();
            let point = |&(x, y, _, _): &(f64, f64, f64, bool)| (Point { x, y, low: Some(y), high: Some(y) }, 0.0);
            let rare: Vec<(Point, f64)> = all.iter().filter(|one| one.3).map(point).collect();
            chart = chart.with(Series::band(band).colour(place));
            chart = chart.with(Series::line(self.curves[place].name, line).colour(place));
            if !rare.is_empty() {
                chart = chart.with(Series::weighted_points("", rare).colour(place));
            }
        }
        chart.svg()
    }

    /// All moves of all curves, folded.
    fn numbers(&self) -> Markup {
        let table = |place: usize| {
            let mut table = Table::new(&self.columns());
            let moves: Vec<usize> = (0..self.parts[place].steps().len()).collect();
            self.cells(place, &moves).into_iter().for_each(|row| table.row(row));
            table.html()
        };
        html! {
            @for place in 0..self.parts.len() {
                details {
                    summary { (self.heading(place)) }
                    (table(place))
                }
            }
            (paragraph(&format!("* {RARE}.")))
        }
    }
}
