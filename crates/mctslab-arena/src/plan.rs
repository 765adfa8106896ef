//! Plans: a run as data, everything that its records depend on, as one canonical text.
//!
//! A plan contains the content of its openings and every spec with its defaults written out, so
//! that another process, another machine or a later program plays exactly the same games from it.

use mctslab_core::spec::{Arg, Spec, SpecError};
use mctslab_core::{Game, Player};
use serde::{Deserialize, Serialize};

use crate::{Adjudication, Clock, ClockError, OpeningError, Openings};

/// A run as data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The study, as a spec: `match(games=100,stop=none)`, `swiss(…)`, `fit(precision=0.1,…)`.
    pub study: String,
    /// The game.
    pub game: String,
    /// The agents.
    pub agents: Vec<String>,
    /// The agents as they were typed, for tables and titles. Records do not depend on it.
    pub names: Vec<String>,
    /// The positions in which games start.
    pub openings: Openings,
    /// The time control, if games are timed.
    pub clock: Option<String>,
    /// The rule by which games are adjudicated, if there is one.
    pub adjudicate: Option<String>,
    /// The rule by which agents resign, if there is one.
    pub resign: Option<String>,
    /// The seed.
    pub seed: u64,
    /// The version of mctslab: another version may play other games.
    pub version: String,
}

/// Why a plan cannot be used.
#[derive(Debug, thiserror::Error, Clone, PartialEq)]
pub enum PlanError {
    /// Openings that cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// A spec that is wrong.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A clock that cannot be read.
    #[error(transparent)]
    Clock(#[from] ClockError),
    /// Text that is not a plan.
    #[error("{0}")]
    Text(String),
}

impl Plan {
    /// The time control of the games.
    pub fn clock(&self) -> Result<Option<Clock>, PlanError> {
        Ok(self.clock.as_deref().map(Clock::parse).transpose()?)
    }

    /// The rules by which games end early.
    pub fn adjudication<G: Game>(&self, game: &G) -> Result<Adjudication, PlanError> {
        let counts = game.score(&game.initial(), Player::FIRST).is_some();
        Ok(Adjudication::parse(self.adjudicate.as_deref(), self.resign.as_deref(), game.players(), counts)?)
    }

    /// The text in the store.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers can always be written")
    }

    /// Reads the text of [`Plan::text`].
    pub fn parse(text: &str) -> Result<Plan, PlanError> {
        serde_json::from_str(text).map_err(|error| PlanError::Text(error.to_string()))
    }

    /// The differences between this plan, as stored with a run, and the plan `now`, a line for
    /// each; empty if both lead to the same records.
    pub fn differences(&self, now: &Plan) -> Vec<String> {
        let value = |plan: &Plan| serde_json::to_value(plan).expect("strings and numbers can always be written");
        let (before, after) = (value(self), value(now));
        let (Some(before), Some(after)) = (before.as_object(), after.as_object()) else { return Vec::new() };
        let changed = before.iter().filter(|(key, value)| *key != "names" && after.get(*key) != Some(value));
        let line = |(key, value): (&String, &serde_json::Value)| match key.as_str() {
            "agents" if self.agents.len() == now.agents.len() => {
                let pairs = self.agents.iter().zip(&now.agents).filter(|(before, after)| before != after);
                pairs.map(|(before, after)| spec_difference("agents", before, after)).collect()
            }
            "study" => vec![spec_difference("study", &self.study, &now.study)],
            "openings" if self.openings.spec() != now.openings.spec() => {
                vec![format!("openings: was {}, is now {}", self.openings.spec(), now.openings.spec())]
            }
            "openings" => vec![format!("openings: the positions of {} have changed", self.openings.spec())],
            _ => vec![format!("{key}: was {value}, is now {}", after[key])],
        };
        changed.flat_map(line).collect()
    }
}

/// The difference of a spec from the one before: the options that differ, if nothing else does.
fn spec_difference(what: &str, before: &str, after: &str) -> String {
    if let (Ok(mut one), Ok(mut other)) = (Spec::parse(before), Spec::parse(after))
        && one.name == other.name
        && one.args.iter().map(|arg| &arg.key).eq(other.args.iter().map(|arg| &arg.key))
    {
        let same: Vec<Arg> = one.args.iter().filter(|arg| other.args.contains(arg)).cloned().collect();
        one.args.retain(|arg| !same.contains(arg));
        other.args.retain(|arg| !same.contains(arg));
        return format!("{what}: was {one}, is now {other}, with the same other options");
    }
    format!("{what}: was {before}, is now {after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        Plan {
            study: "match(games=10,stop=none)".to_string(),
            game: "nim".to_string(),
            agents: vec!["random".to_string(), "mcts(iters=5,c=0.99)".to_string()],
            names: vec!["random".to_string(), "mcts(iters=5)".to_string()],
            openings: Openings::none(),
            clock: Some("1+0".to_string()),
            adjudicate: None,
            resign: None,
            seed: u64::MAX,
            version: "1.2.3".to_string(),
        }
    }

    #[test]
    fn a_plan_is_read_back_as_it_was_written() {
        let plan = plan();
        assert_eq!(Plan::parse(&plan.text()).expect("a plan"), plan);
        let error = Plan::parse(&plan.text().replace("\"seed\"", "\"seeds\"")).unwrap_err().to_string();
        assert!(error.contains("seeds"), "{error}");
    }

    #[test]
    fn agents_differ_by_what_was_changed_of_them() {
        let (before, after) =
            ("uct(iters=400,c=0.4,playout=mast(eps=0.4))", "uct(iters=401,c=0.4,playout=mast(eps=0.4))");
        let expected = "agents: was uct(iters=400), is now uct(iters=401), with the same other options";
        assert_eq!(spec_difference("agents", before, after), expected);
        assert_eq!(spec_difference("agents", "random", "uct(c=1)"), "agents: was random, is now uct(c=1)");
    }

    #[test]
    fn names_are_no_difference_and_all_else_is() {
        let (one, mut other) = (plan(), plan());
        other.names = vec!["a".to_string(), "b".to_string()];
        assert!(one.differences(&other).is_empty());
        other.seed = 3;
        other.study = "match(games=12,stop=none)".to_string();
        let lines = one.differences(&other);
        assert!(
            lines.contains(
                &"study: was match(games=10), is now match(games=12), with the same other options".to_string()
            ),
            "{lines:?}"
        );
        assert!(lines.iter().any(|line| line.starts_with("seed: was 18446744073709551615")), "{lines:?}");
    }
}
