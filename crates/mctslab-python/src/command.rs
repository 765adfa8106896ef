//! The program `mctslab`, as the package installs it: the command line, with executors of Python as
//! crews besides threads and worker processes.

use std::ffi::OsString;
use std::io::Write;
use std::sync::Arc;

use mctslab::{CrewOption, Crews};
use mctslab_lab::arena::{Crew, CrewError, Flags};
use mctslab_lab::{Lab, LabError, inspector};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::crew::{FutureCrew, Interrupt};
use crate::lab::{identity_now, lab};

const OPTIONS: &[CrewOption] = &[
    CrewOption {
        name: "ray",
        value_name: "ADDRESS",
        help: "Play on Ray: `auto` is the cluster of this machine, `local` are its cores",
    },
    CrewOption { name: "dask", value_name: "ADDRESS", help: "Play on the Dask cluster at this address" },
    CrewOption { name: "processes", value_name: "N", help: "Play in this many processes of Python" },
];

/// Executors of Python, made by `mctslab.executors.of_option`.
struct Executors;

impl Crews for Executors {
    fn options(&self) -> &'static [CrewOption] {
        OPTIONS
    }

    fn crew(&self, option: &str, value: &str, lab: &Lab, flags: &Arc<Flags>) -> Result<Box<dyn Crew>, LabError> {
        let made = Python::attach(|py| {
            let make = || py.import("mctslab.executors")?.getattr("of_option")?.call1((option, value));
            make().map(Bound::unbind).map_err(|error| {
                let text = error.value(py).to_string();
                let is_usage = error.is_instance_of::<PyValueError>(py);
                if is_usage { LabError::Request(text) } else { CrewError(text).into() }
            })
        })?;
        let interrupt = Interrupt::new(Arc::clone(flags));
        let crew = FutureCrew::new(made, identity_now(), inspector(lab), interrupt);
        Ok(Box::new(crew.map_err(|error| CrewError(error.to_string()))?))
    }
}

/// Does what the words of a command line ask for, the name of the program first; the answer is the
/// exit code. What cannot be understood and `--help` end the process, as they end the program. A
/// process does it once.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| {
        let code = mctslab::run_with(Ok(lab()), words.into_iter(), Box::new(Executors));
        // Nobody else flushes it where `main` is not Rust's; a reader that went away is no error.
        drop(std::io::stdout().flush());
        code
    })
}
