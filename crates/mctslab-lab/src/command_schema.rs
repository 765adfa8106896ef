//! The commands that run studies, as data: whom each takes, what it chooses between, and everything
//! that can be set, so that a front end offers a command as a function or a form and lists nothing
//! by hand.

use serde::Serialize;

use crate::agents::Agents;
use crate::conditions::Conditions;
use crate::lab::Lab;
use crate::schema::{OptionSchema, agents_word};
use crate::study::StudyRow;

/// What commands are about that run several studies, or whose study is described by what it does
/// with its agents.
const ABOUT: [(&str, &str); 3] = [
    ("match", "Play a match between agents, who take turns moving first"),
    ("tournament", "Play a tournament between many agents"),
    ("complexity", "Measure how strong a player is, in iterations of MCTS"),
];

/// A command that runs studies.
#[derive(Clone, Debug, Serialize)]
pub struct CommandSchema {
    /// Its name.
    pub command: &'static str,
    /// What it is for, in one line.
    pub about: &'static str,
    /// Which agents its first study takes, in a word.
    pub agents: &'static str,
    /// The option that names the agent of a study that takes one or has a default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<AgentOption>,
    /// What to type to run its first study.
    pub example: &'static str,
    /// What a choice between its studies is called: `method`, `format` or `study`.
    pub chosen_by: &'static str,
    /// Its studies; the first is run unless another is chosen.
    pub studies: Vec<CommandStudy>,
    /// What can be set of the studies.
    pub options: Vec<CommandOption>,
    /// The conditions that its games are played under.
    pub conditions: Vec<ConditionSchema>,
    /// Whether ratings can be relative to one of its agents.
    pub has_anchor: bool,
}

/// The option that names an agent.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AgentOption {
    /// Its name.
    pub name: &'static str,
    /// The agent if none is named.
    pub default: &'static str,
}

/// One of the studies of a command.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CommandStudy {
    /// The name.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Which agents it takes, in a word.
    pub agents: &'static str,
    /// Whether a switch with its name chooses it, since it takes other agents than the first study.
    pub switch: bool,
}

/// What can be set of some studies of a command, or of a choice that they have.
#[derive(Clone, Debug, Serialize)]
pub struct CommandOption {
    /// Name, meaning and values; the default is that of the first study that has it.
    #[serde(flatten)]
    pub schema: OptionSchema,
    /// The choice that it is a parameter of, if it is not one of the study itself.
    pub of: Option<&'static str>,
    /// The studies that have it, each with its default.
    pub studies: Vec<(&'static str, Option<&'static str>)>,
}

/// A condition that games are played under.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ConditionSchema {
    /// Its name.
    pub name: &'static str,
    /// What it means, in one line.
    pub about: &'static str,
}

impl Lab {
    /// The commands that run studies, in the order of their first studies.
    pub fn commands(&self) -> Vec<CommandSchema> {
        let mut commands: Vec<CommandSchema> = Vec::new();
        for row in self.studies() {
            if commands.iter().all(|known| known.command != row.command) {
                commands.push(self.command_schema(row));
            }
        }
        commands
    }

    /// The command that this study is the first of.
    fn command_schema(&self, first: &StudyRow) -> CommandSchema {
        let about = ABOUT.iter().find(|(command, _)| *command == first.command);
        let agent = match first.agents {
            Agents::One { option, default } => Some(AgentOption { name: option, default }),
            _ => None,
        };
        let options = self.study_options(first.command).into_iter().map(|option| CommandOption {
            schema: self.option_schema(&option.param),
            of: option.of,
            studies: option.studies,
        });
        let options: Vec<CommandOption> = options.collect();
        let free = |one: &ConditionSchema| options.iter().all(|option| option.schema.name != one.name);
        CommandSchema {
            command: first.command,
            about: about.map_or(first.entry.doc, |(_, about)| about),
            agents: agents_word(first.agents),
            agent,
            example: first.example,
            chosen_by: first.agents.chosen_by(),
            studies: self.studies_of(first.command).map(|row| command_study(row, first)).collect(),
            conditions: conditions(first.agents).filter(free).collect(),
            has_anchor: first.agents == Agents::Many,
            options,
        }
    }
}

fn command_study(row: &StudyRow, first: &StudyRow) -> CommandStudy {
    let agents = agents_word(row.agents);
    CommandStudy { name: row.entry.name, about: row.entry.doc, agents, switch: row.agents != first.agents }
}

/// The conditions that a study with these agents can be played under.
fn conditions(agents: Agents) -> impl Iterator<Item = ConditionSchema> {
    let all = Conditions::ABOUT.into_iter().map(|(name, about)| ConditionSchema { name, about });
    all.filter(move |one| if one.name == "touchstone" { agents.measures_strength() } else { agents.meet() })
}

#[cfg(test)]
mod tests {
    use mctslab_core::spec::{Entry, Kind, Param};
    use mctslab_registry::Catalog;

    use super::*;

    const fn row(name: &'static str, agents: Agents, params: &'static [Param]) -> StudyRow {
        StudyRow {
            command: "weigh",
            entry: Entry { name, doc: "weighs games", params },
            source: "//! A test.",
            agents,
            example: "mctslab weigh nim",
            build: |_| unreachable!("it is only described"),
            combine: None,
            more_rows: false,
        }
    }

    #[test]
    fn a_command_has_the_options_of_all_its_studies() {
        const COUNT: Kind = Kind::Integer { min: 1, max: 9 };
        const FIVE: &[Param] = &[Param::new("games", COUNT, "5", "games")];
        const SEVEN: &[Param] = &[Param::new("games", COUNT, "7", "games")];
        const UNIT: &[Param] = &[Param::new("touchstone", Kind::Text, "\"mcts\"", "the unit")];
        let (first, second) = (row("fast", Agents::Target, FIVE), row("slow", Agents::Target, SEVEN));
        let third = row("own", Agents::None, UNIT);
        let lab = Lab::new(Catalog::empty(), &[first, second, third]);
        let commands = lab.commands();
        let [command] = commands.as_slice() else { panic!("one command: {commands:?}") };
        assert_eq!((command.about, command.chosen_by), ("weighs games", "method"));
        assert_eq!(command.options[0].studies, [("fast", Some("5")), ("slow", Some("7"))]);
        let switches: Vec<bool> = command.studies.iter().map(|study| study.switch).collect();
        assert_eq!(switches, [false, false, true], "a study with other agents is switched on");
        // A condition that an option is called like would be set twice.
        let names: Vec<&str> = command.conditions.iter().map(|one| one.name).collect();
        assert_eq!(names, ["openings", "clock", "adjudicate", "resign"]);
    }
}
