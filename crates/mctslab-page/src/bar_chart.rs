//! Bars in groups, one group for each category: what was measured, with its interval, and the
//! published value beside it as a hollow mark.

use std::fmt::Write;

use maud::Markup;

use crate::axis::Axis;
use crate::svg::{GRID, LETTER, LINE, SOLID, STROKE, WIDTH, both, coloured, escape, legend, opening, push_hollow};

const HEIGHT: f64 = 320.0;
/// The share of a category's room that its bars take.
const FILLED: f64 = 0.8;
/// Lines of the longest name of a category.
const MOST_LINES: usize = 3;

/// A bar with its interval, and the published value.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ComparedBar {
    /// How high it is; `None` if nothing was measured.
    pub value: Option<f64>,
    /// The lower end of the interval.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
    /// The published value.
    pub published: Option<f64>,
}

/// Bars of one colour in the order of the categories, with their name.
pub type BarSeries = (String, Vec<ComparedBar>);

/// Bars in groups.
pub struct BarChart {
    axis: Axis,
    categories: Vec<String>,
    series: Vec<BarSeries>,
}

/// Where the bars stand.
struct BarFrame {
    ends: (f64, f64),
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl BarFrame {
    fn y(&self, value: f64) -> f64 {
        let share = (value - self.ends.0) / (self.ends.1 - self.ends.0);
        self.bottom - share.clamp(0.0, 1.0) * (self.bottom - self.top)
    }
}

impl BarChart {
    /// A chart over these categories, whose bars rise along a linear axis.
    pub fn new(axis: Axis, categories: Vec<String>, series: Vec<BarSeries>) -> BarChart {
        BarChart { axis: axis.showing(0.0), categories, series }
    }

    /// The chart as SVG, for wide screens and for narrow ones.
    pub fn svg(&self) -> Markup {
        both(WIDTH, |width, class| self.drawn(width, class))
    }

    fn drawn(&self, width: f64, class: &str) -> String {
        let bars = || self.series.iter().flat_map(|(_, bars)| bars);
        let published = bars().any(|bar| bar.published.is_some());
        let names = self.series.iter().enumerate().map(|(colour, (name, _))| (name.as_str(), Some(colour)));
        let (legend, legend_height) = legend(names.chain(published.then_some(("published", None))), width);
        let data = bars().flat_map(|bar| [bar.value, bar.low, bar.high, bar.published]).flatten();
        let ends = self.axis.ends(data);
        let ticks = self.axis.ticks(ends, 5);
        let letters = ticks.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(1);
        let left = 30.0 + LETTER * letters as f64;
        let room = (width - 4.0 - left) / self.categories.len().max(1) as f64 / LETTER;
        let lines = self.categories.iter().map(|name| lines_of(name, room as usize).len()).max().unwrap_or(1);
        let bottom = HEIGHT - 12.0 - LINE * lines as f64;
        let frame = BarFrame { ends, left, right: width - 4.0, top: legend_height + 10.0, bottom };
        let mut svg = opening(class, &self.axis.label, width, HEIGHT) + &legend;
        self.push_axes(&mut svg, &frame, &ticks);
        let across = (frame.right - left) / self.categories.len().max(1) as f64;
        let wide = across * FILLED / self.series.len().max(1) as f64;
        for (colour, (_, bars)) in self.series.iter().enumerate() {
            svg.push_str(&coloured(colour));
            for (place, bar) in bars.iter().enumerate() {
                let x = left + across * (place as f64 + (1.0 - FILLED) / 2.0) + wide * colour as f64;
                push_bar(&mut svg, &frame, (x, wide), bar);
            }
            svg.push_str("</g>\n");
        }
        svg + "</svg>\n"
    }

    fn push_axes(&self, svg: &mut String, frame: &BarFrame, ticks: &[(f64, String)]) {
        let (left, right, bottom) = (frame.left, frame.right, frame.bottom);
        for (at, text) in ticks {
            let y = frame.y(*at);
            let _ = writeln!(
                svg,
                "<path class=\"rule\" {GRID} d=\"M{left:.1} {y:.1}H{right:.1}\"/><text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
                left - 7.0,
                y + 4.0
            );
        }
        let across = (right - left) / self.categories.len().max(1) as f64;
        for (place, name) in self.categories.iter().enumerate() {
            let x = left + across * (place as f64 + 0.5);
            for (line, text) in lines_of(name, (across / LETTER) as usize).iter().enumerate() {
                let y = bottom + 18.0 + LINE * line as f64;
                let text = escape(text);
                let _ = writeln!(
                    svg,
                    "<text class=\"tick\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{text}</text>"
                );
            }
        }
        let middle = f64::midpoint(frame.top, bottom);
        let label = escape(&self.axis.label);
        let _ = writeln!(
            svg,
            "<path class=\"axis\" {GRID} d=\"M{left:.1} {bottom:.1}H{right:.1}\"/>\
             <text class=\"label\" transform=\"translate(14 {middle:.1}) rotate(-90)\" text-anchor=\"middle\">{label}</text>"
        );
    }
}

fn push_bar(svg: &mut String, frame: &BarFrame, (x, wide): (f64, f64), bar: &ComparedBar) {
    let (centre, zero) = (x + wide / 2.0, frame.y(0.0));
    if let Some(y) = bar.value.map(|value| frame.y(value)) {
        let (top, tall, wide) = (y.min(zero), (y - zero).abs(), (wide - 1.0).max(1.0));
        let _ = write!(
            svg,
            "<rect class=\"area bar\" {SOLID} opacity=\".45\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{tall:.1}\"/>"
        );
    }
    if let (Some(low), Some(high)) = (bar.low, bar.high) {
        let (low, high) = (frame.y(low), frame.y(high));
        let _ = write!(svg, "<path class=\"whisker\" {STROKE} d=\"M{centre:.1} {low:.1}V{high:.1}\"/>");
    }
    if let Some(published) = bar.published {
        push_hollow(svg, (centre, frame.y(published)));
    }
}

/// A name in lines of at most so many letters, broken at blanks.
fn lines_of(name: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in name.split_whitespace() {
        let room = |line: &&mut String| line.chars().count() + 1 + word.chars().count() <= letters;
        match lines.last_mut().filter(room) {
            Some(line) => *line = format!("{line} {word}"),
            None => lines.push(word.to_string()),
        }
    }
    if lines.len() > MOST_LINES {
        let rest = lines.split_off(MOST_LINES - 1).join(" ");
        lines.push(crate::svg::shortened(&rest, letters.max(2)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_rise_with_their_values_and_published_ones_are_hollow() {
        let bar = |value, published| ComparedBar { value, low: value, high: value, published };
        let series = vec![
            ("<wins>".to_string(), vec![bar(Some(1.0), Some(2.0)), bar(Some(4.0), None)]),
            ("draws".to_string(), vec![bar(None, Some(3.0)), bar(Some(2.0), None)]),
        ];
        let names = vec!["5000 v 500".to_string(), "b".to_string()];
        let svg = BarChart::new(Axis::linear("games"), names, series).drawn(WIDTH, "");
        let heights: Vec<f64> = svg
            .split(" height=\"")
            .skip(2)
            .map(|rest| rest.split('"').next().expect("a part").parse().expect("a number"))
            .collect();
        assert_eq!(heights.len(), 3, "{svg}");
        assert!((heights[1] / heights[0] - 4.0).abs() < 0.01 && (heights[2] / heights[0] - 2.0).abs() < 0.01);
        assert_eq!(svg.matches("class=\"hollow\"").count(), 2 + 1, "two values and the legend");
        assert!(svg.contains("&lt;wins&gt;") && svg.contains(">published<"), "{svg}");
        let empty = BarChart::new(Axis::linear("x"), Vec::new(), Vec::new()).svg().into_string();
        assert!(!empty.contains("NaN") && !empty.contains("inf"), "{empty}");
    }

    #[test]
    fn names_are_broken_at_blanks() {
        assert_eq!(lines_of("5000 v 1000", 6), ["5000 v", "1000"]);
        assert_eq!(lines_of("5000 v 1000", 20), ["5000 v 1000"]);
        assert_eq!(lines_of("a b c d", 1), ["a", "b", "c…"]);
    }
}
