//! Counting move sequences: the standard test of a move generator.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::Game;

/// The greatest depth: deeper counts would not fit on a thread's stack, and no machine would finish
/// them.
pub const MAX_DEPTH: u32 = 1000;

/// The number of legal move sequences of exactly `depth` plies from `state`; games that end earlier
/// do not count.
///
/// The last ply is counted, not played ([`Game::count_moves`]).
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let mut buffers: Vec<Vec<G::Move>> = (0..depth.max(1)).map(|_| Vec::new()).collect();
    count(game, state, &mut buffers[..depth as usize])
}

fn count<G: Game>(game: &G, state: &G::State, buffers: &mut [Vec<G::Move>]) -> u64 {
    let (moves, deeper) = match buffers {
        [] => return 1,
        [last] => return game.count_moves(state, last) as u64,
        [moves, deeper @ ..] => (moves, deeper),
    };
    moves.clear();
    game.moves(state, moves);
    let mut next = state.clone();
    let mut total = 0;
    // Nearly all work is one ply before the last: no call and no slice is made there.
    if let [last] = deeper {
        for &mv in moves.iter() {
            next.clone_from(state);
            game.play(&mut next, mv);
            total += game.count_moves(&next, last) as u64;
        }
        return total;
    }
    for &mv in moves.iter() {
        next.clone_from(state);
        game.play(&mut next, mv);
        total += count(game, &next, deeper);
    }
    total
}

/// [`perft`] split by the first move, on `threads` threads; empty at depth 0.
pub fn divide<G: Game>(game: &G, state: &G::State, depth: u32, threads: usize) -> Vec<(G::Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let first = successors(game, state);
    // The subtrees after two moves are many and small enough to keep all threads busy to the end.
    let deep = depth > 2;
    let tasks: Vec<(usize, G::State)> = first
        .iter()
        .enumerate()
        .flat_map(|(place, (_, next))| {
            let states =
                if deep { successors(game, next).into_iter().map(|(_, s)| s).collect() } else { vec![next.clone()] };
            states.into_iter().map(move |state| (place, state))
        })
        .collect();
    let left = if deep { depth - 2 } else { depth - 1 };
    let totals: Vec<AtomicU64> = first.iter().map(|_| AtomicU64::new(0)).collect();
    let next_task = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, tasks.len().max(1)) {
            scope.spawn(|| {
                while let Some((place, state)) = tasks.get(next_task.fetch_add(1, Ordering::Relaxed)) {
                    totals[*place].fetch_add(perft(game, state, left), Ordering::Relaxed);
                }
            });
        }
    });
    first.into_iter().zip(totals).map(|((mv, _), total)| (mv, total.into_inner())).collect()
}

/// Every legal move with the state it leads to.
fn successors<G: Game>(game: &G, state: &G::State) -> Vec<(G::Move, G::State)> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = |mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        (mv, next)
    };
    moves.into_iter().map(after).collect()
}
