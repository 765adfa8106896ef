//! `mctslab games`: what can be played.

use mctslab_core::spec::{Entry, Kind, Param};
use serde_json::{Value, json};

use super::explain::option_as_json;
use crate::cli::Options;
use crate::output::{emit, emit_json, table};

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    for description in mctslab_registry::games() {
        let entry = description.entry;
        let players = mctslab_registry::game(entry.name)?.players();
        if options.json {
            let mut document = as_json(&entry);
            document["players"] = json!(players);
            emit_json(&document)?;
        } else {
            rows.push(vec![entry.name.to_string(), players.to_string(), entry.doc.to_string(), defaults(&entry)]);
        }
    }
    if options.json {
        return Ok(());
    }
    emit(&table(&[("name", false), ("players", true), ("what it is", false), ("options", false)], rows))
}

/// A game or an agent as JSON.
pub(super) fn as_json(entry: &Entry) -> Value {
    let parameters: Vec<Value> = entry.params.iter().map(option_as_json).collect();
    json!({"name": entry.name, "summary": entry.doc, "parameters": parameters})
}

/// The options of an entry with their defaults, as many as fit into a line.
pub(super) fn defaults(entry: &Entry) -> String {
    const MOST: usize = 70;
    let option = |param: &Param| match (param.kind, param.default) {
        (Kind::Eval, _) => format!("{}=(the game's)", param.name),
        (_, Some(default)) => format!("{}={default}", param.name),
        (_, None) => format!("{}=…", param.name),
    };
    let mut text = String::new();
    for (number, option) in entry.params.iter().map(option).enumerate() {
        if text.len() + option.len() > MOST {
            return format!("{text} and {} more", entry.params.len() - number);
        }
        text = [text.as_str(), &option].join(if number == 0 { "" } else { " " });
    }
    text
}
