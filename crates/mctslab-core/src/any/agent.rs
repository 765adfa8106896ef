//! An agent for a game of any type.

use std::sync::Arc;

use super::inside::{node_in_texts, trace_in_texts};
use super::{AnyState, SearchBudget, SearchReport, StateOf};
use crate::{Agent, Failure, Fault, Game, IterationTrace, NodeView};

/// Chooses moves for one seat of one game at a time, asked about states of any type. What it knows
/// of a game, its tree above all, is kept from one question to the next.
pub trait AnyAgent: Send {
    /// Forgets the last game and gets ready for the next, with all random choices to be drawn from
    /// `seed`.
    fn new_game(&mut self, seed: u64);

    /// A legal move in a state where the game is not over, within the budget, and why.
    fn choose(&mut self, state: &Arc<dyn AnyState>, budget: SearchBudget<'_>) -> Result<SearchReport, Failure>;

    /// The node of the last search's tree to which moves lead from the state that was searched;
    /// `None` if there is no such node, or no tree. A search with several trees has the sums of all
    /// at the root, and below it the node of the first tree that has one.
    fn inspect(&self, _path: &[String]) -> Option<NodeView<String>> {
        None
    }

    /// Makes one iteration of a search from a state, and reports what it did, as [`Agent::trace`].
    /// `None` if there is no tree, nothing to choose, or nothing left to search for.
    fn trace(&mut self, _state: &Arc<dyn AnyState>) -> Option<IterationTrace<String>> {
        None
    }

    /// Gets ready to be asked, as [`Agent::get_ready`].
    fn get_ready(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// Says before a question by which moves the game came there: every state from the initial one
    /// on or, where the moves of an opening are not known, from the opening on. The last of them is
    /// the one that is asked about. An agent that looks at positions alone may ignore it.
    fn see_line(&mut self, _line: &[Arc<dyn AnyState>]) {}

    /// Whether it has any use for [`AnyAgent::see_line`].
    fn wants_line(&self) -> bool {
        false
    }

    /// Whether equal states always get equal moves, whatever the seed.
    fn is_deterministic(&self) -> bool {
        false
    }
}

/// An agent for a game whose type is known, to be asked about states of any type.
pub struct AgentOf<G: Game> {
    game: Arc<G>,
    spec: Arc<str>,
    agent: Box<dyn Agent<G>>,
    /// What was searched last: the root of its tree.
    root: Option<G::State>,
}

impl<G: Game> AgentOf<G> {
    /// An agent for the game of this spec.
    pub fn new(game: &Arc<G>, spec: &Arc<str>, agent: Box<dyn Agent<G>>) -> AgentOf<G> {
        AgentOf { game: Arc::clone(game), spec: Arc::clone(spec), agent, root: None }
    }
}

impl<G: Game> AnyAgent for AgentOf<G> {
    fn new_game(&mut self, seed: u64) {
        self.agent.new_game(seed);
        self.root = None;
    }

    fn choose(&mut self, state: &Arc<dyn AnyState>, budget: SearchBudget<'_>) -> Result<SearchReport, Failure> {
        let state = StateOf::<G>::of(&**state, &self.spec).ok_or_else(|| {
            let message = format!("asked about `{}`, which is no state of `{}`", state.text(), self.spec);
            Failure::new(Fault::NoMove, message)
        })?;
        self.root = Some(state.state().clone());
        budget.search(&*self.game, state.state(), &mut *self.agent)
    }

    fn inspect(&self, path: &[String]) -> Option<NodeView<String>> {
        let (game, mut state) = (&*self.game, self.root.clone()?);
        let mut moves = Vec::new();
        for text in path {
            let mv = game.parse_move(&state, text).ok()?;
            game.play(&mut state, mv);
            moves.push(mv);
        }
        Some(node_in_texts(game, &state, self.agent.inspect(game, &moves)?))
    }

    fn trace(&mut self, state: &Arc<dyn AnyState>) -> Option<IterationTrace<String>> {
        let state = StateOf::<G>::of(&**state, &self.spec)?.state();
        let trace = self.agent.trace(&self.game, state)?;
        self.root = Some(state.clone());
        Some(trace_in_texts(&*self.game, state, trace))
    }

    fn get_ready(&mut self) -> Result<(), Failure> {
        self.agent.get_ready(&self.game)
    }

    fn see_line(&mut self, line: &[Arc<dyn AnyState>]) {
        let line: Option<Vec<&StateOf<G>>> = line.iter().map(|state| StateOf::of(&**state, &self.spec)).collect();
        if let Some([start, later @ ..]) = line.as_deref() {
            let moves: Vec<G::Move> = later.iter().filter_map(|state| state.last()).collect();
            self.agent.see_moves(start.state(), &moves);
        }
    }

    fn wants_line(&self) -> bool {
        true
    }

    fn is_deterministic(&self) -> bool {
        self.agent.deterministic()
    }
}
