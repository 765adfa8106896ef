//! Search: Monte Carlo trees, minimax, exhaustive solving, and the agents made of them.
//!
//! * [`tree`] holds the nodes, [`engine`] runs iterations over them: descend, expand, play out, back up.
//! * [`select`], [`playout`], [`reward`] and [`finish`] are the exchangeable parts, each file one formula; [`trail`] is what the
//!   learning ones learn from.
//! * [`parallel`] does the same with many threads on one tree.
//! * [`ams`] samples to a depth without a tree.
//! * [`minimax`] searches to a depth or to the end.
//! * [`agents`] wires the parts to names; `mctslab agents` lists them.

pub mod agents;
pub mod ams;
pub mod engine;
pub mod finish;
mod linked;
pub mod minimax;
pub mod parallel;
pub mod playout;
pub mod reward;
pub mod select;
pub mod trail;
pub mod tree;

use mctslab_core::spec::Entry;

/// The parts of agents that have a file of their own: the option they are given to, what they are called, and the heads of
/// their files. A name may stand for several parts.
pub fn parts() -> impl Iterator<Item = (&'static str, Entry, &'static str)> {
    let of =
        |option, heads: &'static [(Entry, &'static str)]| heads.iter().map(move |&(entry, head)| (option, entry, head));
    let rewards = reward::REWARDS.iter().map(|&entry| ("reward", entry, include_str!("reward.rs")));
    of("select", select::HEADS).chain(of("playout", playout::HEADS)).chain(of("finish", finish::HEADS)).chain(rewards)
}

pub use agents::{AGENTS, AgentInfo, build, entries, info, resolve_agent};
pub use engine::{Engine, Expand, Parts, Settings};
pub use parallel::Parallel;
