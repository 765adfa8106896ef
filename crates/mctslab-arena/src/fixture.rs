//! Fixtures: one game to be played, as a pure function of its number.

use mctslab_core::rng::mix;

use crate::Seats;

/// One game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the run, from 0.
    pub id: u64,
    /// The agent in each seat.
    pub seats: Seats,
    /// The number of its opening; `None` if it starts from the initial position.
    pub opening: Option<u64>,
    /// The seed of all its random choices.
    pub seed: u64,
}

impl Fixture {
    /// The seed of the agent in `seat`.
    pub fn seat_seed(&self, seat: usize) -> u64 {
        mix(&[self.seed, seat as u64])
    }
}
