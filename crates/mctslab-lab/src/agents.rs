//! Which agents a study takes.

/// Which agents a study takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agents {
    /// As many as there are seats.
    Seats,
    /// Any number that fills a table.
    Many,
    /// One to be measured, and the touchstone that it is measured in.
    Target,
    /// The touchstone alone.
    Touchstone,
    /// One, which an option of this name sets, or that of the default: it plays all seats, or
    /// searches.
    One {
        /// The name of the option.
        option: &'static str,
        /// The agent if none is named.
        default: &'static str,
    },
    /// One, which must be named.
    Alone,
    /// Those of a spec with lists in braces, each against the last one, which has all other seats.
    Against,
    /// None: the game itself is studied.
    None,
    /// None, and no game: matches are simulated.
    NoGame,
}

impl Agents {
    /// Whether the study measures strength, in iterations of a touchstone.
    pub fn measures_strength(self) -> bool {
        matches!(self, Agents::Target | Agents::Touchstone)
    }

    /// Whether agents meet in games that are played under the conditions of a run.
    pub fn meet(self) -> bool {
        self.measures_strength() || matches!(self, Agents::Seats | Agents::Many | Agents::Against)
    }

    /// What a choice between the studies of a command is called that take these agents.
    pub(crate) fn chosen_by(self) -> &'static str {
        match self {
            Agents::Many => "format",
            Agents::Target | Agents::Touchstone => "method",
            _ => "study",
        }
    }
}
