//! Every game and every agent behind one interface of strings.
//!
//! [`game`] turns a spec into a [`Box<dyn AnyGame>`]: one erasure of types, behind which generic code runs once per command.
//! Every user error ends here, with the cure in the message.

mod any_game;
mod bench;
mod engines;
mod erased;
mod error;
mod report;
mod session;

pub use any_game::{AnyGame, Conditions, StartText};
pub use bench::{BenchReport, BenchWork, PlayoutSpeeds};
pub use engines::{agent_name, allow_engines, allow_openings, starts_programs};
pub use error::RegistryError;
pub use mctslab_arena as arena;
pub use mctslab_arena::engines::{Finding, Protocol};
pub use report::{MoveReport, SearchReport};
pub use session::Session;

use mctslab_arena::engines::{PROCESS, PROCESS_SOURCE};
use mctslab_core::spec::SpecError;
use mctslab_core::text::head;

/// The game that a spec names.
pub fn game(spec: &str) -> Result<Box<dyn AnyGame>, RegistryError> {
    let args = mctslab_games::resolve_game(spec)?;
    Ok(mctslab_games::build(&args, erased::Erase { spec: args.to_string() })?)
}

/// A name with its one-line description, options and full documentation.
pub struct Description {
    /// `game`, `agent`, or the option that a part is given to.
    pub what: &'static str,
    /// Name, one line and options.
    pub entry: mctslab_core::spec::Entry,
    /// Rules or formula, formats, sources.
    pub text: String,
}

/// Every game, in the order of the list.
pub fn games() -> Vec<Description> {
    let describe =
        |info: &mctslab_core::GameInfo| Description { what: "game", entry: info.entry, text: head(info.source) };
    mctslab_games::GAMES.iter().map(describe).collect()
}

/// Every agent, in the order of the list.
pub fn agents() -> Vec<Description> {
    let describe =
        |info: &mctslab_search::AgentInfo| Description { what: "agent", entry: info.entry, text: head(info.source) };
    let program = Description { what: "agent", entry: PROCESS, text: head(PROCESS_SOURCE) };
    mctslab_search::AGENTS.iter().map(describe).chain([program]).collect()
}

/// The parts of agents that have a file of their own, such as rules of selection; `what` is the option they are given to.
pub fn parts() -> Vec<Description> {
    mctslab_search::parts().map(|(what, entry, source)| Description { what, entry, text: head(source) }).collect()
}

/// The game or agent called `name`, or else the parts of agents of that name.
pub fn describe(name: &str) -> Result<Vec<Description>, SpecError> {
    let mut named: Vec<Description> = games().into_iter().chain(agents()).chain(parts()).collect();
    let entries: Vec<_> = named.iter().map(|description| description.entry).collect();
    mctslab_core::spec::find(name, "game, agent or part", &entries)?;
    named.retain(|description| description.entry.name == name);
    Ok(named)
}
