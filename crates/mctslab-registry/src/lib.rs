//! Every game and every agent behind one interface of strings.
//!
//! A [`Catalog`] turns a spec into an [`Arc<dyn AnyGame>`](AnyGame): one erasure of types, behind
//! which generic code runs once per command. [`AnyGame::state`] and [`AnyGame::make_agent`] return
//! states and agents with interfaces of strings as well. A catalog is a value, to which games,
//! agents and parts can be added. Every user error ends here, with its remedy in the message.

mod agents;
mod any_game;
mod bench;
mod catalog;
mod describe;
mod engines;
mod error;
mod named_parts;
mod play;
mod typed_game;

pub use agents::{AgentRow, MakeAnyAgent};
pub use any_game::{AnyGame, StartText};
pub use bench::{BenchReport, BenchWork, PlayoutSpeeds};
pub use catalog::Catalog;
pub use describe::{Description, add_choices};
pub use engines::{PYTHON, agent_name, allow_engines, allow_openings, starts_programs};
pub use error::RegistryError;
pub use mctslab_arena as arena;
pub use mctslab_arena::engines::{Finding, Protocol};
pub use mctslab_core::any::{AnyAgent, AnyState, Clicks, MoveReport, SearchBudget, SearchReport, Show, clicks};
pub use mctslab_core::view::CellPlace;
pub use mctslab_games as games;
pub use mctslab_samples as samples;
pub use mctslab_search as search;
pub use named_parts::{NamedAgent, NamedFinish, NamedPlayout, NamedSelect};
