//! `mctslab export RUN --format csv|jsonl|parquet`: every game, row by row, in the order of their numbers.

use std::io::{self, BufWriter, Write};

use mctslab_lab::arena::Store;
use mctslab_lab::export::{GameRows, write_csv, write_jsonl, write_samples};
use mctslab_lab::{LabError, Stored};

use crate::cli::{ExportArgs, ExportFormat, Options};
use crate::lab::lab;
use crate::output::{usage, write_file};

pub(crate) fn run(args: &ExportArgs, options: &Options) -> anyhow::Result<()> {
    let format = args.format.unwrap_or(ExportFormat::Jsonl);
    if options.json && format != ExportFormat::Jsonl {
        return Err(usage("`--json` asks for JSON lines and `--format` for something else: leave one of them out"));
    }
    let store = Store::open_existing(&args.store.db)?;
    let stored = Stored::new(lab(), &store, args.run)?;
    let samples = lab().study(&stored.row.plan, &stored.game).is_ok_and(|study| study.unit() != "games");
    if samples && format != ExportFormat::Jsonl {
        let run = args.run;
        return Err(usage(format!(
            "run {run} has samples, not games: they are exported as JSON lines, `--format jsonl`"
        )));
    }
    let mut rows = GameRows::new(&stored)?;
    let mut export = |out: &mut (dyn Write + Send)| match format {
        _ if samples => write_samples(out, &stored),
        ExportFormat::Csv => write_csv(out, &mut rows),
        ExportFormat::Jsonl => write_jsonl(out, &mut rows),
        ExportFormat::Parquet => columns(out, &mut rows),
    };
    match &args.output {
        Some(path) => write_file(path, &args.store.db, export),
        None if format == ExportFormat::Parquet => {
            Err(usage("Parquet is written to a file, not to standard output: add `-o games.parquet`"))
        }
        None => {
            let mut out = BufWriter::new(io::stdout());
            match export(&mut out).and_then(|()| Ok(out.flush()?)) {
                // A reader that went away has seen enough.
                Err(LabError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                outcome => Ok(outcome?),
            }
        }
    }
}

/// Writes a file of columns.
#[cfg(feature = "parquet")]
fn columns(out: &mut (dyn Write + Send), rows: &mut GameRows<'_>) -> Result<(), LabError> {
    mctslab_lab::export::write_parquet(out, rows)
}

/// Says how to get a build that writes files of columns.
#[cfg(not(feature = "parquet"))]
fn columns(_out: &mut (dyn Write + Send), _rows: &mut GameRows<'_>) -> Result<(), LabError> {
    let cure = "build with `--features parquet`, or take `--format csv` or `--format jsonl`";
    Err(LabError::Request(format!("this build has no Parquet: {cure}")))
}
