//! `mctslab explain NAME`: rules or formula, options, ranges, sources.

use std::fmt::Write;

use mctslab_core::spec::{Entry, Kind, Param};
use serde_json::{Value, json};

use crate::cli::{ExplainArgs, Options};
use crate::output::{BOLD, DIM, emit, emit_json, table};

pub(crate) fn run(args: &ExplainArgs, options: &Options) -> anyhow::Result<()> {
    // A whole spec is as good as its name.
    let name = args.name.split('(').next().unwrap_or_default().trim();
    let description = mctslab_registry::describe(name).map_err(mctslab_registry::RegistryError::Spec)?;
    let entry = &description.entry;
    if options.json {
        let params: Vec<Value> = entry.params.iter().map(as_json).collect();
        return emit_json(&json!({
            "name": entry.name, "kind": description.what, "about": entry.doc, "text": description.text, "options": params,
        }));
    }
    let mut text = format!(
        "{BOLD}{}{BOLD:#}  {DIM}{}: {}{DIM:#}\n\n{}\n",
        entry.name, description.what, entry.doc, description.text
    );
    if !entry.params.is_empty() {
        let _ = write!(text, "\n{BOLD}Options{BOLD:#}\n{}", table(COLUMNS, entry.params.iter().map(row).collect()));
        push_choices(&mut text, entry);
    }
    if description.what == "game" {
        let _ = writeln!(text, "\n{BOLD}Estimates{BOLD:#} for `minimax`, `alphabeta` and `greedy`");
        for eval in mctslab_registry::game(entry.name)?.evals() {
            let _ = writeln!(text, "  {}: {}", eval.name, eval.doc);
        }
    }
    emit(&text)
}

const COLUMNS: &[(&str, bool)] = &[("key", false), ("default", false), ("meaning", false), ("values", false)];

fn row(param: &Param) -> Vec<String> {
    let default = match (param.kind, param.default) {
        (Kind::Eval, _) => "the game's first",
        (_, Some(default)) => default,
        (_, None) => "(must be given)",
    };
    vec![param.name.to_string(), default.to_string(), param.doc.to_string(), values(param)]
}

fn values(param: &Param) -> String {
    if matches!(param.kind, Kind::Eval) { "an estimate of the game".to_string() } else { param.kind.describe(&[]) }
}

/// The meaning of each choice, and the options of those that have some.
fn push_choices(text: &mut String, entry: &Entry) {
    for param in entry.params {
        let Kind::Choice(choices) = param.kind else { continue };
        let _ = writeln!(text, "\n{BOLD}{}{BOLD:#}", param.name);
        for choice in choices {
            let _ = writeln!(text, "  {}: {}", choice.name, choice.doc);
            for inner in choice.params {
                let [key, default, doc, values] = row(inner).try_into().expect("four columns");
                let _ = writeln!(text, "    {key}={default}: {doc} ({values})");
            }
        }
    }
}

fn as_json(param: &Param) -> Value {
    let default = param.default.filter(|_| !matches!(param.kind, Kind::Eval));
    json!({"name": param.name, "default": default, "about": param.doc, "values": values(param)})
}
