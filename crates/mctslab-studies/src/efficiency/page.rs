//! The comparison as a page.

use maud::{Markup, html};
use mctslab_lab::{Document, reproduce_samples, settings_html};
use mctslab_page::{Axis, Chart, Page, Point, Series, Table, Tone, note, paragraph, side_by_side, verdict, warning};

use super::document::EfficiencyDocument;
use super::rows::{Covariate, EfficiencyRow};
use super::text::{COLUMNS, cells, correlation_columns};

/// The size of a small chart, of which several stand side by side.
const SMALL: (f64, f64) = (420.0, 240.0);
/// Points of a scatter: more would hide each other.
const POINTS: usize = 400;

impl EfficiencyDocument<'_> {
    pub(super) fn html(&self) -> Page {
        let mut page = Page::new(&self.about.title(&format!("efficiency in {}", self.subject())));
        page.push(verdict(&self.headline(), Tone::Plain));
        page.push(paragraph(&format!("{} {}", self.kept_sentence(), self.calls_sentence())));
        if let Some(failure) = self.failure() {
            page.push(warning(&failure));
        }
        if !self.rows.is_empty() {
            page.section("rows", "States explored, in % of alpha-beta's calls", self.table_html());
            page.section("distributions", "Distributions", self.histograms());
            page.section("budgets", "Solved by each budget", self.solved_chart());
            if !self.known().is_empty() {
                page.section("correlations", "Rank correlations", self.correlations_html());
            }
        }
        let command = reproduce_samples(self.about.settings);
        page.push(settings_html("Settings", &self.about.origin_facts(), &command));
        page
    }

    fn table_html(&self) -> Markup {
        let mut table = Table::new(&COLUMNS);
        self.rows.iter().for_each(|row| table.row(cells(row)));
        let words = "Medians and shares are shown with standard errors over positions, means with the standard deviation. Worse: the \
                    share of positions in which alpha-beta explores no more. A position that is not solved counts in the median as larger than all others, and not in the mean.";
        html! { (table.html()) (note(words)) }
    }

    fn histograms(&self) -> Markup {
        let chart = |row: &EfficiencyRow| row.histogram.svg("% of alpha-beta's calls", "positions", SMALL);
        side_by_side(self.rows.iter().map(|row| (heading(row), chart(row))))
    }

    fn solved_chart(&self) -> Markup {
        let online = self.rows.iter().filter(|row| row.solved_by.is_some());
        let chart =
            Chart::new(Axis::counted("simulations").showing(0.0), Axis::linear("share of positions").between(0.0, 1.0));
        let chart = online.enumerate().fold(chart, |chart, (place, row)| {
            let line = self.measure.budgets.iter().map(|&budget| (budget as f64, row.share_solved_by(budget)));
            chart.with(Series::line(&format!("{}, c = {}", row.kind(), row.c), line.collect()).colour(place))
        });
        chart.svg()
    }

    fn correlations_html(&self) -> Markup {
        let known = self.known();
        if let Some(sentence) = self.no_correlation() {
            return paragraph(&sentence);
        }
        let mut table = Table::new(&correlation_columns(&known));
        self.correlation_cells(&known).into_iter().for_each(|row| table.row(row));
        let charts =
            known.iter().flat_map(|&known| self.rows.iter().map(move |row| (heading(row), scatter(row, known))));
        let words = format!(
            "Spearman's rank correlation with its standard error; a dash where one of the two does not vary. Charts show at most the \
             first {POINTS} positions."
        );
        html! { (table.html()) (note(&words)) (side_by_side(charts)) }
    }
}

/// What a row is, above its chart.
fn heading(row: &EfficiencyRow) -> String {
    format!("{}, c = {}, {}", row.mode, row.c, row.kind())
}

/// The ratio of each position against something that is known of it.
fn scatter(row: &EfficiencyRow, known: Covariate) -> Markup {
    let pairs = row.pairs(known).into_iter().filter(|(_, ratio)| ratio.is_finite()).take(POINTS);
    // All are as light as can be.
    let points = pairs.map(|(x, y)| (Point { x, y, low: Some(y), high: Some(y) }, 0.0)).collect();
    Chart::new(Axis::linear(known.name()), Axis::log2("% of alpha-beta's calls"))
        .sized(SMALL.0, SMALL.1)
        .with(Series::weighted_points("positions", points))
        .svg()
}
