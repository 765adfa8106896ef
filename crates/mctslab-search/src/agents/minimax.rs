//! Minimax to a depth, without pruning; max^n for more than two players.
//!
//! Looks at every line of play of `depth` plies, values the ends by `eval` (exactly where the game is over), lets every player
//! take what pays him most, and plays the first of the best moves. For people who compare: `alphabeta` finds the same values.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Failure, Game, MoveThought, Thoughts};

use super::{AgentInfo, Family};
use crate::minimax::MaxN;

/// The family.
pub(super) struct Minimax;

pub(super) const DEPTH: Param = Param::new("depth", Kind::Integer { min: 1, max: 100 }, "4", "plies to look ahead");
pub(super) const EVAL: Param =
    Param::new("eval", Kind::Eval, "half", "estimate of unfinished positions; by default the game's first");

impl Family for Minimax {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: "minimax",
            doc: "full-width search to a depth, any number of players",
            params: &[DEPTH, EVAL],
        },
        source: include_str!("minimax.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args) -> Result<Box<dyn Agent<G>>, SpecError> {
        let depth = args.integer("depth") as u32;
        Ok(Box::new(Plain { search: MaxN::<G>::new(eval_number(game, args)), depth, thoughts: Thoughts::default() }))
    }
}

/// The number of the estimate that `args` name.
pub(super) fn eval_number<G: Game>(game: &G, args: &Args) -> usize {
    let name = args.choice("eval").name();
    game.evals().iter().position(|eval| eval.name == name).expect("resolved against the game's estimates")
}

/// The agent.
struct Plain<G: Game> {
    search: MaxN<G>,
    depth: u32,
    thoughts: Thoughts<G::Move>,
}

impl<G: Game> Agent<G> for Plain<G> {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, game: &G, state: &G::State) -> Result<G::Move, Failure> {
        let player = game.turn(state).ok_or_else(Failure::game_over)?;
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        self.thoughts.moves.clear();
        for mv in moves {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let value = self.search.values(game, &next, self.depth - 1)[player.index()];
            let visits = self.search.take_positions();
            self.thoughts.moves.push(MoveThought { mv, visits, value: Some(value), proven: None });
        }
        self.thoughts.iterations = self.thoughts.moves.iter().map(|thought| thought.visits).sum();
        let best = first_best(&self.thoughts.moves);
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

/// The first of the moves with the greatest value, of at least one.
pub(super) fn first_best<M: Copy>(moves: &[MoveThought<M>]) -> M {
    let mut best = &moves[0];
    for thought in &moves[1..] {
        if thought.value > best.value {
            best = thought;
        }
    }
    best.mv
}
