//! The assignment of agents to seats.

use crate::ResultError;
use std::fmt;

use mctslab_core::Player;
use serde::{Deserialize, Serialize};

/// The agent in each seat, by its number in the list of agents. Small and copied freely: one is
/// made for every game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Seats {
    agents: [u32; Player::MOST],
    count: u8,
}

impl Seats {
    /// The given agents, one for each of 1 to 8 seats.
    pub fn new(agents: &[usize]) -> Seats {
        debug_assert!(!agents.is_empty() && agents.len() <= Player::MOST);
        let mut seats = Seats { agents: [0; Player::MOST], count: agents.len() as u8 };
        for (seat, &agent) in seats.agents.iter_mut().zip(agents) {
            *seat = agent as u32;
        }
        seats
    }

    /// The same agents in another order: seat `i` gets the agent of seat `order[i]`.
    pub fn reordered(&self, order: &[usize]) -> Seats {
        let mut seats = *self;
        for (seat, &from) in seats.agents.iter_mut().zip(order) {
            *seat = self.agents[from];
        }
        seats
    }

    /// The number of seats.
    pub fn len(&self) -> usize {
        usize::from(self.count)
    }

    /// Always false.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The agent in `seat`.
    pub fn agent(&self, seat: usize) -> usize {
        self.agents[seat] as usize
    }

    /// The agents in the order of the seats.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.agents[..self.len()].iter().map(|&agent| agent as usize)
    }

    /// The seat of `agent`, if it has one.
    pub fn seat_of(&self, agent: usize) -> Option<usize> {
        self.iter().position(|other| other == agent)
    }

    /// Reads the text of [`fmt::Display`].
    pub fn parse(text: &str) -> Option<Seats> {
        let agents = text.split(' ').map(|word| word.parse::<u32>().ok().map(|agent| agent as usize));
        let agents = agents.collect::<Option<Vec<usize>>>()?;
        (!agents.is_empty() && agents.len() <= Player::MOST).then(|| Seats::new(&agents))
    }
}

impl fmt::Display for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (seat, agent) in self.iter().enumerate() {
            if seat > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{agent}")?;
        }
        Ok(())
    }
}

impl From<Seats> for String {
    fn from(seats: Seats) -> String {
        seats.to_string()
    }
}

impl TryFrom<String> for Seats {
    type Error = ResultError;

    fn try_from(text: String) -> Result<Seats, ResultError> {
        Seats::parse(&text).ok_or(ResultError::NoSeats(text))
    }
}
