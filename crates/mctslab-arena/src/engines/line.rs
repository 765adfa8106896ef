//! Which moves led here.
//!
//! An agent is shown positions, while many protocols tell moves. [`Line`] keeps the position it started from and the moves since,
//! and finds the moves that lead from the last position it knows to the one it is shown: at most as many as there are players
//! between two questions, a few more in an opening. A position it cannot reach within a bounded search becomes a new start.

use std::collections::HashSet;

use mctslab_core::Game;

/// Positions looked at before giving up, where moves are all that can be told.
pub const THOROUGH: usize = 200_000;
/// Positions looked at before giving up, where a position can be told as well.
pub const BRIEF: usize = 2_000;

/// The course of a game as far as it is known.
pub struct Line<G: Game> {
    /// Where it starts.
    pub base: G::State,
    /// The moves since then.
    pub moves: Vec<G::Move>,
    /// Where they lead.
    pub current: G::State,
}

impl<G: Game> Line<G> {
    /// A game that has just begun.
    pub fn new(game: &G) -> Line<G> {
        Line { base: game.initial(), moves: Vec::new(), current: game.initial() }
    }

    /// Whether the line starts where the game does.
    pub fn from_start(&self, game: &G) -> bool {
        self.base == game.initial()
    }

    /// Goes on to `state`, looking at about `most` positions on the way; `false` if the line had to start anew.
    pub fn follow(&mut self, game: &G, state: &G::State, most: usize) -> bool {
        // Between two questions every other player moves at most once, and a pass or two may come in between.
        if let Some(moves) = path(game, &self.current, state, game.players() + 1, most) {
            self.moves.extend(moves);
            self.current = state.clone();
            return true;
        }
        let initial = game.initial();
        let found = path(game, &initial, state, usize::MAX, most);
        let known = found.is_some();
        self.base = if known { initial } else { state.clone() };
        self.moves = found.unwrap_or_default();
        self.current = state.clone();
        known
    }

    /// Makes a move.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        game.play(&mut self.current, mv);
        self.moves.push(mv);
    }
}

/// The shortest way from one position to another, of at most `deepest` plies, if few enough positions lie around.
fn path<G: Game>(game: &G, from: &G::State, to: &G::State, deepest: usize, most: usize) -> Option<Vec<G::Move>> {
    if from == to {
        return Some(Vec::new());
    }
    let mut seen: HashSet<G::State> = HashSet::from([from.clone()]);
    // Every position with the number of the one before it and the move between them.
    let mut all: Vec<(G::State, usize, Option<G::Move>)> = vec![(from.clone(), 0, None)];
    let mut legal = Vec::new();
    let (mut at, mut depth) = (0, 0);
    while at < all.len() && depth < deepest {
        let end = all.len();
        for number in at..end {
            legal.clear();
            game.moves(&all[number].0, &mut legal);
            for &mv in &legal {
                let mut next = all[number].0.clone();
                game.play(&mut next, mv);
                if next == *to {
                    return Some(back(&all, number, mv));
                }
                if seen.insert(next.clone()) {
                    all.push((next, number, Some(mv)));
                }
                if all.len() > most {
                    return None;
                }
            }
        }
        (at, depth) = (end, depth + 1);
    }
    None
}

/// The moves to position `number`, and `last`.
fn back<S, M: Copy>(all: &[(S, usize, Option<M>)], mut number: usize, last: M) -> Vec<M> {
    let mut moves = vec![last];
    while let (_, before, Some(mv)) = &all[number] {
        moves.push(*mv);
        number = *before;
    }
    moves.reverse();
    moves
}
