//! The conformance suite: laws that every game must keep, checked along seeded random games.
//!
//! A game that is in the list is tested without another line of code. A failing law panics with the
//! name of the game, the seed and the state.

mod boards;
mod boxed;
mod laws;
mod playouts;
mod texts;

use crate::{Game, Player, Rng};

pub use boxed::{BoxedGame, BoxedMove, BoxedState, Boxing};
pub use playouts::{PlayoutSums, random_games};
pub use texts::MUST_REFUSE;

/// The number of random games along which the laws are checked.
const GAMES_WALKED: u64 = 25;
/// Symmetries are checked along fewer games: each of them plays every move twice.
const SYMMETRY_GAMES: u64 = 4;

/// Clicks are checked along fewer games: each of them draws a board for every move.
const CLICKED_GAMES: u64 = 2;

/// A law that could not be checked, and what the game would have to offer for it.
pub type Skipped = &'static str;

/// The game cannot read positions.
pub const NO_POSITIONS: Skipped = "positions as text: `parse_state` is not there";
/// The game has no symmetry.
pub const NO_SYMMETRIES: Skipped = "symmetries: `symmetries` is 1";
/// The game counts nothing.
pub const NO_SCORE: Skipped = "what players hold: `score` is not there";
/// The game has no estimate of its own.
pub const NO_ESTIMATE: Skipped = "estimates: `evals` lists none";

/// Checks every law on `game`, which failures call `name`, and returns the laws that it had to
/// skip: a game need not offer more than the required methods.
///
/// ```
/// # use mctslab_core::testing::{NO_POSITIONS, conformance};
/// # use mctslab_core::{Game, Payoffs, Player};
/// # struct Heap;
/// # impl Game for Heap {
/// #     type State = (u32, Player);
/// #     type Move = u32;
/// #     fn initial(&self) -> Self::State { (9, Player::FIRST) }
/// #     fn turn(&self, state: &Self::State) -> Option<Player> { (state.0 > 0).then_some(state.1) }
/// #     fn moves(&self, state: &Self::State, out: &mut Vec<u32>) { out.extend(1..=state.0.min(3)); }
/// #     fn play(&self, state: &mut Self::State, taken: u32) { *state = (state.0 - taken, state.1.other()); }
/// #     fn payoffs(&self, state: &Self::State) -> Payoffs { Payoffs::duel(Some(state.1.other())) }
/// #     fn index(&self, taken: u32) -> usize { taken as usize - 1 }
/// #     fn index_bound(&self) -> usize { 3 }
/// #     fn max_plies(&self) -> u32 { 9 }
/// # }
/// let skipped = conformance("heap", &Heap);
/// assert!(skipped.contains(&NO_POSITIONS));
/// ```
pub fn conformance<G: Game>(name: &str, game: &G) -> Vec<Skipped> {
    let initial = game.initial();
    let reads = !game.parse_state(&game.state_text(&initial)).is_err_and(|error| error.is_no_positions());
    for seed in 0..GAMES_WALKED {
        walk(game, seed, |state, rng| {
            let at = || format!("{name}, seed {seed}, state `{}`", game.state_text(state));
            laws::moves_are_legal_and_unique(game, state, &at);
            laws::estimates_are_in_range(game, state, &at);
            laws::scores_are_counted_always_or_never(game, state, &at);
            laws::a_copy_is_equal(game, state, &at);
            laws::playing_on_is_playing(game, state, &at);
            if seed < SYMMETRY_GAMES {
                laws::symmetries_commute(game, state, &at);
            }
            if seed < CLICKED_GAMES {
                boards::moves_can_be_clicked(game, state, &at);
            }
            texts::moves_round_trip(game, state, &at);
            texts::broken_text_is_refused(game, state, rng, &at);
            if reads {
                texts::states_round_trip(game, state, &at);
            }
        });
        laws::the_end_pays(game, seed, name);
    }
    laws::hash_tells_states_apart(game, name);
    playouts::random_moves_are_uniform(game, name);
    playouts::playouts_agree(game, name);
    playouts::told_moves_are_moves(game, name);
    playouts::listed_moves_are_those_drawn(game, name);
    let skipped = [
        (!reads, NO_POSITIONS),
        (game.symmetries() == 1, NO_SYMMETRIES),
        (game.score(&initial, Player::FIRST).is_none(), NO_SCORE),
        (game.evals().is_empty(), NO_ESTIMATE),
    ];
    skipped.into_iter().filter_map(|(is_so, law)| is_so.then_some(law)).collect()
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

/// Plays one random game through `moves` and `play` alone and shows every state of it, including
/// the last one.
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
