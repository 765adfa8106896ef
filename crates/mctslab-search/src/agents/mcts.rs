//! The unit of strength: plain Monte Carlo tree search, which never changes.
//!
//! UCB1 (mean + c · sqrt(ln N / n), payoffs in [0, 1]), one random untried child per iteration, one
//! uniform playout, the most visited move at the end with ties at random; no solver, no tree kept
//! between moves. This is the player of Lanzi, "Evaluating the Complexity of Players' Strategies
//! using MCTS Iterations": its c = 0.7 stands for 0.7 · sqrt(2) = 0.99 in this convention.
//!
//! Strength is measured in iterations of this agent, so it is never tuned: a better player is
//! `uct`.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Game};

use super::{AgentFamily, AgentInfo};
use crate::PartCatalog;
use crate::engine::{Engine, EngineSettings, Parts};
use crate::select::{Ties, Ucb1};

/// `mcts` in the list of agents, with its options.
pub(super) struct Mcts;

impl AgentFamily for Mcts {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: "mcts",
            doc: "plain MCTS, the unit of strength; never tuned",
            params: &[
                Param::required("iters", Kind::Integer { min: 1, max: 1_000_000_000 }, "iterations per move"),
                Param::new("c", Kind::Real { min: 0.0, max: 1000.0 }, "0.99", "exploration constant"),
            ],
        },
        source: include_str!("mcts.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, _: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        let settings = EngineSettings {
            iters: Some(args.integer("iters") as u64),
            memory: usize::MAX,
            ..EngineSettings::default()
        };
        Ok(Box::new(Engine::new(game, settings, Parts::new(Ucb1::new(args.real("c"), Ties::Random)))))
    }
}
