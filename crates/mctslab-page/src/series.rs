//! What a chart draws in one colour: points, a line, a band, bars, or a mark across.

use crate::colours::COLOURS;

/// The radius of a point.
const RADIUS: f64 = 4.0;

/// A value with its error bar; an end that is `None` is open and drawn to the edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where it stands.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// Lower end.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

/// A bar of a histogram.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// Left edge.
    pub from: f64,
    /// Right edge.
    pub to: f64,
    /// Height, from zero.
    pub height: f64,
}

/// What is drawn in one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) colour: usize,
}

/// What a series looks like.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    /// Points with their radius.
    Points(Vec<(Point, f64)>),
    Line(Vec<(f64, f64)>),
    Band(Vec<(f64, f64, f64)>),
    Bars(Vec<Bar>),
    Hollow(Vec<(f64, f64)>),
    /// A place on the first axis, and the stretch about it.
    Mark {
        x: f64,
        low: f64,
        high: f64,
    },
}

impl Series {
    fn new(name: &str, shape: Shape) -> Series {
        Series { name: name.to_string(), shape, colour: 0 }
    }

    /// Points with error bars.
    pub fn points(name: &str, points: Vec<Point>) -> Series {
        Series::new(name, Shape::Points(points.into_iter().map(|point| (point, RADIUS)).collect()))
    }

    /// Points with error bars, each with its weight: the heaviest is as large as a point can be,
    /// the others have areas to match.
    pub fn weighted_points(name: &str, points: Vec<(Point, f64)>) -> Series {
        let most = points.iter().map(|(_, weight)| *weight).fold(f64::MIN_POSITIVE, f64::max);
        // The lightest are still to be seen.
        let radius = |weight: f64| 2.0 + RADIUS * libm::sqrt((weight / most).clamp(0.0, 1.0));
        Series::new(name, Shape::Points(points.into_iter().map(|(point, weight)| (point, radius(weight))).collect()))
    }

    /// An upright line at a value of the first axis, in the middle of a pale stretch from `low` to
    /// `high`.
    pub fn mark(name: &str, x: f64, low: f64, high: f64) -> Series {
        Series::new(name, Shape::Mark { x, low, high })
    }

    /// A line through `(x, y)`.
    pub fn line(name: &str, line: Vec<(f64, f64)>) -> Series {
        Series::new(name, Shape::Line(line))
    }

    /// The area between the lines `(x, low, high)`. Bands have no entry in the legend: they belong
    /// to a line of the same colour.
    pub fn band(band: Vec<(f64, f64, f64)>) -> Series {
        Series::new("", Shape::Band(band))
    }

    /// Bars from zero upwards.
    pub fn bars(name: &str, bars: Vec<Bar>) -> Series {
        Series::new(name, Shape::Bars(bars))
    }

    /// Published values at `(x, y)`, as hollow marks. All series of this kind share one entry of
    /// the legend, which has the name of the first.
    pub fn published(name: &str, points: Vec<(f64, f64)>) -> Series {
        Series::new(name, Shape::Hollow(points))
    }

    /// The same in another colour of the style sheet.
    pub fn colour(self, colour: usize) -> Series {
        Series { colour: colour % COLOURS, ..self }
    }

    /// Its values on the first axis.
    pub(crate) fn xs(&self) -> Vec<f64> {
        match &self.shape {
            Shape::Points(points) => points.iter().map(|(point, _)| point.x).collect(),
            Shape::Line(line) | Shape::Hollow(line) => line.iter().map(|at| at.0).collect(),
            Shape::Band(band) => band.iter().map(|at| at.0).collect(),
            Shape::Bars(bars) => bars.iter().flat_map(|bar| [bar.from, bar.to]).collect(),
            Shape::Mark { x, low, high } => vec![*x, *low, *high],
        }
    }

    /// Its values on the second axis.
    pub(crate) fn ys(&self) -> Vec<f64> {
        match &self.shape {
            Shape::Points(points) => {
                points.iter().flat_map(|(point, _)| [Some(point.y), point.low, point.high]).flatten().collect()
            }
            Shape::Line(line) | Shape::Hollow(line) => line.iter().map(|at| at.1).collect(),
            Shape::Band(band) => band.iter().flat_map(|at| [at.1, at.2]).collect(),
            Shape::Bars(bars) => bars.iter().map(|bar| bar.height).chain([0.0]).collect(),
            Shape::Mark { .. } => Vec::new(),
        }
    }
}
