//! Experiment files: the runs are planned, or the error is reported; no program is started.

use mctslab_lab::Experiment;

use crate::LAB;

pub(crate) fn law(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    if let Err(error) = Experiment::parse(&LAB, "the file", text, false) {
        assert!(!error.to_string().is_empty());
    }
}
