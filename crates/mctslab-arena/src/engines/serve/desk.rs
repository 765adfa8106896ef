//! The state that all protocols share: the position, and the questions to the agent about it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use mctslab_core::{AnyState, Clocks, Failure, SearchReport, TextError};

use super::thinker::{ServedLimits, ServedQuestion};
use super::{Event, Service};
use crate::engines::line::Line;

/// A game and the agent that is asked about it.
pub(crate) struct Desk<'a> {
    pub(super) service: &'a Service<'a>,
    pub(super) seed: u64,
    /// Every position so far; the last is the present one.
    line: Line,
    questions: Sender<ServedQuestion>,
    /// Whether the agent has not been informed of the present game yet.
    fresh: bool,
    ticket: u64,
    thinking: Option<Thinking>,
}

/// A question without an answer yet.
struct Thinking {
    stop: Arc<AtomicBool>,
    since: Instant,
    /// Whether only the client ends the search.
    endless: bool,
}

impl Drop for Desk<'_> {
    /// The answer is not wanted any more.
    fn drop(&mut self) {
        self.abandon();
    }
}

impl<'a> Desk<'a> {
    pub(super) fn new(service: &'a Service<'a>, questions: Sender<ServedQuestion>) -> Desk<'a> {
        let (line, seed) = (vec![Arc::clone(&service.initial)], service.seed);
        Desk { service, seed, line, questions, fresh: true, ticket: 0, thinking: None }
    }

    pub(super) fn state(&self) -> &Arc<dyn AnyState> {
        self.line.last().expect("there is always a present position")
    }

    pub(super) fn turn(&self) -> Option<usize> {
        self.state().turn()
    }

    pub(super) fn thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// The time since the agent was asked.
    pub(super) fn elapsed(&self) -> Duration {
        self.thinking.as_ref().map_or(Duration::ZERO, |thinking| thinking.since.elapsed())
    }

    /// Whether only the client ends the search.
    pub(super) fn endless(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.endless)
    }

    /// Marks the next search as part of a new game.
    pub(super) fn new_game(&mut self) {
        self.fresh = true;
        self.line = vec![Arc::clone(&self.service.initial)];
    }

    /// Sets up this position, or the initial one.
    pub(super) fn set(&mut self, position: Option<&str>) -> Result<(), TextError> {
        let initial = &self.service.initial;
        self.line = vec![position.map_or_else(|| Ok(Arc::clone(initial)), |text| initial.read(text))?];
        Ok(())
    }

    /// Makes a move given in the protocol's notation.
    pub(super) fn play(&mut self, theirs: &str) -> Result<(), TextError> {
        let (legal, position) = (self.state().moves(), self.state().text());
        let dialect = &self.service.dialect;
        let texts: Vec<String> = legal.iter().map(|mv| dialect.write(mv, &position)).collect();
        let found = texts.iter().position(|ours| dialect.means(theirs, ours));
        self.make(&legal[found.ok_or_else(|| TextError::illegal_move(theirs, &texts))?])
    }

    /// Makes a move given in the game's notation.
    pub(super) fn make(&mut self, mv: &str) -> Result<(), TextError> {
        let next = self.state().play(mv)?;
        self.line.push(next);
        Ok(())
    }

    pub(super) fn undo(&mut self) -> bool {
        let possible = self.line.len() > 1;
        if possible {
            self.line.pop();
        }
        possible
    }

    /// A legal move in the protocol's notation.
    pub(super) fn write(&self, mv: &str) -> String {
        self.service.dialect.write(mv, &self.state().text())
    }

    /// Begins a search of the present position. Without limits, the clock determines the time for
    /// the move.
    pub(super) fn think(&mut self, mut limits: ServedLimits, endless: bool) {
        if limits.time.is_none() && limits.iterations.is_none() && limits.depth.is_none() {
            limits.time = limits.clocks.as_ref().map(share);
        }
        self.ticket += 1;
        let stop = Arc::new(AtomicBool::new(false));
        self.thinking = Some(Thinking { stop: Arc::clone(&stop), since: Instant::now(), endless });
        let question = ServedQuestion {
            ticket: self.ticket,
            seed: self.seed,
            fresh: std::mem::take(&mut self.fresh),
            line: self.line.clone(),
            state: Arc::clone(self.state()),
            limits,
            stop,
        };
        self.questions.send(question).expect("the agent listens for as long as there is a desk");
    }

    /// The news in an event of the current search; `None` for an event of an earlier one.
    pub(super) fn found(&mut self, event: Event) -> Option<SearchNews> {
        let (ticket, found) = match event {
            Event::Thoughts { ticket, report } => (ticket, SearchNews::SoFar(report)),
            Event::Done { ticket, outcome } => (ticket, SearchNews::AtLast(outcome)),
            Event::Line(_) | Event::Closed => return None,
        };
        (self.thinking() && ticket == self.ticket).then_some(found)
    }

    /// Marks the search as answered.
    pub(super) fn done(&mut self) {
        self.thinking = None;
    }

    /// Whether an answer is wanted at once and has not come yet.
    pub(super) fn stopping(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.stop.load(Ordering::Relaxed))
    }

    /// Asks for the answer at once.
    pub(super) fn stop(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Drops the question; its answer is not wanted any more.
    pub(super) fn abandon(&mut self) {
        self.stop();
        self.thinking = None;
    }
}

/// News of a search.
pub(super) enum SearchNews {
    SoFar(SearchReport),
    AtLast(Result<SearchReport, Failure>),
}

/// The time for a move by the clock: a twenty-fifth of the time left, and most of the increment.
fn share(clocks: &Clocks) -> Duration {
    let left = clocks.left.get(clocks.seat).copied().unwrap_or_default();
    (left / 25 + clocks.increment * 3 / 4).min(left / 2).max(Duration::from_millis(1))
}
