//! The agent on a thread of its own, which receives questions and sends its findings.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use mctslab_core::{AnyAgent, AnyState, Clocks, Failure, Fault, SearchBudget, SearchReport};

use super::{Build, Event};
use crate::engines::line::Line;

/// The time between two reports of a running search.
const REPORT_INTERVAL: Duration = Duration::from_millis(500);

/// A position to search.
pub(super) struct ServedQuestion {
    /// Its number, by which answers to abandoned questions are recognized.
    pub(super) ticket: u64,
    /// The seed of the game, and whether the game is a new one.
    pub(super) seed: u64,
    pub(super) fresh: bool,
    /// Every position since the start of the game; the last is the one to search.
    pub(super) line: Line,
    pub(super) state: Arc<dyn AnyState>,
    /// The limits set by the client.
    pub(super) limits: ServedLimits,
    /// Raised when the answer is wanted at once.
    pub(super) stop: Arc<AtomicBool>,
}

/// The limits that a client sets for a move.
#[derive(Clone, Debug, Default)]
pub(super) struct ServedLimits {
    pub(super) time: Option<Duration>,
    pub(super) iterations: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) clocks: Option<Clocks>,
}

/// Answers questions until the channel closes.
pub(super) fn answer(build: &Build<'_>, questions: &Receiver<ServedQuestion>, events: &Sender<Event>) {
    let mut agent = None;
    while let Ok(question) = questions.recv() {
        let ticket = question.ticket;
        let fresh = question.fresh || agent.is_none();
        let thinking = agent.get_or_insert_with(build);
        let found = catch_unwind(AssertUnwindSafe(|| {
            if fresh {
                thinking.new_game(question.seed);
            }
            think(&mut **thinking, &question, events)
        }));
        let outcome = found.unwrap_or_else(|_| {
            // The state of the agent after a panic may be inconsistent, so it is dropped.
            agent = None;
            Err(Failure::new(Fault::Crash, "the search failed"))
        });
        // If the answer cannot be sent, it is not wanted any more.
        drop(events.send(Event::Done { ticket, outcome }));
    }
}

fn think(agent: &mut dyn AnyAgent, question: &ServedQuestion, events: &Sender<Event>) -> Result<SearchReport, Failure> {
    agent.see_line(&question.line);
    let mut show = |report: &SearchReport| {
        drop(events.send(Event::Thoughts { ticket: question.ticket, report: report.clone() }));
    };
    let ServedLimits { time, iterations, depth, ref clocks } = question.limits;
    let budget = SearchBudget {
        time,
        iterations,
        depth,
        stop: Some(&question.stop),
        clocks: clocks.as_ref(),
        observer: Some((REPORT_INTERVAL, &mut show)),
        ..SearchBudget::default()
    };
    agent.choose(&question.state, budget)
}
