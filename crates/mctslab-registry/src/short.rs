//! Specs for people: what is as by default is left out.

use crate::AnyGame;

/// The spec of an agent that plays `game`, without what is as by default (see
/// [`crate::Catalog::short_game`]).
pub fn short_agent(game: &dyn AnyGame, spec: &str) -> String {
    game.catalog().short_agent(spec, &game.evals())
}
