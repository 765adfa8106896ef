//! Which moves led here.
//!
//! Many protocols send moves, not positions. Who asks says by which moves the game came to a
//! position; where it was set up by its text alone, a short way there is looked for.

use std::collections::HashSet;

use mctslab_core::Game;

/// Positions looked at before giving up.
const MAX_POSITIONS_SEARCHED: usize = 200_000;

/// The course of a game: where it starts, and the moves since.
pub struct Line<G: Game> {
    /// Where it starts.
    pub start: G::State,
    /// The moves since then.
    pub moves: Vec<G::Move>,
}

impl<G: Game> Line<G> {
    /// Whether the line starts where the game does.
    pub fn from_start(&self, game: &G) -> bool {
        self.start == game.initial()
    }

    /// The line with the moves from the initial position to its start before it, if a short way
    /// there is found.
    pub fn extended(self, game: &G) -> Line<G> {
        match way_to(game, &self.start) {
            Some(mut moves) => {
                moves.extend(self.moves);
                Line { start: game.initial(), moves }
            }
            None => self,
        }
    }
}

/// The shortest way from the initial position to another, if few enough positions lie around.
pub fn way_to<G: Game>(game: &G, state: &G::State) -> Option<Vec<G::Move>> {
    let initial = game.initial();
    if initial == *state {
        return Some(Vec::new());
    }
    let mut seen: HashSet<G::State> = HashSet::from([initial.clone()]);
    // Every position with the number of the one before it and the move between them.
    let mut all: Vec<(G::State, usize, Option<G::Move>)> = vec![(initial, 0, None)];
    let mut legal = Vec::new();
    let mut number = 0;
    while number < all.len() {
        legal.clear();
        game.moves(&all[number].0, &mut legal);
        for &mv in &legal {
            let mut next = all[number].0.clone();
            game.play(&mut next, mv);
            if next == *state {
                return Some(back(&all, number, mv));
            }
            if seen.insert(next.clone()) {
                all.push((next, number, Some(mv)));
            }
            if all.len() > MAX_POSITIONS_SEARCHED {
                return None;
            }
        }
        number += 1;
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
