//! `mctslab export RUN --format csv|jsonl|parquet`: every game, row by row, in the order of their numbers.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use anyhow::Context;
use mctslab_registry::StartText;
use mctslab_registry::arena::{Openings, Record, Store};
use serde_json::Value;

use crate::cli::{ExportArgs, ExportFormat, Options};
use crate::running::{refuse_other_seed, usage};

pub(crate) fn run(args: &ExportArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.store.db)?;
    let row = store.run(args.run)?;
    refuse_other_seed(&row, options)?;
    let game = mctslab_registry::game(&row.settings.game)?;
    let openings = Openings::parse(&row.settings.openings).map_err(usage)?;
    let start = game.openings(&openings, row.settings.seed)?;
    if args.format == ExportFormat::Parquet {
        return columns(args, &store, &start);
    }
    let mut out: Box<dyn Write> = match &args.output {
        Some(path) => {
            let file = File::create(path).with_context(|| format!("cannot write `{}`", path.display()))?;
            Box::new(BufWriter::new(file))
        }
        None => Box::new(BufWriter::new(io::stdout().lock())),
    };
    let mut export = || -> anyhow::Result<()> {
        if args.format == ExportFormat::Csv {
            writeln!(out, "fixture,seats,opening,start,seed,payoffs,plies,reason,moves,duration_ms")?;
        }
        store.games(row.run, 0..u64::MAX, |record| -> anyhow::Result<()> {
            let write = if args.format == ExportFormat::Csv { csv } else { jsonl };
            Ok(write(&mut out, &record, &start)?)
        })?;
        Ok(out.flush()?)
    };
    match export() {
        // A reader that went away has seen enough.
        Err(error) if is_broken_pipe(&error) => Ok(()),
        outcome => outcome,
    }
}

/// Writes a file of columns.
#[cfg(feature = "parquet")]
fn columns(args: &ExportArgs, store: &Store, start: &StartText<'_>) -> anyhow::Result<()> {
    let Some(path) = &args.output else {
        return Err(usage("Parquet is written to a file, not to standard output: add `-o games.parquet`"));
    };
    super::export_parquet::write(path, args.run, store, start)
}

/// Says how to get a build that writes files of columns.
#[cfg(not(feature = "parquet"))]
fn columns(_args: &ExportArgs, _store: &Store, _start: &StartText<'_>) -> anyhow::Result<()> {
    Err(usage("this build has no Parquet: build with `--features parquet`, or take `--format csv` or `--format jsonl`"))
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Where a game started, unless it was the initial position.
pub(super) fn start_of(record: &Record, start: &StartText<'_>) -> Option<String> {
    record.opening.map(|number| start(Some(number)))
}

pub(super) fn milliseconds(record: &Record) -> f64 {
    record.duration.as_micros() as f64 / 1000.0
}

fn jsonl(out: &mut dyn Write, record: &Record, start: &StartText<'_>) -> io::Result<()> {
    let list = |text: String| text.replace(' ', ",");
    let payoffs: Vec<String> = record.payoffs.as_slice().iter().map(f64::to_string).collect();
    let opening = record.opening.map_or("null".to_string(), |number| number.to_string());
    let moves: Vec<&str> = record.moves.split_whitespace().collect();
    write!(out, "{{\"fixture\":{},\"seats\":[{}],", record.fixture, list(record.seats.to_string()))?;
    write!(out, "\"opening\":{opening},\"start\":{},\"seed\":{},", Value::from(start_of(record, start)), record.seed)?;
    write!(out, "\"payoffs\":[{}],\"plies\":{},", payoffs.join(","), record.plies)?;
    write!(out, "\"reason\":\"{}\",\"moves\":{},", record.reason, Value::from(moves))?;
    writeln!(out, "\"duration_ms\":{}}}", milliseconds(record))
}

/// Payoffs with a space between them.
pub(super) fn payoffs(record: &Record) -> String {
    let payoffs: Vec<String> = record.payoffs.as_slice().iter().map(f64::to_string).collect();
    payoffs.join(" ")
}

fn csv(out: &mut dyn Write, record: &Record, start: &StartText<'_>) -> io::Result<()> {
    let fields = [
        record.fixture.to_string(),
        record.seats.to_string(),
        record.opening.map(|number| number.to_string()).unwrap_or_default(),
        start_of(record, start).unwrap_or_default(),
        record.seed.to_string(),
        payoffs(record),
        record.plies.to_string(),
        record.reason.to_string(),
        record.moves.clone(),
        milliseconds(record).to_string(),
    ];
    writeln!(out, "{}", fields.map(quoted).join(","))
}

/// A field with quotes where commas, quotes or line ends ask for them.
fn quoted(field: String) -> String {
    if field.contains([',', '"', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}
