//! Laws of rules: legality, payoffs, estimates, equality and hashing.

use std::collections::{HashMap, HashSet};

use super::walk;
use crate::{Eval, Game, Player};

pub(super) fn moves_are_legal_and_unique<G: Game>(game: &G, state: &G::State, at: &impl Fn() -> String) {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    assert_eq!(game.turn(state).is_some(), !moves.is_empty(), "{}: there are moves exactly until the end", at());
    if let Some(player) = game.turn(state) {
        assert!(player.index() < game.players(), "{}: player {player} takes part", at());
    }
    let indices: HashSet<usize> = moves.iter().map(|&mv| game.index(mv)).collect();
    assert_eq!(indices.len(), moves.len(), "{}: indices distinguish legal moves: {moves:?}", at());
    assert!(indices.iter().all(|&i| i < game.index_bound()), "{}: indices are below the bound", at());
    for (i, mv) in moves.iter().enumerate() {
        assert!(!moves[..i].contains(mv), "{}: {mv:?} is listed twice", at());
    }
    let mut longer = moves.clone();
    game.moves(state, &mut longer);
    assert_eq!(longer[..moves.len()], moves[..], "{}: `moves` pushes and leaves what was there", at());
    assert_eq!(longer.len(), 2 * moves.len(), "{}: `moves` says the same twice", at());
    assert_eq!(game.count_moves(state, &mut longer), moves.len(), "{}: `count_moves` counts `moves`", at());
    for &mv in &moves {
        let mut next = state.clone();
        game.play(&mut next, mv);
        assert!(next != *state, "{}: {mv:?} changes the state", at());
    }
}

pub(super) fn estimates_are_in_range<G: Game>(game: &G, state: &G::State, at: &impl Fn() -> String) {
    if game.turn(state).is_none() {
        return;
    }
    for eval in Eval::all(game) {
        let values: Vec<f64> = (0..game.players()).map(|p| eval.of(game, state, Player::new(p))).collect();
        assert!(values.iter().all(|v| *v > 0.0 && *v < 1.0), "{}: {} gives {values:?}", at(), eval.entry.name);
        if let Some(sum) = game.payoff_sum() {
            let found: f64 = values.iter().sum();
            assert!((found - sum).abs() < 1e-9, "{}: {} gives {values:?}, not {sum} in all", at(), eval.entry.name);
        }
    }
}

pub(super) fn scores_are_counted_always_or_never<G: Game>(game: &G, state: &G::State, at: &impl Fn() -> String) {
    let counted = game.score(&game.initial(), Player::FIRST).is_some();
    let scores = |state: &G::State| -> Vec<Option<u32>> {
        (0..game.players()).map(|player| game.score(state, Player::new(player))).collect()
    };
    let found = scores(state);
    assert!(found.iter().all(|score| score.is_some() == counted), "{}: {found:?}, but counted is {counted}", at());
    for symmetry in 0..game.symmetries() {
        let turned = scores(&game.transform(symmetry, state));
        assert_eq!(turned, found, "{}: symmetry {symmetry} keeps what players hold", at());
    }
}

pub(super) fn a_copy_is_equal<G: Game>(game: &G, state: &G::State, at: &impl Fn() -> String) {
    let mut copy = game.initial();
    copy.clone_from(state);
    assert!(copy == *state, "{}: `clone_from` copies everything", at());
    assert_eq!(game.hash(&copy), game.hash(state), "{}: equal states have equal hashes", at());
}

pub(super) fn symmetries_commute<G: Game>(game: &G, state: &G::State, at: &impl Fn() -> String) {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    for symmetry in 0..game.symmetries() {
        let turned = game.transform(symmetry, state);
        if symmetry == 0 {
            assert!(turned == *state, "{}: symmetry 0 changes nothing", at());
        }
        assert_eq!(game.turn(&turned), game.turn(state), "{}: symmetry {symmetry} keeps the turn", at());
        if moves.is_empty() {
            assert_eq!(game.payoffs(&turned), game.payoffs(state), "{}: symmetry {symmetry} keeps payoffs", at());
        }
        let mut turned_moves = Vec::new();
        game.moves(&turned, &mut turned_moves);
        assert_eq!(turned_moves.len(), moves.len(), "{}: symmetry {symmetry} keeps the number of moves", at());
        let mut expected: HashMap<G::State, usize> = HashMap::new();
        for &mv in &moves {
            *expected.entry(game.transform(symmetry, &next(game, state, mv))).or_default() += 1;
        }
        for &mv in &turned_moves {
            let left = expected.get_mut(&next(game, &turned, mv)).filter(|left| **left > 0);
            let left = left.unwrap_or_else(|| panic!("{}: symmetry {symmetry} and playing {mv:?} commute", at()));
            *left -= 1;
        }
    }
}

pub(super) fn playing_on_is_playing<G: Game>(game: &G, state: &G::State, at: &impl Fn() -> String) {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    for mv in moves {
        let (played, mut on) = (next(game, state, mv), state.clone());
        if game.turn(&played).is_some() {
            game.play_on(&mut on, mv);
            assert!(on == played, "{}: `play_on` of {mv:?} does what `play` does", at());
        }
    }
}

fn next<G: Game>(game: &G, state: &G::State, mv: G::Move) -> G::State {
    let mut next = state.clone();
    game.play(&mut next, mv);
    next
}

pub(super) fn the_end_pays<G: Game>(game: &G, seed: u64, name: &str) {
    let mut plies = 0;
    walk(game, seed, |state, _| {
        assert!(plies <= game.max_plies(), "{name}, seed {seed}: longer than {} plies", game.max_plies());
        plies += 1;
        if game.turn(state).is_some() {
            return;
        }
        let payoffs = game.payoffs(state);
        let payoffs = payoffs.as_slice();
        assert_eq!(payoffs.len(), game.players(), "{name}, seed {seed}: one payoff for each player");
        assert!(payoffs.iter().all(|p| (0.0..=1.0).contains(p)), "{name}, seed {seed}: {payoffs:?} in [0, 1]");
        if let Some(sum) = game.payoff_sum() {
            let found: f64 = payoffs.iter().sum();
            assert!((found - sum).abs() < 1e-9, "{name}, seed {seed}: {payoffs:?} adds up to {sum}");
        }
    });
}

pub(super) fn hash_tells_states_apart<G: Game>(game: &G, name: &str) {
    let mut seen: HashMap<u64, G::State> = HashMap::new();
    for seed in 0..super::GAMES_WALKED {
        walk(game, seed, |state, _| {
            let earlier = seen.entry(game.hash(state)).or_insert_with(|| state.clone());
            assert!(earlier == state, "{name}, seed {seed}: {earlier:?} and {state:?} share a hash");
        });
    }
}
