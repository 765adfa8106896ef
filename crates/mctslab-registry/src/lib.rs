//! Every game and every agent behind one interface of strings.
//!
//! A [`Catalog`] turns a spec into an [`Arc<dyn AnyGame>`](AnyGame): one erasure of types, behind
//! which generic code runs once per command. It is a value, to which games, agents and parts can be
//! added. Every user error ends here, with the cure in the message.

mod agents;
mod any_game;
mod any_state;
mod bench;
mod catalog;
mod chooser;
mod describe;
mod engines;
mod erased;
mod error;
mod forgotten;
mod named;
mod play;
mod report;
mod search_budget;
mod session;

pub use agents::AgentRow;
pub use any_game::{AnyGame, StartText};
pub use any_state::AnyState;
pub use bench::{BenchReport, BenchWork, PlayoutSpeeds};
pub use catalog::Catalog;
pub use chooser::{Chooser, MakeChooser};
pub use describe::{Description, add_choices, add_parts};
pub use engines::{PYTHON, agent_name, allow_engines, allow_openings, starts_programs};
pub use error::RegistryError;
pub use mctslab_arena as arena;
pub use mctslab_arena::engines::{Finding, Protocol};
pub use mctslab_games as games;
pub use mctslab_samples as samples;
pub use mctslab_search as search;
pub use named::{NamedAgent, NamedFinish, NamedPlayout, NamedSelect};
pub use report::{MoveReport, SearchReport};
pub use search_budget::{SearchBudget, Show};
pub use session::Session;
