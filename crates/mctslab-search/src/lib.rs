//! Search: Monte Carlo trees, minimax, exhaustive solving, and the agents made of them.
//!
//! * [`tree`] holds the nodes, [`engine`] runs iterations over them: descend, expand, play out,
//!   back up.
//! * [`select`], [`playout`], [`backup`], [`reward`] and [`finish`] are the exchangeable parts,
//!   each file one formula, and [`PartCatalog`] is the list of them; [`trail`] is what the learning
//!   ones learn from.
//! * [`parallel`] does the same with several trees, on as many threads as are wanted.
//! * [`ams`] samples to a depth without a tree.
//! * [`minimax`] searches to a depth or to the end.
//! * [`agents`] wires the parts to names; `mctslab agents` lists them.

// A part or an agent without a row in its list.
#![deny(dead_code)]

pub mod agents;
pub mod ams;
pub mod backup;
pub mod by_game;
pub mod engine;
pub mod evals;
pub mod finish;
pub mod minimax;
pub mod parallel;
mod part_catalog;
pub mod playout;
mod prefetch;
pub mod reward;
pub mod select;
mod squares;
pub mod trail;
pub mod tree;

pub use agents::{AGENTS, AgentFamily, AgentInfo, build, entries, info, is_deterministic, resolve_agent};
pub use engine::{Engine, EngineSettings, Expand, Parts};
pub use parallel::Parallel;
pub use part_catalog::{MakeFinish, MakeSelect, PartCatalog};
