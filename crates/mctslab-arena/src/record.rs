//! A game that was played.

use std::fmt;
use std::time::Duration;

use mctslab_core::{Failure, Fault, Payoffs};

use crate::Seats;

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its number.
    pub fixture: u64,
    /// The agent in each seat.
    pub seats: Seats,
    /// The number of its opening; `None` if it started from the initial position.
    pub opening: Option<u64>,
    /// The seed of all its random choices.
    pub seed: u64,
    /// What each seat was paid.
    pub payoffs: Payoffs,
    /// How many moves the agents made.
    pub plies: u32,
    /// Why it ended.
    pub reason: Reason,
    /// The moves the agents made, with a space between them.
    pub moves: String,
    /// How long it took.
    pub duration: Duration,
    /// A number that is equal for equal agents in the seats, equal starts and equal moves.
    pub digest: u64,
    /// Who forfeited, and what happened.
    pub forfeit: Option<Box<Forfeit>>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// By the rules.
    End,
    /// An agent lost by a fault: [`Fault::sentence`] says what happened.
    Forfeit(Fault),
    /// The mover had proven the result.
    Proven,
    /// An agent expected too little to go on.
    Resigned,
}

/// An agent that lost by a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forfeit {
    /// Which agent.
    pub agent: usize,
    /// Why.
    pub failure: Failure,
}

impl Record {
    /// Whether it can be a game of a run with so many agents and seats.
    pub fn fits(&self, agents: usize, seats: usize) -> bool {
        self.seats.len() == seats && self.seats.iter().all(|agent| agent < agents)
    }

    /// What `agent` was paid, if it took part.
    pub fn payoff_of(&self, agent: usize) -> Option<f64> {
        self.seats.seat_of(agent).map(|seat| self.payoffs.as_slice()[seat])
    }
}

impl Reason {
    /// The text that records hold, without making a new one.
    pub fn text(self) -> &'static str {
        match self {
            Reason::End => "end",
            Reason::Proven => "adjudicated:proven",
            Reason::Resigned => "adjudicated:resigned",
            Reason::Forfeit(Fault::NoMove) => "forfeit:no-move",
            Reason::Forfeit(Fault::NoStart) => "forfeit:no-start",
            Reason::Forfeit(Fault::Crash) => "forfeit:crash",
            Reason::Forfeit(Fault::TimeOut) => "forfeit:time-out",
            Reason::Forfeit(Fault::IllegalMove) => "forfeit:illegal-move",
        }
    }

    /// Reads what [`Reason::text`] writes.
    pub fn parse(text: &str) -> Option<Reason> {
        let forfeits = Fault::ALL.iter().map(|&fault| Reason::Forfeit(fault));
        [Reason::End, Reason::Proven, Reason::Resigned].into_iter().chain(forfeits).find(|reason| reason.text() == text)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_named_by_their_fault_and_read_back() {
        for fault in Fault::ALL {
            let reason = Reason::Forfeit(fault);
            assert_eq!(reason.text(), format!("forfeit:{}", fault.name()));
            assert_eq!(Reason::parse(reason.text()), Some(reason));
        }
        for reason in [Reason::End, Reason::Proven, Reason::Resigned] {
            assert_eq!(Reason::parse(reason.text()), Some(reason));
        }
        assert_eq!(Reason::parse("bored"), None);
    }
}
