//! Everything that can be wrong with a spec.

use thiserror::Error;

use crate::text::quote;

/// A spec that cannot be used: what was found, what is valid, and where.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum SpecError {
    /// The text is not a spec.
    #[error("cannot read this spec: expected {expected}\n  {line}\n  {caret}")]
    Syntax {
        /// What would have been right.
        expected: String,
        /// The text, or the part of it around the place.
        line: String,
        /// A `^` under the place.
        caret: String,
    },
    /// No entry of that name.
    #[error("unknown {what} {}{}; valid: {valid}", quote(.found), hint(.near.as_ref()))]
    UnknownName {
        /// What was looked for: `game`, `agent`, `playout`.
        what: String,
        /// The name that was given.
        found: String,
        /// The nearest valid name.
        near: Option<String>,
        /// All valid names.
        valid: String,
    },
    /// No parameter of that name.
    #[error("`{owner}` has no option {}{}; {valid}", quote(.found), hint(.near.as_ref()))]
    UnknownKey {
        /// Whose parameters were looked at.
        owner: String,
        /// The key that was given.
        found: String,
        /// The nearest valid key.
        near: Option<String>,
        /// The valid keys in words.
        valid: String,
    },
    /// A key given twice.
    #[error("`{owner}` is given `{key}` twice; keep one")]
    RepeatedKey {
        /// Whose parameter it is.
        owner: String,
        /// The key.
        key: String,
    },
    /// A required key left out.
    #[error("`{owner}` needs `{key}`: {doc}; write `{owner}({key}=…)`")]
    MissingKey {
        /// Whose parameter it is.
        owner: String,
        /// The key.
        key: String,
        /// What it means.
        doc: String,
    },
    /// A value of the wrong kind or out of range.
    #[error("`{owner}`: `{key}` is {found}, expected {expected}")]
    BadValue {
        /// Whose parameter it is.
        owner: String,
        /// The key.
        key: String,
        /// The value that was given.
        found: String,
        /// What would have been right.
        expected: String,
    },
    /// A second row of a name in a list.
    #[error("there is a {what} called `{name}` already; choose another name")]
    NameTaken {
        /// What the list is of.
        what: String,
        /// The name.
        name: String,
    },
    /// Values that are right one by one but not together.
    #[error("`{owner}`: {reason}")]
    Combination {
        /// Whose parameters they are.
        owner: String,
        /// Why they do not go together.
        reason: String,
    },
}

impl SpecError {
    /// Values of `owner` that do not go together.
    pub fn combination(owner: &str, reason: impl Into<String>) -> SpecError {
        SpecError::Combination { owner: owner.to_string(), reason: reason.into() }
    }

    pub(super) fn syntax(text: &str, at: usize, expected: &str) -> SpecError {
        const AROUND: usize = 60;
        let before: Vec<char> = text[..at].chars().map(printable).collect();
        let skipped = before.len().saturating_sub(AROUND);
        let mut line: String = before[skipped..].iter().collect();
        let caret = " ".repeat(before.len() - skipped) + "^";
        line.extend(text[at..].chars().take(AROUND).map(printable));
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

/// The candidate that differs least from `found`, if it differs little enough to be a slip.
pub(super) fn nearest<'a>(found: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let most = 1 + found.chars().count() / 4;
    let scored = candidates.map(|name| (edits(found, name), name)).filter(|&(distance, _)| distance <= most);
    scored.min().map(|(_, name)| name.to_string())
}

/// How many letters must be inserted, deleted or replaced to turn `a` into `b` (Levenshtein).
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
