//! One whole game, played by one agent on all seats: how long it is, how many moves there are to choose from, and how it ends.

use mctslab_core::rng::mix;
use mctslab_core::{Agent, Budget, Game};
use serde::{Deserialize, Serialize};

use crate::measure::written;
use crate::{Measure, SampleError, Sampler, Table};

/// What a game is like that is played by the first agent of the plan on all seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Portrait {}

/// A game as it was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameSample {
    /// Legal moves before each ply.
    pub branching: Vec<u32>,
    /// What it paid, by seat.
    pub payoffs: Vec<f64>,
}

impl Measure for Portrait {
    fn sampler<G: Game>(&self, table: Table<G>) -> Result<Box<dyn Sampler>, SampleError> {
        let agents = (0..table.game.players()).map(|_| table.agent(0)).collect::<Result<Vec<_>, _>>()?;
        Ok(Box::new(PortraitSampler { table, agents, moves: Vec::new() }))
    }
}

struct PortraitSampler<G: Game> {
    table: Table<G>,
    agents: Vec<Box<dyn Agent<G>>>,
    moves: Vec<G::Move>,
}

impl<G: Game> Sampler for PortraitSampler<G> {
    fn sample(&mut self, number: u64) -> Result<String, SampleError> {
        let game = &*self.table.game;
        let seed = self.table.seed(number);
        for (seat, agent) in self.agents.iter_mut().enumerate() {
            agent.new_game(mix(&[seed, seat as u64]));
        }
        let (mut state, mut branching) = (game.initial(), Vec::new());
        while let Some(player) = game.turn(&state) {
            branching.push(game.count_moves(&state, &mut self.moves) as u32);
            let mv = self.agents[player.index()].choose(game, &state, &mut Budget::default())?;
            game.play(&mut state, mv);
        }
        let payoffs = game.payoffs(&state).as_slice().to_vec();
        Ok(written(&GameSample { branching, payoffs }))
    }
}
