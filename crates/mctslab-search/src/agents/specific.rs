//! How an agent that knows one game is built by code that knows none.
//!
//! The type of the game is asked for at run time. It is the wanted one or it is not; nothing is
//! converted, so a mistake here can refuse a game but never mix two of them up.

use std::any::Any;

use mctslab_core::spec::SpecError;
use mctslab_core::{Agent, Game};

/// The agent that `build` makes if `game` has the type `S`.
pub fn serve<G: Game, S: Game>(game: &G, build: impl FnOnce(&S) -> Box<dyn Agent<S>>) -> Option<Box<dyn Agent<G>>> {
    let served = (game as &dyn Any).downcast_ref::<S>()?;
    let agent: Box<dyn Any> = Box::new(build(served));
    agent.downcast::<Box<dyn Agent<G>>>().ok().map(|agent| *agent)
}

/// The refusal of a game that `agent` does not know; it plays `served` only.
pub fn refuse(agent: &str, served: &str) -> SpecError {
    SpecError::combination(agent, format!("needs the rules of `{served}`: it plays no other game"))
}
