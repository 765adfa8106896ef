//! Programs that do not start.
//!
//! One failed start costs a game. Three in a row mean that there is nothing to measure: the run stops, and the games that were lost
//! in this way are not recorded, so that they are played once the program can be started.

use mctslab_core::Fault;

use crate::{Reason, Record};

/// So many failed starts in a row of one agent stop a run.
const MOST: usize = 3;

/// An agent that did not start several times in a row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{agent}` could not be started {times} times in a row: {message}")]
pub struct NoStart {
    /// The agent's spec.
    pub agent: String,
    /// How often.
    pub times: usize,
    /// Its own words.
    pub message: String,
}

/// Holds back games that an agent lost by not starting until it has started in a later one.
pub(crate) struct StartWatch {
    agents: Vec<String>,
    held: Vec<Vec<Record>>,
}

impl StartWatch {
    pub(crate) fn new(agents: &[String]) -> StartWatch {
        StartWatch { agents: agents.to_vec(), held: vec![Vec::new(); agents.len()] }
    }

    /// Takes a record and pushes those that may be kept onto `kept`.
    pub(crate) fn see(&mut self, record: Record, kept: &mut Vec<Record>) -> Result<(), NoStart> {
        match (&record.forfeit, record.reason) {
            (Some(forfeit), Reason::Forfeit(Fault::NoStart)) => {
                let agent = forfeit.agent;
                let message = forfeit.failure.message.clone();
                self.held[agent].push(record);
                if self.held[agent].len() >= MOST {
                    return Err(NoStart { agent: self.agents[agent].clone(), times: MOST, message });
                }
            }
            (Some(forfeit), _) => {
                // A forfeit says that its agent had started; of the others it says nothing.
                kept.append(&mut self.held[forfeit.agent]);
                kept.push(record);
            }
            (None, _) => {
                for agent in record.seats.iter() {
                    kept.append(&mut self.held[agent]);
                }
                kept.push(record);
            }
        }
        Ok(())
    }

    /// What is still held back when all games were played.
    pub(crate) fn release(&mut self, kept: &mut Vec<Record>) {
        for held in &mut self.held {
            kept.append(held);
        }
    }
}
