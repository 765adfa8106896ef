//! What every call that plays is given besides what it plays: `mctslab._execution.Playing`.

use std::path::PathBuf;

use pyo3::prelude::*;

/// Who plays, where runs are kept, who watches, and for how long.
#[derive(FromPyObject)]
pub(crate) struct Execution {
    /// The store; without one nothing is kept.
    pub(crate) store: Option<PathBuf>,
    /// How many threads play; as many as there are processors if it is not said.
    pub(crate) threads: Option<usize>,
    /// What plays in place of the threads: a `mctslab.executors.Crew`.
    pub(crate) crew: Option<Py<PyAny>>,
    /// What is called with how far the runs are.
    pub(crate) show: Option<Py<PyAny>>,
    /// When runs end with what is known then.
    pub(crate) seconds: Option<f64>,
}
