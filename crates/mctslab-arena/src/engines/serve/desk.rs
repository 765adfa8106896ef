//! What both kinds of protocols need: the position, and the questions to the agent about it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use mctslab_core::{Clocks, Failure, Game, Player, TextError, Thoughts, View};

use super::thinker::{ServedLimits, ServedQuestion};
use super::{Event, Service};

/// A game with an agent at it.
pub(crate) struct Desk<'a, G: Game> {
    pub(super) service: &'a Service<'a, G>,
    pub(super) seed: u64,
    /// Every position so far; the last is the present one.
    states: Vec<G::State>,
    /// The moves between them.
    moves: Vec<G::Move>,
    questions: Sender<ServedQuestion<G>>,
    /// The agent has not been told of the present game.
    fresh: bool,
    ticket: u64,
    thinking: Option<Thinking>,
}

/// A question that is not answered yet.
struct Thinking {
    stop: Arc<AtomicBool>,
    since: Instant,
    /// Only the client says when it is enough.
    endless: bool,
}

impl<G: Game> Drop for Desk<'_, G> {
    /// Nobody will wait for an answer.
    fn drop(&mut self) {
        self.abandon();
    }
}

impl<'a, G: Game> Desk<'a, G> {
    pub(super) fn new(service: &'a Service<'a, G>, questions: Sender<ServedQuestion<G>>) -> Desk<'a, G> {
        let states = vec![service.game.initial()];
        let seed = service.seed;
        Desk { service, seed, states, moves: Vec::new(), questions, fresh: true, ticket: 0, thinking: None }
    }

    pub(super) fn game(&self) -> &'a G {
        self.service.game
    }

    pub(super) fn state(&self) -> &G::State {
        self.states.last().expect("there is always a present position")
    }

    pub(super) fn position(&self) -> String {
        self.game().state_text(self.state())
    }

    pub(super) fn view(&self) -> View {
        self.game().view(self.state(), self.moves.last().copied())
    }

    pub(super) fn turn(&self) -> Option<usize> {
        self.game().turn(self.state()).map(Player::index)
    }

    pub(super) fn thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// How long the agent has been thinking.
    pub(super) fn elapsed(&self) -> Duration {
        self.thinking.as_ref().map_or(Duration::ZERO, |thinking| thinking.since.elapsed())
    }

    /// Whether only the client says when it is enough.
    pub(super) fn endless(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.endless)
    }

    /// The next search belongs to a new game.
    pub(super) fn new_game(&mut self) {
        self.fresh = true;
        self.restart(self.game().initial());
    }

    fn restart(&mut self, start: G::State) {
        self.states = vec![start];
        self.moves.clear();
    }

    /// Starts from this position, or from the start.
    pub(super) fn set(&mut self, position: Option<&str>) -> Result<(), TextError> {
        let start = position.map_or_else(|| Ok(self.game().initial()), |text| self.game().parse_state(text))?;
        self.restart(start);
        Ok(())
    }

    /// Makes a move that the protocol wrote.
    pub(super) fn play(&mut self, theirs: &str) -> Result<(), TextError> {
        let (game, position) = (self.game(), self.position());
        let mut legal = Vec::new();
        game.moves(self.state(), &mut legal);
        let texts: Vec<String> = legal.iter().map(|&mv| self.write(mv, &position)).collect();
        let found = texts.iter().position(|ours| self.service.dialect.means(theirs, ours));
        let mv = legal[found.ok_or_else(|| TextError::illegal_move(theirs, &texts))?];
        self.make(mv);
        Ok(())
    }

    pub(super) fn make(&mut self, mv: G::Move) {
        let mut next = self.state().clone();
        self.game().play(&mut next, mv);
        self.states.push(next);
        self.moves.push(mv);
    }

    pub(super) fn undo(&mut self) -> bool {
        let possible = self.moves.pop().is_some();
        if possible {
            self.states.pop();
        }
        possible
    }

    /// A legal move in the words of the protocol.
    pub(super) fn write(&self, mv: G::Move, position: &str) -> String {
        self.service.dialect.write(&self.game().move_text(self.state(), mv), position)
    }

    /// Begins to think about the present position. Without limits the clock says what a move may
    /// cost.
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
            start: self.states[0].clone(),
            moves: self.moves.clone(),
            state: self.state().clone(),
            limits,
            stop,
        };
        self.questions.send(question).expect("the agent listens for as long as there is a desk");
    }

    /// What a search found that somebody waits for; the search is over if there is an outcome.
    pub(super) fn found(&mut self, event: Event<G::Move>) -> Option<FoundSoFar<G::Move>> {
        let (ticket, found) = match event {
            Event::Thoughts { ticket, thoughts } => (ticket, FoundSoFar { outcome: None, thoughts }),
            Event::Done { ticket, outcome, thoughts } => (ticket, FoundSoFar { outcome: Some(outcome), thoughts }),
            Event::Line(_) | Event::Closed => return None,
        };
        (self.thinking() && ticket == self.ticket).then_some(found)
    }

    /// The search has been answered.
    pub(super) fn done(&mut self) {
        self.thinking = None;
    }

    /// Whether an answer is wanted at once and has not come yet.
    pub(super) fn stopping(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.stop.load(Ordering::Relaxed))
    }

    /// Wants the answer at once.
    pub(super) fn stop(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Wants no answer any more.
    pub(super) fn abandon(&mut self) {
        self.stop();
        self.thinking = None;
    }
}

/// What a search has found, and its outcome if it is over.
pub(super) struct FoundSoFar<M> {
    pub(super) outcome: Option<Result<M, Failure>>,
    pub(super) thoughts: Thoughts<M>,
}

/// What to spend on a move, by the clock: a twenty-fifth of what is left, and most of what the move
/// adds.
fn share(clocks: &Clocks) -> Duration {
    let left = clocks.left.get(clocks.seat).copied().unwrap_or_default();
    (left / 25 + clocks.increment * 3 / 4).min(left / 2).max(Duration::from_millis(1))
}
