//! Looks one ply ahead: plays the move after which the game's estimate is best for the player who
//! moves.
//!
//! A finished game is worth what it pays, so a win at once is taken, and a loss is avoided where
//! that can be done in one move. Of equal moves a random one is played. It plays any game with any
//! number of players; with `eval=half` it plays at random except for wins and losses in one move.

use mctslab_core::spec::{Args, Entry, SpecError};
use mctslab_core::{Agent, Budget, Eval, Failure, Game, Rng, Thoughts};

use super::ratings::MoveRatings;
use super::{AgentFamily, AgentInfo};
use crate::PartCatalog;
use crate::minimax::EVAL;

/// `greedy` in the list of agents, with its options.
pub(super) struct GreedyAgent;

impl AgentFamily for GreedyAgent {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry { name: "greedy", doc: "one ply ahead by the game's estimate", params: &[EVAL] },
        source: include_str!("greedy.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, parts: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        Ok(Box::new(GreedySearch::<G> {
            eval: parts.eval(game, args.choice("eval"))?,
            rng: Rng::new(0),
            moves: Vec::new(),
            next: game.initial(),
            ratings: MoveRatings::of_shares(),
        }))
    }
}

/// `greedy` as it plays one game, with what it keeps from move to move.
struct GreedySearch<G: Game> {
    eval: Eval<G>,
    rng: Rng,
    moves: Vec<G::Move>,
    next: G::State,
    ratings: MoveRatings<G::Move>,
}

impl<G: Game> Agent<G> for GreedySearch<G> {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, game: &G, state: &G::State, _: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        let player = game.turn(state).ok_or_else(Failure::game_over)?;
        self.moves.clear();
        game.moves(state, &mut self.moves);
        self.ratings.clear();
        for &mv in &self.moves {
            self.next.clone_from(state);
            game.play(&mut self.next, mv);
            let over = game.turn(&self.next).is_none();
            let value = if over { game.payoffs(&self.next).of(player) } else { self.eval.of(game, &self.next, player) };
            self.ratings.push(mv, value, 1);
        }
        self.ratings.any_best(&mut self.rng).ok_or_else(Failure::game_over)
    }

    fn thoughts(&self, _: &G) -> Thoughts<G::Move> {
        self.ratings.thoughts()
    }
}
