//! Papers as pages: one for each, and one over all.

use maud::{Markup, html};
use mctslab_page::{Axis, Chart, Page, Point, Series, Table, Tone, WIDTH, as_sentence, note, paragraph, verdict};

use super::collection::PaperCollection;
use super::markdown::claim_cells;
use super::text::cells;
use super::{PaperDocument, PaperFigure, PaperPoint, PaperSeries};

/// The page over all papers.
pub(super) fn index(all: &PaperCollection) -> Page {
    let mut page = Page::new("Five papers, run again");
    page.push(paragraph(
        "Every table, figure and claim of each paper is run by one command, and judged by 95 % intervals: reproduced if they lie within \
         the tolerance, not reproduced if one lies wholly outside, else open.",
    ));
    let heads = ["paper", "reproduced", "not reproduced", "open", "minutes"];
    let row = |paper: &str| {
        let tally = all.tally(paper);
        let first = all.of(paper).next();
        let name = first.map(|one| format!("{}: {}", one.citation(), one.paper_title)).unwrap_or_default();
        html! {
            tr {
                td { a href={ (paper) ".html" } { (name) } }
                @for count in [tally.reproduced, tally.not_reproduced, tally.open] { td class="n" { (count) } }
                td class="n" { (format!("{:.0}", all.minutes(paper))) }
            }
        }
    };
    let papers = html! {
        div class="wide" {
            table {
                tr { @for head in heads { th { (head) } } }
                @for paper in all.papers() { (row(paper)) }
            }
        }
    };
    page.section("papers", "Papers", papers);
    page
}

/// The page of a paper.
pub(super) fn paper(all: &PaperCollection, paper: &str) -> Page {
    let first = all.of(paper).next();
    let title = first.map(|one| format!("{}: {}", one.citation(), one.paper_title)).unwrap_or_default();
    let mut page = Page::new(&title);
    page.push(paragraph(&format!("{}.", first.map(|one| one.authors.join(", ")).unwrap_or_default())));
    let words = format!(
        "Claims: {}. The runs took {:.0} minutes, added up over all threads.",
        all.tally(paper).words(),
        all.minutes(paper)
    );
    page.push(verdict(&words, Tone::Plain));
    page.push(paragraph(
        "Numbers in brackets are 95 % intervals; those of one claim about several rows hold together (Bonferroni). A difference is in \
         standard errors of both numbers.",
    ));
    for document in all.of(paper) {
        let heading = format!("{}: {}", document.published_in, document.title);
        page.section(&document.id, &heading, section(document));
    }
    page
}

fn section(document: &PaperDocument) -> Markup {
    let columns = [("id", false), ("verdict", false), ("measured", false), ("criterion", false), ("claim", false)];
    let mut claims = Table::new(&columns);
    document.claims.iter().for_each(|claim| claims.row(claim_cells(claim)));
    let profiles = document.has_profiles();
    let mut columns = vec![("row", false), ("published", true), ("measured", true), ("difference", true), ("", false)];
    if profiles {
        columns.insert(1, ("profile", false));
    }
    let mut table = Table::new(&columns);
    for row in &document.rows {
        let mut cells = cells(row);
        if profiles {
            cells.insert(1, row.profile.clone().unwrap_or_default());
        }
        table.row(cells);
    }
    let took = document.time_text();
    let origin = format!(
        "{} · seed {} · scale {} · version {} · {}{took}",
        document.command, document.seed, document.scale, document.version, document.machine
    );
    html! {
        (paragraph(&document.note))
        @for remark in document.remarks() { (note(&as_sentence(&remark))) }
        @for error in &document.errors { (note(&format!("Known error of the paper: {error}"))) }
        @for one in &document.figures { (figure(one)) }
        @if !document.claims.is_empty() { (claims.html()) }
        (table.html())
        p class="note" { code { (origin) } }
    }
}

fn figure(figure: &PaperFigure) -> Markup {
    if figure.series.is_empty() {
        return Markup::default();
    }
    let x = if figure.log_x { Axis::log2(&figure.x) } else { Axis::linear(&figure.x) };
    let mut chart = Chart::new(x, Axis::linear(&figure.y)).sized(WIDTH, 340.0);
    for (colour, series) in figure.series.iter().enumerate() {
        chart = measured(series, colour).into_iter().fold(chart, Chart::with);
    }
    for (colour, name, points) in published(figure) {
        chart = chart.with(Series::points(&name, points).colour(colour));
    }
    html! { h3 { (figure.title) } (chart.svg()) }
}

/// A measured curve with its band; a single point with its interval.
fn measured(series: &PaperSeries, colour: usize) -> Vec<Series> {
    let point = |point: &PaperPoint| Some((point.x, point.measured?));
    let line: Vec<(f64, f64)> = series.points.iter().filter_map(point).collect();
    let band: Vec<(f64, f64, f64)> =
        series.points.iter().filter_map(|point| Some((point.x, point.low?, point.high?))).collect();
    if let ([(x, y)], [point]) = (line.as_slice(), series.points.as_slice()) {
        let (low, high) = (point.low.or(Some(*y)), point.high.or(Some(*y)));
        return vec![Series::points(&series.name, vec![Point { x: *x, y: *y, low, high }]).colour(colour)];
    }
    let mut all = Vec::new();
    if band.len() == line.len() && band.len() > 1 {
        all.push(Series::band(band).colour(colour));
    }
    if !line.is_empty() {
        all.push(Series::line(&series.name, line).colour(colour));
    }
    all
}

/// Published points with their colours and names. Those of two profiles are the same, and are shown
/// once.
fn published(figure: &PaperFigure) -> Vec<(usize, String, Vec<Point>)> {
    let of = |series: &PaperSeries| -> Vec<(f64, f64)> {
        series.points.iter().filter_map(|point| Some((point.x, point.published?))).collect()
    };
    let mut all = Vec::new();
    for (colour, series) in figure.series.iter().enumerate() {
        let points = of(series);
        let first = figure.series[..colour].iter().all(|before| of(before) != points);
        if points.is_empty() || !first {
            continue;
        }
        let shared = figure.series[colour + 1..].iter().any(|other| of(other) == points);
        // The last word of a name that two profiles share is that of the profile.
        let name = series.name.rsplit_once(", ").filter(|_| shared).map_or(series.name.as_str(), |(name, _)| name);
        let dot = |(x, y): (f64, f64)| Point { x, y, low: Some(y), high: Some(y) };
        all.push((colour, format!("{name}, published"), points.into_iter().map(dot).collect()));
    }
    all
}
