//! Searches of every listed game: what they find, what they cost, and that they never change
//! unnoticed.

mod ams;
mod best_first;
mod budget;
mod learning;
mod minimax;
mod neutral;
mod parallel;
mod parts;
mod players;
mod priors;
mod profile_rules;
mod profiles;
mod proofs;
mod pruning;
mod random_tree;
mod references;
mod signature;
mod signs;
mod stopping;

use mctslab_core::testing::Boxing;
use mctslab_core::{Agent, Game, Visit};
use mctslab_games::resolve_game;
use mctslab_search::PartCatalog;

/// Builds the game that `spec` names and hands it to `visit`, in a box: what is visited is compiled
/// for one type in place of one for every game.
fn with_game<V: Visit>(spec: &str, visit: V) -> V::Output {
    let args = resolve_game(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
    let game = mctslab_games::build(&args, Boxing).unwrap_or_else(|error| panic!("{spec}: {error}"));
    visit.visit(game)
}

/// The agent that `spec` names.
fn agent<G: Game>(game: &G, spec: &str) -> Box<dyn Agent<G>> {
    PartCatalog::standard().agent(game, spec).unwrap_or_else(|error| panic!("{spec}: {error}"))
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
