//! Games of a run played again, so that a page can show them as strips of boards.

use mctslab_arena::{Plan, Record};
use mctslab_registry::{AnyGame, RegistryError, StartText};

use super::strength::player;
use crate::complexity::Measurement;
use crate::report::{Gathered, Replay, ReplayFrame, Sample, StudyGames};

/// The games that the page of a match or a tournament shows.
pub(crate) fn replays_of_run(
    game: &dyn AnyGame,
    plan: &Plan,
    gathered: &Gathered,
) -> Result<Vec<Replay>, RegistryError> {
    let start = game.openings(&plan.openings, plan.seed)?;
    let replay = |sample: &Sample| {
        replay(game, &sample.record, &*start, |frames| Replay::of_sample(sample, &plan.names, frames))
    };
    Ok(gathered.samples().iter().map(replay).collect())
}

/// The games that the page of a study shows.
pub(crate) fn replays_of_study(
    game: &dyn AnyGame,
    plan: &Plan,
    study: &Measurement,
    games: &StudyGames,
) -> Result<Vec<Replay>, RegistryError> {
    let start = game.openings(&plan.openings, plan.seed)?;
    let name = |number: usize| player(plan, study, number);
    let replay = |(record, why): &(&Record, String)| {
        replay(game, record, &*start, |frames| Replay::of_game(record, why, &name, frames))
    };
    Ok(games.samples(study).iter().map(replay).collect())
}

/// The replay of a game, as far as this version can play it; `made_of` makes it of the positions
/// that are shown.
fn replay(
    game: &dyn AnyGame,
    record: &Record,
    start: &StartText<'_>,
    made_of: impl FnOnce(Vec<ReplayFrame>) -> Replay,
) -> Replay {
    let mut frames = Vec::new();
    let outcome = play(game, record, start, &mut frames);
    let mut replay = made_of(frames);
    if let Err(error) = outcome {
        replay.remarks.push(format!("This version cannot replay the game from here on: {error}"));
    }
    replay
}

/// Plays a game again and keeps the positions that are shown.
fn play(
    game: &dyn AnyGame,
    record: &Record,
    start: &StartText<'_>,
    frames: &mut Vec<ReplayFrame>,
) -> Result<(), RegistryError> {
    let opening = record.opening.map(|number| start(Some(number)));
    play_moves(game, opening.as_deref(), &record.moves, frames)
}

/// Plays moves with blanks between them from a position, or from the start, and keeps the positions
/// that are shown.
pub(super) fn play_moves(
    game: &dyn AnyGame,
    start: Option<&str>,
    moves: &str,
    frames: &mut Vec<ReplayFrame>,
) -> Result<(), RegistryError> {
    let mut session = game.session(start)?;
    let plies = moves.split_whitespace().count() as u32;
    frames.push(ReplayFrame { ply: 0, mv: None, seat: None, view: session.view() });
    for (number, mv) in moves.split_whitespace().enumerate() {
        let (ply, seat) = (number as u32 + 1, session.turn());
        session.play(mv)?;
        if Replay::shows(ply, plies) {
            frames.push(ReplayFrame { ply, mv: Some(mv.to_string()), seat, view: session.view() });
        }
    }
    Ok(())
}
