//! Engines: external programs as players, and our agents as engines.
//!
//! * [`Process`] is the agent that starts a program and asks it for moves; [`child`] runs the
//!   program, [`mod@line`] finds the moves that led to a position, [`Dialect`] writes them as the
//!   protocol's community does.
//! * [`serve`] is the other end: an agent of ours for other programs.

mod check;
pub mod child;
mod dialect;
mod gtp;
mod guard;
pub mod line;
mod lines;
mod process;
pub mod program;
mod protocol;
mod refusal;
pub mod serve;
mod uai;
mod uci;
mod ugi;
mod universal;
mod words;

pub use check::{Finding, check};
pub use dialect::Dialect;
pub use process::{PROCESS, PROCESS_SOURCE, Process};
pub use protocol::{PROTOCOLS, Protocol, ProtocolRow, Protocols, Speak, WordsFor, protocols};
pub use words::{WordsError, words};
