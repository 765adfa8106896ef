//! The games that the page of a measurement shows.

use mctslab_arena::{Plan, Record};
use mctslab_page::Replay;
use mctslab_registry::{AnyGame, RegistryError};

use crate::shared::{replay, replay_of_game};
use super::document::player;
use super::shown_games::ComplexityGames;
use super::study::ComplexityStudy;

/// The games that the page of a study shows.
pub(crate) fn replays_of_complexity(
    game: &dyn AnyGame,
    plan: &Plan,
    study: &ComplexityStudy,
    games: &ComplexityGames,
) -> Result<Vec<Replay>, RegistryError> {
    let start = game.openings(&plan.openings, plan.seed)?;
    let name = |number: usize| player(plan, study, number);
    let replay = |(record, why): &(&Record, String)| {
        replay(game, record, &*start, |frames| replay_of_game(record, why, &name, frames))
    };
    Ok(games.samples(study).iter().map(replay).collect())
}
