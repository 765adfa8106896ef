//! Playing many games on all cores.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

use mctslab_core::{Agent, Game};
use thiserror::Error;

use crate::{Forfeit, Record, Schedule, play_game};

/// Why a run stopped early.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error("agent {} had no move in game {fixture}: {}", .forfeit.agent, .forfeit.failure)]
pub struct RunError {
    /// The game.
    pub fixture: u64,
    /// Who failed and why.
    pub forfeit: Forfeit,
}

/// Plays every game of the schedule on `threads` threads and returns the records by number. `agents` makes one set of agents
/// for each thread; `played` sees each record as it comes in, in no fixed order.
pub fn play_all<G: Game>(
    game: &G,
    agents: &(impl Fn() -> Vec<Box<dyn Agent<G>>> + Sync),
    schedule: &Schedule,
    threads: usize,
    mut played: impl FnMut(&Record),
) -> Result<Vec<Record>, RunError> {
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1).min(usize::try_from(schedule.games).unwrap_or(usize::MAX)) {
            let sender = sender.clone();
            let (next, stop) = (&next, &stop);
            scope.spawn(move || {
                let mut agents = agents();
                while !stop.load(Ordering::Relaxed) {
                    let id = next.fetch_add(1, Ordering::Relaxed);
                    if id >= schedule.games {
                        break;
                    }
                    let outcome = play_game(game, &mut agents, &schedule.fixture(id));
                    let outcome = outcome.map_err(|forfeit| RunError { fixture: id, forfeit });
                    if sender.send(outcome).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut records = Vec::new();
        let mut failure: Option<RunError> = None;
        for outcome in receiver {
            match outcome {
                Ok(record) => {
                    played(&record);
                    records.push(record);
                }
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    // The earliest game that failed, so that the message does not depend on the threads.
                    if failure.as_ref().is_none_or(|first| error.fixture < first.fixture) {
                        failure = Some(error);
                    }
                }
            }
        }
        records.sort_by_key(|record| record.fixture);
        failure.map_or(Ok(records), Err)
    })
}
