//! `mctslab explain NAME`: rules or formula, options, ranges, sources.

use std::fmt::Write;

use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_lab::complexity::METHODS;
use mctslab_registry::{Description, add_parts};
use serde_json::{Value, json};

use crate::cli::{ExplainArgs, Options};
use crate::output::{BOLD, DIM, emit, emit_json, table};

pub(crate) fn run(args: &ExplainArgs, options: &Options) -> anyhow::Result<()> {
    // A whole spec is as good as its name.
    let name = args.name.split('(').next().unwrap_or_default().trim();
    let mut methods = Vec::new();
    add_parts(&mut methods, "--method", METHODS);
    let descriptions = mctslab_registry::describe(name, methods).map_err(mctslab_registry::RegistryError::Spec)?;
    if options.json {
        return descriptions.iter().try_for_each(|description| emit_json(&as_json(description)));
    }
    let texts = descriptions.iter().map(text).collect::<Result<Vec<String>, _>>()?;
    emit(&texts.join("\n"))
}

fn text(description: &Description) -> anyhow::Result<String> {
    let entry = &description.entry;
    let what = match description.what {
        "game" | "agent" => description.what.to_string(),
        option if option.starts_with("--") => format!("{option} {}", entry.name),
        option => format!("{option}={}", entry.name),
    };
    let mut text = format!("{BOLD}{}{BOLD:#}  {DIM}{what}: {}{DIM:#}\n", entry.name, entry.doc);
    if !description.text.is_empty() {
        let _ = writeln!(text, "\n{}", description.text);
    }
    if !entry.params.is_empty() {
        let _ = write!(text, "\n{BOLD}Options{BOLD:#}\n{}", table(COLUMNS, entry.params.iter().map(row).collect()));
        push_choices(&mut text, entry);
    }
    if description.what == "game" {
        let _ = writeln!(text, "\n{BOLD}Estimates{BOLD:#} (`eval`) for searches and playouts that look ahead");
        for eval in mctslab_registry::game(entry.name)?.evals() {
            let _ = writeln!(text, "  {}: {}", eval.name, eval.doc);
        }
    }
    Ok(text)
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

fn as_json(description: &Description) -> Value {
    let entry = &description.entry;
    let params: Vec<Value> = entry.params.iter().map(option_as_json).collect();
    json!({
        "name": entry.name, "kind": description.what, "about": entry.doc, "text": description.text, "options": params,
    })
}

/// An option as JSON.
pub(super) fn option_as_json(param: &Param) -> Value {
    let default = param.default.filter(|_| !matches!(param.kind, Kind::Eval));
    json!({"name": param.name, "default": default, "about": param.doc, "values": values(param)})
}
