//! Playing one game.

use mctslab_core::rng::mix;
use mctslab_core::{Agent, Failure, Game};

use crate::Fixture;

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its number.
    pub fixture: u64,
    /// The agent in each seat.
    pub seats: Vec<usize>,
    /// What each seat was paid.
    pub payoffs: Vec<f64>,
    /// How many moves were made.
    pub plies: u32,
    /// A number that is equal for equal move sequences.
    pub digest: u64,
}

/// An agent that could not move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forfeit {
    /// Which agent.
    pub agent: usize,
    /// Why.
    pub failure: Failure,
}

/// Plays one game from the initial position. `agents` are indexed by the numbers in `fixture.seats`.
pub fn play_game<G: Game>(game: &G, agents: &mut [Box<dyn Agent<G>>], fixture: &Fixture) -> Result<Record, Forfeit> {
    for (seat, &agent) in fixture.seats.iter().enumerate() {
        agents[agent].new_game(fixture.seat_seed(seat));
    }
    let mut state = game.initial();
    let (mut plies, mut digest) = (0, 0);
    while let Some(player) = game.turn(&state) {
        let agent = fixture.seats[player.index()];
        let mv = agents[agent].choose(game, &state).map_err(|failure| Forfeit { agent, failure })?;
        game.play(&mut state, mv);
        digest = mix(&[digest, game.index(mv) as u64]);
        plies += 1;
    }
    let payoffs = game.payoffs(&state).as_slice().to_vec();
    Ok(Record { fixture: fixture.id, seats: fixture.seats.clone(), payoffs, plies, digest })
}
