//! A chart as inline SVG: points with error bars, lines, bands and bars on shared axes.

use std::fmt::Write;

use maud::Markup;

use crate::axis::{Axis, Scale};
use crate::series::{Bar, Point, Series, Shape};
use crate::svg::{GRID, LETTER, SOLID, STROKE, WIDTH, both, coloured, escape, legend, opening, push_hollow};

const MOST_TICKS: usize = 10;

/// Series on shared axes.
pub struct Chart {
    x: Axis,
    y: Axis,
    width: f64,
    height: f64,
    series: Vec<Series>,
    even: Option<f64>,
}

/// Where the axes lie, once the data are known.
struct PlotFrame<'a> {
    chart: &'a Chart,
    xs: (f64, f64),
    ys: (f64, f64),
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Chart {
    /// An empty chart.
    pub fn new(x: Axis, y: Axis) -> Chart {
        Chart { x, y, width: WIDTH, height: 300.0, series: Vec::new(), even: None }
    }

    /// Another size, in pixels; the page may shrink it.
    pub fn sized(self, width: f64, height: f64) -> Chart {
        Chart { width, height, ..self }
    }

    /// Adds a series, in front of those before.
    pub fn with(mut self, series: Series) -> Chart {
        self.series.push(series);
        self
    }

    /// Draws a broken line at this height, to compare with.
    pub fn even_at(self, y: f64) -> Chart {
        Chart { even: Some(y), ..self }
    }

    /// The chart as SVG, for wide screens and for narrow ones.
    pub fn svg(&self) -> Markup {
        both(self.width, |width, class| self.drawn(width, class))
    }

    fn drawn(&self, width: f64, class: &str) -> String {
        let (legend, legend_height) = self.legend(width);
        let (xs, ys) = self.ends();
        let ticks = self.y.ticks(ys, 5);
        let frame = PlotFrame {
            chart: self,
            xs,
            ys,
            left: 22.0 + LETTER * widest_of(&ticks) + 8.0,
            // The text of a tick at the end reaches half its width beyond.
            right: width - (LETTER * widest_of(&self.x.ticks(xs, MOST_TICKS)) / 2.0 + 2.0).max(18.0),
            top: legend_height + 10.0,
            bottom: self.height - 44.0,
        };
        let label = format!("{} by {}", self.y.label, self.x.label);
        let mut svg = opening(class, &label, width, self.height) + &legend;
        frame.push_axes(&mut svg, &ticks);
        for series in &self.series {
            svg.push_str(&coloured(series.colour));
            frame.push_series(&mut svg, series);
            svg.push_str("</g>\n");
        }
        svg + "</svg>\n"
    }

    /// The ends of both axes. Points get some room, so that none is cut by the frame.
    fn ends(&self) -> ((f64, f64), (f64, f64)) {
        let (xs, ys) = (self.series.iter().flat_map(Series::xs), self.series.iter().flat_map(Series::ys));
        let points = self.series.iter().any(|series| matches!(series.shape, Shape::Points(_) | Shape::Hollow(_)));
        // A linear axis of values often starts at zero, and should.
        let tall = points && self.y.scale == Scale::Log2;
        (
            if points { self.x.padded_ends(xs) } else { self.x.ends(xs) },
            if tall { self.y.padded_ends(ys) } else { self.y.ends(ys) },
        )
    }

    /// Names with their colours; published values have one entry for all.
    fn legend(&self, across: f64) -> (String, f64) {
        let hollow = |series: &&Series| matches!(series.shape, Shape::Hollow(_));
        let colours = self.series.iter().filter(|series| !hollow(series));
        let published = self.series.iter().find(hollow);
        let names = colours.map(|series| (series.name.as_str(), Some(series.colour)));
        legend(names.chain(published.map(|series| (series.name.as_str(), None))), across)
    }
}

/// Letters of the longest text of ticks.
fn widest_of(ticks: &[(f64, String)]) -> f64 {
    ticks.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(1) as f64
}

impl PlotFrame<'_> {
    /// Where a value stands from left to right; `None` if it has no place.
    fn x(&self, value: f64) -> Option<f64> {
        let share = (self.chart.x.even(value)? - self.xs.0) / (self.xs.1 - self.xs.0);
        Some(self.left + share.clamp(0.0, 1.0) * (self.right - self.left))
    }

    fn y(&self, value: f64) -> Option<f64> {
        let share = (self.chart.y.even(value)? - self.ys.0) / (self.ys.1 - self.ys.0);
        Some(self.bottom - share.clamp(0.0, 1.0) * (self.bottom - self.top))
    }

    fn push_axes(&self, svg: &mut String, ticks: &[(f64, String)]) {
        let (left, right, top, bottom) = (self.left, self.right, self.top, self.bottom);
        for (at, text) in ticks {
            let y = bottom - (at - self.ys.0) / (self.ys.1 - self.ys.0) * (bottom - top);
            let _ = writeln!(
                svg,
                "<path class=\"rule\" {GRID} d=\"M{left:.1} {y:.1}H{right:.1}\"/><text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                left - 7.0,
                y + 4.0
            );
        }
        // As many ticks as their widest text leaves room for.
        let room = |most: usize| {
            let ticks = self.chart.x.ticks(self.xs, most);
            (ticks.len() as f64 * LETTER * (widest_of(&ticks) + 2.0) <= right - left).then_some(ticks)
        };
        for (at, text) in (2..=MOST_TICKS).rev().find_map(room).unwrap_or_default() {
            let x = left + (at - self.xs.0) / (self.xs.1 - self.xs.0) * (right - left);
            let _ = writeln!(
                svg,
                "<path class=\"axis\" {GRID} d=\"M{x:.1} {bottom:.1}v5\"/><text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>",
                bottom + 18.0
            );
        }
        let _ = writeln!(svg, "<path class=\"axis\" {GRID} d=\"M{left:.1} {bottom:.1}H{right:.1}\"/>");
        let (middle, height) = (f64::midpoint(left, right), f64::midpoint(top, bottom));
        let (x, y) = (escape(&self.chart.x.label), escape(&self.chart.y.label));
        let _ = writeln!(
            svg,
            "<text class=\"label\" x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{x}</text>\
             <text class=\"label\" transform=\"translate(14 {height:.1}) rotate(-90)\" text-anchor=\"middle\">{y}</text>",
            bottom + 37.0
        );
        if let Some(y) = self.chart.even.and_then(|even| self.y(even)) {
            let _ = writeln!(svg, "<path class=\"even\" {GRID} d=\"M{left:.1} {y:.1}H{right:.1}\"/>");
        }
    }

    fn push_series(&self, svg: &mut String, series: &Series) {
        match &series.shape {
            Shape::Points(points) => points.iter().for_each(|(point, radius)| self.push_point(svg, point, *radius)),
            Shape::Line(line) if line.len() == 1 => {
                // A line through one point would not be seen.
                let (x, y) = line[0];
                self.push_point(svg, &Point { x, y, low: Some(y), high: Some(y) }, 4.0);
            }
            Shape::Line(line) => {
                let _ = write!(svg, "<path class=\"curve\" {STROKE} d=\"{}\"/>", self.path(line.iter().copied()));
            }
            Shape::Band(band) => {
                let around = band.iter().map(|at| (at.0, at.2)).chain(band.iter().rev().map(|at| (at.0, at.1)));
                let _ = write!(svg, "<path class=\"area\" {SOLID} opacity=\".18\" d=\"{}Z\"/>", self.path(around));
            }
            Shape::Bars(bars) => bars.iter().for_each(|bar| self.push_bar(svg, bar)),
            Shape::Hollow(points) => {
                let places = points.iter().filter_map(|(x, y)| Some((self.x(*x)?, self.y(*y)?)));
                places.for_each(|place| push_hollow(svg, place));
            }
            Shape::Mark { x, low, high } => self.push_mark(svg, [*x, *low, *high]),
        }
    }

    fn push_point(&self, svg: &mut String, point: &Point, radius: f64) {
        let (Some(x), Some(y)) = (self.x(point.x), self.y(point.y)) else { return };
        let low = point.low.and_then(|low| self.y(low)).unwrap_or(self.bottom);
        let high = point.high.and_then(|high| self.y(high)).unwrap_or(self.top);
        let _ = write!(
            svg,
            "<path class=\"whisker\" {STROKE} d=\"M{x:.1} {low:.1}V{high:.1}\"/><circle class=\"solid\" {SOLID} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\"/>"
        );
    }

    fn push_mark(&self, svg: &mut String, places: [f64; 3]) {
        let [Some(x), Some(low), Some(high)] = places.map(|place| self.x(place)) else { return };
        let (top, bottom) = (self.top, self.bottom);
        let _ = write!(
            svg,
            "<path class=\"area\" {SOLID} opacity=\".18\" d=\"M{low:.1} {top:.1}H{high:.1}V{bottom:.1}H{low:.1}Z\"/>\
             <path class=\"curve\" {STROKE} d=\"M{x:.1} {top:.1}V{bottom:.1}\"/>"
        );
    }

    fn push_bar(&self, svg: &mut String, bar: &Bar) {
        let (Some(from), Some(to), Some(top)) = (self.x(bar.from), self.x(bar.to), self.y(bar.height)) else { return };
        // A gap of a pixel tells neighbours apart, where there is room for one.
        let gap = if to - from > 4.0 { 1.0 } else { 0.0 };
        let _ = write!(
            svg,
            "<rect class=\"solid\" {SOLID} x=\"{from:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            (to - from - gap).max(0.5),
            (self.bottom - top).max(0.0)
        );
    }

    fn path(&self, line: impl Iterator<Item = (f64, f64)>) -> String {
        let mut path = String::new();
        for (x, y) in line.filter_map(|(x, y)| Some((self.x(x)?, self.y(y)?))) {
            let _ = write!(path, "{}{x:.1} {y:.1}", if path.is_empty() { 'M' } else { 'L' });
        }
        // A path of nothing must still be a path.
        if path.is_empty() { "M0 0".to_string() } else { path }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colours::PALETTE;
    use crate::svg::SLIM;

    fn numbers_of(svg: &str, attribute: &str) -> Vec<f64> {
        let cut = format!(" {attribute}=\"");
        svg.split(&cut).skip(1).filter_map(|rest| rest.split('"').next()?.parse().ok()).collect()
    }

    #[test]
    fn a_tenfold_value_stands_ten_times_as_far() {
        let points = [0.0, 1.0, 10.0].map(|x| Point { x, y: x, low: Some(x), high: None });
        let svg = Chart::new(Axis::linear("x"), Axis::linear("y"))
            .with(Series::points("a", points.to_vec()))
            .drawn(WIDTH, "");
        let (x, y) = (numbers_of(&svg, "cx"), numbers_of(&svg, "cy"));
        assert!(((x[2] - x[0]) / (x[1] - x[0]) - 10.0).abs() < 0.1, "{x:?}");
        assert!(((y[0] - y[2]) / (y[0] - y[1]) - 10.0).abs() < 0.1, "upwards: {y:?}");
        assert!(x.iter().all(|x| (0.0..=WIDTH).contains(x)) && y.iter().all(|y| (0.0..=300.0).contains(y)));
    }

    #[test]
    fn the_last_tick_is_not_cut_off() {
        let line = Series::line("a", vec![(0.0, 0.0), (10_000_000.0, 1.0)]);
        let svg = Chart::new(Axis::linear("x"), Axis::linear("y")).sized(420.0, 220.0).with(line).svg().into_string();
        let before = svg.split(">10,000,000</text>").next().expect("the last tick");
        let x = *numbers_of(before, "x").last().expect("its place");
        assert!(x + LETTER * 10.0 / 2.0 <= 420.0, "{x}");
    }

    #[test]
    fn doublings_are_equally_long() {
        let points = [64.0, 128.0, 256.0].map(|x| Point { x, y: 0.5, low: Some(0.4), high: Some(0.6) });
        let svg =
            Chart::new(Axis::log2("x"), Axis::linear("y")).with(Series::points("a", points.to_vec())).drawn(WIDTH, "");
        let x = numbers_of(&svg, "cx");
        assert!((x[2] - x[1] - (x[1] - x[0])).abs() < 0.2 && x[1] > x[0], "{x:?}");
    }

    #[test]
    fn no_data_are_no_numbers_that_are_none() {
        let odd = vec![(f64::NAN, 1.0), (1.0, f64::INFINITY)];
        for line in [Vec::new(), odd, vec![(3.0, 3.0)]] {
            let band = line.iter().map(|&(x, y)| (x, y, y)).collect();
            let bars = line.iter().map(|&(x, y)| Bar { from: x, to: x, height: y }).collect();
            let chart = Chart::new(Axis::log2("x"), Axis::linear("y"));
            let svg = chart
                .with(Series::band(band))
                .with(Series::line("a", line))
                .with(Series::bars("b", bars))
                .svg()
                .into_string();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }

    #[test]
    fn a_mark_stands_upright_at_its_value_and_many_games_are_a_large_point() {
        let point = |x: f64| Point { x, y: 0.5, low: Some(0.5), high: Some(0.5) };
        let points = Series::weighted_points("a", vec![(point(1.0), 1.0), (point(4.0), 100.0), (point(16.0), 0.0)]);
        let chart = Chart::new(Axis::log2("x"), Axis::linear("y")).with(points);
        let svg = chart.with(Series::mark("here", 4.0, 2.0, 8.0).colour(1)).drawn(WIDTH, "");
        let (x, radius) = (numbers_of(&svg, "cx"), numbers_of(&svg, "r"));
        assert!(svg.contains(&format!("d=\"M{:.1} ", x[3])) && svg.contains(">here</text>"), "{svg}");
        let [light, heavy, none] = [radius[2], radius[3], radius[4]];
        assert!(heavy > light && light > none && none > 0.0, "{radius:?}");
    }

    #[test]
    fn names_stand_in_a_legend_that_fits() {
        let name = "uct(iters=1000,c=0.7,playout=nst(eps=0.1,k=7),finish=mean) <&>".repeat(3);
        let mut chart = Chart::new(Axis::linear("x"), Axis::linear("y"));
        for number in 0..3 {
            chart = chart.with(Series::line(&name, vec![(0.0, 0.0), (1.0, number as f64)]).colour(number));
        }
        let svg = chart.drawn(WIDTH, "");
        assert!(!svg.contains("<&") && svg.contains('…') && svg.matches("…").count() == 3, "{svg}");
    }

    #[test]
    fn a_wide_chart_is_drawn_for_narrow_screens_too() {
        let line = || Series::line("a", vec![(0.0, 0.0), (1000.0, 1.0)]);
        let chart = Chart::new(Axis::linear("x"), Axis::linear("y")).with(line());
        let svg = chart.svg().into_string();
        assert_eq!(svg.matches("<svg xmlns=").count(), 2, "{svg}");
        let slim = svg.split("class=\"slim\"").nth(1).expect("a second drawing");
        assert!(slim.contains(&format!("viewBox=\"0 0 {SLIM} 300\"")) && slim.contains("</svg>"), "{slim}");
        assert!(numbers_of(slim, "x").iter().all(|x| *x <= SLIM), "{slim}");
        let small =
            Chart::new(Axis::linear("x"), Axis::linear("y")).sized(420.0, 220.0).with(line()).svg().into_string();
        assert_eq!(small.matches("<svg").count(), 1);
    }

    #[test]
    fn a_chart_taken_out_has_the_light_colours() {
        let style = include_str!("style.css");
        for (number, colour) in PALETTE.iter().enumerate() {
            assert!(style.contains(&format!("--c{number}: {colour};")), "{number}");
        }
        assert!(GRID.contains("#b9c1cb") && style.contains("--grid: #b9c1cb;") && style.contains("--ink: #1c2127;"));
    }

    #[test]
    fn no_point_is_cut_by_the_frame() {
        let points = [16.0, 64.0, 256.0].map(|x| Point { x, y: x, low: Some(x), high: Some(x) });
        let svg =
            Chart::new(Axis::log2("x"), Axis::log2("y")).with(Series::points("a", points.to_vec())).drawn(WIDTH, "");
        let axis = svg.split("class=\"axis\"").last().and_then(|rest| rest.split("d=\"M").nth(1)).expect("the axis");
        let left: f64 = axis.split(' ').next().and_then(|x| x.parse().ok()).expect("its end");
        assert!(numbers_of(&svg, "cx").iter().all(|x| *x > left + 4.0 && *x < WIDTH - 22.0), "{svg}");
    }
}
