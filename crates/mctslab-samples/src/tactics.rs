//! Facts about a position that need no search by sampling: its best moves where it can be solved,
//! whether a win of the next player has to be prevented, and whether a line of play leads to the
//! value of the position.

use mctslab_core::{Game, Player};
use mctslab_search::minimax::Exhaustive;

/// Bytes of memory of a solver.
const SOLVER_BYTES: usize = 64_000_000;

/// The difference below which payoffs are equal.
const PAYOFF_TOLERANCE: f64 = 1e-9;

/// The exact value of a position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Solution<M> {
    /// The payoff to the player to move.
    pub value: f64,
    /// The moves that keep it.
    pub best: Vec<M>,
    /// The number of positions examined.
    pub nodes: u64,
}

/// Solves positions of games of one player, or of two whose payoffs add up to 1.
pub(crate) struct Solver<G: Game> {
    solver: Option<Exhaustive<G>>,
}

impl<G: Game> Solver<G> {
    /// A solver that gives up after `limit` nodes; with a limit of 0, or in games that it cannot
    /// solve, it solves nothing.
    pub(crate) fn new(game: &G, limit: u64) -> Solver<G> {
        let fits = game.players() == 1 || (game.players() == 2 && game.payoff_sum() == Some(1.0));
        Solver { solver: (fits && limit > 0).then(|| Exhaustive::new(limit, SOLVER_BYTES)) }
    }

    /// The best moves of an unfinished position; `None` if it cannot be solved.
    pub(crate) fn solve(&mut self, game: &G, state: &G::State) -> Option<Solution<G::Move>> {
        let (solver, player) = (self.solver.as_mut()?, game.turn(state)?);
        // So that the result does not depend on positions that were solved before.
        solver.forget();
        solver.renew();
        let (mut moves, mut found) = (Vec::new(), Vec::new());
        game.moves(state, &mut moves);
        for mv in moves {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let first = solver.solve(game, &next).ok()?;
            found.push((mv, if player == Player::FIRST { first } else { 1.0 - first }));
        }
        let value = found.iter().map(|(_, value)| *value).fold(f64::NEG_INFINITY, f64::max);
        let best = found.iter().filter(|(_, other)| *other >= value - PAYOFF_TOLERANCE).map(|(mv, _)| *mv).collect();
        Some(Solution { value, best, nodes: solver.positions() })
    }
}

/// The moves after which the next player cannot win at once, if there are such and others, and no
/// move wins at once: then a block is needed.
pub(crate) fn needed_blocks<G: Game>(game: &G, state: &G::State) -> Option<Vec<G::Move>> {
    let player = game.turn(state)?;
    let (mut moves, mut replies, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
    game.moves(state, &mut moves);
    let (mut next, mut end) = (state.clone(), state.clone());
    for &mv in &moves {
        next.clone_from(state);
        game.play(&mut next, mv);
        let Some(other) = game.turn(&next) else {
            if wins(game, &next, player) {
                return None;
            }
            blocks.push(mv);
            continue;
        };
        replies.clear();
        game.moves(&next, &mut replies);
        let threatened = other != player
            && replies.iter().any(|&reply| {
                end.clone_from(&next);
                game.play(&mut end, reply);
                game.turn(&end).is_none() && wins(game, &end, other)
            });
        if !threatened {
            blocks.push(mv);
        }
    }
    (!blocks.is_empty() && blocks.len() < moves.len()).then_some(blocks)
}

/// Whether a finished game pays the greatest payoff to this player.
fn wins<G: Game>(game: &G, end: &G::State, player: Player) -> bool {
    game.payoffs(end).of(player) >= 1.0 - PAYOFF_TOLERANCE
}

/// Whether a line of play ends the game with this payoff to the player who is to move at its start.
pub(crate) fn reaches<G: Game>(game: &G, state: &G::State, line: &[G::Move], value: f64) -> bool {
    let (Some(player), mut state) = (game.turn(state), state.clone()) else { return false };
    for &mv in line {
        if game.turn(&state).is_none() {
            break;
        }
        game.play(&mut state, mv);
    }
    game.turn(&state).is_none() && (game.payoffs(&state).of(player) - value).abs() < PAYOFF_TOLERANCE
}

#[cfg(test)]
mod tests {
    use mctslab_core::Visit;

    use super::*;
    use crate::testing;

    /// Best moves, blocks and the value of a position, in words.
    struct ReadTactics(&'static str);

    /// The value with the best moves, and the blocks.
    type Seen = (Option<(f64, Vec<String>)>, Option<Vec<String>>);

    impl Visit for ReadTactics {
        type Output = Seen;
        fn visit<G: Game>(self, game: G) -> Self::Output {
            let state = game.parse_state(self.0).expect("a position");
            let texts = |moves: &[G::Move]| moves.iter().map(|&mv| game.move_text(&state, mv)).collect();
            let solution = Solver::new(&game, 100_000).solve(&game, &state);
            if let Some(solution) = &solution {
                for &mv in &solution.best {
                    let mut line = vec![mv];
                    let mut next = state.clone();
                    game.play(&mut next, mv);
                    while let Some(found) = Solver::new(&game, 100_000).solve(&game, &next) {
                        line.push(found.best[0]);
                        game.play(&mut next, found.best[0]);
                    }
                    assert!(reaches(&game, &state, &line, solution.value), "{line:?}");
                    assert!(!reaches(&game, &state, &line, 1.5 - solution.value) && !reaches(&game, &state, &[], 1.0));
                }
            }
            (
                solution.map(|found| (found.value, texts(&found.best))),
                needed_blocks(&game, &state).map(|all| texts(&all)),
            )
        }
    }

    fn look(game: &str, position: &'static str) -> Seen {
        ReadTactics(position).visit(testing::game(game))
    }

    #[test]
    fn a_threat_in_tic_tac_toe_has_one_block() {
        // x threatens c3; after that block x has a fork, so that all moves lose alike.
        let (solved, blocks) = look("tic-tac-toe", "xx1/o2/3 o");
        let (value, best) = solved.expect("it is small");
        let blocks = blocks.expect("a threat");
        assert_eq!((value, best.len(), blocks.len()), (0.0, 6, 1), "{best:?} {blocks:?}");
        // x to move wins at once, and needs no block.
        assert_eq!(look("tic-tac-toe", "xx1/oo1/3 x").1, None);
        assert_eq!(look("tic-tac-toe", "x2/3/2o x").1, None, "nobody threatens");
    }

    /// Whether the start cannot be solved.
    struct Three;

    impl Visit for Three {
        type Output = bool;
        fn visit<G: Game>(self, game: G) -> bool {
            Solver::new(&game, 1000).solve(&game, &game.initial()).is_none()
        }
    }

    #[test]
    fn one_player_is_solved_and_three_are_not() {
        let (solved, blocks) = look("chain(depth=5)", "1");
        assert_eq!((solved, blocks), (Some((1.0, vec!["go".to_string()])), None));
        assert!(Three.visit(testing::game("tic-tac-mo")));
    }
}
