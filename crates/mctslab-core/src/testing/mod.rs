//! The conformance suite: laws that every game must keep, checked along seeded random games.
//!
//! A game that is in the list is tested without another line of code. A failing law panics with the name of the game, the
//! seed and the state.

mod laws;
mod playouts;
mod texts;

use crate::{Game, Rng};

pub use playouts::{PlayoutSums, random_games};

/// How many random games the laws are checked along.
const GAMES: u64 = 25;
/// Symmetries are looked at along fewer games: each of them plays every move twice.
const SYMMETRY_GAMES: u64 = 4;

/// Checks every law on `game`, which is called `name` in failures.
pub fn conformance<G: Game>(name: &str, game: &G) {
    for seed in 0..GAMES {
        walk(game, seed, |state, rng| {
            let at = || format!("{name}, seed {seed}, state `{}`", game.state_text(state));
            laws::moves_are_legal_and_unique(game, state, &at);
            laws::estimates_are_in_range(game, state, &at);
            laws::scores_are_counted_always_or_never(game, state, &at);
            laws::a_copy_is_equal(game, state, &at);
            if seed < SYMMETRY_GAMES {
                laws::symmetries_commute(game, state, &at);
            }
            texts::texts_round_trip(game, state, &at);
            texts::broken_text_is_refused(game, state, rng, &at);
        });
        laws::the_end_pays(game, seed, name);
    }
    laws::hash_tells_states_apart(game, name);
    playouts::random_moves_are_uniform(game, name);
    playouts::playouts_agree(game, name);
    playouts::told_moves_are_moves(game, name);
}

/// The state after these moves, separated by spaces, from the start.
pub fn after<G: Game>(game: &G, moves: &str) -> G::State {
    let mut state = game.initial();
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("`{text}` in `{moves}`: {error}"));
        game.play(&mut state, mv);
    }
    state
}

/// Plays one random game through `moves` and `play` alone and shows every state of it, the last one included.
pub(crate) fn walk<G: Game>(game: &G, seed: u64, mut see: impl FnMut(&G::State, &mut Rng)) {
    let mut rng = Rng::new(seed);
    let mut state = game.initial();
    let mut moves = Vec::new();
    loop {
        see(&state, &mut rng);
        moves.clear();
        game.moves(&state, &mut moves);
        match rng.pick(&moves) {
            Some(mv) => game.play(&mut state, mv),
            None => return,
        }
    }
}
