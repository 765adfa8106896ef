//! Values with intervals one below the other, each with its name above it: ratings, scores by seat.
//!
//! Names of agents are too long for the margin of a plot, so each has a line of its own.

use std::fmt::Write;

use super::axis::Axis;
use super::page::escape;
use super::plot::{GRID, LETTER, SOLID, STROKE, WIDTH, both, coloured, opening, shortened};

const RUNG: f64 = 38.0;
const LEFT: f64 = 26.0;
const RIGHT: f64 = 26.0;

/// One value with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Rung {
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
pub struct Ladder {
    axis: Axis,
    even: Option<f64>,
    rungs: Vec<Rung>,
}

impl Ladder {
    /// A ladder over this axis.
    pub fn new(axis: Axis, rungs: Vec<Rung>) -> Ladder {
        Ladder { axis, even: None, rungs }
    }

    /// Draws a broken line at this value, to compare with.
    pub fn even_at(self, value: f64) -> Ladder {
        Ladder { even: Some(value), ..self }
    }

    /// The ladder as SVG, for wide screens and for narrow ones.
    pub fn svg(&self) -> String {
        both(WIDTH, |width, class| self.drawn(width, class))
    }

    fn drawn(&self, width: f64, class: &str) -> String {
        let data = self.rungs.iter().flat_map(|rung| [rung.value, rung.low, rung.high]).flatten();
        let ends = self.axis.padded_ends(data.chain(self.even));
        let place = |even: f64| LEFT + (even - ends.0) / (ends.1 - ends.0) * (width - LEFT - RIGHT);
        let at = |value: f64| self.axis.even(value).map(|even| place(even.clamp(ends.0, ends.1)));
        let bottom = 8.0 + RUNG * self.rungs.len() as f64;
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
        for (number, rung) in self.rungs.iter().enumerate() {
            push_rung(&mut svg, rung, 8.0 + RUNG * number as f64, width, at);
        }
        let (middle, below) = (width / 2.0, bottom + 36.0);
        let _ = writeln!(
            svg,
            "<text class=\"label\" x=\"{middle}\" y=\"{below:.1}\" text-anchor=\"middle\">{label}</text>\n</svg>"
        );
        svg
    }
}

fn push_rung(svg: &mut String, rung: &Rung, top: f64, width: f64, at: impl Fn(f64) -> Option<f64>) {
    let (text, height) = (top + 12.0, top + 24.0);
    let room = (width - 8.0) / LETTER - rung.text.chars().count() as f64 - 3.0;
    let _ = write!(
        svg,
        "<text x=\"4\" y=\"{text:.1}\">{}</text><text class=\"label\" x=\"{:.1}\" y=\"{text:.1}\" text-anchor=\"end\">{}</text>",
        escape(&shortened(&rung.name, room as usize)),
        width - 4.0,
        escape(&rung.text)
    );
    if let Some(x) = rung.value.and_then(&at) {
        let low = rung.low.and_then(&at).unwrap_or(LEFT);
        let high = rung.high.and_then(&at).unwrap_or(width - RIGHT);
        // Closed ends have a stroke across; open ones run to the edge without.
        let stroke = |end: Option<f64>, x: f64| end.map_or(String::new(), |_| format!("M{x:.1} {:.1}v8", height - 4.0));
        let _ = write!(
            svg,
            "{}<path class=\"whisker\" {STROKE} d=\"M{low:.1} {height:.1}H{high:.1}{}{}\"/><circle class=\"solid\" {SOLID} cx=\"{x:.1}\" cy=\"{height:.1}\" r=\"4.5\"/></g>",
            coloured(rung.colour),
            stroke(rung.low, low),
            stroke(rung.high, high)
        );
    }
    svg.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_stands_to_the_right_and_open_ends_reach_the_edge() {
        let rung = |value: Option<f64>, high: Option<f64>| Rung {
            name: "<a>".to_string(),
            value,
            low: Some(-50.0),
            high,
            text: "x".to_string(),
            colour: 9,
        };
        let rungs = vec![rung(Some(10.0), Some(60.0)), rung(Some(40.0), None), rung(None, None)];
        let svg = Ladder::new(Axis::linear("Elo"), rungs).even_at(0.0).drawn(WIDTH, "");
        let centres: Vec<f64> = svg
            .split("cx=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().expect("a part").parse().expect("a number"))
            .collect();
        assert!(centres.len() == 2 && centres[0] < centres[1], "{svg}");
        assert!(svg.contains(&format!("H{:.1}M", WIDTH - RIGHT)) && svg.contains("&lt;a&gt;"), "{svg}");
        let empty = Ladder::new(Axis::linear("Elo"), Vec::new()).svg();
        assert!(!empty.contains("NaN") && !empty.contains("inf"), "{empty}");
    }
}
