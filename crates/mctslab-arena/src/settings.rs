//! What a run was asked for: all that its records depend on, as one canonical text.

use mctslab_core::spec::{Arg, Spec};
use serde::{Deserialize, Serialize};

use crate::{Adjudication, Clock, Course, Format, OpeningError, Openings, Plan, Stop};

/// What a run was asked for. Every spec has its defaults written out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// `match` or `tournament`.
    pub command: String,
    /// The game.
    pub game: String,
    /// The agents.
    pub agents: Vec<String>,
    /// Games of each table.
    pub games: u64,
    /// Who meets whom: `match`, or a tournament's format.
    pub format: String,
    /// Where games start.
    pub openings: String,
    /// A number that changes with the contents of a file of openings.
    pub openings_digest: u64,
    /// The time control, if games are timed.
    pub clock: Option<String>,
    /// How games are adjudicated, if they are.
    pub adjudicate: Option<String>,
    /// When agents resign, if they do.
    pub resign: Option<String>,
    /// The stop rule, if there is one.
    pub stop: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The version of mctslab: another one may play otherwise.
    pub version: String,
}

/// Why settings cannot be used.
#[derive(Debug, thiserror::Error, Clone, PartialEq)]
pub enum SettingsError {
    /// Openings that cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// A spec that is wrong.
    #[error(transparent)]
    Spec(#[from] mctslab_core::spec::SpecError),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

/// What settings mean.
pub struct Terms {
    /// Which games there are.
    pub course: Course,
    /// Where they start.
    pub openings: Openings,
    /// How they are timed.
    pub clock: Option<Clock>,
    /// Which of them end early.
    pub adjudication: Adjudication,
}

impl Settings {
    /// What the settings mean for a game with so many seats.
    pub fn terms(&self, seats: usize) -> Result<Terms, SettingsError> {
        let openings = Openings::parse(&self.openings)?;
        let clock = self.clock.as_deref().map(Clock::parse).transpose().map_err(SettingsError::Other)?;
        let stop = self.stop.as_deref().map(Stop::parse).transpose()?;
        let format =
            if self.format == "match" { Format::Match } else { Format::parse(&self.format, self.agents.len())?.0 };
        let plan = Plan {
            format,
            agents: self.agents.len(),
            seats,
            games: self.games,
            seed: self.seed,
            openings: openings.vary(),
            stop,
        };
        let course = Course::new(plan).map_err(SettingsError::Other)?;
        let adjudication = Adjudication::parse(self.adjudicate.as_deref(), self.resign.as_deref(), seats)?;
        Ok(Terms { course, openings, clock, adjudication })
    }

    /// The text that the store keeps.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers can always be written")
    }

    /// Reads what [`Settings::text`] writes.
    pub fn parse(text: &str) -> Result<Settings, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// In what the settings of a stored run differ from these, one line for each difference; empty if they are the same.
    pub fn differences(&self, now: &Settings) -> Vec<String> {
        let [before, after] = [self, now]
            .map(|settings| serde_json::to_value(settings).expect("strings and numbers can always be written"));
        let (Some(before), Some(after)) = (before.as_object(), after.as_object()) else { return Vec::new() };
        let changed = before.iter().filter(|(key, value)| after.get(*key) != Some(value));
        let line = |(key, value): (&String, &serde_json::Value)| match key.as_str() {
            "agents" if self.agents.len() == now.agents.len() => {
                let pairs = self.agents.iter().zip(&now.agents).filter(|(before, after)| before != after);
                pairs.map(|(before, after)| agent_difference(before, after)).collect()
            }
            _ => vec![format!("{key}: was {value}, is now {}", after[key])],
        };
        changed.flat_map(line).collect()
    }
}

/// In what an agent differs from the one before: the options that differ, if nothing else does.
fn agent_difference(before: &str, after: &str) -> String {
    if let (Ok(mut one), Ok(mut other)) = (Spec::parse(before), Spec::parse(after))
        && one.name == other.name
        && one.args.iter().map(|arg| &arg.key).eq(other.args.iter().map(|arg| &arg.key))
    {
        let same: Vec<Arg> = one.args.iter().filter(|arg| other.args.contains(arg)).cloned().collect();
        one.args.retain(|arg| !same.contains(arg));
        other.args.retain(|arg| !same.contains(arg));
        return format!("agents: was {one}, is now {other}, with the same other options");
    }
    format!("agents: was {before}, is now {after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_differ_by_what_was_changed_of_them() {
        let (before, after) =
            ("uct(iters=400,c=0.4,playout=mast(eps=0.4))", "uct(iters=401,c=0.4,playout=mast(eps=0.4))");
        let expected = "agents: was uct(iters=400), is now uct(iters=401), with the same other options";
        assert_eq!(agent_difference(before, after), expected);
        assert_eq!(agent_difference("random", "uct(c=1)"), "agents: was random, is now uct(c=1)");
    }
}
