//! Perfect play by exhaustive search, for positions small enough.
//!
//! Alpha-beta to the end of the game with a table of positions already solved gives the exact value
//! of every move; the first of the best is played. A position that takes more than `nodes`
//! positions to solve is refused. A search that is stopped plays the best of the moves that it has
//! solved, if that wins or draws, and else a move that it has not solved.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Budget, Failure, Fault, Game, MoveThought, Player, Thoughts};

use super::minimax::first_best;
use super::{AgentFamily, AgentInfo};
use crate::PartCatalog;
use crate::minimax::{Exhaustive, Unsolved, payoff_to, require_duel};

/// `solve` in the list of agents, with its options.
pub(super) struct Solve;

impl AgentFamily for Solve {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: "solve",
            doc: "perfect play, for positions that are small enough to be solved",
            params: &[
                Param::new(
                    "nodes",
                    Kind::Integer { min: 1, max: 1_000_000_000_000 },
                    "20000000",
                    "positions to look at before giving up",
                ),
                Param::new(
                    "memory",
                    Kind::Integer { min: 1, max: 1 << 20 },
                    "256",
                    "megabytes for the table of solved positions",
                ),
            ],
        },
        source: include_str!("solve.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, _: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        require_duel(game, "solve", "no agent solves games of other numbers")?;
        let (nodes, memory) = (args.integer("nodes") as u64, args.integer("memory") as usize * 1_000_000);
        Ok(Box::new(SolveSearch { solver: None, nodes, memory, thoughts: Thoughts::default() }))
    }

    fn is_deterministic(_: &Args) -> bool {
        true
    }
}

/// The agent. Its table is made at the first move, so that building one is cheap.
struct SolveSearch<G: Game> {
    solver: Option<Exhaustive<G>>,
    nodes: u64,
    memory: usize,
    thoughts: Thoughts<G::Move>,
}

impl<G: Game> SolveSearch<G> {
    /// Solves one move after the other, and says which to play.
    fn solve_moves(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        budget: &mut Budget<'_, G::Move>,
    ) -> Result<G::Move, u64> {
        let mut watch = budget.watch(None, None);
        let solver = self.solver.get_or_insert_with(|| Exhaustive::new(self.nodes, self.memory));
        solver.renew();
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        self.thoughts.moves.clear();
        for mv in moves {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let before = solver.positions();
            let solved = solver.solve_within(game, &next, &mut watch);
            self.thoughts.iterations = solver.positions();
            let value = match solved {
                Ok(value) => Some(payoff_to(player, value)),
                Err(Unsolved::TooLarge { positions }) => return Err(positions),
                Err(Unsolved::Stopped) => {
                    let best = self.thoughts.moves.iter().find(|thought| thought.value > Some(0.0));
                    return Ok(best.map_or(mv, |_| first_best(&self.thoughts.moves)));
                }
            };
            let visits = solver.positions() - before;
            self.thoughts.moves.push(MoveThought { mv, visits, value, proven: value });
            if watch.is_due() {
                budget.show(&self.thoughts);
            }
        }
        Ok(first_best(&self.thoughts.moves))
    }
}

impl<G: Game> Agent<G> for SolveSearch<G> {
    fn new_game(&mut self, _: u64) {
        if let Some(solver) = &mut self.solver {
            solver.forget();
        }
    }

    fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        let player = game.turn(state).ok_or_else(Failure::game_over)?;
        let best = self.solve_moves(game, state, player, budget).map_err(|positions| {
            let message = format!(
                "this position is too large for `solve`: no result after {positions} positions or 1000 plies; \
                 give a later position, or allow more with `solve(nodes=…)`"
            );
            Failure::new(Fault::NoMove, message)
        })?;
        self.thoughts.line = vec![best];
        Ok(best)
    }

    fn thoughts(&self, _: &G) -> Thoughts<G::Move> {
        self.thoughts.clone()
    }

    fn deterministic(&self) -> bool {
        true
    }
}
