//! `mctslab show RUN`: the result of a run again, or one of its games.

use mctslab_lab::report::Anchor;
use mctslab_registry::AnyGame;
use mctslab_registry::arena::{Course, Record, RunRow, Store, Summary};
use serde_json::json;

use super::rows::{Row, Rows};
use crate::board;
use crate::cli::{Options, ShowArgs};
use crate::output::{BOLD, emit, emit_json, grouped};
use crate::reports::Outcome;
use crate::running::{self, usage};
use crate::studying;

pub(crate) fn run(args: &ShowArgs, options: &Options) -> anyhow::Result<()> {
    let store = Store::open_existing(&args.store.db)?;
    let row = stored_run(&store, args.run)?;
    match args.game {
        None => table(&store, &row, running::anchor_of(&row, args.anchor.as_deref())?, options),
        Some(number) => one_game(&store, &row, number, options),
    }
}

/// A run of the store that can be shown.
pub(crate) fn stored_run(store: &Store, run: i64) -> anyhow::Result<RunRow> {
    let row = store.run(run)?;
    let agents = row.settings.agents.len();
    if studying::is_study(&row.settings) && agents != 2 {
        anyhow::bail!(
            "the store `{}` is damaged: run {run} is a study of {agents} agents, and a study has a target and a touchstone",
            store.path().display()
        );
    }
    Ok(row)
}

/// Prints the table of a run from its records; ratings are relative to `anchor`, if there is one.
pub(crate) fn table(store: &Store, row: &RunRow, anchor: Option<Anchor>, options: &Options) -> anyhow::Result<()> {
    if studying::is_study(&row.settings) {
        return studying::show(store, row, options);
    }
    let game = mctslab_registry::game(&row.settings.game)?;
    let (summary, course) = walk(store, row, &*game, |_, _| ())?;
    let outcome = Outcome::new(&row.settings, &row.names, &summary, &course, anchor);
    if options.json {
        return emit_json(&outcome.json());
    }
    let text = outcome.text(None);
    let rest = row.planned - row.games.min(row.planned);
    let more = match row.status.to_string().as_str() {
        "finished" => String::new(),
        status => format!("{status}: {} of {} games are still to play\n", grouped(rest), grouped(row.planned)),
    };
    emit(&format!("{text}{more}"))
}

/// Sums up the games of a run; `each` sees every one with the summary that ends with it. The course is walked as it was played,
/// so that a stop rule says again what it said then.
pub(crate) fn walk(
    store: &Store,
    row: &RunRow,
    game: &dyn AnyGame,
    mut each: impl FnMut(&Record, &Summary),
) -> anyhow::Result<(Summary, Course)> {
    let mut course = row.settings.terms(game.players()).map_err(usage)?.course;
    let (agents, seats) = (row.settings.agents.len(), game.players());
    let fixed = running::not_random(game, &row.settings.agents)?;
    let mut summary = Summary::new(agents, seats).deterministic(fixed);
    while let Some(round) = course.next(&summary) {
        let before = summary.games();
        store.games(row.run, round.games.clone(), |record| {
            if !record.fits(agents, seats) {
                return Err(store.damaged(record.fixture));
            }
            summary.add(&record);
            each(&record, &summary);
            Ok(())
        })?;
        if summary.games() - before < round.games.end - round.games.start {
            break;
        }
    }
    Ok((summary, course))
}

fn one_game(store: &Store, row: &RunRow, number: u64, options: &Options) -> anyhow::Result<()> {
    let game = mctslab_registry::game(&row.settings.game)?;
    let mut rows = Rows::new(store, row, &*game)?;
    let Some(Row { record, start, players, .. }) = rows.one(number)? else {
        anyhow::bail!("run {} has no game {number}: it has {} of {} games", row.run, row.games, row.planned);
    };
    let mut session = game.session(start.as_deref())?;
    let start = session.position();
    for mv in record.moves.split_whitespace() {
        session.play(mv)?;
    }
    if options.json {
        return emit_json(&json!({
            "run": row.run, "fixture": record.fixture,
            "seats": players.iter().map(|player| player.number).collect::<Vec<usize>>(),
            "agents": players.iter().map(|player| player.spec.as_str()).collect::<Vec<&str>>(),
            "start": start, "moves": record.moves.split_whitespace().collect::<Vec<&str>>(),
            "position": session.position(), "payoffs": record.payoffs.as_slice(), "plies": record.plies,
            "reason": record.reason.text(), "message": record.forfeit.map(|forfeit| forfeit.failure.message),
        }));
    }
    let seats = players.iter().zip(record.payoffs.as_slice()).enumerate();
    let seats: Vec<String> =
        seats.map(|(seat, (player, payoff))| format!("seat {seat}: {}, paid {payoff}", player.name)).collect();
    let told = record.forfeit.map(|forfeit| format!(": {}", forfeit.failure.message)).unwrap_or_default();
    emit(&format!(
        "{BOLD}game {number} of run {}{BOLD:#}, {} plies, {}{told}\n{}\nstart: {start}\nmoves: {}\n\n{}",
        row.run,
        record.plies,
        record.reason,
        seats.join("\n"),
        record.moves,
        board::draw(&session.view())
    ))
}
