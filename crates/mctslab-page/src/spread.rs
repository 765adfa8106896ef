//! How values are spread: counts in steps of a round width.

use maud::Markup;
use serde::Serialize;

use crate::axis::{Axis, nice_step};
use crate::plot::Chart;
use crate::series::{Bar, Series};

/// About so many bars show nine tenths of the values.
const BARS: f64 = 20.0;
/// There are no more bars than this: what lies beyond is counted together.
const MAX_BARS: usize = 40;

/// Counts of values, none of which is negative, in equal steps from zero.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The width of a step.
    step: f64,
    /// How many values are in each step, its lower end included.
    counts: Vec<u64>,
    /// How many lie beyond the last step.
    above: u64,
}

impl Spread {
    /// The spread of some values.
    ///
    /// ```
    /// # use mctslab_page::Spread;
    /// let json = serde_json::to_string(&Spread::of(&[0.0, 9.0, 10.0, 200.0])).expect("numbers");
    /// assert_eq!(json, r#"{"step":10.0,"counts":[2,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1],"above":0}"#);
    /// ```
    pub fn of(values: &[f64]) -> Spread {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let typical = sorted.get(sorted.len() * 9 / 10).copied().unwrap_or_default();
        let step = if typical > 0.0 { nice_step(typical / BARS) } else { 1.0 };
        let (mut counts, mut above) = (Vec::new(), 0);
        for value in sorted {
            let place = (value / step) as usize;
            if place >= MAX_BARS {
                above += 1;
                continue;
            }
            counts.resize(counts.len().max(place + 1), 0);
            counts[place] += 1;
        }
        Spread { step, counts, above }
    }

    /// The spread as bars, in a chart of that size; its label says how many values are not shown.
    pub fn svg(&self, label: &str, counted: &str, (width, height): (f64, f64)) -> Markup {
        let beyond = if self.above > 0 { format!(" ({} more to the right)", self.above) } else { String::new() };
        let bars = self.counts.iter().enumerate().map(|(place, &count)| Bar {
            from: place as f64 * self.step,
            to: (place + 1) as f64 * self.step,
            height: count as f64,
        });
        Chart::new(Axis::linear(&format!("{label}{beyond}")), Axis::counted(counted).showing(0.0))
            .sized(width, height)
            .with(Series::bars(counted, bars.collect()))
            .svg()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_counted_once_and_a_few_large_ones_do_not_flatten_the_rest() {
        let values: Vec<f64> = (0..100).map(f64::from).chain([1e9, 2e9]).collect();
        let spread = Spread::of(&values);
        assert_eq!(spread.counts.iter().sum::<u64>() + spread.above, 102);
        assert_eq!((spread.step, spread.above), (5.0, 2), "{spread:?}");
        assert_eq!(spread.counts, [5; 20]);
        assert!(spread.svg("x", "values", (420.0, 240.0)).0.contains("(2 more to the right)"));
    }

    #[test]
    fn nothing_and_zeros_have_a_spread() {
        assert_eq!(Spread::of(&[]), Spread { step: 1.0, counts: vec![], above: 0 });
        assert_eq!(Spread::of(&[0.0, 0.0]).counts, [2]);
    }
}
