//! What a player may spend on a move, as it is shown to players in Python.

use mctslab_core::SearchBudget;
use pyo3::prelude::*;

/// What one move may cost; `None` is no limit. `left` and `increment` are the clocks of a timed
/// game, in seconds, and `seat` is the seat that is asked.
#[pyclass(frozen, module = "mctslab", get_all)]
pub(crate) struct Budget {
    seconds: Option<f64>,
    iterations: Option<u64>,
    depth: Option<u32>,
    left: Option<Vec<f64>>,
    increment: Option<f64>,
    seat: Option<usize>,
}

impl Budget {
    pub(crate) fn of(limits: &SearchBudget<'_>) -> Budget {
        let clocks = limits.clocks;
        Budget {
            seconds: limits.time.map(|time| time.as_secs_f64()),
            iterations: limits.iterations,
            depth: limits.depth,
            left: clocks.map(|clocks| clocks.left.iter().map(std::time::Duration::as_secs_f64).collect()),
            increment: clocks.map(|clocks| clocks.increment.as_secs_f64()),
            seat: clocks.map(|clocks| clocks.seat),
        }
    }
}

#[pymethods]
impl Budget {
    fn __repr__(&self) -> String {
        let shown = |value: Option<String>| value.unwrap_or_else(|| "None".to_string());
        format!(
            "Budget(seconds={}, iterations={}, depth={}, left={}, increment={}, seat={})",
            shown(self.seconds.map(|value| value.to_string())),
            shown(self.iterations.map(|value| value.to_string())),
            shown(self.depth.map(|value| value.to_string())),
            shown(self.left.as_ref().map(|value| format!("{value:?}"))),
            shown(self.increment.map(|value| value.to_string())),
            shown(self.seat.map(|value| value.to_string())),
        )
    }
}
