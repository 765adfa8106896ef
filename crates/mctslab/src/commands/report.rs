//! `mctslab report RUN…`: a page about a run, or about many of one kind; one HTML file that needs nothing else.

use std::path::{Path, PathBuf};

use mctslab_lab::arena::Store;
use mctslab_lab::{LabError, compare, replay, replay_for_page};
use serde_json::{Value, json};

use crate::cli::{Options, ReportArgs};
use crate::lab::lab;
use crate::output::{emit, emit_json, write_file};
use crate::playing::anchor_of;

pub(crate) fn run(args: &ReportArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.store.db)?;
    let [run] = args.runs.as_slice() else { return many(&store, args, options) };
    let replayed = replay_for_page(lab(), &store, *run)?;
    let anchor = anchor_of(&replayed.stored, args.anchor.as_deref())?;
    let html = replayed.study.document(replayed.about().anchored(anchor)).page();
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("run-{run}.html")));
    write(&path, &args.store.db, &html)?;
    wrote(&path, &format!("run {run}"), json!({"run": run, "path": path.display().to_string()}), options)
}

/// One page about many runs of one kind.
fn many(store: &Store, args: &ReportArgs, options: &Options) -> anyhow::Result<()> {
    let replayed = args.runs.iter().map(|run| replay(lab(), store, *run)).collect::<Result<Vec<_>, LabError>>()?;
    let document = compare(lab(), replayed.iter().map(|one| (one.about(), &*one.study)).collect())?;
    let numbers: Vec<String> = args.runs.iter().map(i64::to_string).collect();
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("runs-{}.html", numbers.join("-"))));
    write(&path, &args.store.db, &document.page())?;
    let what = format!("runs {}", numbers.join(", "));
    wrote(&path, &what, json!({"runs": args.runs, "path": path.display().to_string()}), options)
}

/// Writes a page.
fn write(path: &Path, store: &Path, html: &str) -> anyhow::Result<()> {
    write_file(path, store, |out| Ok(out.write_all(html.as_bytes())?))
}

/// Says what was written.
pub(super) fn wrote(path: &Path, what: &str, json: Value, options: &Options) -> anyhow::Result<()> {
    if options.json {
        return emit_json(&json);
    }
    if options.quiet { Ok(()) } else { emit(&format!("wrote {} ({what})\n", path.display())) }
}
