//! A mean as documents write it.

use mctslab_stats::{Correlation, RatioOfSums, Running};
use serde::Serialize;

/// A mean with its standard error and the number of samples behind it; what is not known is `null`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mean {
    /// The mean.
    pub mean: Option<f64>,
    /// Its standard error over samples.
    pub se: Option<f64>,
    /// How many samples there are.
    pub n: u64,
}

impl Mean {
    /// Mean and error as the cells of a table.
    pub(super) fn cells(&self, digits: usize) -> [String; 2] {
        let text = |number: Option<f64>| number.map_or_else(|| "-".to_string(), |number| format!("{number:.digits$}"));
        [text(self.mean), text(self.se)]
    }
}

impl From<&Running> for Mean {
    fn from(values: &Running) -> Mean {
        Mean { mean: values.mean(), se: values.error(), n: values.count() }
    }
}

impl From<&RatioOfSums> for Mean {
    fn from(values: &RatioOfSums) -> Mean {
        Mean { mean: values.ratio(), se: values.error(), n: values.count() }
    }
}

impl From<&Correlation> for Mean {
    fn from(pairs: &Correlation) -> Mean {
        Mean { mean: pairs.value(), se: pairs.error(), n: pairs.count() }
    }
}
