//! `mctslab report RUN…`: a page about a run, or about many studies; one HTML file that needs nothing else.

use std::path::PathBuf;

use mctslab_lab::complexity::Study;
use mctslab_lab::report::{
    Anchor, Frame, Gathered, Replay, RunReport, Sample, StudyGames, StudyReport, StudyRow, many_page, sentence,
};
use mctslab_registry::arena::{Openings, Record, RunRow, Store};
use mctslab_registry::{AnyGame, RegistryError, StartText, short_game};
use serde_json::json;

use super::show::{stored_run, walk};
use crate::aside;
use crate::cli::{Options, ReportArgs};
use crate::output::{Usage, emit, emit_json};
use crate::running::{anchor_of, usage};
use crate::studying;

pub(crate) fn run(args: &ReportArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.store.db)?;
    let [run] = args.runs.as_slice() else { return many(&store, args, options) };
    let row = stored_run(&store, *run)?;
    let html = if studying::is_study(&row.settings) {
        study_page(&store, &row)?
    } else {
        page(&store, &row, anchor_of(&row, args.anchor.as_deref())?)?
    };
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("run-{}.html", row.run)));
    aside::write(&path, &args.store.db, |out| Ok(out.write_all(html.as_bytes())?))?;
    if options.json {
        return emit_json(&json!({"run": row.run, "path": path.display().to_string()}));
    }
    if options.quiet {
        return Ok(());
    }
    emit(&format!("wrote {} (run {})\n", path.display(), row.run))
}

/// One page about many studies.
fn many(store: &Store, args: &ReportArgs, options: &Options) -> anyhow::Result<()> {
    let rows = args.runs.iter().map(|run| stored_run(store, *run)).collect::<anyhow::Result<Vec<RunRow>>>()?;
    if let Some(other) = rows.iter().find(|row| !studying::is_study(&row.settings)) {
        let message = format!(
            "run {} is no study of strength: one page holds one match or tournament, or many studies of `mctslab complexity`",
            other.run
        );
        return Err(Usage(message).into());
    }
    let studies =
        rows.iter().map(|row| studying::replay(store, row, |_, _| ())).collect::<anyhow::Result<Vec<Study>>>()?;
    let table: Vec<StudyRow<'_>> = rows
        .iter()
        .zip(&studies)
        .map(|(row, study)| {
            let unit = row.names.get(1).map_or("", String::as_str);
            StudyRow { row, game: short_game(&row.settings.game), study, verdict: sentence(study, unit) }
        })
        .collect();
    let numbers: Vec<String> = args.runs.iter().map(i64::to_string).collect();
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("runs-{}.html", numbers.join("-"))));
    aside::write(&path, &args.store.db, |out| Ok(out.write_all(many_page(&table).as_bytes())?))?;
    if options.json {
        return emit_json(&json!({"runs": args.runs, "path": path.display().to_string()}));
    }
    if options.quiet {
        return Ok(());
    }
    emit(&format!("wrote {} (runs {})\n", path.display(), numbers.join(", ")))
}

fn page(store: &Store, row: &RunRow, anchor: Option<Anchor>) -> anyhow::Result<String> {
    let game = mctslab_registry::game(&row.settings.game)?;
    let seatings = row.settings.terms(game.players()).map_err(usage)?.course.seatings();
    let mut gathered = Gathered::new(row.settings.agents.len(), seatings);
    let (summary, course) = walk(store, row, &*game, |record, summary| gathered.add(record, summary))?;
    let openings = Openings::parse(&row.settings.openings).map_err(usage)?;
    let start = game.openings(&openings, row.settings.seed)?;
    let samples = gathered.samples();
    let replay = |sample: &Sample| {
        replay(&*game, &sample.record, &*start, |frames| Replay::of_sample(sample, &row.names, frames))
    };
    let replays: Vec<Replay> = samples.iter().map(replay).collect();
    let title = short_game(&row.settings.game);
    let (summary, course, gathered) = (&summary, &course, &gathered);
    Ok(RunReport { row, game: &title, summary, course, gathered, anchor, replays: &replays }.html())
}

/// The page of a study of strength.
fn study_page(store: &Store, row: &RunRow) -> anyhow::Result<String> {
    let game = mctslab_registry::game(&row.settings.game)?;
    let mut games = StudyGames::default();
    let study = studying::replay(store, row, |record, study| games.add(record, study))?;
    let openings = Openings::parse(&row.settings.openings).map_err(usage)?;
    let start = game.openings(&openings, row.settings.seed)?;
    let name = |number: usize| StudyReport::player(row, number);
    let replay = |(record, why): &(&Record, String)| {
        replay(&*game, record, &*start, |frames| Replay::of_game(record, why, &name, frames))
    };
    let replays: Vec<Replay> = games.samples(&study).iter().map(replay).collect();
    let verdict = sentence(&study, row.names.get(1).map_or("", String::as_str));
    let title = short_game(&row.settings.game);
    let refitted = studying::is_refitted(&row.settings);
    let (study, verdict, games) = (&study, &verdict, &games);
    Ok(StudyReport { row, game: &title, study, verdict, refitted, games, replays: &replays }.html())
}

/// The replay of a game, as far as this version can play it; `tell` makes it of the positions that are shown.
fn replay(
    game: &dyn AnyGame,
    record: &Record,
    start: &StartText<'_>,
    tell: impl FnOnce(Vec<Frame>) -> Replay,
) -> Replay {
    let mut frames = Vec::new();
    let outcome = play(game, record, start, &mut frames);
    let mut replay = tell(frames);
    if let Err(error) = outcome {
        replay.remarks.push(format!("This version cannot play the game on from here: {error}"));
    }
    replay
}

/// Plays a game again and keeps the positions that are shown.
fn play(
    game: &dyn AnyGame,
    record: &Record,
    start: &StartText<'_>,
    frames: &mut Vec<Frame>,
) -> Result<(), RegistryError> {
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
