//! The agent on a thread of its own: it is handed questions, and hands back what it finds.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use mctslab_core::{Agent, Budget, Clocks, Failure, Fault, Game, Observer, Thoughts};

use super::{Build, Event};

/// How often a search is shown while it goes on.
const EVERY: Duration = Duration::from_millis(500);

/// A position to think about.
pub(super) struct ServedQuestion<G: Game> {
    /// Its number: answers to questions that nobody waits for any more are known by it.
    pub(super) ticket: u64,
    /// The seed of the game, and whether that is a new one.
    pub(super) seed: u64,
    pub(super) fresh: bool,
    /// Where the game began, the moves since, and the position they lead to.
    pub(super) start: G::State,
    pub(super) moves: Vec<G::Move>,
    pub(super) state: G::State,
    /// What the client allows.
    pub(super) limits: ServedLimits,
    /// Raised when the answer is wanted at once.
    pub(super) stop: Arc<AtomicBool>,
}

/// What a client allows for a move.
#[derive(Clone, Debug, Default)]
pub(super) struct ServedLimits {
    pub(super) time: Option<Duration>,
    pub(super) iterations: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) clocks: Option<Clocks>,
}

/// Answers questions until nobody asks any more.
pub(super) fn answer<G: Game>(
    game: &G,
    build: &Build<'_, G>,
    questions: &Receiver<ServedQuestion<G>>,
    events: &Sender<Event<G::Move>>,
) {
    let mut agent = None;
    while let Ok(question) = questions.recv() {
        let ticket = question.ticket;
        let fresh = question.fresh || agent.is_none();
        let thinking = agent.get_or_insert_with(build);
        let found = catch_unwind(AssertUnwindSafe(|| {
            if fresh {
                thinking.new_game(question.seed);
            }
            think(game, &mut **thinking, &question, events)
        }));
        let (outcome, thoughts) = found.unwrap_or_else(|_| {
            // What is half done after a panic is never looked at again.
            agent = None;
            (Err(Failure::new(Fault::Crash, "the search failed")), Thoughts::default())
        });
        // Nobody waits for it any more if it cannot be sent.
        drop(events.send(Event::Done { ticket, outcome, thoughts }));
    }
}

type Thought<M> = (Result<M, Failure>, Thoughts<M>);

fn think<G: Game>(
    game: &G,
    agent: &mut dyn Agent<G>,
    question: &ServedQuestion<G>,
    events: &Sender<Event<G::Move>>,
) -> Thought<G::Move> {
    agent.see_moves(&question.start, &question.moves);
    let mut show = |thoughts: &Thoughts<G::Move>| {
        drop(events.send(Event::Thoughts { ticket: question.ticket, thoughts: thoughts.clone() }));
    };
    let ServedLimits { time, iterations, depth, ref clocks } = question.limits;
    let mut budget = Budget {
        time,
        iterations,
        depth,
        stop: Some(&question.stop),
        deadline: None,
        clocks: clocks.as_ref(),
        observer: Some(Observer { show: &mut show, every: EVERY }),
    };
    let outcome = agent.choose(game, &question.state, &mut budget);
    (outcome, agent.thoughts(game))
}
