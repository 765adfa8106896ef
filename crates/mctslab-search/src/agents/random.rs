//! Plays a uniformly random legal move.

use mctslab_core::spec::{Args, Entry, SpecError};
use mctslab_core::{Agent, Budget, Failure, Game, Rng};

use super::{AgentFamily, AgentInfo};
use crate::PartCatalog;

/// `random` in the list of agents, with its options.
pub(super) struct Random;

/// `random` as it plays one game, with what it keeps from move to move.
struct RandomAgent<M> {
    rng: Rng,
    scratch: Vec<M>,
}

impl AgentFamily for Random {
    const INFO: AgentInfo =
        AgentInfo { entry: Entry::word("random", "a uniformly random legal move"), source: include_str!("random.rs") };

    fn build<G: Game>(_: &G, _: &Args, _: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        Ok(Box::new(RandomAgent::<G::Move> { rng: Rng::new(0), scratch: Vec::new() }))
    }
}

impl<G: Game> Agent<G> for RandomAgent<G::Move> {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, game: &G, state: &G::State, _: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        let mv = game.random_move(state, &mut self.rng, &mut self.scratch);
        mv.ok_or_else(Failure::game_over)
    }
}
