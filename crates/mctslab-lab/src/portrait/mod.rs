//! What a game is like, gathered sample by sample: no sample is kept.

mod games;
mod knuth;
mod positions;

pub use games::{Extreme, GamesPortrait, RecordedGame};
pub use knuth::Knuth;
pub use positions::{Example, OfValue, PositionsPortrait};
