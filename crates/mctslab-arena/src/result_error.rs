//! The errors of results that do not belong to their task.

use mctslab_core::Player;
use thiserror::Error;

use crate::Seats;

/// The error in a result.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ResultError {
    /// The agents of the game are not those of the fixture.
    #[error("seats {found} instead of {expected}")]
    Seats {
        /// The agents in the result.
        found: Seats,
        /// The agents of the fixture.
        expected: Seats,
    },
    /// The game began in another position or with another seed.
    #[error("a different seed or opening")]
    Start,
    /// A game, where another kind of result was expected.
    #[error("expected another kind of result, found a game")]
    Game,
    /// Another kind of result, where a game was to be played.
    #[error("expected a game, found another kind of result")]
    NoGame,
    /// The text is not a list of seats.
    #[error("`{0}` is no list of the agents in 1 to {most} seats", most = Player::MOST)]
    NoSeats(String),
    /// The reason of the game's end is unknown.
    #[error("an unknown reason for its end: `{0}`")]
    NoReason(String),
    /// The payoffs cannot be read.
    #[error("payoffs that cannot be read: `{0}`")]
    NoPayoffs(String),
    /// A result of another kind is not valid.
    #[error("{0}")]
    Sample(String),
    /// The record does not agree with its own moves.
    #[error("{0}")]
    Replay(String),
    /// The parts of the record contradict each other.
    #[error("payoffs or a forfeit of seats that do not exist")]
    Inconsistent,
}
