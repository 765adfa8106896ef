//! Values of two options as a table of coloured cells: the higher a value, the stronger the colour.

use std::fmt::Write;

use maud::Markup;

use crate::svg::{LETTER, SOLID, WIDTH, both, coloured, escape, opening, shortened};

const ROW: f64 = 34.0;
const TOP: f64 = 46.0;
/// Letters of the longest name of a row.
const LONGEST: usize = 24;
/// How strong the colours of the lowest and the highest value are: text stays readable on both.
const FAINTEST: f64 = 0.06;
const STRONGEST: f64 = 0.62;

/// A table of coloured cells.
pub struct HeatMap {
    rows: (String, Vec<String>),
    columns: (String, Vec<String>),
    cells: Vec<Vec<Option<f64>>>,
    best: Option<(usize, usize)>,
    below: Vec<Vec<Option<f64>>>,
}

impl HeatMap {
    /// A table with a name for rows and columns and a text for each of them; `cells` are given row
    /// by row, `None` where nothing is known.
    pub fn new(rows: (String, Vec<String>), columns: (String, Vec<String>), cells: Vec<Vec<Option<f64>>>) -> HeatMap {
        HeatMap { rows, columns, cells, best: None, below: Vec::new() }
    }

    /// Frames the cell of a row and a column.
    pub fn framed(self, row: usize, column: usize) -> HeatMap {
        HeatMap { best: Some((row, column)), ..self }
    }

    /// Writes a second value below that of each cell, to compare with; it has no colour.
    pub fn comparing(self, below: Vec<Vec<Option<f64>>>) -> HeatMap {
        HeatMap { below, ..self }
    }

    /// The table as SVG, for wide screens and for narrow ones.
    pub fn svg(&self) -> Markup {
        both(WIDTH, |width, class| self.drawn(width, class))
    }

    fn drawn(&self, width: f64, class: &str) -> String {
        let known = || self.cells.iter().flatten().flatten().copied().filter(|value| value.is_finite());
        let (low, high) = (known().fold(f64::INFINITY, f64::min), known().fold(f64::NEG_INFINITY, f64::max));
        let strength = |value: f64| {
            let share = if high > low { (value - low) / (high - low) } else { 0.5 };
            FAINTEST + share * (STRONGEST - FAINTEST)
        };
        let letters = self.rows.1.iter().map(|name| name.chars().count()).max().unwrap_or(1).min(LONGEST);
        let left = 34.0 + LETTER * letters as f64;
        let across = ((width - left - 8.0) / self.columns.1.len().max(1) as f64).min(120.0);
        let height = TOP + ROW * self.rows.1.len() as f64 + 8.0;
        let label = format!("by {} and {}", self.rows.0, self.columns.0);
        let mut svg = opening(class, &label, width, height);
        let middle = left + across * self.columns.1.len() as f64 / 2.0;
        let _ = writeln!(
            svg,
            "<text class=\"label\" x=\"{middle:.1}\" y=\"14\" text-anchor=\"middle\">{}</text>\
             <text class=\"label\" transform=\"translate(14 {:.1}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            escape(&self.columns.0),
            TOP + ROW * self.rows.1.len() as f64 / 2.0,
            escape(&self.rows.0)
        );
        for (column, name) in self.columns.1.iter().enumerate() {
            let (x, name) = (left + across * (column as f64 + 0.5), shortened(name, (across / LETTER) as usize));
            let _ = writeln!(
                svg,
                "<text class=\"tick\" x=\"{x:.1}\" y=\"36\" text-anchor=\"middle\">{}</text>",
                escape(&name)
            );
        }
        for (row, (name, cells)) in self.rows.1.iter().zip(&self.cells).enumerate() {
            let y = TOP + ROW * row as f64;
            let name = shortened(name, LONGEST);
            let _ = writeln!(
                svg,
                "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                left - 8.0,
                y + ROW / 2.0 + 4.0,
                escape(&name)
            );
            for (column, cell) in cells.iter().enumerate() {
                let x = left + across * column as f64;
                self.push_cell(&mut svg, (row, column), (x, y, across), cell.map(|value| (value, strength(value))));
            }
        }
        svg + "</svg>\n"
    }

    fn push_cell(
        &self,
        svg: &mut String,
        at: (usize, usize),
        (x, y, across): (f64, f64, f64),
        cell: Option<(f64, f64)>,
    ) {
        let below = self.below.get(at.0).and_then(|row| row.get(at.1).copied().flatten());
        let middle = x + across / 2.0;
        let line = if self.below.is_empty() { y + ROW / 2.0 + 4.0 } else { y + ROW / 2.0 - 1.0 };
        if let Some((value, strength)) = cell {
            let (wide, tall) = (across - 2.0, ROW - 2.0);
            let frame = if self.best == Some(at) { " stroke=\"currentColor\" stroke-width=\"2.5\"" } else { "" };
            let _ = writeln!(
                svg,
                "{}<rect {SOLID} fill-opacity=\"{strength:.3}\"{frame} x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{tall:.1}\"/></g>\
                 <g><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text></g>",
                coloured(0),
                x + 1.0,
                y + 1.0,
                middle,
                line,
                cell_text(value, across)
            );
        }
        // Behind the colour it could not be read.
        if let Some(below) = below {
            let (text, line) = (cell_text(below, across), line + 13.0);
            let _ = writeln!(
                svg,
                "<g><text opacity=\".8\" x=\"{middle:.1}\" y=\"{line:.1}\" text-anchor=\"middle\">{text}</text></g>"
            );
        }
    }
}

/// A value with as many digits as a cell has room for.
fn cell_text(value: f64, across: f64) -> String {
    let text = format!("{value:.3}");
    if text.len() as f64 * LETTER <= across {
        return text;
    }
    let short = format!("{value:.2}");
    short.strip_prefix("0.").map_or_else(|| format!("{value:.1}"), |digits| format!(".{digits}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_value_has_the_strongest_colour_and_the_frame() {
        let names = |name: &str, all: &[&str]| (name.to_string(), all.iter().map(|text| (*text).to_string()).collect());
        let cells = vec![vec![Some(0.2), Some(0.9)], vec![None, Some(0.4)]];
        let svg =
            HeatMap::new(names("<c>", &["1", "2"]), names("iters", &["3", "4"]), cells).framed(0, 1).drawn(WIDTH, "");
        let strengths: Vec<f64> = svg
            .split("fill-opacity=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().expect("a part").parse().expect("a number"))
            .collect();
        assert!(strengths.len() == 3 && strengths[1] > strengths[2] && strengths[2] > strengths[0], "{svg}");
        assert_eq!(svg.matches("stroke-width=\"2.5\"").count(), 1);
        assert!(svg.contains("&lt;c&gt;") && svg.contains(">0.900<") && !svg.contains("NaN"), "{svg}");
        let cells = vec![vec![Some(0.2)]];
        let beside = HeatMap::new(names("c", &["1"]), names("d", &["2"]), cells).comparing(vec![vec![Some(0.25)]]);
        let svg = beside.drawn(WIDTH, "");
        assert!(svg.contains(">0.200<") && svg.contains(">0.250<") && svg.matches("<rect").count() == 1, "{svg}");
        assert_eq!([cell_text(0.986, 20.0), cell_text(1.0, 20.0)], [".99", "1.0"]);
        let empty = HeatMap::new(names("a", &[]), names("b", &[]), Vec::new()).svg().into_string();
        assert!(!empty.contains("NaN") && !empty.contains("inf"), "{empty}");
    }
}
