//! The first forfeits of a run, said while it goes on: who waits for an hour should know after a
//! second that a player crashes.

use std::collections::BTreeSet;

use mctslab_arena::{Reason, Record};
use mctslab_core::Fault;

/// A run says no more than this of its forfeits while it goes on; its document counts them all.
const MOST: usize = 5;

/// What was said of the first forfeits.
#[derive(Debug, Default)]
pub(crate) struct Alarms {
    seen: BTreeSet<(usize, Fault)>,
    texts: Vec<String>,
}

impl Alarms {
    /// Takes a game that an agent, called by its name, has forfeited. Failed starts are left to
    /// whoever watches for several in a row, and to give up a lost game is no fault.
    pub(crate) fn see(&mut self, record: &Record, name: &str) {
        let (Some(forfeit), Reason::Forfeit(fault)) = (&record.forfeit, record.reason) else { return };
        let passed_over = matches!(fault, Fault::NoStart | Fault::Resignation) || self.texts.len() >= MOST;
        if passed_over || !self.seen.insert((forfeit.agent, fault)) {
            return;
        }
        let (game, message) = (record.fixture, &forfeit.failure.message);
        let happened = match fault {
            Fault::Crash => format!("{name} crashed in game {game} (the run goes on)"),
            fault => format!("{name} lost game {game} by {} (the run goes on)", fault.name()),
        };
        self.texts.push(format!("{happened}: {message}"));
    }

    /// What was said so far.
    pub(crate) fn texts(&self) -> &[String] {
        &self.texts
    }
}
