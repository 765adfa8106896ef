//! The arena: which games are to be played, playing one, and playing many on all cores.
//!
//! A [`Fixture`] is a pure function of its number and the run's seed, and every game starts its agents afresh, so the records
//! of a run do not depend on how many threads play it.

pub mod engines;
mod fixture;
mod game;
mod pool;

pub use fixture::{Fixture, Schedule};
pub use game::{Forfeit, Record, play_game};
pub use pool::{RunError, play_all};
