//! An axis: from values to places, and the values that get a tick.

use crate::numbers::grouped;

/// On an axis with fewer doublings than this powers of two do not make enough ticks.
const FEW_DOUBLINGS: f64 = 2.0;

/// How values are spread over an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equally long.
    Linear,
    /// Equal ratios are equally long, ticks stand at powers of two; values must be positive, others
    /// are left out.
    Log2,
}

/// An axis of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    pub(crate) label: String,
    pub(crate) scale: Scale,
    /// Ends that were asked for, else those of the data.
    range: Option<(f64, f64)>,
    /// Values that must be in sight.
    shown: Vec<f64>,
    /// Only whole numbers get ticks.
    whole: bool,
}

impl Axis {
    /// A linear axis as long as its data.
    pub fn linear(label: &str) -> Axis {
        Axis { label: label.to_string(), scale: Scale::Linear, range: None, shown: Vec::new(), whole: false }
    }

    /// An axis of powers of two as long as its data; its label says so.
    pub fn log2(label: &str) -> Axis {
        Axis { scale: Scale::Log2, ..Axis::linear(&format!("{label} (log scale)")) }
    }

    /// A linear axis of things that are counted: only whole numbers get ticks.
    pub fn counted(label: &str) -> Axis {
        Axis { whole: true, ..Axis::linear(label) }
    }

    /// Cuts the axis to these ends, whatever the data.
    pub fn between(self, low: f64, high: f64) -> Axis {
        Axis { range: Some((low, high)), ..self }
    }

    /// Makes the axis long enough to show this value.
    pub fn showing(mut self, value: f64) -> Axis {
        self.shown.push(value);
        self
    }

    /// The value where the axis is even: itself, or its binary logarithm; `None` if it has no
    /// place.
    pub(crate) fn even(&self, value: f64) -> Option<f64> {
        let even = match self.scale {
            Scale::Linear => value,
            Scale::Log2 if value > 0.0 => libm::log2(value),
            Scale::Log2 => return None,
        };
        even.is_finite().then_some(even)
    }

    /// The ends, in even values, that show all of the data.
    pub(crate) fn ends(&self, data: impl Iterator<Item = f64>) -> (f64, f64) {
        let fixed = self.range.and_then(|(low, high)| Some((self.even(low)?, self.even(high)?)));
        if let Some((low, high)) = fixed.filter(|(low, high)| low < high) {
            return (low, high);
        }
        let values = data.chain(self.shown.iter().copied()).filter_map(|value| self.even(value));
        let (low, high) =
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        match high - low {
            width if width > 0.0 => (low, high),
            // One value, or none, gets room on both sides.
            0.0 => (low - 0.5, high + 0.5),
            _ => (0.0, 1.0),
        }
    }

    /// The same with some room on both sides, unless the ends were asked for.
    pub(crate) fn padded_ends(&self, data: impl Iterator<Item = f64>) -> (f64, f64) {
        let (low, high) = self.ends(data);
        let room = if self.range.is_some() { 0.0 } else { (high - low) / 20.0 };
        (low - room, high + room)
    }

    /// Places of ticks in even values with their text, at most about `most` of them.
    pub(crate) fn ticks(&self, (low, high): (f64, f64), most: usize) -> Vec<(f64, String)> {
        if self.scale == Scale::Log2 && high - low < FEW_DOUBLINGS {
            return round_ticks((low, high), most);
        }
        let step = match self.scale {
            Scale::Linear if self.whole => nice_step((high - low) / most.max(2) as f64).max(1.0),
            Scale::Linear => nice_step((high - low) / most.max(2) as f64),
            Scale::Log2 => libm::ceil((high - low) / most.max(2) as f64).max(1.0),
        };
        // A hair of slack keeps a tick that stands exactly at an end.
        let first = libm::ceil(low / step - 1e-9) as i64;
        let last = libm::floor(high / step + 1e-9) as i64;
        let text = |even: f64| match self.scale {
            Scale::Linear => linear_text(even, step),
            Scale::Log2 if even < 0.0 => libm::exp2(even).to_string(),
            Scale::Log2 => linear_text(libm::exp2(even), 1.0),
        };
        (first..=last).map(|number| number as f64 * step).map(|even| (even, text(even))).collect()
    }
}

/// Ticks of a short logarithmic axis: round values, since there are hardly any powers of two.
fn round_ticks((low, high): (f64, f64), most: usize) -> Vec<(f64, String)> {
    let (from, to) = (libm::exp2(low), libm::exp2(high));
    let step = nice_step((to - from) / most.max(2) as f64);
    let (first, last) = (libm::ceil(from / step - 1e-9) as i64, libm::floor(to / step + 1e-9) as i64);
    let values = (first.max(1)..=last).map(|number| number as f64 * step);
    values.map(|value| (libm::log2(value), linear_text(value, step))).collect()
}

/// The next step of 1, 2 or 5 times a power of ten.
pub(crate) fn nice_step(least: f64) -> f64 {
    let power = libm::pow(10.0, libm::floor(libm::log10(least.max(1e-9))));
    [1.0, 2.0, 5.0].into_iter().map(|digit| digit * power).find(|step| *step >= least).unwrap_or(10.0 * power)
}

/// A number with as many digits behind the point as the step between ticks asks for.
fn linear_text(value: f64, step: f64) -> String {
    let digits = (-libm::floor(libm::log10(step) + 1e-9)).max(0.0) as usize;
    let text = format!("{:.digits$}", value.abs());
    let sign =
        if value < 0.0 && text.contains(|digit: char| digit.is_ascii_digit() && digit != '0') { "−" } else { "" };
    match text.parse::<u64>() {
        Ok(whole) => format!("{sign}{}", grouped(whole)),
        Err(_) => format!("{sign}{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis, ends: (f64, f64), most: usize) -> Vec<String> {
        axis.ticks(ends, most).into_iter().map(|(_, text)| text).collect()
    }

    #[test]
    fn ticks_are_round_and_inside() {
        let axis = Axis::linear("");
        assert_eq!(texts(&axis, (0.0, 1.0), 5), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(texts(&axis, (-120.0, 260.0), 5), ["−100", "0", "100", "200"]);
        assert_eq!(texts(&axis, (0.0, 10_000_000.0), 2), ["0", "5,000,000", "10,000,000"]);
        for (low, high) in [(0.0, 3.7e-4), (-5e6, 1.0), (41.5, 42.5)] {
            let ticks = axis.ticks((low, high), 6);
            assert!((2..=8).contains(&ticks.len()), "{ticks:?}");
            assert!(ticks.iter().all(|(at, _)| (low - 1e-9..=high + 1e-9).contains(at)), "{ticks:?}");
        }
    }

    #[test]
    fn powers_of_two_are_written_out() {
        let axis = Axis::log2("");
        let ends = axis.ends([1.0, 1024.0, -3.0, 0.0].into_iter());
        assert_eq!(ends, (0.0, 10.0), "what has no logarithm has no place");
        assert_eq!(texts(&axis, ends, 5), ["1", "4", "16", "64", "256", "1,024"]);
        assert_eq!(texts(&axis, (-2.0, 0.0), 5), ["0.25", "0.5", "1"]);
        let short = axis.ends([70.0, 121.0].into_iter());
        assert_eq!(texts(&axis, short, 5), ["80", "100", "120"], "few doublings");
        let places: Vec<f64> = axis.ticks(short, 5).into_iter().map(|(at, _)| at).collect();
        assert!((places[0] - 80_f64.log2()).abs() < 1e-9 && places[0] > short.0, "{places:?}");
    }

    #[test]
    fn what_is_counted_has_no_halves() {
        let axis = Axis::counted("");
        assert_eq!(texts(&axis, (4.5, 9.5), 10), ["5", "6", "7", "8", "9"]);
        assert_eq!(texts(&axis, (0.0, 40.0), 5), ["0", "10", "20", "30", "40"]);
    }

    #[test]
    fn odd_data_still_has_ends() {
        let axis = Axis::linear("");
        assert_eq!(axis.ends(std::iter::empty()), (0.0, 1.0));
        assert_eq!(axis.ends([7.0, f64::NAN, f64::INFINITY].into_iter()), (6.5, 7.5));
    }
}
