//! `mctslab export RUN --format csv|jsonl|parquet`: every game or sample, row by row, in the order of their numbers.

use std::io::{self, BufWriter, Write};

use mctslab_lab::arena::Store;
use mctslab_lab::export::{GameRows, write_csv, write_jsonl, write_parquet, write_samples};
use mctslab_lab::{GAMES, LabError, Stored};

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
    let samples = stored.settings.unit != GAMES;
    if samples && format != ExportFormat::Jsonl {
        let (run, unit) = (args.run, stored.settings.unit);
        return Err(usage(format!(
            "run {run} has {unit}, not games: they are exported as JSON lines, `--format jsonl`"
        )));
    }
    let mut rows = GameRows::new(&stored)?;
    let mut export = |out: &mut (dyn Write + Send)| match format {
        _ if samples => write_samples(out, &stored),
        ExportFormat::Csv => write_csv(out, &mut rows),
        ExportFormat::Jsonl => write_jsonl(out, &mut rows),
        ExportFormat::Parquet => write_parquet(out, &mut rows),
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
