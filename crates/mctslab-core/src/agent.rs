//! What chooses moves.

use thiserror::Error;

use crate::Game;

/// Chooses moves for one seat of one game at a time: one virtual call per move played.
pub trait Agent<G: Game>: Send {
    /// Forgets the last game and gets ready for the next, with all random choices to be drawn from `seed`.
    fn new_game(&mut self, seed: u64);

    /// A legal move in a state where the game is not over and this agent's seat is to move.
    fn choose(&mut self, game: &G, state: &G::State) -> Result<G::Move, Failure>;

    /// What the last [`Agent::choose`] found. Agents that do not search know nothing.
    fn thoughts(&self, _game: &G) -> Thoughts<G::Move> {
        Thoughts::default()
    }

    /// Whether equal states always get equal moves, whatever the seed.
    fn deterministic(&self) -> bool {
        false
    }
}

/// Why an agent has no move to offer.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error("{0}")]
pub struct Failure(pub String);

impl Failure {
    /// There is no move to choose.
    pub fn game_over() -> Failure {
        Failure("the game is over: nothing to choose".to_string())
    }
}

/// A view into the last search, from the point of view of the player who was to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Thoughts<M> {
    /// Iterations or visited positions, whatever the agent counts.
    pub iterations: u64,
    /// Memory that the search takes, 0 if it keeps nothing.
    pub bytes: u64,
    /// Values are means over as many samples as there are visits, so that an interval makes sense.
    pub sampled: bool,
    /// The moves it looked at, in the order of the game's move list.
    pub moves: Vec<MoveThought<M>>,
    /// The line of play it expects.
    pub line: Vec<M>,
}

impl<M> Default for Thoughts<M> {
    fn default() -> Self {
        Thoughts { iterations: 0, bytes: 0, sampled: false, moves: Vec::new(), line: Vec::new() }
    }
}

/// What a search thinks of one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveThought<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried.
    pub visits: u64,
    /// The payoff it is expected to bring, in [0, 1]; `None` if nothing is known.
    pub value: Option<f64>,
    /// The exact payoff, where it is proven.
    pub proven: Option<f64>,
}
