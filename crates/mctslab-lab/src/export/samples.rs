//! Samples as JSON lines: one object for each sample, with its number first.

use mctslab_arena::TaskResult;

use super::Out;
use crate::{LabError, Stored};

/// Writes the samples of a run; games have their own lines.
pub fn write_samples(out: Out<'_>, stored: &Stored<'_>) -> Result<(), LabError> {
    stored.results(|result, _| {
        let TaskResult::Own { task, found } = result else { return Ok(()) };
        let rest = found.strip_prefix('{').unwrap_or("\"found\":null}");
        let comma = if rest == "}" { "" } else { "," };
        Ok(writeln!(out, "{{\"sample\":{task}{comma}{rest}")?)
    })
}
