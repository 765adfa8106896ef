//! Everything that is declared, as data: games, agents, their parts and studies, each with its
//! options, and of each option what it takes.
//!
//! It is what lists, explanations, forms and descriptions of interfaces are made of, so that they
//! agree: nothing here is written twice.

use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_registry::Description;
use serde::Serialize;

use crate::agents::Agents;
use crate::lab::Lab;
use crate::study::StudyRow;

/// All that a laboratory has.
#[derive(Clone, Debug, Serialize)]
pub struct LabSchema {
    /// The games.
    pub games: Vec<Schema>,
    /// The agents.
    pub agents: Vec<Schema>,
    /// The parts of agents and runs.
    pub parts: Vec<Schema>,
    /// The studies.
    pub studies: Vec<StudySchema>,
}

/// A name that may be given, and what can be set of it.
#[derive(Clone, Debug, Serialize)]
pub struct Schema {
    /// The name.
    pub name: &'static str,
    /// `game`, `agent`, `study`, or the option that it is given to.
    pub kind: String,
    /// What it is, in one line.
    pub about: &'static str,
    /// Rules or formula, formats, sources; empty where the one line says all.
    pub text: String,
    /// Its options.
    pub options: Vec<OptionSchema>,
}

/// A study, and how it is asked for.
#[derive(Clone, Debug, Serialize)]
pub struct StudySchema {
    /// The command that runs it.
    pub command: &'static str,
    /// Which agents it takes.
    pub agents: &'static str,
    /// Its name and options.
    #[serde(flatten)]
    pub schema: Schema,
}

/// An option.
#[derive(Clone, Debug, Serialize)]
pub struct OptionSchema {
    /// The name.
    pub name: &'static str,
    /// What it means, in one line.
    pub about: &'static str,
    /// The value if it is left out, as it would be written; none where it must be given, and where
    /// it is the first that the game offers.
    pub default: Option<&'static str>,
    /// Whether it must be given.
    pub required: bool,
    /// What it takes, in words.
    pub values: String,
    /// What it takes, as data.
    #[serde(flatten)]
    pub takes: Takes,
}

/// What an option takes.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Takes {
    /// A whole number.
    Integer {
        /// The least.
        min: i64,
        /// The greatest, if there is one.
        max: Option<i64>,
        /// A word that may stand in its place.
        or: Option<&'static str>,
    },
    /// A number.
    Real {
        /// The least.
        min: f64,
        /// The greatest.
        max: f64,
    },
    /// `true` or `false`.
    Flag,
    /// A text in quotes.
    Text,
    /// One of these.
    Choice {
        /// What there is to choose from.
        choices: Vec<ChoiceSchema>,
    },
    /// One of the parts of this kind, which may be added to; estimates belong to games.
    Part {
        /// The kind.
        list: &'static str,
        /// What there is to choose from. Parts may have parts of their own kind, so that their
        /// options are where each is described alone.
        choices: Vec<ChoiceSchema>,
    },
}

/// Something to choose.
#[derive(Clone, Debug, Serialize)]
pub struct ChoiceSchema {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// Its options.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<OptionSchema>,
}

impl Lab {
    /// Everything that is declared.
    pub fn schema(&self) -> LabSchema {
        let all = |named: Vec<Description>| named.into_iter().map(|one| self.schema_of(one)).collect();
        let catalog = self.catalog();
        let studies = self.studies().iter().map(|row| self.study_schema(row)).collect();
        LabSchema { games: all(catalog.games()), agents: all(catalog.agents()), parts: all(catalog.parts()), studies }
    }

    /// A study, with what can be set of it.
    pub fn study_schema(&self, row: &StudyRow) -> StudySchema {
        let text = mctslab_core::text::head(row.source);
        let schema = self.schema_of(Description { what: "study", of_run: false, entry: row.entry, text });
        StudySchema { command: row.command, agents: agents_word(row.agents), schema }
    }

    pub(crate) fn schema_of(&self, Description { what, of_run, entry, text }: Description) -> Schema {
        let kind = if of_run { self.hints().option(what) } else { what.to_string() };
        Schema { name: entry.name, kind, about: entry.doc, text, options: self.option_schemas(&entry) }
    }

    /// The options of an entry.
    pub(crate) fn option_schemas(&self, entry: &Entry) -> Vec<OptionSchema> {
        entry.params.iter().map(|param| self.option_schema(param)).collect()
    }

    pub(crate) fn option_schema(&self, param: &Param) -> OptionSchema {
        OptionSchema {
            name: param.name,
            about: param.doc,
            default: param.default.filter(|default| *default != Param::FIRST),
            required: param.default.is_none(),
            values: self.values(param),
            takes: self.takes(param.kind),
        }
    }

    /// What can be given to an option, in words.
    pub(crate) fn values(&self, param: &Param) -> String {
        match param.kind {
            Kind::Part("eval") => "the name of an estimate of the game".to_string(),
            kind => self.catalog().with_scope(&[], |scope| kind.describe(scope)),
        }
    }

    fn takes(&self, kind: Kind) -> Takes {
        let integer = |min, max, or| Takes::Integer { min, max: (max < i64::MAX).then_some(max), or };
        let choice = |entry: &Entry, options| ChoiceSchema { name: entry.name, about: entry.doc, options };
        match kind {
            Kind::Integer { min, max } => integer(min, max, None),
            Kind::Limit { min, max } => integer(min, max, Some("none")),
            Kind::Auto { min, max } => integer(min, max, Some("auto")),
            Kind::Real { min, max } => Takes::Real { min, max },
            Kind::Flag => Takes::Flag,
            Kind::Text => Takes::Text,
            Kind::Choice(entries) => Takes::Choice {
                choices: entries.iter().map(|entry| choice(entry, self.option_schemas(entry))).collect(),
            },
            Kind::Part(list) => Takes::Part {
                list,
                choices: self.catalog().list(list).iter().map(|entry| choice(entry, Vec::new())).collect(),
            },
        }
    }
}

/// Which agents a study takes, in a word.
pub(crate) fn agents_word(agents: Agents) -> &'static str {
    match agents {
        Agents::Seats => "seats",
        Agents::Many => "many",
        Agents::Target => "target",
        Agents::Touchstone => "touchstone",
        Agents::One { .. } => "one-or-default",
        Agents::Alone => "one",
        Agents::Against => "against",
        Agents::None => "none",
        Agents::NoGame => "no-game",
    }
}

#[cfg(test)]
mod tests {
    use mctslab_registry::Catalog;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn options_say_what_they_take() {
        let lab = Lab::new(Catalog::standard(), &[]);
        let schema = serde_json::to_value(lab.schema()).expect("JSON");
        let option = |list: &str, name: &str, option: &str| {
            let of = |value: &Value, name: &str| -> Value {
                let all = value.as_array().expect("a list");
                all.iter().find(|one| one["name"] == name).cloned().unwrap_or_else(|| panic!("no {name}"))
            };
            of(&of(&schema[list], name)["options"], option)
        };
        let keys = |value: Value, keys: &[&str]| keys.iter().map(|key| value[*key].clone()).collect::<Value>();
        let iters = keys(option("agents", "uct", "iters"), &["type", "min", "or", "default", "required"]);
        assert_eq!(iters, json!(["integer", 1, "none", "1000", false]));
        assert_eq!(
            keys(option("agents", "process", "cmd"), &["type", "required", "default"]),
            json!(["text", true, null])
        );
        let select = option("agents", "uct", "select");
        assert_eq!(keys(select.clone(), &["type", "list"]), json!(["part", "select"]));
        assert!(
            select["choices"].as_array().is_some_and(|all| all.iter().any(|one| one["name"] == "ucb1")),
            "{select}"
        );
        let swap = option("games", "hex", "swap");
        assert!(["flag", "choice"].contains(&swap["type"].as_str().unwrap_or_default()), "{swap}");
    }
}
