//! A mean as documents write it.

use mctslab_stats::{Correlation, RatioOfSums, Running};
use serde::Serialize;

/// A mean with its standard error and the number of samples behind it; what is not known is `null`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MeanValue {
    /// The mean.
    pub mean: Option<f64>,
    /// Its standard error over samples.
    pub se: Option<f64>,
    /// How many samples there are.
    pub n: u64,
}

impl MeanValue {
    /// Mean and error as the cells of a table.
    pub(super) fn cells(&self, digits: usize) -> [String; 2] {
        let text = |number: Option<f64>| number.map_or_else(|| "-".to_string(), |number| format!("{number:.digits$}"));
        [text(self.mean), text(self.se)]
    }
}

impl From<&Running> for MeanValue {
    fn from(values: &Running) -> MeanValue {
        MeanValue { mean: values.mean(), se: values.error(), n: values.count() }
    }
}

impl From<&RatioOfSums> for MeanValue {
    fn from(values: &RatioOfSums) -> MeanValue {
        MeanValue { mean: values.ratio(), se: values.error(), n: values.count() }
    }
}

impl From<&Correlation> for MeanValue {
    fn from(pairs: &Correlation) -> MeanValue {
        MeanValue { mean: pairs.value(), se: pairs.error(), n: pairs.count() }
    }
}
