//! Results that cannot be those of a task.

use mctslab_core::Player;
use thiserror::Error;

use crate::Seats;

/// What is wrong with a result.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ResultError {
    /// A game of others.
    #[error("seats {found} instead of {expected}")]
    Seats {
        /// Who sat where.
        found: Seats,
        /// Who should have.
        expected: Seats,
    },
    /// A game that began otherwise.
    #[error("a different seed or opening")]
    Start,
    /// A game that nobody asked for.
    #[error("expected another kind of result, found a game")]
    Game,
    /// Something else where a game was to be played.
    #[error("expected a game, found another kind of result")]
    NoGame,
    /// A text that is no list of seats.
    #[error("`{0}` is no list of the agents in 1 to {most} seats", most = Player::MOST)]
    NoSeats(String),
    /// A game that ended for no known reason.
    #[error("an unknown reason for its end: `{0}`")]
    NoReason(String),
    /// Payoffs that cannot be read.
    #[error("payoffs that cannot be read: `{0}`")]
    NoPayoffs(String),
    /// A result of another kind that cannot be one.
    #[error("{0}")]
    Sample(String),
    /// A game whose moves are not those that it says it was.
    #[error("{0}")]
    Replay(String),
    /// A game whose parts do not go together.
    #[error("payoffs or a forfeit of seats that do not exist")]
    Inconsistent,
}
