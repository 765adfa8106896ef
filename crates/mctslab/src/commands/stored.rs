//! `mctslab runs`, `show`, `resume`, `export` and `report`: what the store holds.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use mctslab_lab::arena::{Status, Store};
use mctslab_lab::export::{self, ExportFormat};
use mctslab_lab::{GAMES, LabError, Stored, last_run, replay, stored_game, stored_page, with_runs};
use serde_json::{Value, json};

use crate::cli::{ExportArgs, Options, ReportArgs, ResumeArgs, ShowArgs, StoreArgs};
use crate::lab::lab;
use crate::output::{emit, emit_json, note, printed, usage, width, write_file};
use crate::playing;

/// Lists the runs.
pub(crate) fn runs(args: &StoreArgs, options: &Options) -> anyhow::Result<()> {
    with_runs(lab(), &Store::open_existing(&args.db)?, |list| {
        if options.json {
            return list.runs().iter().try_for_each(|run| emit_json(&run.json()));
        }
        emit(&list.text(width()))
    })?
}

/// The run that was named, or else the last one, which is said.
fn named_or_last(run: Option<i64>, store: &Store, options: &Options) -> anyhow::Result<i64> {
    run.map_or_else(
        || {
            let last = last_run(store)?;
            note(options, &format!("run {last}, the last one"));
            Ok(last)
        },
        Ok,
    )
}

/// The result of a run again, or one of its games.
pub(crate) fn show(args: &ShowArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.store.db)?;
    let run = named_or_last(args.run, &store, options)?;
    if let Some(number) = args.game {
        let document = stored_game(lab(), &store, run, number)?;
        return emit(&printed(options, || document.json(), || document.text()));
    }
    let replayed = replay(lab(), &store, run)?;
    note(options, &format!("run {run}: {}", replayed.about().origin()));
    let anchor = replayed.stored.anchor(args.anchor.as_deref())?;
    playing::print(&*replayed.study.document(replayed.about().anchored(anchor)), None, options)
}

/// Does what a run still lacks. All settings come from the store.
pub(crate) fn resume(args: &ResumeArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.store.db)?;
    let row = store.run(named_or_last(args.run, &store, options)?)?;
    playing::refuse_other_seed(&row, options)?;
    if row.status == Status::Finished {
        note(options, &format!("run {} is finished: nothing is left to do", row.run));
        return playing::print(&*replay(lab(), &store, row.run)?.document(), None, options);
    }
    let begin = Instant::now();
    drop(store);
    let run = mctslab_lab::resume(lab(), &args.store.db, row.run, options.allow_engines)?;
    let runs = playing::play(vec![run], &args.crew, None, options)?;
    playing::finish(runs, None, begin.elapsed(), options)
}

/// Every game or sample, row by row, in the order of their numbers.
pub(crate) fn export(args: &ExportArgs, options: &Options) -> anyhow::Result<()> {
    let format = args.format.unwrap_or(ExportFormat::Jsonl);
    if options.json && format != ExportFormat::Jsonl {
        return Err(usage("`--json` asks for JSON lines and `--format` for something else: leave one of them out"));
    }
    let store = Store::open_existing(&args.store.db)?;
    let stored = Stored::new(lab(), &store, named_or_last(args.run, &store, options)?)?;
    match &args.output {
        Some(path) => write_file(path, &args.store.db, |out| export::write(out, &stored, format)),
        None if format == ExportFormat::Parquet && stored.settings.unit == GAMES => {
            Err(usage("Parquet is written to a file, not to standard output: add `-o games.parquet`"))
        }
        None => {
            let mut out = BufWriter::new(io::stdout());
            match export::write(&mut out, &stored, format).and_then(|()| Ok(out.flush()?)) {
                // A reader that went away has seen enough.
                Err(LabError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
                outcome => Ok(outcome?),
            }
        }
    }
}

/// A page about a run, or about many of one kind; one HTML file that needs nothing else.
pub(crate) fn report(args: &ReportArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.store.db)?;
    let runs = match args.runs.as_slice() {
        [] => vec![named_or_last(None, &store, options)?],
        runs => runs.to_vec(),
    };
    let numbers = runs.iter().map(i64::to_string).collect::<Vec<String>>();
    let html = stored_page(lab(), &store, &runs, args.anchor.as_deref())?.html();
    let (kind, what) = match runs.as_slice() {
        [run] => ("run", json!({"run": run})),
        runs => ("runs", json!({"runs": runs})),
    };
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{kind}-{}.html", numbers.join("-"))));
    write_file(&path, &args.store.db, |out| Ok(out.write_all(html.as_bytes())?))?;
    wrote(&path, &format!("{kind} {}", numbers.join(", ")), what, options)
}

/// Says what was written.
pub(super) fn wrote(path: &Path, what: &str, mut json: Value, options: &Options) -> anyhow::Result<()> {
    if options.json {
        json["path"] = path.display().to_string().into();
        return emit_json(&json);
    }
    if options.quiet { Ok(()) } else { emit(&format!("wrote {} ({what})\n", path.display())) }
}
