//! Records of played games.

use std::fmt::{self, Write};
use std::time::Duration;

use mctslab_core::{Failure, Fault, Payoffs, Player};
use serde::{Deserialize, Serialize};

use crate::{ResultError, Seats};

/// The record of a played game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "WrittenRecord", try_from = "WrittenRecord")]
pub struct Record {
    /// Its number.
    pub fixture: u64,
    /// The agent in each seat.
    pub seats: Seats,
    /// The number of its opening; `None` if it started from the initial position.
    pub opening: Option<u64>,
    /// The seed of all its random choices.
    pub seed: u64,
    /// The payoff of each seat.
    pub payoffs: Payoffs,
    /// The number of moves that the agents made.
    pub plies: u32,
    /// The reason of its end.
    pub reason: Reason,
    /// The moves the agents made, with a space between them.
    pub moves: String,
    /// The time it took.
    pub duration: Duration,
    /// A number that is equal for equal agents in the seats, equal starts and equal moves.
    pub digest: u64,
    /// The forfeit, if there was one.
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
    /// An agent resigned, since its expected payoff was too small.
    Resigned,
    /// A player repeated its moves.
    Repeated,
}

/// An agent that lost by a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Forfeit {
    /// Its number in the run.
    pub agent: usize,
    /// Its fault.
    pub failure: Failure,
}

/// A record in the form for another process: payoffs as the shortest texts that read back as the
/// same numbers.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRecord {
    fixture: u64,
    seats: Seats,
    opening: Option<u64>,
    seed: u64,
    payoffs: String,
    plies: u32,
    reason: String,
    moves: String,
    duration_us: u64,
    digest: u64,
    forfeiter: Option<usize>,
    message: Option<String>,
}

impl From<Record> for WrittenRecord {
    fn from(record: Record) -> WrittenRecord {
        let (forfeiter, message) = match record.forfeit {
            Some(forfeit) => (Some(forfeit.agent), Some(forfeit.failure.message)),
            None => (None, None),
        };
        let mut payoffs = String::new();
        push_payoffs(&mut payoffs, record.payoffs.as_slice());
        WrittenRecord {
            fixture: record.fixture,
            seats: record.seats,
            opening: record.opening,
            seed: record.seed,
            payoffs,
            plies: record.plies,
            reason: record.reason.text().to_string(),
            moves: record.moves,
            duration_us: record.duration.as_micros() as u64,
            digest: record.digest,
            forfeiter,
            message,
        }
    }
}

impl TryFrom<WrittenRecord> for Record {
    type Error = ResultError;

    fn try_from(written: WrittenRecord) -> Result<Record, ResultError> {
        let reason = Reason::parse(&written.reason).ok_or(ResultError::NoReason(written.reason))?;
        let payoffs = parse_payoffs(&written.payoffs).ok_or(ResultError::NoPayoffs(written.payoffs))?;
        let forfeit = match (written.forfeiter, written.message, reason) {
            (Some(agent), Some(message), Reason::Forfeit(fault)) => {
                Some(Box::new(Forfeit { agent, failure: Failure::new(fault, message) }))
            }
            (None, None, Reason::End | Reason::Proven | Reason::Resigned | Reason::Repeated) => None,
            _ => return Err(ResultError::Inconsistent),
        };
        let record = Record {
            fixture: written.fixture,
            seats: written.seats,
            opening: written.opening,
            seed: written.seed,
            payoffs,
            plies: written.plies,
            reason,
            moves: written.moves,
            duration: Duration::from_micros(written.duration_us),
            digest: written.digest,
            forfeit,
        };
        if record.is_consistent() { Ok(record) } else { Err(ResultError::Inconsistent) }
    }
}

/// Appends payoffs with a space between them; the common ones without the cost of formatting.
pub(crate) fn push_payoffs(text: &mut String, payoffs: &[f64]) {
    for (seat, payoff) in payoffs.iter().enumerate() {
        if seat > 0 {
            text.push(' ');
        }
        match *payoff {
            0.0 => text.push('0'),
            0.5 => text.push_str("0.5"),
            1.0 => text.push('1'),
            // The shortest text that reads back as the same number.
            other => drop(write!(text, "{other}")),
        }
    }
}

/// Reads the text of [`push_payoffs`].
pub(crate) fn parse_payoffs(text: &str) -> Option<Payoffs> {
    let numbers = text.split(' ').map(|word| word.parse::<f64>().ok().filter(|number| (0.0..=1.0).contains(number)));
    let numbers = numbers.collect::<Option<Vec<f64>>>()?;
    (!numbers.is_empty() && numbers.len() <= Player::MOST).then(|| Payoffs::new(&numbers))
}

impl Record {
    /// Whether there is a payoff for every seat, and the agent that forfeited has a seat.
    pub(crate) fn is_consistent(&self) -> bool {
        let forfeited = self.forfeit.as_ref().is_none_or(|forfeit| self.seats.seat_of(forfeit.agent).is_some());
        forfeited && self.payoffs.as_slice().len() == self.seats.len()
    }

    /// Whether it can be a game of a run with these numbers of agents and seats.
    pub fn fits(&self, agents: usize, seats: usize) -> bool {
        self.seats.len() == seats && self.seats.iter().all(|agent| agent < agents)
    }

    /// The payoff of `agent`, if it took part.
    pub fn payoff_of(&self, agent: usize) -> Option<f64> {
        self.seats.seat_of(agent).map(|seat| self.payoffs.as_slice()[seat])
    }
}

impl Reason {
    /// The text in records, without an allocation.
    pub fn text(self) -> &'static str {
        match self {
            Reason::End => "end",
            Reason::Proven => "adjudicated:proven",
            Reason::Resigned => "adjudicated:resigned",
            Reason::Repeated => "adjudicated:repeats",
            Reason::Forfeit(Fault::NoMove) => "forfeit:no-move",
            Reason::Forfeit(Fault::Resignation) => "forfeit:resignation",
            Reason::Forfeit(Fault::NoStart) => "forfeit:no-start",
            Reason::Forfeit(Fault::Crash) => "forfeit:crash",
            Reason::Forfeit(Fault::TimeOut) => "forfeit:time-out",
            Reason::Forfeit(Fault::IllegalMove) => "forfeit:illegal-move",
        }
    }

    /// Reads the text of [`Reason::text`].
    pub fn parse(text: &str) -> Option<Reason> {
        let forfeits = Fault::ALL.iter().map(|&fault| Reason::Forfeit(fault));
        [Reason::End, Reason::Proven, Reason::Resigned, Reason::Repeated]
            .into_iter()
            .chain(forfeits)
            .find(|reason| reason.text() == text)
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
    fn a_record_is_read_back_as_it_was_written() {
        let forfeit = Forfeit { agent: 7, failure: Failure::new(Fault::Crash, "it \"ended\"") };
        let record = Record {
            fixture: 3,
            seats: Seats::new(&[7, 0, 2]),
            opening: Some(u64::MAX),
            seed: u64::MAX - 1,
            payoffs: Payoffs::new(&[0.0, 1.0 / 3.0, 2.0 / 3.0]),
            plies: 9,
            reason: Reason::Forfeit(Fault::Crash),
            moves: "a1 b2".to_string(),
            duration: Duration::from_micros(17),
            digest: 1 << 63,
            forfeit: Some(Box::new(forfeit)),
        };
        let text = serde_json::to_string(&record).expect("a text");
        assert_eq!(serde_json::from_str::<Record>(&text).expect("a record"), record);
        for (from, to) in [("\"7 0 2\"", "\"6 0 2\""), ("forfeit:crash", "bored"), ("0 0.3", "0.3")] {
            assert!(text.contains(from), "{text}");
            assert!(serde_json::from_str::<Record>(&text.replace(from, to)).is_err(), "{to}");
        }
    }

    #[test]
    fn reasons_are_named_by_their_fault_and_read_back() {
        for fault in Fault::ALL {
            let reason = Reason::Forfeit(fault);
            assert_eq!(reason.text(), format!("forfeit:{}", fault.name()));
            assert_eq!(Reason::parse(reason.text()), Some(reason));
        }
        for reason in [Reason::End, Reason::Proven, Reason::Resigned, Reason::Repeated] {
            assert_eq!(Reason::parse(reason.text()), Some(reason));
        }
        assert_eq!(Reason::parse("bored"), None);
    }
}
