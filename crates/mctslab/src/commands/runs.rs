//! `mctslab runs`: what the store holds.

use mctslab_core::spec::{Entry, Spec, short};
use mctslab_lab::complexity::METHODS;
use mctslab_lab::report::utc;
use mctslab_registry::arena::{FORMATS, RunRow, Status, Store};
use mctslab_registry::short_game;
use serde_json::{Value, json};

use crate::cli::{Options, StoreArgs};
use crate::output::{emit, emit_json, grouped, table};
use crate::studying;

pub(crate) fn run(args: &StoreArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.db)?;
    let mut rows = Vec::new();
    store.runs(|row| rows.push(row))?;
    if options.json {
        return rows.iter().try_for_each(|row| emit_json(&describe(row)));
    }
    let columns = [
        ("run", true),
        ("started", false),
        ("command", false),
        ("status", false),
        ("games", true),
        ("planned", true),
        ("seed", true),
        ("game", false),
        ("agents", false),
    ];
    emit(&table(&columns, rows.iter().map(line).collect()))
}

fn line(row: &RunRow) -> Vec<String> {
    let settings = &row.settings;
    // To the minute: `2026-03-01 12:30`.
    let started: String = utc(row.started).chars().take(16).collect();
    let bound = if is_bound(row) { "at most " } else { "" };
    vec![
        row.run.to_string(),
        started,
        command(row),
        row.status.to_string(),
        grouped(row.games),
        format!("{bound}{}", grouped(planned(row))),
        settings.seed.to_string(),
        short_game(&settings.game),
        agents(row),
    ]
}

/// A run as JSON.
fn describe(row: &RunRow) -> Value {
    let settings = &row.settings;
    json!({
        "run": row.run, "command": settings.command, "game": settings.game, "status": row.status.to_string(),
        "games": row.games, "planned": planned(row), "seed": settings.seed,
        "agents": settings.agents, "format": settings.format, "openings": settings.openings,
        "clock": settings.clock, "adjudicate": settings.adjudicate, "resign": settings.resign, "stop": settings.stop, "version": settings.version, "machine": row.machine,
        "started": row.started,
    })
}

/// A study decides while it is played what it plays; until then there is a bound only.
fn is_bound(row: &RunRow) -> bool {
    studying::is_study(&row.settings) && row.status != Status::Finished
}

/// How many games there are to be, or were.
fn planned(row: &RunRow) -> u64 {
    if studying::is_study(&row.settings) && !is_bound(row) { row.games } else { row.planned }
}

/// The command with its format or its method.
fn command(row: &RunRow) -> String {
    let settings = &row.settings;
    let (what, entries): (&str, &[Entry]) =
        if studying::is_study(settings) { ("method", METHODS) } else { ("format", FORMATS) };
    let shown = Spec::parse(&settings.format).and_then(|spec| short(&spec, what, entries, &[]));
    match shown {
        Ok(format) => format!("{} {format}", settings.command),
        // A match has no format; one of another version may be unknown.
        Err(_) => settings.command.clone(),
    }
}

/// The agents as they were typed, as many and as much of them as a line holds.
fn agents(row: &RunRow) -> String {
    const LONGEST: usize = 40;
    const MOST: usize = 4;
    // On a ladder the touchstone plays against itself.
    let ladder = studying::is_study(&row.settings) && row.settings.format.starts_with("ladder");
    let names = if ladder { &row.names[row.names.len().min(1)..] } else { &row.names[..] };
    let cut = |name: &String| {
        if name.chars().count() <= LONGEST {
            return name.clone();
        }
        name.chars().take(LONGEST - 1).chain(['…']).collect()
    };
    let shown: Vec<String> = names.iter().take(MOST).map(cut).collect();
    let more = names.len() - shown.len();
    shown.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
}
