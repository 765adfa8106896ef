//! The mark of a value and the interval about it, on a line from left to right.

use std::fmt::Write;

use crate::colours::COLOURS;
use crate::svg::{SOLID, STROKE, coloured};

/// Half the size of a mark.
const RADIUS: f64 = 4.5;

/// A value with its interval; an end that is `None` is open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MarkedValue {
    pub(crate) value: f64,
    pub(crate) low: Option<f64>,
    pub(crate) high: Option<f64>,
}

/// The stretch of a drawing on which values lie.
pub(crate) struct ValueLine<'a> {
    pub(crate) left: f64,
    pub(crate) right: f64,
    /// Where a value stands; `None` if it has no place. It may lie outside of the stretch.
    pub(crate) place: &'a dyn Fn(f64) -> Option<f64>,
}

/// The mark of a player by its number: its colour, and one of four shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) colour: usize,
    shape: usize,
}

impl Mark {
    /// A round mark.
    pub(crate) fn round(colour: usize) -> Mark {
        Mark { colour, shape: 0 }
    }

    /// Neighbours have different shapes, and so have players of the same colour.
    pub(crate) fn of_player(number: usize) -> Mark {
        Mark { colour: number % COLOURS, shape: (number + number / COLOURS) % 4 }
    }

    /// Draws the mark.
    pub(crate) fn push(self, svg: &mut String, (x, y): (f64, f64)) {
        let r = RADIUS;
        let _ = match self.shape {
            0 => write!(svg, "<circle class=\"solid\" {SOLID} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\"/>"),
            1 => write!(svg, "<path class=\"solid\" {SOLID} d=\"M{:.1} {:.1}h8v8h-8z\"/>", x - 4.0, y - 4.0),
            2 => {
                write!(svg, "<path class=\"solid\" {SOLID} d=\"M{x:.1} {:.1}l5.5 5.5l-5.5 5.5l-5.5 -5.5z\"/>", y - 5.5)
            }
            _ => write!(svg, "<path class=\"solid\" {SOLID} d=\"M{x:.1} {:.1}l5.2 9h-10.4z\"/>", y - 5.5),
        };
    }
}

/// Draws a value with its interval at the height `y`. An end that is closed has a stroke across;
/// one that is open, or lies outside, is an arrow at the edge.
pub(crate) fn push_value(svg: &mut String, line: &ValueLine<'_>, y: f64, one: &MarkedValue, mark: Mark) {
    let Some(x) = (line.place)(one.value) else { return };
    // A hair of slack keeps what stands exactly at an end.
    let within = |x: f64| (line.left - 0.01..=line.right + 0.01).contains(&x);
    let end = |value: Option<f64>, edge: f64| {
        value.and_then(line.place).filter(|&x| within(x)).map_or((edge, false), |x| (x, true))
    };
    let ((low, low_closed), (high, high_closed)) = (end(one.low, line.left), end(one.high, line.right));
    let stop = |x: f64, closed: bool, inwards: f64| {
        if closed {
            format!("M{x:.1} {:.1}v8", y - 4.0)
        } else {
            format!("M{:.1} {:.1}L{x:.1} {y:.1}L{0:.1} {:.1}", x + inwards, y - 4.0, y + 4.0)
        }
    };
    let _ = write!(
        svg,
        "{}<path class=\"whisker\" {STROKE} d=\"M{low:.1} {y:.1}H{high:.1}{}{}\"/>",
        coloured(mark.colour),
        stop(low, low_closed, 5.0),
        stop(high, high_closed, -5.0)
    );
    if within(x) {
        mark.push(svg, (x, y));
    }
    svg.push_str("</g>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_of_one_colour_have_different_shapes() {
        let marks: Vec<Mark> = (0..32).map(Mark::of_player).collect();
        for (number, mark) in marks.iter().enumerate() {
            assert!(!marks[..number].contains(mark), "{number}");
        }
    }

    #[test]
    fn what_lies_outside_is_an_arrow_at_the_edge() {
        let line = ValueLine { left: 10.0, right: 90.0, place: &|value| Some(value) };
        let drawn = |low: Option<f64>, high: Option<f64>| {
            let mut svg = String::new();
            push_value(&mut svg, &line, 20.0, &MarkedValue { value: 50.0, low, high }, Mark::round(0));
            svg
        };
        let closed = drawn(Some(40.0), Some(60.0));
        assert!(closed.contains("d=\"M40.0 20.0H60.0M40.0 16.0v8M60.0 16.0v8\""), "{closed}");
        let open = drawn(None, Some(100.0));
        assert!(
            open.contains("d=\"M10.0 20.0H90.0M15.0 16.0L10.0 20.0L15.0 24.0M85.0 16.0L90.0 20.0L85.0 24.0\""),
            "{open}"
        );
    }
}
