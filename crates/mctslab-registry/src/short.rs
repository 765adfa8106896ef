//! Specs for people: what is as by default is left out.

use mctslab_core::spec::{Spec, SpecError, short};

use crate::{AnyGame, engines};

/// A game's spec without what is as by default: `hex(size=5)`. A spec of another version that cannot be read stays as it is.
///
/// ```
/// # use mctslab_registry::short_game;
/// assert_eq!(short_game("hex(size=5,max-plies=0)"), "hex(size=5)");
/// assert_eq!(short_game("hex"), "hex");
/// assert_eq!(short_game("no-such-game(size=5)"), "no-such-game(size=5)");
/// ```
pub fn short_game(spec: &str) -> String {
    or_whole(spec, |parsed| short(parsed, "game", &mctslab_games::entries(), &[]))
}

/// The same of an agent that plays `game`.
pub fn short_agent(game: &dyn AnyGame, spec: &str) -> String {
    or_whole(spec, |parsed| short(parsed, "agent", &engines::entries(), game.evals()))
}

fn or_whole(spec: &str, shorten: impl FnOnce(&Spec) -> Result<String, SpecError>) -> String {
    Spec::parse(spec).and_then(|parsed| shorten(&parsed)).unwrap_or_else(|_| spec.to_string())
}
