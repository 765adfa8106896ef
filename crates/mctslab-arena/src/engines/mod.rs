//! Programs that play, and being one.
//!
//! * [`Process`] is the agent that starts a program and asks it for moves; [`child`] runs the program, [`line`] finds the moves that
//!   led to a position, [`Dialect`] writes them as the protocol's community does.

pub mod child;
mod dialect;
mod gtp;
pub mod line;
mod plain;
mod process;
pub mod program;
mod protocol;
mod universal;
mod words;

pub use dialect::Dialect;
pub use process::{PROCESS, PROCESS_SOURCE, Process};
pub use protocol::{PROTOCOLS, Protocol};
pub use words::{WordsError, words};
