//! Alpha-beta to a depth (Knuth, Moore 1975), deepening ply by ply.
//!
//! Finds the value that `minimax` finds, skipping what cannot change it. It deepens from one ply on for two reasons: a win is
//! played as soon as it is seen, so the shortest one is taken, and once every move loses, the last choice that still held is
//! played, so a loss is put off.

use mctslab_core::spec::{Args, Entry, SpecError};
use mctslab_core::{Agent, Failure, Game, MoveThought, Player, Thoughts};

use super::minimax::{DEPTH, EVAL, eval_number};
use super::{AgentInfo, Family};
use crate::minimax::{AlphaBetaSearch, payoff_to, require_duel};

/// The family.
pub(super) struct AlphaBeta;

impl Family for AlphaBeta {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry { name: "alphabeta", doc: "pruned search to a depth, two players", params: &[DEPTH, EVAL] },
        source: include_str!("alphabeta.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args) -> Result<Box<dyn Agent<G>>, SpecError> {
        require_duel(game, "alphabeta", "use `minimax`, which serves any number")?;
        let search = AlphaBetaSearch::<G>::new(eval_number(game, args));
        Ok(Box::new(Deepening { search, depth: args.integer("depth") as u32, thoughts: Thoughts::default() }))
    }
}

/// The agent.
struct Deepening<G: Game> {
    search: AlphaBetaSearch<G>,
    depth: u32,
    thoughts: Thoughts<G::Move>,
}

impl<G: Game> Deepening<G> {
    /// The first best move at that depth and its value. Other moves are known only to be no better.
    fn best_at(&mut self, game: &G, state: &G::State, player: Player, depth: u32) -> (G::Move, f64) {
        let (mut alpha, mut beta) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut best = None;
        for thought in &mut self.thoughts.moves {
            let mut next = state.clone();
            game.play(&mut next, thought.mv);
            let first = self.search.value(game, &next, depth - 1, alpha, beta);
            thought.visits += self.search.take_positions();
            let value = payoff_to(player, first);
            let better = best.is_none_or(|(_, most)| value > most);
            thought.value = better.then_some(value);
            if better {
                best = Some((thought.mv, value));
            }
            if player == Player::FIRST {
                alpha = alpha.max(first);
            } else {
                beta = beta.min(first);
            }
        }
        best.expect("a game that goes on has a legal move")
    }
}

impl<G: Game> Agent<G> for Deepening<G> {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, game: &G, state: &G::State) -> Result<G::Move, Failure> {
        let player = game.turn(state).ok_or_else(Failure::game_over)?;
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let unknown = |mv| MoveThought { mv, visits: 0, value: None, proven: None };
        self.thoughts.moves = moves.into_iter().map(unknown).collect();
        let mut choice = self.best_at(game, state, player, 1);
        for depth in 2..=self.depth {
            if choice.1 == 1.0 {
                break;
            }
            let shallower = self.thoughts.moves.clone();
            let deeper = self.best_at(game, state, player, depth);
            if deeper.1 == 0.0 {
                // What is shown belongs to the move that is played.
                self.thoughts.moves = shallower;
                break;
            }
            choice = deeper;
        }
        self.thoughts.iterations = self.thoughts.moves.iter().map(|thought| thought.visits).sum();
        self.thoughts.line = vec![choice.0];
        Ok(choice.0)
    }

    fn thoughts(&self, _: &G) -> Thoughts<G::Move> {
        self.thoughts.clone()
    }

    fn deterministic(&self) -> bool {
        true
    }
}
