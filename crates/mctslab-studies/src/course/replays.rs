//! The games that the page of a match or a tournament shows.

use mctslab_arena::Plan;
use mctslab_page::{Replay, ReplayFrame, distinct_names};
use mctslab_registry::{AnyGame, RegistryError};

use super::gathered::{Gathered, Sample, Why};
use crate::shared::{replay, replay_of_game};

/// The games that the page of a match or a tournament shows.
pub(crate) fn replays_of_run(
    game: &dyn AnyGame,
    plan: &Plan,
    gathered: &Gathered,
) -> Result<Vec<Replay>, RegistryError> {
    let start = game.openings(&plan.openings, plan.seed)?;
    let replay =
        |sample: &Sample| replay(game, &sample.record, &*start, |frames| replay_of_sample(sample, &plan.names, frames));
    Ok(gathered.samples().iter().map(replay).collect())
}

/// The replay of a sample between agents of these names; `frames` are the positions that
/// [`Replay::shows`] asks for.
fn replay_of_sample(sample: &Sample, names: &[String], frames: Vec<ReplayFrame>) -> Replay {
    let names = distinct_names(names);
    let why: Vec<String> = sample.reasons.iter().map(|why| why_text(*why, &names)).collect();
    replay_of_game(&sample.record, &why.join(", "), &|agent| names[agent].clone(), frames)
}

fn why_text(why: Why, names: &[String]) -> String {
    match why {
        Why::First => "first".to_string(),
        Why::Shortest => "shortest".to_string(),
        Why::Longest => "longest".to_string(),
        Why::Drawn => "drawn".to_string(),
        Why::Forfeited => "forfeited".to_string(),
        Why::WonBy(agent) => format!("won by {}", names[agent]),
    }
}
