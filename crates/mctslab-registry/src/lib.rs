//! Every game and every agent behind one interface of strings.
//!
//! [`game`] turns a spec into a [`Box<dyn AnyGame>`]: one erasure of types, behind which generic code runs once per command.
//! Every user error ends here, with the cure in the message.

mod any_game;
mod bench;
mod catalog;
mod describe;
mod engines;
mod erased;
mod error;
mod report;
mod session;
mod short;

pub use any_game::{AnyGame, Conditions, StartText};
pub use bench::{BenchReport, BenchWork, PlayoutSpeeds};
pub use catalog::Catalog;
pub use describe::{Description, add_parts, agents, describe, games, parts};
pub use engines::{agent_name, allow_engines, allow_openings, starts_programs};
pub use error::RegistryError;
pub use mctslab_arena as arena;
pub use mctslab_arena::engines::{Finding, Protocol};
pub use report::{MoveReport, SearchReport};
pub use session::Session;
pub use short::{short_agent, short_game};

/// The game that a spec names.
pub fn game(spec: &str) -> Result<Box<dyn AnyGame>, RegistryError> {
    let args = mctslab_games::resolve_game(spec)?;
    Ok(mctslab_games::build(&args, erased::Erase { spec: args.to_string() })?)
}
