//! `mctslab runs`, `show`, `resume`, `export` and `report`: what the store holds.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use mctslab_lab::arena::{RunRow, Status, Store};
use mctslab_lab::documents::{GameDocument, RunList, Settings};
use mctslab_lab::export::{self, ExportFormat, GameRows};
use mctslab_lab::{GAMES, LabError, Stored, compare, replay, replay_for_page};
use serde_json::{Value, json};

use crate::cli::{ExportArgs, Options, ReportArgs, ResumeArgs, ShowArgs, StoreArgs};
use crate::lab::lab;
use crate::output::{emit, emit_json, note, printed, usage, write_file};
use crate::playing;

/// Lists the runs.
pub(crate) fn runs(args: &StoreArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.db)?;
    let mut rows: Vec<(RunRow, Settings)> = Vec::new();
    store.runs(|row| {
        let settings = Settings::of(lab(), &row.plan, &row.command);
        rows.push((row, settings));
    })?;
    let list = RunList::new(&rows);
    if options.json {
        return list.runs().iter().try_for_each(|run| emit_json(&run.json()));
    }
    emit(&list.text())
}

/// The result of a run again, or one of its games.
pub(crate) fn show(args: &ShowArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.store.db)?;
    let Some(number) = args.game else {
        let replayed = replay(lab(), &store, args.run)?;
        let anchor = replayed.stored.anchor(args.anchor.as_deref())?;
        return playing::print(&*replayed.study.document(replayed.about().anchored(anchor)), None, options);
    };
    let stored = Stored::new(lab(), &store, args.run)?;
    let (row, unit) = (&stored.row, stored.settings.unit);
    let Some(found) = GameRows::new(&stored)?.one(number)? else {
        let run = row.run;
        if unit != GAMES {
            return Err(usage(format!(
                "run {run} has {unit}, not games, and none of them holds a game {number}: `mctslab export {run}` prints them"
            )));
        }
        anyhow::bail!("run {run} has no game {number}: it has {} of {} games, numbered from 0", row.games, row.planned);
    };
    let document = GameDocument::new(&*stored.game, row.run, found)?;
    emit(&printed(options, || document.json(), || document.text()))
}

/// Does what a run still lacks. All settings come from the store.
pub(crate) fn resume(args: &ResumeArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.store.db)?;
    let row = store.run(args.run)?;
    playing::refuse_other_seed(&row, options)?;
    if row.status == Status::Finished {
        note(options, &format!("run {} is finished: nothing is left to do", row.run));
        return playing::print(&*replay(lab(), &store, row.run)?.document(), None, options);
    }
    let begin = Instant::now();
    drop(store);
    let run = mctslab_lab::resume(lab(), &args.store.db, args.run, options.allow_engines)?;
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
    let stored = Stored::new(lab(), &store, args.run)?;
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
    let numbers = args.runs.iter().map(i64::to_string).collect::<Vec<String>>();
    let (html, what, kind) = if let [run] = args.runs.as_slice() {
        let replayed = replay_for_page(lab(), &store, *run)?;
        let anchor = replayed.stored.anchor(args.anchor.as_deref())?;
        (replayed.study.document(replayed.about().anchored(anchor)).page(), json!({"run": run}), "run")
    } else {
        let replayed = args.runs.iter().map(|run| replay(lab(), &store, *run)).collect::<Result<Vec<_>, LabError>>()?;
        let document = compare(lab(), replayed.iter().map(|one| (one.about(), &*one.study)).collect())?;
        (document.page(), json!({"runs": args.runs}), "runs")
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
