//! What both kinds of protocols need: the position, and an agent that thinks in the background.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use mctslab_core::{Agent, Clocks, Failure, Fault, Game, Player, TextError, View};

use super::Service;
use crate::engines::program::Limits;

/// What happens while serving.
pub(super) enum Event<G: Game> {
    /// A line came in.
    Line(String),
    /// No more lines will.
    Closed,
    /// A search ended.
    Done {
        ticket: u64,
        limits: Limits,
        agent: Option<Box<dyn Agent<G>>>,
        outcome: Result<G::Move, Failure>,
        iterations: u64,
    },
}

/// A game with an agent at it.
pub(super) struct Desk<G: Game> {
    pub(super) service: Service<G>,
    pub(super) seed: u64,
    /// Every position so far; the last is the present one.
    states: Vec<G::State>,
    /// The moves between them.
    moves: Vec<G::Move>,
    events: Sender<Event<G>>,
    /// The agent between two searches, with its limits.
    idle: Option<(Limits, Box<dyn Agent<G>>)>,
    /// The agent has not been told of the present game.
    fresh: bool,
    ticket: u64,
    thinking: bool,
}

impl<G: Game> Desk<G> {
    pub(super) fn new(service: Service<G>, events: Sender<Event<G>>) -> Desk<G> {
        let states = vec![service.game.initial()];
        let seed = service.seed;
        Desk { service, seed, states, moves: Vec::new(), events, idle: None, fresh: true, ticket: 0, thinking: false }
    }

    pub(super) fn game(&self) -> &'static G {
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
        self.thinking
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

    /// Begins to think about the present position.
    pub(super) fn think(&mut self, limits: Limits, clocks: Option<Clocks>) {
        let limits = if limits == Limits::default() { share(clocks.as_ref()) } else { limits };
        let kept = self.idle.take().filter(|(had, _)| *had == limits);
        let fresh = std::mem::take(&mut self.fresh) || kept.is_none();
        let mut agent = kept.map_or_else(|| self.agent(limits), |(_, agent)| agent);
        if fresh {
            agent.new_game(self.seed);
        }
        agent.see_moves(&self.states[0], &self.moves);
        if let Some(clocks) = &clocks {
            agent.see_clocks(clocks);
        }
        self.ticket += 1;
        self.thinking = true;
        let (ticket, game, state, events) = (self.ticket, self.game(), self.state().clone(), self.events.clone());
        thread::spawn(move || {
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                let outcome = agent.choose(game, &state);
                (outcome, agent.thoughts(game).iterations)
            }));
            let done = if let Ok((outcome, iterations)) = outcome {
                Event::Done { ticket, limits, agent: Some(agent), outcome, iterations }
            } else {
                let outcome = Err(Failure::new(Fault::Crash, "the search failed"));
                Event::Done { ticket, limits, agent: None, outcome, iterations: 0 }
            };
            // Nobody waits for it any more if it cannot be sent.
            drop(events.send(done));
        });
    }

    /// Takes the agent back from a search that ended; `None` if nobody waits for that one any more.
    pub(super) fn done(&mut self, event: Event<G>) -> Option<(Result<G::Move, Failure>, u64)> {
        let Event::Done { ticket, limits, agent, outcome, iterations } = event else { return None };
        if !self.thinking || ticket != self.ticket {
            return None;
        }
        self.thinking = false;
        self.idle = agent.map(|agent| (limits, agent));
        Some((outcome, iterations))
    }

    /// Leaves the search to itself.
    pub(super) fn abandon(&mut self) {
        self.thinking = false;
    }

    /// A move at once: by a small search of the same kind, or any.
    pub(super) fn quick(&self) -> Option<G::Move> {
        let small = [
            Limits { movetime: Some(50), ..Limits::default() },
            Limits { nodes: Some(200), ..Limits::default() },
            Limits { depth: Some(1), ..Limits::default() },
        ];
        let mut legal = Vec::new();
        self.game().moves(self.state(), &mut legal);
        let agent = small.into_iter().find_map(|limits| (self.service.build)(limits));
        let chosen = agent.and_then(|mut agent| {
            agent.new_game(self.seed);
            agent.see_moves(&self.states[0], &self.moves);
            agent.choose(self.game(), self.state()).ok()
        });
        chosen.or(legal.first().copied())
    }

    fn agent(&self, limits: Limits) -> Box<dyn Agent<G>> {
        let build = &self.service.build;
        build(limits).or_else(|| build(Limits::default())).expect("without limits there is an agent")
    }
}

/// What to spend on a move, by the clock: a twenty-fifth of what is left, and most of what the move adds.
fn share(clocks: Option<&Clocks>) -> Limits {
    let Some(clocks) = clocks else { return Limits::default() };
    let left = clocks.left.get(clocks.seat).copied().unwrap_or_default();
    let spent = (left / 25 + clocks.increment * 3 / 4).min(left / 2).max(Duration::from_millis(1));
    Limits { movetime: Some(spent.as_millis().max(1) as u64), ..Limits::default() }
}
