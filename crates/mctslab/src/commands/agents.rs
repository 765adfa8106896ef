//! `mctslab agents [GAME]`: what can play.

use mctslab_core::spec::{Entry, Kind};

use crate::cli::{AgentsArgs, Options};
use crate::commands::games::{as_json, defaults};
use crate::output::{emit, emit_json, table};

pub(crate) fn run(args: &AgentsArgs, options: &Options) -> anyhow::Result<()> {
    let mut entries: Vec<Entry> = mctslab_registry::agents().iter().map(|agent| agent.entry).collect();
    if let Some(spec) = &args.game {
        let game = mctslab_registry::game(spec)?;
        entries.retain(|entry| game.agent(&sample(entry)).is_ok());
    }
    if options.json {
        return entries.iter().try_for_each(|entry| emit_json(&as_json(entry)));
    }
    let rows = entries.iter().map(|entry| vec![entry.name.to_string(), entry.doc.to_string(), defaults(entry)]);
    emit(&table(&[("name", false), ("what it is", false), ("options", false)], rows.collect()))
}

/// A spec of the agent that gives what must be given: the first of the choices, or one.
fn sample(entry: &Entry) -> String {
    let given = entry.params.iter().filter(|param| param.default.is_none()).map(|param| match param.kind {
        Kind::Choice(choices) => format!("{}={}", param.name, choices[0].name),
        Kind::Text => format!("{}=\"1\"", param.name),
        _ => format!("{}=1", param.name),
    });
    let given: Vec<String> = given.collect();
    if given.is_empty() { entry.name.to_string() } else { format!("{}({})", entry.name, given.join(",")) }
}
