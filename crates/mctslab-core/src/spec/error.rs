//! The errors of specs.

use thiserror::Error;

use crate::text::quote;

/// The error of a spec that cannot be used: what was found, what is valid, and where.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum SpecError {
    /// The text is not a spec.
    #[error("cannot read this spec: expected {expected}\n  {line}\n  {caret}")]
    Syntax {
        /// What was expected.
        expected: String,
        /// The text, or the part of it around the place.
        line: String,
        /// A `^` under the place.
        caret: String,
    },
    /// No entry has this name.
    #[error("unknown {what} {}{}; valid: {valid}", quote(.found), hint(.near.as_ref()))]
    UnknownName {
        /// The kind of thing that was named: `game`, `agent`, `playout`.
        what: String,
        /// The name that was given.
        found: String,
        /// The nearest valid name.
        near: Option<String>,
        /// All valid names.
        valid: String,
    },
    /// No parameter has this name.
    #[error("`{owner}` has no option {}{}; {valid}", quote(.found), hint(.near.as_ref()))]
    UnknownKey {
        /// The entry whose parameters were searched.
        owner: String,
        /// The key that was given.
        found: String,
        /// The nearest valid key.
        near: Option<String>,
        /// The valid keys in words.
        valid: String,
    },
    /// A key is given twice.
    #[error("`{owner}` is given `{key}` twice; keep one")]
    RepeatedKey {
        /// The entry to which the parameter belongs.
        owner: String,
        /// The key.
        key: String,
    },
    /// A required key is missing.
    #[error("`{owner}` needs `{key}`: {doc}; write `{owner}({key}=…)`")]
    MissingKey {
        /// The entry to which the parameter belongs.
        owner: String,
        /// The key.
        key: String,
        /// Its meaning.
        doc: String,
    },
    /// A value has the wrong kind or is out of range.
    #[error("`{owner}`: `{key}` is {found}, expected {expected}")]
    BadValue {
        /// The entry to which the parameter belongs.
        owner: String,
        /// The key.
        key: String,
        /// The value that was given.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// A row of a list has a name that is taken.
    #[error("there is a {what} called `{name}` already; choose another name")]
    NameTaken {
        /// The kind of things in the list.
        what: String,
        /// The name.
        name: String,
    },
    /// Values that are valid one by one but not together.
    #[error("`{owner}`: {reason}")]
    Combination {
        /// The entry to which the parameters belong.
        owner: String,
        /// Why the values exclude each other.
        reason: String,
    },
}

impl SpecError {
    /// The error of values of `owner` that exclude each other.
    pub fn combination(owner: &str, reason: impl Into<String>) -> SpecError {
        SpecError::Combination { owner: owner.to_string(), reason: reason.into() }
    }

    pub(super) fn syntax(text: &str, at: usize, expected: &str) -> SpecError {
        const MAX_CONTEXT: usize = 60;
        let before: Vec<char> = text[..at].chars().map(printable).collect();
        let skipped = before.len().saturating_sub(MAX_CONTEXT);
        let mut line: String = before[skipped..].iter().collect();
        let caret = " ".repeat(before.len() - skipped) + "^";
        line.extend(text[at..].chars().take(MAX_CONTEXT).map(printable));
        SpecError::Syntax { expected: expected.to_string(), line, caret }
    }

    pub(super) fn bad_value(owner: &str, key: &str, found: &str, expected: String) -> SpecError {
        SpecError::BadValue { owner: owner.to_string(), key: key.to_string(), found: quote(found), expected }
    }
}

fn printable(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

fn hint(near: Option<&String>) -> String {
    near.map(|name| format!(", did you mean `{name}`?")).unwrap_or_default()
}

/// The candidate nearest to `found`, if it differs so little that a typing error is likely.
pub(super) fn nearest<'a>(found: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let most = 1 + found.chars().count() / 4;
    let scored = candidates.map(|name| (edits(found, name), name)).filter(|&(distance, _)| distance <= most);
    scored.min().map(|(_, name)| name.to_string())
}

/// The number of letters that must be inserted, deleted or replaced to turn `a` into `b`
/// (Levenshtein).
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &cb) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
