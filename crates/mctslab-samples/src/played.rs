//! A game inside a sample, with the same keys as an exported game.

use std::time::Duration;

use mctslab_arena::{Forfeit, Reason, Record, Seats};
use mctslab_core::{Failure, Payoffs, Player};
use serde::{Deserialize, Serialize};

/// A game that was played for a sample.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The number of the agent in each seat.
    pub seats: Vec<usize>,
    /// The number of its opening, if it had one.
    pub opening: Option<u64>,
    /// The seed of all its random choices, as text: many readers cannot hold 64 bits.
    pub seed: String,
    /// The payoff of each seat.
    pub payoffs: Vec<f64>,
    /// The number of moves.
    pub plies: u32,
    /// The reason of its end.
    pub reason: String,
    /// The moves.
    pub moves: Vec<String>,
    /// A number that is equal for equal games, as text.
    pub digest: String,
    /// The agent that forfeited it, and the message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<(usize, String)>,
}

/// Any sample that contains a game.
#[derive(Deserialize)]
pub struct HasGame {
    /// The game.
    pub game: PlayedGame,
}

impl PlayedGame {
    /// A record without its number and its duration.
    pub fn of(record: Record) -> PlayedGame {
        PlayedGame {
            seats: record.seats.iter().collect(),
            opening: record.opening,
            seed: record.seed.to_string(),
            payoffs: record.payoffs.as_slice().to_vec(),
            plies: record.plies,
            reason: record.reason.text().to_string(),
            moves: record.moves.split_whitespace().map(str::to_string).collect(),
            digest: record.digest.to_string(),
            forfeit: record.forfeit.map(|forfeit| (forfeit.agent, forfeit.failure.message)),
        }
    }

    /// The record of a game with that number; `None` if the game is not valid.
    pub fn record(&self, number: u64) -> Option<Record> {
        let seats = self.seats.len();
        let paid = self.payoffs.len() == seats && self.payoffs.iter().all(|payoff| (0.0..=1.0).contains(payoff));
        if !(1..=Player::MOST).contains(&seats) || !paid {
            return None;
        }
        let reason = Reason::parse(&self.reason)?;
        let forfeit = match (&self.forfeit, reason) {
            (Some((agent, message)), Reason::Forfeit(fault)) => {
                Some(Box::new(Forfeit { agent: *agent, failure: Failure::new(fault, message.as_str()) }))
            }
            _ => None,
        };
        Some(Record {
            fixture: number,
            seats: Seats::new(&self.seats),
            opening: self.opening,
            seed: self.seed.parse().ok()?,
            payoffs: Payoffs::new(&self.payoffs),
            plies: self.plies,
            reason,
            moves: self.moves.join(" "),
            duration: Duration::ZERO,
            digest: self.digest.parse().ok()?,
            forfeit,
        })
    }
}
