//! The examples on the page of a portrait: games played again, and positions.

use std::sync::Arc;

use mctslab_core::View;
use mctslab_registry::RegistryError;
use mctslab_registry::samples::AnyMeasure;
use mctslab_registry::samples::portrait::{GameSample, Portrait};

use super::super::replays::play_moves;
use crate::LabError;
use crate::portrait::{Example, Extreme, GamesPortrait, PositionsPortrait};
use crate::report::Replay;
use crate::study::StudyContext;

/// What a page draws.
#[derive(Clone, Debug, Default)]
pub struct ShownPortrait {
    /// The shortest and the longest game.
    pub(super) games: Vec<Replay>,
    /// Positions that stand out, with what is said of them.
    pub(super) positions: Vec<(String, View)>,
}

/// Plays the games again that stand out, and sets up the positions.
pub(crate) fn shown_of_portrait(
    context: StudyContext<'_>,
    games: &GamesPortrait,
    positions: &PositionsPortrait,
) -> Result<ShownPortrait, LabError> {
    let mut shown = ShownPortrait::default();
    for (what, game) in [("shortest", games.shortest), ("longest", games.longest)] {
        if let Some(game) = game {
            shown.games.push(replay(context, what, game)?);
        }
    }
    let examples = [("most lopsided by random play", &positions.lopsided), ("most balanced", &positions.balanced)];
    for (what, example) in examples {
        let Some(Example { position, value, number }) = example else { continue };
        // A game that reads no positions cannot draw one.
        if let Ok(session) = context.game.session(Some(position)) {
            let words = format!("{what} (sample {number}): {value:.3} for the first player");
            shown.positions.push((words, session.view()));
        }
    }
    Ok(shown)
}

/// A game, played again from the number of its sample.
fn replay(context: StudyContext<'_>, what: &str, game: Extreme) -> Result<Replay, LabError> {
    let measure = AnyMeasure::from(Portrait { moves: true });
    let mut sampler = Arc::clone(context.game).sampler(&measure, context.plan)?;
    let sample = sampler.sample(game.number).map_err(RegistryError::from)?;
    let sample: GameSample = serde_json::from_str(&sample)
        .map_err(|error| LabError::Task { task: game.number, reason: format!("its sample cannot be read: {error}") })?;
    let mut frames = Vec::new();
    play_moves(&**context.game, None, sample.moves.as_deref().unwrap_or_default(), &mut frames)?;
    let name = context.plan.names.first().map_or("", String::as_str);
    let seat = |(seat, payoff): (usize, &f64)| format!("seat {seat}: {name}, payoff {payoff}");
    Ok(Replay {
        number: game.number,
        title: format!("Game {}: {what}; {} plies", game.number, game.plies),
        players: sample.payoffs.iter().enumerate().map(seat).collect(),
        remarks: Vec::new(),
        frames,
    })
}
