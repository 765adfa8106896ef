//! Counts of forfeited games.

use std::collections::BTreeMap;

use mctslab_core::Fault;

use crate::{Reason, Record};

/// The games that an agent forfeited by one kind of fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forfeits {
    /// Their number.
    pub games: u64,
    /// The number of the first such game.
    pub first: u64,
    /// The message of that game.
    pub message: String,
}

/// Forfeits by agent and fault.
pub type ForfeitCounts = BTreeMap<(usize, Fault), Forfeits>;

/// Counts a game, if it was forfeited.
pub fn count_forfeit(counts: &mut ForfeitCounts, record: &Record) {
    if let (Some(forfeit), Reason::Forfeit(fault)) = (&record.forfeit, record.reason) {
        let counted = counts.entry((forfeit.agent, fault)).or_default();
        if counted.games == 0 {
            (counted.first, counted.message) = (record.fixture, forfeit.failure.message.clone());
        }
        counted.games += 1;
    }
}

/// The number of games lost by faults of these kinds.
pub fn forfeited(counts: &ForfeitCounts, kind: impl Fn(Fault) -> bool) -> u64 {
    counts.iter().filter(|((_, fault), _)| kind(*fault)).map(|(_, forfeits)| forfeits.games).sum()
}
