//! `mctslab games`: what can be played.

use mctslab_core::spec::{Entry, Kind, Param};
use serde_json::json;

use crate::cli::Options;
use crate::output::{emit, emit_json, table};

pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let entries: Vec<Entry> = mctslab_registry::games().iter().map(|game| game.entry).collect();
    list(&entries, options)
}

/// Prints one line per entry.
pub(crate) fn list(entries: &[Entry], options: &Options) -> anyhow::Result<()> {
    if options.json {
        for entry in entries {
            let keys: Vec<&str> = entry.params.iter().map(|param| param.name).collect();
            emit_json(&json!({"name": entry.name, "about": entry.doc, "options": keys}))?;
        }
        return Ok(());
    }
    let rows = entries.iter().map(|entry| vec![entry.name.to_string(), entry.doc.to_string(), defaults(entry)]);
    emit(&table(&[("name", false), ("what it is", false), ("options", false)], rows.collect()))
}

/// The options of an entry with their defaults, as many as fit into a line.
fn defaults(entry: &Entry) -> String {
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
