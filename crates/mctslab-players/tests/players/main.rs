//! Players of single games: what they play, how strong they are, and that they can be stopped.

mod references;
mod rules;
mod stopping;

use mctslab_core::spec::{Entry, Spec, SpecError};
use mctslab_core::{Agent, Game, Rng, Visit};
use mctslab_games::resolve_game;
use mctslab_search::PartCatalog;

/// Builds the game that `spec` names and hands it to `visit`.
fn with_game<V: Visit>(spec: &str, visit: V) -> V::Output {
    let args = resolve_game(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
    mctslab_games::build(&args, visit).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// The player that `spec` names, if it serves the game.
fn try_agent<G: Game>(game: &G, spec: &str) -> Result<Box<dyn Agent<G>>, SpecError> {
    let players: Vec<Entry> = mctslab_players::AGENTS.iter().map(|info| info.entry).collect();
    let (spec, parts) = (Spec::parse(spec)?, PartCatalog::standard());
    let args = parts.resolve(game, &spec, "agent", &players)?;
    mctslab_players::build(game, &args, &parts)
}

/// The agent that `spec` names, which must serve the game.
fn agent<G: Game>(game: &G, spec: &str) -> Box<dyn Agent<G>> {
    try_agent(game, spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// The legal moves of a state.
fn legal<G: Game>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

/// The state after a move.
fn after<G: Game>(game: &G, state: &G::State, mv: G::Move) -> G::State {
    let mut next = state.clone();
    game.play(&mut next, mv);
    next
}

/// A state that goes on after up to `plies` random moves.
fn random_state<G: Game>(game: &G, seed: u64, plies: u32) -> G::State {
    let mut rng = Rng::new(seed);
    let mut state = game.initial();
    for _ in 0..plies {
        let mv = rng.pick(&legal(game, &state)).expect("the game goes on");
        let next = after(game, &state, mv);
        if game.turn(&next).is_some() {
            state = next;
        }
    }
    state
}
