//! Samples as JSON lines: one object for each sample, with its number first. How long things took is left out, so that the same plan gives
//! the same lines everywhere.

use mctslab_arena::TaskResult;
use mctslab_registry::samples::TIMING;

use super::Out;
use crate::{LabError, Stored};

/// Writes the samples of a run; games have their own lines.
pub fn write_samples(out: Out<'_>, stored: &Stored<'_>) -> Result<(), LabError> {
    stored.results(|result, _| {
        let TaskResult::Own { task, found } = result else { return Ok(()) };
        let rest = timeless(&found).strip_prefix('{').unwrap_or("\"found\":null");
        let comma = if rest.is_empty() { "" } else { "," };
        Ok(writeln!(out, "{{\"sample\":{task}{comma}{rest}}}")?)
    })
}

/// A sample without its last bracket and without what depends on the clock, which is the last of its keys. A quote inside of a text has a
/// backslash before it, so that nothing else can look like that key.
fn timeless(found: &str) -> &str {
    let found = found.strip_suffix('}').unwrap_or(found);
    let alone = format!("{{\"{TIMING}\":");
    if found.starts_with(&alone) {
        return "{";
    }
    found.rfind(&format!(",\"{TIMING}\":")).map_or(found, |place| &found[..place])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_depends_on_the_clock_is_cut_off() {
        assert_eq!(timeless(r#"{"a":[1],"timing":{"ms":[0.5]}}"#), r#"{"a":[1]"#);
        assert_eq!(timeless(r#"{"a":",\"timing\":"}"#), r#"{"a":",\"timing\":""#);
        assert_eq!(timeless(r#"{"timing":{}}"#), "{");
        assert_eq!((timeless("{}"), timeless(r#"{"a":{}}"#)), ("{", r#"{"a":{}"#));
    }
}
