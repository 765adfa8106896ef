//! Every game and every agent behind one interface of strings.
//!
//! A [`Catalog`] turns a spec into an [`Arc<dyn AnyGame>`](AnyGame): one erasure of types, behind which generic code runs once per
//! command. It is a value, to which games, agents and parts can be added.
//! Every user error ends here, with the cure in the message.

mod agents;
mod any_game;
mod bench;
mod catalog;
mod describe;
mod engines;
mod erased;
mod error;
mod play;
mod report;
mod search_budget;
mod session;
mod short;

pub use agents::AgentRow;
pub use any_game::{AnyGame, StartText};
pub use bench::{BenchReport, BenchWork, PlayoutSpeeds};
pub use catalog::Catalog;
pub use describe::{Description, add_choices, add_parts};
pub use engines::{agent_name, allow_engines, allow_openings, starts_programs};
pub use error::RegistryError;
pub use mctslab_arena as arena;
pub use mctslab_arena::engines::{Finding, Protocol};
pub use mctslab_samples as samples;
pub use report::{MoveReport, SearchReport};
pub use search_budget::{SearchBudget, Show};
pub use session::Session;
pub use short::short_agent;
