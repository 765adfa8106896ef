//! The examples on the page of a portrait: recorded games, and positions.

use mctslab_core::View;
use mctslab_lab::StudyContext;
use mctslab_page::Replay;

use crate::shared::play_moves;
use super::games::{AnalyzedGames, RecordedGame};
use super::positions::{Example, AnalyzedPositions};

/// What a page draws.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShownExamples {
    /// The shortest and the longest of the games whose moves were recorded.
    pub(super) games: Vec<Replay>,
    /// Positions that stand out, with what is said of them.
    pub(super) positions: Vec<(String, View)>,
}

/// Follows the moves of recorded games that stand out, and sets up the positions.
pub(crate) fn shown_examples(
    context: StudyContext<'_>,
    games: &AnalyzedGames,
    positions: &AnalyzedPositions,
) -> ShownExamples {
    let mut shown = ShownExamples::default();
    if let Some((shortest, longest)) = &games.recorded {
        let among = if games.with_moves < games.count() {
            format!(" of the {} recorded games", games.with_moves)
        } else {
            String::new()
        };
        shown.games.push(replay(context, &format!("shortest{among}"), shortest));
        shown.games.push(replay(context, &format!("longest{among}"), longest));
    }
    let examples = [("most lopsided by random play", &positions.lopsided), ("most balanced", &positions.balanced)];
    for (what, example) in examples {
        let Some(Example { position, value, number }) = example else { continue };
        // A game that reads no positions cannot draw one.
        if let Ok(state) = context.game.state(Some(position)) {
            let words = format!("{what} (sample {number}): {value:.3} for the first player");
            shown.positions.push((words, state.view()));
        }
    }
    shown
}

/// A game by the moves that were recorded, as far as they can be made.
fn replay(context: StudyContext<'_>, what: &str, game: &RecordedGame) -> Replay {
    let mut frames = Vec::new();
    let outcome = play_moves(&**context.game, None, &game.moves, &mut frames);
    let remark = |error| format!("This version cannot replay the game from here on: {error}");
    let name = context.plan.names.first().map_or("", String::as_str);
    let seat = |(seat, payoff): (usize, &f64)| format!("seat {seat}: {name}, payoff {payoff}");
    let (number, plies) = (game.extreme.number, game.extreme.plies);
    Replay {
        number,
        title: format!("Game {number}: {what}; {plies} plies"),
        players: game.payoffs.iter().enumerate().map(seat).collect(),
        remarks: outcome.err().map(remark).into_iter().collect(),
        frames,
    }
}
