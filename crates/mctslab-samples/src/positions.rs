//! Positions for measurements: drawn by random play from the start, or all of them.

use std::collections::HashSet;

use mctslab_core::hash::StateHash;
use mctslab_core::{Game, Rng};

use crate::SampleError;

/// The number of draws in a row without an undecided position after which none is expected.
pub const MOST_DRAWS: u64 = 1_000;

/// The greatest number of positions that a study enumerates.
pub const MOST_POSITIONS: usize = 100_000;

/// A position that was drawn.
pub struct Draw<G: Game> {
    /// The position.
    pub state: G::State,
    /// The number of decided positions drawn before it, in which the game was over or which were
    /// refused.
    pub redrawn: u64,
}

/// A position after `plies` uniformly random moves from the start, in which the game is not over
/// and that is `undecided`: others are drawn again. An error after [`MOST_DRAWS`] in a row that are
/// not.
pub fn random_position<G: Game>(
    game: &G,
    plies: u32,
    rng: &mut Rng,
    mut undecided: impl FnMut(&G::State) -> bool,
) -> Result<Draw<G>, SampleError> {
    let start = game.initial();
    let (mut state, mut scratch) = (start.clone(), Vec::new());
    for redrawn in 0..MOST_DRAWS {
        state.clone_from(&start);
        for _ in 0..plies {
            let Some(mv) = game.random_move(&state, rng, &mut scratch) else { break };
            game.play(&mut state, mv);
        }
        // A game that ended on the way is over here, too.
        if game.turn(&state).is_some() && undecided(&state) {
            return Ok(Draw { state, redrawn });
        }
    }
    Err(SampleError::Request(format!(
        "no undecided position was found after {plies} random plies in {MOST_DRAWS} attempts in a row: take fewer plies"
    )))
}

/// Every position after exactly `plies` moves from the start in which the game is not over, each
/// state once, in the order in which the game's own order of moves leads to them first. An error if
/// there is none, or if there are more than `most` then or earlier.
pub fn all_positions<G: Game>(game: &G, plies: u32, most: usize) -> Result<Vec<G::State>, SampleError> {
    let mut level = vec![game.initial()];
    level.retain(|state| game.turn(state).is_some());
    let mut moves = Vec::new();
    for ply in 1..=plies {
        let (mut seen, mut next) = (HashSet::with_hasher(StateHash), Vec::new());
        for state in &level {
            moves.clear();
            game.moves(state, &mut moves);
            for &mv in &moves {
                let mut child = state.clone();
                game.play(&mut child, mv);
                if game.turn(&child).is_some() && seen.insert(child.clone()) {
                    next.push(child);
                }
            }
            if next.len() > most {
                return Err(SampleError::Request(format!(
                    "more than {most} undecided positions after {ply} plies are too many to take them all: take fewer plies, or \
                     draw positions at random"
                )));
            }
        }
        level = next;
    }
    if level.is_empty() {
        return Err(SampleError::Request(format!(
            "there is no undecided position after {plies} plies: every game is over by then; take fewer plies"
        )));
    }
    Ok(level)
}

#[cfg(test)]
mod tests {
    use mctslab_core::testing::BoxedGame;

    use super::*;
    use crate::testing;

    fn tic_tac_toe() -> BoxedGame {
        testing::game("tic-tac-toe")
    }

    #[test]
    fn tic_tac_toe_has_252_positions_after_3_plies_and_each_is_one() {
        let game = tic_tac_toe();
        let counts = [1, 9, 72, 252, 756, 1140, 1372, 696, 222];
        for (plies, wanted) in counts.into_iter().enumerate() {
            assert_eq!(
                all_positions(&game, plies as u32, 2000).expect("few enough positions").len(),
                wanted,
                "after {plies} plies"
            );
        }
        let error = all_positions(&game, 9, 2000).unwrap_err().to_string();
        assert!(error.contains("no undecided position after 9 plies"), "{error}");
        let error = all_positions(&game, 5, 700).unwrap_err().to_string();
        assert!(error.contains("more than 700") && error.contains("after 4 plies"), "{error}");
        assert_eq!(all_positions(&game, 2, 72).expect("few enough positions").len(), 72);
    }

    #[test]
    fn a_drawn_position_is_undecided_and_the_decided_ones_are_counted() {
        let (game, mut rng, mut redrawn) = (tic_tac_toe(), Rng::new(3), 0);
        let all = all_positions(&game, 7, 2000).expect("few enough positions");
        for _ in 0..200 {
            let draw = random_position(&game, 7, &mut rng, |_| true).expect("an undecided position");
            assert!(all.contains(&draw.state));
            redrawn += draw.redrawn;
        }
        // About 45 % of all random games are over after 7 plies.
        assert!((60..250).contains(&redrawn), "seed 3: {redrawn} decided");
        let draw = random_position(&game, 3, &mut Rng::new(3), |_| true).expect("an undecided position");
        assert_eq!(draw.redrawn, 0);
        assert_eq!(
            random_position(&game, 3, &mut Rng::new(3), |_| true).expect("an undecided position").state,
            draw.state
        );
    }

    #[test]
    fn refused_positions_are_drawn_again_and_at_most_a_thousand_times() {
        let (game, mut asked) = (tic_tac_toe(), 0);
        let third = |_: &_| {
            asked += 1;
            asked == 3
        };
        assert_eq!(random_position(&game, 2, &mut Rng::new(1), third).expect("an undecided position").redrawn, 2);
        let mut asked = 0;
        let never = |_: &_| {
            asked += 1;
            false
        };
        let error =
            random_position(&game, 2, &mut Rng::new(1), never).err().expect("an undecided position").to_string();
        assert!(asked == 1000 && error.contains("after 2 random plies"), "{asked} {error}");
        assert!(random_position(&game, 9, &mut Rng::new(1), |_| true).is_err());
    }
}
