//! The contract of mctslab: games, agents, and the few types that all other crates use.
//!
//! * [`Game`] holds the rules as a value; [`Agent`] chooses moves for one seat.
//! * [`NodeView`] and [`IterationTrace`] show the inside of a search.
//! * [`Budget`] holds the limits of one move; [`Watch`] says when a search has to stop.
//! * [`any`] is the same contract without types: states and agents in strings.
//! * [`Player`] is a side of a game, [`Payoffs`] the result of a finished game for each of them.
//! * [`Eval`] estimates an unfinished position.
//! * [`Rng`] is the one random generator, always passed down, so that one seed means one result.
//! * [`spec`] reads `name(key=value, …)` and checks it against declared parameters.
//! * [`catalog`] is how a game or an agent enters a list, and from there the command line.
//! * `testing` (feature `testing`) is the conformance suite that every listed game passes.

pub mod agent;
pub mod any;
pub mod budget;
pub mod catalog;
pub mod eval;
pub mod game;
pub mod hash;
pub mod inside;
pub mod payoffs;
pub mod perft;
pub mod player;
pub mod program;
pub mod rng;
pub mod spec;
#[cfg(feature = "testing")]
pub mod testing;
pub mod text;
pub mod view;

pub use agent::{Agent, Clocks, Failure, Fault, MoveThought, Thoughts, Unit};
pub use any::{AnyAgent, AnyState, MoveReport, SearchBudget, SearchReport, Show};
pub use budget::{Budget, Next, Observer, OwnLimits, Watch};
pub use catalog::{Family, GameInfo, Row, Rows, Visit};
pub use eval::Eval;
pub use game::{Game, Listener, Playout};
pub use inside::{
    ChildView, IterationTrace, NodeView, PlayoutOrder, PlayoutTrace, RecordTrace, ScoreTerm, TraceChoice, TraceEnd,
    TraceStep,
};
pub use payoffs::Payoffs;
pub use player::Player;
pub use rng::Rng;
pub use text::TextError;
pub use view::View;
