//! The program `mctslab`, as the package installs it.

use std::ffi::OsString;
use std::io::Write;

use pyo3::prelude::*;

use crate::lab::lab;

/// Does what the words of a command line ask for, the name of the program first; the answer is the
/// exit code. What cannot be understood and `--help` end the process, as they end the program. A
/// process does it once.
#[pyfunction]
pub(crate) fn run_command(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| {
        let code = mctslab::run(Ok(lab()), words.into_iter());
        // Nobody else flushes it where `main` is not Rust's; a reader that went away is no error.
        drop(std::io::stdout().flush());
        code
    })
}
