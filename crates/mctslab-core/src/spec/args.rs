//! A spec with every default written out and every value checked.

use std::fmt;

/// The checked arguments of one entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Args {
    name: &'static str,
    values: Vec<(&'static str, Resolved)>,
}

/// A checked value.
#[derive(Clone, Debug, PartialEq)]
pub enum Resolved {
    /// A whole number in range.
    Integer(i64),
    /// A whole number in range, or none.
    Limit(Option<i64>),
    /// A whole number in range, or `None` for the automatic value.
    Auto(Option<i64>),
    /// A real number in range.
    Real(f64),
    /// Yes or no.
    Flag(bool),
    /// An entry with its own arguments.
    Choice(Args),
    /// Any text.
    Text(String),
}

impl Args {
    pub(super) fn new(name: &'static str, values: Vec<(&'static str, Resolved)>) -> Args {
        Args { name, values }
    }

    /// The name of the entry.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The values in declared order.
    pub fn values(&self) -> &[(&'static str, Resolved)] {
        &self.values
    }

    /// The whole number under `key`, which must be declared as [`super::Kind::Integer`].
    pub fn integer(&self, key: &str) -> i64 {
        match self.value(key) {
            Resolved::Integer(value) => *value,
            other => mismatch(key, other),
        }
    }

    /// The limit under `key`, which must be declared as [`super::Kind::Limit`].
    pub fn limit(&self, key: &str) -> Option<u64> {
        match self.value(key) {
            Resolved::Limit(value) => value.map(|v| v as u64),
            other => mismatch(key, other),
        }
    }

    /// The whole number under `key`, which must be declared as [`super::Kind::Auto`]; `None` for
    /// the automatic value.
    pub fn automatic(&self, key: &str) -> Option<u64> {
        match self.value(key) {
            Resolved::Auto(value) => value.map(|v| v as u64),
            other => mismatch(key, other),
        }
    }

    /// The real number under `key`, which must be declared as [`super::Kind::Real`].
    pub fn real(&self, key: &str) -> f64 {
        match self.value(key) {
            Resolved::Real(value) => *value,
            other => mismatch(key, other),
        }
    }

    /// The flag under `key`, which must be declared as [`super::Kind::Flag`].
    pub fn flag(&self, key: &str) -> bool {
        match self.value(key) {
            Resolved::Flag(value) => *value,
            other => mismatch(key, other),
        }
    }

    /// The choice under `key`, which must be declared as [`super::Kind::Choice`] or
    /// [`super::Kind::Part`].
    pub fn choice(&self, key: &str) -> &Args {
        match self.value(key) {
            Resolved::Choice(value) => value,
            other => mismatch(key, other),
        }
    }

    /// The text under `key`, which must be declared as [`super::Kind::Text`].
    pub fn text(&self, key: &str) -> &str {
        match self.value(key) {
            Resolved::Text(value) => value,
            other => mismatch(key, other),
        }
    }

    /// For the last arm of a match on [`Args::name`]: the name is declared, but no arm handles it.
    /// Only a programming error leads here, and it must not be mistaken for the default.
    pub fn unlisted(&self) -> ! {
        panic!("`{}` is declared, but nothing is built for it", self.name)
    }

    fn value(&self, key: &str) -> &Resolved {
        let found = self.values.iter().find(|(name, _)| *name == key);
        &found.unwrap_or_else(|| panic!("`{}` reads `{key}`, which it does not declare", self.name)).1
    }
}

fn mismatch(key: &str, found: &Resolved) -> ! {
    panic!("`{key}` is read as another kind than it is declared: {found:?}")
}

impl fmt::Display for Args {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        for (i, (key, value)) in self.values.iter().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { "(" } else { "," })?;
        }
        if self.values.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

impl fmt::Display for Resolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Resolved::Integer(value) | Resolved::Limit(Some(value)) | Resolved::Auto(Some(value)) => {
                write!(f, "{value}")
            }
            Resolved::Limit(None) => f.write_str("none"),
            Resolved::Auto(None) => f.write_str("auto"),
            Resolved::Real(value) => write!(f, "{value}"),
            Resolved::Flag(value) => write!(f, "{value}"),
            Resolved::Choice(args) => write!(f, "{args}"),
            Resolved::Text(text) => f.write_str(&super::parse::quoted(text)),
        }
    }
}
