//! What chooses moves.

use std::time::Duration;

use thiserror::Error;

use crate::{Budget, Game, IterationTrace, NodeView};

/// Chooses moves for one seat of one game at a time: one virtual call per move played.
///
/// ```
/// use mctslab_core::{Agent, Budget, Failure, Game, Rng};
///
/// /// Plays any legal move.
/// struct Any(Rng);
///
/// impl<G: Game> Agent<G> for Any {
///     fn new_game(&mut self, seed: u64) {
///         self.0 = Rng::new(seed);
///     }
///     fn choose(&mut self, game: &G, state: &G::State, _: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
///         game.random_move(state, &mut self.0, &mut Vec::new()).ok_or_else(Failure::game_over)
///     }
/// }
/// ```
pub trait Agent<G: Game>: Send {
    /// Forgets the last game and gets ready for the next, with all random choices to be drawn from
    /// `seed`.
    fn new_game(&mut self, seed: u64);

    /// A legal move in a state where the game is not over and this agent's seat is to move, within
    /// the budget: the smaller of its limits and the agent's own ones wins. When the budget says
    /// stop it is the best move so far, any if nothing was found yet, and no more than 10,000 plies
    /// or nodes later.
    fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure>;

    /// Gets ready to be asked, as far as [`Agent::choose`] would have to do so itself: it is called
    /// before the clock is started, so that the start of a program is not part of its first move.
    fn get_ready(&mut self, _game: &G) -> Result<(), Failure> {
        Ok(())
    }

    /// Says before a [`Agent::choose`] by which moves the game came there: `start` is the initial
    /// position or, where the moves of an opening are not known, the opening; `moves` are all moves
    /// since. An agent that looks at positions alone does not mind.
    fn see_moves(&mut self, _start: &G::State, _moves: &[G::Move]) {}

    /// What the last [`Agent::choose`] found. Agents that do not search know nothing.
    fn thoughts(&self, _game: &G) -> Thoughts<G::Move> {
        Thoughts::default()
    }

    /// The node of the last search's tree to which the moves lead from its root; `None` if there is
    /// no such node, or no tree.
    fn inspect(&self, _game: &G, _path: &[G::Move]) -> Option<NodeView<G::Move>> {
        None
    }

    /// Makes one iteration of a search from `state`, and tells what it did. The first one for a
    /// state begins the search, as [`Agent::choose`] would; each further one goes on with it, so
    /// that the tree is the same after each as without tracing. `None` if there is no tree, nothing
    /// to choose, or nothing left to search for.
    fn trace(&mut self, _game: &G, _state: &G::State) -> Option<IterationTrace<G::Move>> {
        None
    }

    /// Whether equal states always get equal moves, whatever the seed.
    fn deterministic(&self) -> bool {
        false
    }
}

/// What is left for the rest of the game, by seat, and what each move adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Time left, by seat.
    pub left: Vec<Duration>,
    /// Time that a move adds to its player's clock.
    pub increment: Duration,
    /// The seat that is asked.
    pub seat: usize,
}

/// Why an agent has no move to offer. It costs the game.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error("{message}")]
pub struct Failure {
    /// What kind of fault it is.
    pub kind: Fault,
    /// What happened, in words.
    pub message: String,
}

/// The kinds of faults, by which a forfeit is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// It knows no move: a position too large for a solver.
    NoMove,
    /// It gave the game up.
    Resignation,
    /// A program that could not be started, or never became ready.
    NoStart,
    /// A program that ended or broke its protocol.
    Crash,
    /// No answer in time.
    TimeOut,
    /// A move that is not legal.
    IllegalMove,
}

impl Fault {
    /// All kinds.
    pub const ALL: [Fault; 6] =
        [Fault::NoMove, Fault::Resignation, Fault::NoStart, Fault::Crash, Fault::TimeOut, Fault::IllegalMove];

    /// Whether the player did not play at all, rather than play badly: a program that crashed or
    /// did not start says nothing of its strength.
    pub fn is_crash(self) -> bool {
        matches!(self, Fault::NoStart | Fault::Crash)
    }

    /// The word by which records name it.
    pub fn name(self) -> &'static str {
        match self {
            Fault::NoMove => "no-move",
            Fault::Resignation => "resignation",
            Fault::NoStart => "no-start",
            Fault::Crash => "crash",
            Fault::TimeOut => "time-out",
            Fault::IllegalMove => "illegal-move",
        }
    }

    /// What happened in a game that was lost by it.
    pub fn sentence(self) -> &'static str {
        match self {
            Fault::NoMove => "an agent had no move to offer, and lost",
            Fault::Resignation => "an agent gave the game up",
            Fault::NoStart => "a program could not be started or was not ready in time, and lost",
            Fault::Crash => "a program ended or broke its protocol during the game, and lost",
            Fault::TimeOut => "an agent did not answer in time, and lost",
            Fault::IllegalMove => "an agent answered with a move that is not legal, and lost",
        }
    }
}

/// This many characters of a message are kept.
const LONGEST_MESSAGE: usize = 10_000;

impl Failure {
    /// A fault of that kind. A message is kept with its game, so that one of a foreign program is
    /// cut at a length that no person reads.
    ///
    /// ```
    /// # use mctslab_core::{Failure, Fault};
    /// let long = Failure::new(Fault::Crash, "ä".repeat(20_000));
    /// assert_eq!(long.message.chars().count(), 10_001);
    /// ```
    pub fn new(kind: Fault, message: impl Into<String>) -> Failure {
        let mut message = message.into();
        if let Some((end, _)) = message.char_indices().nth(LONGEST_MESSAGE) {
            message.truncate(end);
            message.push('…');
        }
        Failure { kind, message }
    }

    /// There is no move to choose.
    pub fn game_over() -> Failure {
        Failure::new(Fault::NoMove, "the game is over: nothing to choose")
    }
}

/// A view into the last search, from the point of view of the player who was to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Thoughts<M> {
    /// The size of the search, in its unit.
    pub iterations: u64,
    /// What the search and the visits of its moves are counted in.
    pub unit: Unit,
    /// Memory that the search takes, 0 if it keeps nothing.
    pub bytes: u64,
    /// The moves it looked at, in the order of the game's move list.
    pub moves: Vec<MoveThought<M>>,
    /// The line of play it expects.
    pub line: Vec<M>,
}

impl<M> Default for Thoughts<M> {
    fn default() -> Self {
        Thoughts { iterations: 0, unit: Unit::Nodes, bytes: 0, moves: Vec::new(), line: Vec::new() }
    }
}

/// What the size of a search is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Samples: playouts, or lines of play that end in an estimate. A move's visits are those that
    /// began with it.
    Iterations,
    /// Positions looked at. A move's visits are those below it.
    Nodes,
}

impl Unit {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Iterations => "iterations",
            Unit::Nodes => "nodes",
        }
    }
}

/// What a search thinks of one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveThought<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried, or how many positions were looked at below it ([`Thoughts::unit`]).
    pub visits: u64,
    /// The payoff it is expected to bring, in [0, 1]; `None` if nothing is known.
    pub value: Option<f64>,
    /// The exact payoff, where it is proven.
    pub proven: Option<f64>,
}
