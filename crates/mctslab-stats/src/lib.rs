//! Statistics of games: pure functions over numbers, which know nothing of games or agents.

pub mod elo;
pub mod score;

pub use elo::elo;
pub use score::{Interval, Scores};
