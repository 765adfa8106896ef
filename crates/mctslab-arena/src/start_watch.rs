//! Programs that fail to start.
//!
//! One failed start costs a game. Three in a row mean that there is nothing to measure: the run
//! stops, and the games that were lost in this way are not recorded, so that they are played once
//! the program can be started.

use std::collections::BTreeMap;

use mctslab_core::Fault;

use crate::{Reason, Record};

/// The number of failed starts of one agent in a row that stops a run.
const MAX_FAILED_STARTS: usize = 3;

/// The error of an agent that failed to start several times in a row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("agent {agent} could not be started {times} times in a row: {message}")]
pub struct NoStart {
    /// The agent's number.
    pub agent: usize,
    /// The number of failed starts.
    pub times: usize,
    /// The message of the last one.
    pub message: String,
}

/// Holds back games that an agent lost by failing to start, until it starts in a later one.
#[derive(Debug, Default)]
pub struct StartWatch {
    held: BTreeMap<usize, Vec<Record>>,
}

impl StartWatch {
    /// Whether games are held back.
    pub fn is_holding(&self) -> bool {
        !self.held.is_empty()
    }

    /// The agent that lost the most games that are held back.
    pub fn worst(&self) -> Option<NoStart> {
        let (&agent, held) = self.held.iter().max_by_key(|(_, held)| held.len())?;
        let message = held.last()?.forfeit.as_ref()?.failure.message.clone();
        Some(NoStart { agent, times: held.len(), message })
    }

    /// Takes a record and pushes the records that may be kept onto `kept`.
    pub fn see(&mut self, record: Record, kept: &mut Vec<Record>) -> Result<(), NoStart> {
        match (&record.forfeit, record.reason) {
            (Some(forfeit), Reason::Forfeit(Fault::NoStart)) => {
                let agent = forfeit.agent;
                let message = forfeit.failure.message.clone();
                let held = self.held.entry(agent).or_default();
                held.push(record);
                if held.len() >= MAX_FAILED_STARTS {
                    return Err(NoStart { agent, times: MAX_FAILED_STARTS, message });
                }
            }
            (Some(forfeit), _) => {
                // A forfeit proves that its agent had started, but nothing about the others.
                self.free(forfeit.agent, kept);
                kept.push(record);
            }
            (None, _) => {
                for agent in record.seats.iter() {
                    self.free(agent, kept);
                }
                kept.push(record);
            }
        }
        Ok(())
    }

    /// Releases the records that are still held back when all games were played.
    pub fn release(&mut self, kept: &mut Vec<Record>) {
        for mut held in std::mem::take(&mut self.held).into_values() {
            kept.append(&mut held);
        }
    }

    fn free(&mut self, agent: usize, kept: &mut Vec<Record>) {
        if let Some(mut held) = self.held.remove(&agent) {
            kept.append(&mut held);
        }
    }
}
