//! Declarations of names and their parameters.

/// A name that a spec may use, with its parameters: a game, an agent, or a part of one.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// A description in one line.
    pub doc: &'static str,
    /// Its parameters, in the order in which the resolved text lists them.
    pub params: &'static [Param],
}

impl Entry {
    /// A name without parameters.
    pub const fn word(name: &'static str, doc: &'static str) -> Entry {
        Entry { name, doc, params: &[] }
    }
}

/// One parameter, from which parsing, errors, help, documentation and the resolved text are made.
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// The key.
    pub name: &'static str,
    /// The values it takes.
    pub kind: Kind,
    /// The value, as it would be written, if the key is left out; `None` if it must be given.
    pub default: Option<&'static str>,
    /// If this other key is given, the default is `none` instead.
    pub yields_to: Option<&'static str>,
    /// Its meaning, in one line.
    pub doc: &'static str,
}

/// The choices that depend on where a spec is read: lists of entries by name, to which
/// [`Kind::Part`] refers.
pub type Scope<'a> = &'a [(&'static str, &'a [Entry])];

/// The entries of that list; none if there is no such list.
pub(super) fn listed<'a>(scope: Scope<'a>, list: &str) -> &'a [Entry] {
    scope.iter().find(|(name, _)| *name == list).map_or(&[], |(_, entries)| entries)
}

/// The values a parameter takes.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// A whole number.
    Integer {
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// A whole number, or `none` for no limit.
    Limit {
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// A whole number, or `auto` for a value that follows from the other settings.
    Auto {
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// A real number.
    Real {
        /// Least value.
        min: f64,
        /// Greatest value.
        max: f64,
    },
    /// `true` or `false`.
    Flag,
    /// One of these, possibly with parameters of its own.
    Choice(&'static [Entry]),
    /// An entry of the list with this name in the given [`Scope`]: a part of which users may add
    /// more, or an estimate that the game offers.
    Part(&'static str),
    /// Any text in quotes.
    Text,
}

impl Param {
    /// A parameter with a default.
    pub const fn new(name: &'static str, kind: Kind, default: &'static str, doc: &'static str) -> Param {
        Param { name, kind, default: Some(default), yields_to: None, doc }
    }

    /// A parameter that must be given.
    pub const fn required(name: &'static str, kind: Kind, doc: &'static str) -> Param {
        Param { name, kind, default: None, yields_to: None, doc }
    }

    /// A parameter whose values are the list `list` of the given [`Scope`], by default its first
    /// entry.
    pub const fn first_of(list: &'static str, name: &'static str, doc: &'static str) -> Param {
        Param::new(name, Kind::Part(list), Param::FIRST, doc)
    }

    /// The default of a [`Param::first_of`].
    pub const FIRST: &'static str = "";

    /// The same parameter, whose default becomes `none` where `key` is given.
    pub const fn yielding_to(self, key: &'static str) -> Param {
        Param { yields_to: Some(key), ..self }
    }

    /// The option that every game has: the game ends undecided after this many plies.
    pub const fn max_plies(default: &'static str) -> Param {
        Param::new(
            "max-plies",
            Kind::Integer { min: 0, max: 60_000 },
            default,
            "end the game after this many plies; 0: only by its rules",
        )
    }

    /// [`Param::max_plies`] for a game whose rules alone might never end it.
    pub const fn needed_plies(default: &'static str) -> Param {
        Param::new("max-plies", Kind::Integer { min: 1, max: 60_000 }, default, "end the game after this many plies")
    }
}

impl Kind {
    /// The values in words, for errors and help.
    pub fn describe(&self, scope: Scope<'_>) -> String {
        match self {
            Kind::Integer { min, max } => format!("a whole number from {min} to {}", bound(*max)),
            Kind::Limit { min, max } => format!("a whole number from {min} to {}, or `none`", bound(*max)),
            Kind::Auto { min, max } => format!("a whole number from {min} to {}, or `auto`", bound(*max)),
            Kind::Real { min, max } => format!("a number from {min} to {max}"),
            Kind::Flag => "`true` or `false`".to_string(),
            Kind::Choice(entries) => names(entries),
            Kind::Part(list) => names(listed(scope, list)),
            Kind::Text => "a \"quoted string\"".to_string(),
        }
    }
}

fn bound(max: i64) -> String {
    if max == i64::MAX { "any size".to_string() } else { max.to_string() }
}

/// The names of the entries, quoted.
pub(super) fn names(entries: &[Entry]) -> String {
    let quoted: Vec<String> = entries.iter().map(|entry| format!("`{}`", entry.name)).collect();
    quoted.join(", ")
}
