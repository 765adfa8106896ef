//! `mctslab report RUN`: a page about a run, one HTML file that needs nothing else.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use mctslab_lab::report::{Frame, Gathered, Replay, RunReport, Sample};
use mctslab_registry::arena::{Openings, RunRow, Store};
use mctslab_registry::{AnyGame, RegistryError, StartText};
use serde_json::json;

use super::show::walk;
use crate::cli::{Options, ReportArgs};
use crate::output::{emit, emit_json};
use crate::reports::Outcome;
use crate::running::usage;

pub(crate) fn run(args: &ReportArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.store.db)?;
    let row = store.run(args.run)?;
    let html = page(&store, &row)?;
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("run-{}.html", row.run)));
    fs::write(&path, html).with_context(|| format!("cannot write `{}`; name another file with -o", path.display()))?;
    if options.json {
        return emit_json(&json!({"run": row.run, "path": path.display().to_string()}));
    }
    emit(&format!("run {} is told of in {}\n", row.run, path.display()))
}

fn page(store: &Store, row: &RunRow) -> anyhow::Result<String> {
    let game = mctslab_registry::game(&row.settings.game)?;
    let seatings = row.settings.terms(game.players()).map_err(usage)?.course.seatings();
    let mut gathered = Gathered::new(row.settings.agents.len(), seatings);
    let (summary, course) = walk(store, row, &*game, |record, summary| gathered.add(record, summary))?;
    let effective = Outcome::new(&*game, &row.settings, &row.names, &summary, &course)?.effective();
    let openings = Openings::parse(&row.settings.openings).map_err(usage)?;
    let start = game.openings(&openings, row.settings.seed)?;
    let samples = gathered.samples();
    let replays: Vec<Replay> = samples.iter().map(|sample| replay(&*game, sample, &row.names, &*start)).collect();
    let report =
        RunReport { row, summary: &summary, course: &course, gathered: &gathered, effective, replays: &replays };
    Ok(report.html())
}

/// The replay of a game, as far as this version can play it.
fn replay(game: &dyn AnyGame, sample: &Sample, names: &[String], start: &StartText<'_>) -> Replay {
    let mut frames = Vec::new();
    let outcome = play(game, sample, start, &mut frames);
    let mut replay = Replay::of_sample(sample, names, frames);
    if let Err(error) = outcome {
        replay.remarks.push(format!("This version cannot play the game on from here: {error}"));
    }
    replay
}

/// Plays a game again and keeps the positions that are shown.
fn play(
    game: &dyn AnyGame,
    sample: &Sample,
    start: &StartText<'_>,
    frames: &mut Vec<Frame>,
) -> Result<(), RegistryError> {
    let record = &sample.record;
    let opening = record.opening.map(|number| start(Some(number)));
    let mut session = game.session(opening.as_deref())?;
    frames.push(Frame { ply: 0, mv: None, seat: None, view: session.view() });
    for (number, mv) in record.moves.split_whitespace().enumerate() {
        let (ply, seat) = (number as u32 + 1, session.turn());
        session.play(mv)?;
        if Replay::shows(ply, record.plies) {
            frames.push(Frame { ply, mv: Some(mv.to_string()), seat, view: session.view() });
        }
    }
    Ok(())
}
