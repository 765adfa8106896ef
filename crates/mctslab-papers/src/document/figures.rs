//! Figures as drawings, in the paper's kind: lines, bars, a heat map or a histogram, with the
//! published values drawn in.

use maud::{Markup, html};
use mctslab_page::{Axis, Bar, BarChart, Chart, ComparedBar, HeatMap, Point, Series, WIDTH, note, side_by_side};

use super::{FigureKind, PaperFigure, PaperPoint, PaperSeries, number_text};

/// Series that have colours of their own in one drawing.
const COLOURS: usize = 8;

pub(super) fn drawing(figure: &PaperFigure) -> Markup {
    let parts: Vec<&[PaperSeries]> = figure.series.chunks(COLOURS).collect();
    let drawn = |series: &[PaperSeries]| match figure.kind {
        FigureKind::Lines => lines(figure, series),
        FigureKind::Bars => bars(figure, series),
        FigureKind::HeatMap => heat_map(figure),
        FigureKind::Histogram => histograms(figure, series),
    };
    let whole = figure.kind == FigureKind::HeatMap;
    html! {
        @if whole { (drawn(&figure.series)) } @else { @for part in &parts { (drawn(part)) } }
        @if whole { (note(&format!("Colours and the upper numbers are measured: {}; the lower ones are published.", figure.y))) }
    }
}

fn lines(figure: &PaperFigure, series: &[PaperSeries]) -> Markup {
    let x = if figure.log_x { Axis::log2(&figure.x) } else { Axis::linear(&figure.x) };
    let mut chart = Chart::new(x, Axis::linear(&figure.y)).sized(WIDTH, 340.0);
    for (colour, one) in series.iter().enumerate() {
        chart = measured(one, colour).into_iter().fold(chart, Chart::with);
    }
    for (colour, one) in series.iter().enumerate() {
        let points: Vec<(f64, f64)> = one.points.iter().filter_map(|point| Some((point.x, point.published?))).collect();
        if !points.is_empty() {
            chart = chart.with(Series::published("published", points).colour(colour));
        }
    }
    chart.svg()
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
    // Without a measured point it still has its name and its colour.
    all.push(Series::line(&series.name, line).colour(colour));
    all
}

/// The places of all points in their order.
fn places(series: &[PaperSeries]) -> Vec<f64> {
    let mut places: Vec<f64> = series.iter().flat_map(|one| &one.points).map(|point| point.x).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    places
}

fn bars(figure: &PaperFigure, series: &[PaperSeries]) -> Markup {
    let places = places(series);
    let name = |(place, x): (usize, &f64)| figure.names.get(place).cloned().unwrap_or_else(|| x.to_string());
    let names: Vec<String> = places.iter().enumerate().map(name).collect();
    let bar = |one: &PaperSeries, x: f64| {
        let point = one.points.iter().find(|point| point.x == x);
        let of = |point: &PaperPoint| ComparedBar {
            value: point.measured,
            low: point.low,
            high: point.high,
            published: point.published,
        };
        point.map(of).unwrap_or_default()
    };
    let of = |one: &PaperSeries| (one.name.clone(), places.iter().map(|x| bar(one, *x)).collect());
    BarChart::new(Axis::linear(&figure.y), names, series.iter().map(of).collect()).svg()
}

fn heat_map(figure: &PaperFigure) -> Markup {
    let places = places(&figure.series);
    let cells = |value: fn(&PaperPoint) -> Option<f64>| -> Vec<Vec<Option<f64>>> {
        let at = |one: &PaperSeries, x: f64| one.points.iter().find(|point| point.x == x).and_then(value);
        figure.series.iter().map(|one| places.iter().map(|x| at(one, *x)).collect()).collect()
    };
    let names: Vec<String> = figure.series.iter().map(|one| one.name.clone()).collect();
    let columns = (figure.x.clone(), places.iter().map(f64::to_string).collect());
    let map = HeatMap::new((String::new(), names), columns, cells(|point| point.measured));
    map.comparing(cells(|point| point.published)).svg()
}

/// Every series by itself: bars that cover each other could not be read.
fn histograms(figure: &PaperFigure, series: &[PaperSeries]) -> Markup {
    let places = places(series);
    let gaps = places.windows(2).map(|pair| pair[1] - pair[0]);
    let width = gaps.fold(f64::INFINITY, f64::min);
    let width = if width.is_finite() { width } else { 1.0 };
    let of = |(colour, one): (usize, &PaperSeries)| {
        let bar = |point: &PaperPoint| Some(Bar { from: point.x, to: point.x + width, height: point.measured? });
        let bars = Series::bars(&one.name, one.points.iter().filter_map(bar).collect()).colour(colour);
        let chart = Chart::new(Axis::linear(&figure.x), Axis::linear(&figure.y).showing(0.0)).sized(440.0, 260.0);
        (one.name.clone(), chart.with(bars).svg())
    };
    side_by_side(series.iter().enumerate().map(of))
}

/// The figure in numbers: a sentence if they stand in a table, else a line for each series.
pub(super) fn in_numbers(figure: &PaperFigure, in_tables: bool) -> Vec<String> {
    /// A longer curve is thinned; a histogram is not.
    const POINTS: usize = 40;
    if in_tables {
        return vec![format!("{} over {}; its numbers stand in the tables.", figure.y, figure.x)];
    }
    let of = |series: &PaperSeries| {
        let whole = figure.kind == FigureKind::Histogram || series.points.len() <= POINTS;
        let step = if whole { 1 } else { series.points.len().div_ceil(POINTS / 2) };
        let value = |value: Option<f64>| value.map_or_else(|| "–".to_string(), number_text);
        let point = |point: &PaperPoint| format!("{}: {}", number_text(point.x), value(point.measured));
        let points: Vec<String> = series.points.iter().step_by(step).map(point).collect();
        let of_all =
            if step > 1 { format!(", every {step}th of {} points", series.points.len()) } else { String::new() };
        format!("{}{of_all}: {}", series.name, points.join(", "))
    };
    let head = format!("{} over {}:", figure.y, figure.x);
    [head].into_iter().chain(figure.series.iter().map(of)).collect()
}
