//! Values with intervals one below the other, each with its name above it: ratings, scores by seat.
//!
//! Names of agents are too long for the margin of a plot, so each has a line of its own.

use std::fmt::Write;

use maud::Markup;

use crate::axis::Axis;
use crate::marks::{Mark, MarkedValue, ValueLine, push_value};
use crate::svg::{GRID, LETTER, WIDTH, both, escape, opening, shortened};

const ROW: f64 = 38.0;
const LEFT: f64 = 26.0;
const RIGHT: f64 = 26.0;

/// One value with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// What it is the value of.
    pub name: String,
    /// The value; `None` if nothing is known.
    pub value: Option<f64>,
    /// Lower end; `None` if it is open.
    pub low: Option<f64>,
    /// Upper end; `None` if it is open.
    pub high: Option<f64>,
    /// The number as text, at the right of the name.
    pub text: String,
    /// A colour of the style sheet.
    pub colour: usize,
}

/// Values with intervals one below the other.
pub struct DotPlot {
    axis: Axis,
    even: Option<f64>,
    dots: Vec<Dot>,
}

impl DotPlot {
    /// A plot over this axis.
    pub fn new(axis: Axis, dots: Vec<Dot>) -> DotPlot {
        DotPlot { axis, even: None, dots }
    }

    /// Draws a broken line at this value, to compare with.
    pub fn even_at(self, value: f64) -> DotPlot {
        DotPlot { even: Some(value), ..self }
    }

    /// The plot as SVG, for wide screens and for narrow ones.
    pub fn svg(&self) -> Markup {
        both(WIDTH, |width, class| self.drawn(width, class))
    }

    fn drawn(&self, width: f64, class: &str) -> String {
        let data = self.dots.iter().flat_map(|dot| [dot.value, dot.low, dot.high]).flatten();
        let ends = self.axis.padded_ends(data.chain(self.even));
        let place = |even: f64| LEFT + (even - ends.0) / (ends.1 - ends.0) * (width - LEFT - RIGHT);
        let at = |value: f64| self.axis.even(value).map(place);
        let line = ValueLine { left: LEFT, right: width - RIGHT, place: &at };
        let bottom = 8.0 + ROW * self.dots.len() as f64;
        let height = bottom + 44.0;
        let label = escape(&self.axis.label);
        let mut svg = opening(class, &self.axis.label, width, height);
        for (even, text) in self.axis.ticks(ends, if width < WIDTH { 4 } else { 8 }) {
            let x = place(even);
            let _ = writeln!(
                svg,
                "<path class=\"rule\" {GRID} d=\"M{x:.1} 4V{bottom:.1}\"/><text class=\"tick\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{text}</text>",
                bottom + 16.0
            );
        }
        if let Some(x) = self.even.and_then(at) {
            let _ = writeln!(svg, "<path class=\"even\" {GRID} d=\"M{x:.1} 4V{bottom:.1}\"/>");
        }
        for (number, dot) in self.dots.iter().enumerate() {
            push_dot(&mut svg, dot, 8.0 + ROW * number as f64, width, &line);
        }
        let (middle, below) = (width / 2.0, bottom + 36.0);
        let _ = writeln!(
            svg,
            "<text class=\"label\" x=\"{middle}\" y=\"{below:.1}\" text-anchor=\"middle\">{label}</text>\n</svg>"
        );
        svg
    }
}

fn push_dot(svg: &mut String, dot: &Dot, top: f64, width: f64, line: &ValueLine<'_>) {
    let (text, height) = (top + 12.0, top + 24.0);
    let room = (width - 8.0) / LETTER - dot.text.chars().count() as f64 - 3.0;
    let _ = write!(
        svg,
        "<text x=\"4\" y=\"{text:.1}\">{}</text><text class=\"label\" x=\"{:.1}\" y=\"{text:.1}\" text-anchor=\"end\">{}</text>",
        escape(&shortened(&dot.name, room as usize)),
        width - 4.0,
        escape(&dot.text)
    );
    if let Some(value) = dot.value {
        push_value(svg, line, height, &MarkedValue { value, low: dot.low, high: dot.high }, Mark::round(dot.colour));
    }
    svg.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_stands_to_the_right_and_open_ends_reach_the_edge() {
        let dot = |value: Option<f64>, high: Option<f64>| Dot {
            name: "<a>".to_string(),
            value,
            low: Some(-50.0),
            high,
            text: "x".to_string(),
            colour: 9,
        };
        let dots = vec![dot(Some(10.0), Some(60.0)), dot(Some(40.0), None), dot(None, None)];
        let svg = DotPlot::new(Axis::linear("Elo"), dots).even_at(0.0).drawn(WIDTH, "");
        let centres: Vec<f64> = svg
            .split("cx=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().expect("a part").parse().expect("a number"))
            .collect();
        assert!(centres.len() == 2 && centres[0] < centres[1], "{svg}");
        assert!(svg.contains(&format!("H{:.1}M", WIDTH - RIGHT)) && svg.contains("&lt;a&gt;"), "{svg}");
        let empty = DotPlot::new(Axis::linear("Elo"), Vec::new()).svg().into_string();
        assert!(!empty.contains("NaN") && !empty.contains("inf"), "{empty}");
    }
}
