//! `mctslab runs`: what the store holds.

use mctslab_registry::arena::{RunRow, Store};
use serde_json::{Value, json};

use crate::cli::{Options, StoreArgs};
use crate::output::{emit, emit_json, grouped, table};

pub(crate) fn run(args: &StoreArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.db)?;
    let mut rows = Vec::new();
    store.runs(|row| rows.push(row))?;
    if options.json {
        return rows.iter().try_for_each(|row| emit_json(&describe(row)));
    }
    let columns = [
        ("run", true),
        ("command", false),
        ("status", false),
        ("games", true),
        ("planned", true),
        ("seed", true),
        ("game", false),
        ("agents", false),
    ];
    let line = |row: &RunRow| {
        let settings = &row.settings;
        let game = settings.game.split('(').next().unwrap_or_default();
        [row.run.to_string(), settings.command.clone(), row.status.to_string(), grouped(row.games)]
            .into_iter()
            .chain([grouped(row.planned), settings.seed.to_string(), game.to_string(), row.names.join(" ")])
            .collect()
    };
    emit(&table(&columns, rows.iter().map(line).collect()))
}

/// A run as JSON.
fn describe(row: &RunRow) -> Value {
    let settings = &row.settings;
    json!({
        "run": row.run, "command": settings.command, "game": settings.game, "status": row.status.to_string(),
        "games": row.games, "planned": row.planned, "seed": settings.seed,
        "agents": settings.agents, "format": settings.format, "openings": settings.openings,
        "clock": settings.clock, "stop": settings.stop, "version": settings.version, "machine": row.machine,
        "started": row.started,
    })
}
