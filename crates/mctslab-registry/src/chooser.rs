//! Agents that know no types of games: they are shown a state in strings and answer with a move in
//! words.
//!
//! One [`Chooser`] serves every game of a catalog, those that are added later included. It costs an
//! allocation and a few strings for every move, which is nothing beside what is on the other side:
//! another language.

use std::sync::Arc;

use mctslab_core::spec::{Args, SpecError};
use mctslab_core::{Agent, Budget, Failure, Fault, Game};

use crate::AnyState;
use crate::any_state::StateOf;
use crate::erased::Erased;

/// Chooses moves for one seat of one game at a time, whatever the game.
pub trait Chooser: Send {
    /// Forgets the last game, with all random choices of the next to be drawn from `seed`.
    fn new_game(&mut self, seed: u64);

    /// The text of a legal move in a state where the game is not over. What is no legal move costs
    /// the game.
    fn choose(&mut self, state: Arc<dyn AnyState>, budget: &Budget<'_, ()>) -> Result<String, Failure>;

    /// Whether equal states always get equal moves, whatever the seed.
    fn deterministic(&self) -> bool {
        false
    }
}

/// Makes a chooser of checked options.
pub type MakeChooser = Arc<dyn Fn(&Args) -> Result<Box<dyn Chooser>, SpecError> + Send + Sync>;

/// A chooser at a table of a game whose type is known.
pub(crate) struct Seated<G: Game> {
    table: Arc<Erased<G>>,
    chooser: Box<dyn Chooser>,
}

impl<G: Game> Seated<G> {
    pub(crate) fn new(table: &Erased<G>, chooser: Box<dyn Chooser>) -> Seated<G> {
        Seated { table: Arc::new(table.clone()), chooser }
    }
}

impl<G: Game> Agent<G> for Seated<G> {
    fn new_game(&mut self, seed: u64) {
        self.chooser.new_game(seed);
    }

    fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        let shown = StateOf { table: Arc::clone(&self.table), state: state.clone(), last: None };
        let &mut Budget { time, iterations, depth, stop, deadline, clocks, .. } = budget;
        let limits = Budget { time, iterations, depth, stop, deadline, clocks, observer: None };
        let text = self.chooser.choose(Arc::new(shown), &limits)?;
        game.parse_move(state, &text).map_err(|error| Failure::new(Fault::IllegalMove, error.to_string()))
    }

    fn deterministic(&self) -> bool {
        self.chooser.deterministic()
    }
}
