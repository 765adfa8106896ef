//! Games of a run played again, so that a page can show them as strips of boards.

use mctslab_arena::Record;
use mctslab_core::Player;
use mctslab_core::view::Cell;
use mctslab_page::{Replay, ReplayFrame};
use mctslab_registry::{AnyGame, RegistryError, StartText};

/// The replay of a game, as far as this version can play it; `made_of` makes it of the positions
/// that are shown.
pub(crate) fn replay(
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
pub(crate) fn play_moves(
    game: &dyn AnyGame,
    start: Option<&str>,
    moves: &str,
    frames: &mut Vec<ReplayFrame>,
) -> Result<(), RegistryError> {
    let mut state = game.state(start)?;
    let plies = moves.split_whitespace().count() as u32;
    frames.push(ReplayFrame { ply: 0, mv: None, seat: None, view: state.view() });
    for (number, mv) in moves.split_whitespace().enumerate() {
        let (ply, seat) = (number as u32 + 1, state.turn());
        state = state.play(mv)?;
        if Replay::shows(ply, plies) {
            frames.push(ReplayFrame { ply, mv: Some(mv.to_string()), seat, view: state.view() });
        }
    }
    Ok(())
}

/// The replay of a game that was chosen for the reason `why`; `name` is the name of an agent by
/// its number.
pub(crate) fn replay_of_game(
    record: &Record,
    why: &str,
    name: &dyn Fn(usize) -> String,
    frames: Vec<ReplayFrame>,
) -> Replay {
    let seats = record.seats.iter().zip(record.payoffs.as_slice()).enumerate();
    // Remarks of games speak of players by the letters of their stones.
    let letter = |seat: usize| Cell::stone(Player::new(seat)).text;
    let player =
        |(seat, (agent, payoff)): (usize, (usize, &f64))| format!("{}: {}, payoff {payoff}", letter(seat), name(agent));
    let players = seats.map(player).collect();
    let message = record.forfeit.as_ref().map(|forfeit| {
        format!("{} forfeited by {}: {}", name(forfeit.agent), forfeit.failure.kind.name(), forfeit.failure.message)
    });
    Replay {
        number: record.fixture,
        title: format!("Game {}: {}; {} plies, {}", record.fixture, why, record.plies, record.reason),
        players,
        remarks: message.into_iter().collect(),
        frames,
    }
}
