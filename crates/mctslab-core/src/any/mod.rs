//! Games and agents of any type, spoken to in strings.
//!
//! [`AnyState`] is a state as a value, [`AnyAgent`] an agent that is asked about such states: what
//! front ends, protocols and other languages speak, none of which knows types. [`StateOf`] and
//! [`AgentOf`] make them of a game and an agent whose types are known; [`UntypedAgent`] goes the
//! other way, and lets an agent that knows no types play in a match. Games between agents of known
//! types never pass through here.

mod agent;
mod budget;
mod clicks;
mod inside;
mod report;
mod state;
mod untyped_agent;

pub use agent::{AgentOf, AnyAgent};
pub use budget::{SearchBudget, Show};
pub use clicks::{Clicks, clicks};
pub use report::{MoveReport, SearchReport};
pub use state::{AnyState, StateOf};
pub use untyped_agent::UntypedAgent;
