//! A mean as documents write it.

use mctslab_stats::{Correlation, Interval, RatioOfSums, Running};
use serde::Serialize;

/// A mean with its standard error and the number of samples behind it; what is not known is `null`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct MeanValue {
    /// The mean.
    pub mean: Option<f64>,
    /// Its standard error over samples.
    pub se: Option<f64>,
    /// How many samples there are.
    pub n: u64,
    /// The lower end of the 95 % interval, of shares and of counted events: these have one also
    /// where nothing was seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// Its upper end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}

impl MeanValue {
    /// A mean without an interval.
    pub(crate) fn new(mean: Option<f64>, se: Option<f64>, n: u64) -> MeanValue {
        MeanValue { mean, se, n, low: None, high: None }
    }

    /// The mean of values between 0 and 1, such as a share. Where all of them are equal, the
    /// standard error is that of one more of either kind: nothing that was never seen is certain
    /// not to be.
    pub(crate) fn share(values: &Running) -> MeanValue {
        let scores = values.scores();
        let interval = (values.count() > 0).then(|| scores.interval());
        let error = values.error().filter(|error| *error > 0.0);
        MeanValue::new(values.mean(), error.or_else(|| Some(scores.estimate()?.error)), values.count()).within(interval)
    }

    /// The mean of a count of events. Where there was none, the standard error is that of one.
    pub(crate) fn events(values: &Running) -> MeanValue {
        let error = if values.mean() == Some(0.0) { Some(1.0 / values.count() as f64) } else { values.error() };
        MeanValue::new(values.mean(), error, values.count()).within(values.count_interval())
    }

    fn within(self, interval: Option<Interval>) -> MeanValue {
        MeanValue { low: interval.map(|ends| ends.low), high: interval.map(|ends| ends.high), ..self }
    }

    /// Mean, error and interval as cells, with the digits that the error leaves any meaning: two of
    /// its own. A mean of exactly zero is `0`.
    pub(crate) fn rounded_cells(&self) -> [String; 3] {
        let digits = match self.se {
            Some(error) if error > 0.0 => (1.0 - libm::floor(libm::log10(error))).clamp(0.0, 4.0) as usize,
            _ => 3,
        };
        let text = |number: f64| if number == 0.0 { "0".to_string() } else { format!("{number:.digits$}") };
        let cell = |number: Option<f64>| number.map_or_else(|| "-".to_string(), text);
        let ends = self.low.zip(self.high).map(|(low, high)| format!("{} to {}", text(low), text(high)));
        [cell(self.mean), cell(self.se), ends.unwrap_or_default()]
    }

    /// Mean and error as the cells of a table.
    pub(crate) fn cells(&self, digits: usize) -> [String; 2] {
        let text = |number: Option<f64>| number.map_or_else(|| "-".to_string(), |number| format!("{number:.digits$}"));
        [text(self.mean), text(self.se)]
    }
}

impl From<&Running> for MeanValue {
    fn from(values: &Running) -> MeanValue {
        MeanValue::new(values.mean(), values.error(), values.count())
    }
}

impl From<&RatioOfSums> for MeanValue {
    fn from(values: &RatioOfSums) -> MeanValue {
        MeanValue::new(values.ratio(), values.error(), values.count())
    }
}

impl From<&Correlation> for MeanValue {
    fn from(pairs: &Correlation) -> MeanValue {
        MeanValue::new(pairs.value(), pairs.error(), pairs.count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_end_where_the_error_begins() {
        let cells = |mean: f64, error: f64| MeanValue::new(Some(mean), Some(error), 9).rounded_cells();
        assert_eq!(cells(41.5312, 0.1234), ["41.53", "0.12", ""]);
        assert_eq!(cells(1234.5, 23.0), ["1234", "23", ""]);
        assert_eq!(cells(0.55712, 0.00496), ["0.5571", "0.0050", ""]);
        assert_eq!(cells(0.0, 0.0), ["0", "0", ""]);
    }

    #[test]
    fn nothing_is_certain_because_it_was_never_seen() {
        let mut never = Running::default();
        (0..200).for_each(|_| never.add(0.0));
        for value in [MeanValue::share(&never), MeanValue::events(&never)] {
            assert_eq!((value.mean, value.low, value.n), (Some(0.0), Some(0.0), 200));
            assert!(value.se.is_some_and(|se| (0.004..0.006).contains(&se)), "{value:?}");
            assert!(value.high.is_some_and(|high| (0.01..0.02).contains(&high)), "{value:?}");
        }
        let mut always = Running::default();
        (0..200).for_each(|_| always.add(1.0));
        let all = MeanValue::share(&always);
        assert!(all.high == Some(1.0) && all.low.is_some_and(|low| low > 0.98) && all.se > Some(0.0), "{all:?}");
        let nothing = MeanValue::share(&Running::default());
        assert_eq!(nothing, MeanValue::new(None, None, 0));
    }
}
