//! Games that were forfeited, counted.

use std::collections::BTreeMap;

use mctslab_core::Fault;

use crate::{Reason, Record};

/// Games that an agent forfeited by one kind of fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forfeits {
    /// How many.
    pub games: u64,
    /// The number of the first.
    pub first: u64,
    /// What happened then.
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

/// How many games were lost by a fault of these kinds.
pub fn forfeited(counts: &ForfeitCounts, kind: impl Fn(Fault) -> bool) -> u64 {
    counts.iter().filter(|((_, fault), _)| kind(*fault)).map(|(_, forfeits)| forfeits.games).sum()
}
