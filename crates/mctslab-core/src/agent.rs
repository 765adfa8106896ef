//! The contract of agents, which choose moves.

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
    /// Forgets the last game and prepares for the next one, whose random choices are all drawn from
    /// `seed`.
    fn new_game(&mut self, seed: u64);

    /// A legal move in a state where the game is not over and this agent's seat is to move, within
    /// the budget: the smaller of the budget's and the agent's own limits applies. When the budget
    /// says stop, it is the best move so far, any legal move if nothing was found yet, at most
    /// 10,000 plies or nodes later.
    fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure>;

    /// Prepares the agent for its first question, as far as [`Agent::choose`] would have to do so
    /// itself. It is called before the clock starts, so that the start of a program does not count
    /// as time of its first move.
    fn get_ready(&mut self, _game: &G) -> Result<(), Failure> {
        Ok(())
    }

    /// Receives, before a call of [`Agent::choose`], the moves that led to the position: `start` is
    /// the initial position or, where the moves of an opening are not known, the opening; `moves`
    /// are all moves since. An agent that looks at positions alone may ignore it.
    fn see_moves(&mut self, _start: &G::State, _moves: &[G::Move]) {}

    /// What the last [`Agent::choose`] found; empty for agents that do not search.
    fn thoughts(&self, _game: &G) -> Thoughts<G::Move> {
        Thoughts::default()
    }

    /// The node of the last search's tree to which the moves lead from its root; `None` if there is
    /// no such node, or no tree.
    fn inspect(&self, _game: &G, _path: &[G::Move]) -> Option<NodeView<G::Move>> {
        None
    }

    /// Makes one iteration of a search from `state` and reports its steps. The first call for a
    /// state begins the search, as [`Agent::choose`] would; each further one continues it, so that
    /// the tree after each is the same as without tracing. `None` if there is no tree, nothing to
    /// choose, or nothing left to search for.
    fn trace(&mut self, _game: &G, _state: &G::State) -> Option<IterationTrace<G::Move>> {
        None
    }

    /// Whether equal states always get equal moves, whatever the seed.
    fn deterministic(&self) -> bool {
        false
    }
}

/// The clocks of a timed game: the time left to each seat, and the time that each move adds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// Time left, by seat.
    pub left: Vec<Duration>,
    /// Time that a move adds to its player's clock.
    pub increment: Duration,
    /// The seat that is to move.
    pub seat: usize,
}

/// Why an agent has no move to offer. The agent loses the game by it.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error("{message}")]
pub struct Failure {
    /// The kind of fault.
    pub kind: Fault,
    /// What happened, in words.
    pub message: String,
}

/// The kinds of faults, by which records name a forfeit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The agent found no move, as a solver in a position too large for it.
    NoMove,
    /// The agent resigned.
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
    /// did not start gives no evidence of its strength.
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

    /// A sentence about a game that was lost by this fault.
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

/// Characters of a message that are kept.
const LONGEST_MESSAGE: usize = 10_000;

impl Failure {
    /// A fault of the given kind. The message is kept with the record of the game, so a longer one,
    /// which a foreign program may send, is cut.
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

    /// The failure of an agent that is asked for a move after the end of the game.
    pub fn game_over() -> Failure {
        Failure::new(Fault::NoMove, "the game is over: nothing to choose")
    }
}

/// The findings of the last search, from the point of view of the player who was to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Thoughts<M> {
    /// The size of the search, counted in `unit`.
    pub iterations: u64,
    /// The unit in which the search and the visits of its moves are counted.
    pub unit: Unit,
    /// Bytes of memory that the search occupies; 0 if it keeps nothing.
    pub bytes: u64,
    /// The moves that were examined, in the order of the game's move list.
    pub moves: Vec<MoveThought<M>>,
    /// The expected line of play.
    pub line: Vec<M>,
}

impl<M> Default for Thoughts<M> {
    fn default() -> Self {
        Thoughts { iterations: 0, unit: Unit::Nodes, bytes: 0, moves: Vec::new(), line: Vec::new() }
    }
}

/// The unit in which the size of a search is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Samples: playouts, or lines of play that end in an estimate. A move's visits are those that
    /// began with it.
    Iterations,
    /// Positions examined. A move's visits are the positions below it.
    Nodes,
}

impl Unit {
    /// Its name in texts.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Iterations => "iterations",
            Unit::Nodes => "nodes",
        }
    }
}

/// The findings of a search about one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveThought<M> {
    /// The move.
    pub mv: M,
    /// How often the move was tried, or how many positions below it were examined
    /// ([`Thoughts::unit`]).
    pub visits: u64,
    /// The expected payoff after this move, in [0, 1]; `None` if nothing is known.
    pub value: Option<f64>,
    /// The exact payoff, where it is proven.
    pub proven: Option<f64>,
}
