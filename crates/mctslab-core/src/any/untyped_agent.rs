//! An agent that knows no types, in a match between agents that do.
//!
//! It costs an allocation and a few strings for every move, which is nothing beside what is on the
//! other side: another program, or another language.

use std::sync::Arc;

use super::{AnyAgent, AnyState, SearchBudget, StateOf};
use crate::{Agent, Budget, Failure, Fault, Game, Thoughts, Unit};

/// An agent that serves every game, as a player of a game whose type is known.
pub struct UntypedAgent<G: Game> {
    game: Arc<G>,
    spec: Arc<str>,
    agent: Box<dyn AnyAgent>,
    /// The size of its last search.
    size: (u64, Unit),
}

impl<G: Game> UntypedAgent<G> {
    /// The agent as a player of the game with this spec.
    pub fn new(game: &Arc<G>, spec: &Arc<str>, agent: Box<dyn AnyAgent>) -> UntypedAgent<G> {
        UntypedAgent { game: Arc::clone(game), spec: Arc::clone(spec), agent, size: (0, Unit::Nodes) }
    }

    fn shown(&self, state: &G::State) -> StateOf<G> {
        StateOf::new(&self.game, &self.spec, state.clone())
    }
}

impl<G: Game> Agent<G> for UntypedAgent<G> {
    fn new_game(&mut self, seed: u64) {
        self.agent.new_game(seed);
        self.size.0 = 0;
    }

    fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        let shown: Arc<dyn AnyState> = Arc::new(self.shown(state));
        let report = self.agent.choose(&shown, SearchBudget::unwatched(budget))?;
        self.size = (report.iterations, report.unit);
        let illegal = |error: crate::TextError| Failure::new(Fault::IllegalMove, error.to_string());
        game.parse_move(state, &report.best).map_err(illegal)
    }

    fn get_ready(&mut self, _game: &G) -> Result<(), Failure> {
        self.agent.get_ready()
    }

    fn see_moves(&mut self, start: &G::State, moves: &[G::Move]) {
        if !self.agent.wants_line() {
            return;
        }
        let mut line = vec![Arc::new(self.shown(start))];
        for &mv in moves {
            line.push(Arc::new(line[line.len() - 1].after(mv)));
        }
        let line: Vec<Arc<dyn AnyState>> = line.into_iter().map(|state| state as Arc<dyn AnyState>).collect();
        self.agent.see_line(&line);
    }

    fn thoughts(&self, _game: &G) -> Thoughts<G::Move> {
        let (iterations, unit) = self.size;
        Thoughts { iterations, unit, ..Thoughts::default() }
    }

    fn deterministic(&self) -> bool {
        self.agent.is_deterministic()
    }
}
