//! Counting move sequences: the standard test of a move generator.

use crate::Game;

/// The number of legal move sequences of exactly `depth` plies from `state`; games that end earlier do not count.
///
/// The last ply is counted, not played ([`Game::count_moves`]).
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let mut buffers: Vec<Vec<G::Move>> = (0..depth.max(1)).map(|_| Vec::new()).collect();
    count(game, state, &mut buffers[..depth as usize])
}

fn count<G: Game>(game: &G, state: &G::State, buffers: &mut [Vec<G::Move>]) -> u64 {
    let Some((moves, deeper)) = buffers.split_first_mut() else { return 1 };
    if deeper.is_empty() {
        return game.count_moves(state, moves) as u64;
    }
    moves.clear();
    game.moves(state, moves);
    let mut next = state.clone();
    let mut total = 0;
    for &mv in moves.iter() {
        next.clone_from(state);
        game.play(&mut next, mv);
        total += count(game, &next, deeper);
    }
    total
}

/// [`perft`] split by the first move; empty at depth 0.
pub fn divide<G: Game>(game: &G, state: &G::State, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    if depth > 0 {
        game.moves(state, &mut moves);
    }
    let below = |mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        perft(game, &next, depth - 1)
    };
    moves.into_iter().map(|mv| (mv, below(mv))).collect()
}
