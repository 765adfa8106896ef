//! A game, an agent, a part or a study, explained: rules or formula, options, ranges, sources.

use std::fmt::Write;

use mctslab_core::spec::{Entry, Kind, Param, SpecError};
use mctslab_core::text::head;
use mctslab_page::{BOLD, DIM, filled, table_within, wrapped};
use mctslab_registry::{Description, RegistryError, add_choices};
use serde_json::Value;

use crate::agents::Agents;
use crate::document::json_of;
use crate::lab::Lab;

/// Something that has a name, explained.
pub struct Explanation<'a> {
    lab: &'a Lab,
    description: Description,
}

impl Lab {
    /// Everything that has this name; the error says where names are listed.
    pub fn explain(&self, name: &str) -> Result<Vec<Explanation<'_>>, RegistryError> {
        let descriptions = self.catalog().describe(name, self.described_studies()).map_err(|error| match error {
            // All names there are would fill a screen.
            SpecError::UnknownName { near, .. } => RegistryError::Request(format!(
                "nothing is called `{name}`{} `{}` and `{}` list games and agents, and `{}` the parts of an agent",
                near.map_or_else(|| ":".to_string(), |near| format!(", did you mean `{near}`?")),
                self.hints().list_games(),
                self.hints().list_agents(),
                self.hints().explain("uct")
            )),
            error => RegistryError::Spec(error),
        })?;
        Ok(descriptions.into_iter().map(|description| Explanation { lab: self, description }).collect())
    }

    /// The studies, each under the option that chooses it, with what its own options choose from.
    fn described_studies(&self) -> Vec<Description> {
        let mut all = Vec::new();
        for row in self.studies() {
            let (what, of_run) = match row.agents {
                Agents::Many => ("format", true),
                Agents::Target | Agents::Touchstone => ("method", true),
                _ => ("study", false),
            };
            all.push(Description { what, of_run, entry: row.entry, text: head(row.source) });
            add_choices(&mut all, &row.entry);
        }
        all
    }
}

const COLUMNS: &[(&str, bool)] = &[("key", false), ("default", false), ("meaning", false), ("values", false)];

impl Explanation<'_> {
    /// For programs.
    pub fn json(&self) -> Value {
        json_of(&self.lab.schema_of(self.description.clone()))
    }

    /// For people, in lines of at most `width` characters; the error is that of a game that cannot
    /// be made.
    pub fn text(&self, width: Option<usize>) -> Result<String, RegistryError> {
        let entry = &self.description.entry;
        let what = match self.description.what {
            "game" | "agent" => self.description.what.to_string(),
            option if self.description.of_run => format!("{} {}", self.lab.hints().option(option), entry.name),
            option => format!("{option}={}", entry.name),
        };
        let head = indented(&format!("{}  {what}: {}", entry.name, entry.doc), width);
        let (name, rest) = head.trim_end().split_at(entry.name.len());
        let mut text = format!("{BOLD}{name}{BOLD:#}{DIM}{rest}{DIM:#}\n");
        if !self.description.text.is_empty() {
            let _ = write!(text, "\n{}", wrapped(&self.description.text, width));
        }
        if !entry.params.is_empty() {
            let rows = entry.params.iter().map(|param| self.row(param).to_vec());
            let _ = write!(text, "\n{BOLD}Options{BOLD:#}\n{}", table_within(COLUMNS, rows.collect(), width));
            self.push_choices(&mut text, entry, width);
        }
        if self.description.what == "game" {
            let _ = writeln!(text, "\n{BOLD}Estimates{BOLD:#} (`eval`) for searches and playouts that look ahead");
            for eval in self.lab.catalog().game(entry.name)?.evals() {
                text += &indented(&format!("  {}: {}", eval.name, eval.doc), width);
            }
        }
        Ok(text)
    }

    /// An option: its key, its default, what it means and what can be given.
    fn row(&self, param: &Param) -> [String; 4] {
        let default = match param.default {
            Some(Param::FIRST) => "the game's first",
            Some(default) => default,
            None => "(must be given)",
        };
        [param.name.to_string(), default.to_string(), param.doc.to_string(), self.lab.values(param)]
    }

    /// The meaning of each choice, and the options of those that have some.
    fn push_choices(&self, text: &mut String, entry: &Entry, width: Option<usize>) {
        for param in entry.params {
            let choices = match param.kind {
                Kind::Choice(choices) => choices.to_vec(),
                Kind::Part(list) => self.lab.catalog().list(list),
                _ => Vec::new(),
            };
            if choices.is_empty() {
                continue;
            }
            let _ = writeln!(text, "\n{BOLD}{}{BOLD:#}", param.name);
            for choice in choices {
                *text += &indented(&format!("  {}: {}", choice.name, choice.doc), width);
                for inner in choice.params {
                    let [key, default, doc, values] = self.row(inner);
                    *text += &indented(&format!("    {key}={default}: {doc} ({values})"), width);
                }
            }
        }
    }
}

/// A line that begins with spaces; what goes on below begins with four more.
fn indented(line: &str, width: Option<usize>) -> String {
    let begin = line.len() - line.trim_start().len();
    width.map_or_else(|| format!("{line}\n"), |width| filled(line, width, begin + 4))
}
