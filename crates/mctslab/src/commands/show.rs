//! `mctslab show RUN`: the result of a run again, or one of its games.

use mctslab_core::text::printable;
use mctslab_lab::report::Anchor;
use mctslab_registry::AnyGame;
use mctslab_registry::arena::{Course, Openings, Record, RunRow, Store, StoreError, Summary};
use serde_json::json;

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

/// The agent with a number in the run, as it was typed.
fn agent_name(row: &RunRow, agent: usize) -> String {
    if studying::is_study(&row.settings) {
        printable(&studying::agent_name(&row.settings, agent)).into_owned()
    } else {
        // An agent that the run does not have is one of a damaged store.
        row.names.get(agent).cloned().unwrap_or_else(|| format!("agent {agent}"))
    }
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
    let mut found: Option<Record> = None;
    store.games(row.run, number..number.saturating_add(1), |record| {
        found = Some(record);
        Ok::<(), StoreError>(())
    })?;
    let Some(record) = found else {
        anyhow::bail!("run {} has no game {number}: it has {} of {} games", row.run, row.games, row.planned);
    };
    let game = mctslab_registry::game(&row.settings.game)?;
    let openings = Openings::parse(&row.settings.openings).map_err(usage)?;
    let start = game.openings(&openings, row.settings.seed)?(record.opening);
    let mut session = game.session(record.opening.is_some().then_some(start.as_str()))?;
    for mv in record.moves.split_whitespace() {
        session.play(mv)?;
    }
    if options.json {
        return emit_json(&json!({
            "run": row.run, "fixture": record.fixture, "seats": record.seats.iter().collect::<Vec<usize>>(),
            "start": start, "moves": record.moves.split_whitespace().collect::<Vec<&str>>(),
            "position": session.position(), "payoffs": record.payoffs.as_slice(), "plies": record.plies,
            "reason": record.reason.text(), "message": record.forfeit.map(|forfeit| forfeit.failure.message),
        }));
    }
    let seats = record.seats.iter().zip(record.payoffs.as_slice()).enumerate();
    let seats: Vec<String> = seats
        .map(|(seat, (agent, payoff))| format!("seat {seat}: {}, paid {payoff}", agent_name(row, agent)))
        .collect();
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
