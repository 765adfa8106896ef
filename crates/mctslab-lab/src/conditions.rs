//! The conditions of a run: what is asked for besides its game, its study, its agents and its seed.
//!
//! A new condition is a field here, an option of the command line, and a keyword of Python; files
//! of experiments and papers take it by its name.

use serde::{Deserialize, Serialize};

/// Conditions in strings; the study decides about what is not given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    /// The agent whose iterations strength is counted in; `mcts` if it is not given.
    pub touchstone: Option<String>,
    /// Where games start.
    pub openings: Option<String>,
    /// The time control.
    pub clock: Option<String>,
    /// How games are adjudicated.
    pub adjudicate: Option<String>,
    /// When agents resign.
    pub resign: Option<String>,
}

impl Conditions {
    /// What each of them means, in one line.
    pub const ABOUT: [(&str, &str); 5] = [
        ("touchstone", "measure in iterations of this agent"),
        ("openings", "where games start: none, random(plies=4), or file(path=\"…\")"),
        ("clock", "a clock for each agent: seconds per game, plus seconds added per move, as in 60+0.5"),
        ("adjudicate", "end a game early: proven, or repeats once a player repeats its moves"),
        ("resign", "when agents resign: score(below=0.03,moves=3)"),
    ];

    /// All of them by their names.
    pub fn named(&self) -> [(&'static str, &Option<String>); 5] {
        let Conditions { touchstone, openings, clock, adjudicate, resign } = self;
        [
            ("touchstone", touchstone),
            ("openings", openings),
            ("clock", clock),
            ("adjudicate", adjudicate),
            ("resign", resign),
        ]
    }

    /// Those that are given here, and for the rest those of `others`.
    #[must_use]
    pub fn or(self, others: Conditions) -> Conditions {
        Conditions {
            touchstone: self.touchstone.or(others.touchstone),
            openings: self.openings.or(others.openings),
            clock: self.clock.or(others.clock),
            adjudicate: self.adjudicate.or(others.adjudicate),
            resign: self.resign.or(others.resign),
        }
    }

    /// The same with each text that is given replaced by another.
    pub fn map<E>(&self, replace: impl Fn(&str) -> Result<String, E>) -> Result<Conditions, E> {
        let map = |text: &Option<String>| text.as_deref().map(&replace).transpose();
        Ok(Conditions {
            touchstone: map(&self.touchstone)?,
            openings: map(&self.openings)?,
            clock: map(&self.clock)?,
            adjudicate: map(&self.adjudicate)?,
            resign: map(&self.resign)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_condition_says_what_it_means() {
        let named = Conditions::default().named().map(|(name, _)| name.to_string());
        assert_eq!(named, Conditions::ABOUT.map(|(name, _)| name));
    }
}
