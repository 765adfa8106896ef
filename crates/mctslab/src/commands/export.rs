//! `mctslab export RUN --format csv|jsonl|parquet`: every game, row by row, in the order of their numbers.

use std::io::{self, BufWriter, Write};

use mctslab_registry::arena::Store;
use serde_json::{Value, json};

use super::rows::{Cell, Row, Rows};
use super::show::stored_run;
use crate::aside;
use crate::cli::{ExportArgs, ExportFormat, Options};
use crate::running::usage;

pub(crate) fn run(args: &ExportArgs, options: &Options) -> anyhow::Result<()> {
    let format = args.format.unwrap_or(ExportFormat::Jsonl);
    if options.json && format != ExportFormat::Jsonl {
        return Err(usage("`--json` asks for JSON lines and `--format` for something else: leave one of them out"));
    }
    let store = Store::open_existing(&args.store.db)?;
    let row = stored_run(&store, args.run)?;
    let game = mctslab_registry::game(&row.settings.game)?;
    let mut rows = Rows::new(&store, &row, &*game)?;
    let mut export = |out: &mut (dyn Write + Send)| match format {
        ExportFormat::Csv => csv(out, &mut rows),
        ExportFormat::Jsonl => rows.each(|_, row| Ok(jsonl(out, &row)?)),
        ExportFormat::Parquet => columns(out, &mut rows),
    };
    match &args.output {
        Some(path) => aside::write(path, &args.store.db, export),
        None if format == ExportFormat::Parquet => {
            Err(usage("Parquet is written to a file, not to standard output: add `-o games.parquet`"))
        }
        None => {
            let mut out = BufWriter::new(io::stdout());
            match export(&mut out).and_then(|()| Ok(out.flush()?)) {
                // A reader that went away has seen enough.
                Err(error) if is_broken_pipe(&error) => Ok(()),
                outcome => outcome,
            }
        }
    }
}

/// Writes a file of columns.
#[cfg(feature = "parquet")]
fn columns(out: &mut (dyn Write + Send), rows: &mut Rows<'_>) -> anyhow::Result<()> {
    super::export_parquet::write(out, rows)
}

/// Says how to get a build that writes files of columns.
#[cfg(not(feature = "parquet"))]
fn columns(_out: &mut (dyn Write + Send), _rows: &mut Rows<'_>) -> anyhow::Result<()> {
    Err(usage("this build has no Parquet: build with `--features parquet`, or take `--format csv` or `--format jsonl`"))
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn jsonl(out: &mut (dyn Write + Send), row: &Row) -> io::Result<()> {
    let record = &row.record;
    let seats: Vec<usize> = row.players.iter().map(|player| player.number).collect();
    let agents: Vec<&str> = row.players.iter().map(|player| player.spec.as_str()).collect();
    let payoffs: Vec<String> = record.payoffs.as_slice().iter().map(f64::to_string).collect();
    let moves: Vec<&str> = record.moves.split_whitespace().collect();
    write!(out, "{{\"fixture\":{},\"seats\":{},\"agents\":{},", record.fixture, json!(seats), json!(agents))?;
    for (key, iterations) in [("iterations", row.iterations), ("rival_iterations", row.rival)] {
        if let Some(iterations) = iterations {
            write!(out, "\"{key}\":{iterations},")?;
        }
    }
    write!(out, "\"opening\":{},\"start\":{},", json!(record.opening), json!(row.start))?;
    // Many readers keep numbers as floating point, which cannot hold 64 bits.
    write!(out, "\"seed\":\"{}\",\"payoffs\":[{}],", record.seed, payoffs.join(","))?;
    write!(out, "\"winner\":{},\"plies\":{},", json!(row.winner()), record.plies)?;
    write!(out, "\"reason\":\"{}\",\"moves\":{},", record.reason, Value::from(moves))?;
    writeln!(out, "\"duration_ms\":{}}}", row.milliseconds())
}

fn csv(out: &mut (dyn Write + Send), rows: &mut Rows<'_>) -> anyhow::Result<()> {
    let headings: Vec<String> = rows.columns().into_iter().map(|column| column.name).collect();
    writeln!(out, "{}", headings.join(","))?;
    rows.each(|rows, row| {
        let fields: Vec<String> = rows.cells(&row).into_iter().map(field).collect();
        Ok(writeln!(out, "{}", fields.join(","))?)
    })
}

/// A field with quotes where commas, quotes or line ends ask for them.
fn field(cell: Option<Cell>) -> String {
    match cell {
        None => String::new(),
        Some(Cell::Whole(number)) => number.to_string(),
        Some(Cell::Real(number)) => number.to_string(),
        Some(Cell::Text(text)) if text.contains([',', '"', '\n', '\r']) => format!("\"{}\"", text.replace('"', "\"\"")),
        Some(Cell::Text(text)) => text,
    }
}
