//! Who reads what was recorded: a laboratory without the means to make an agent.
//!
//! A store is data that may come from anywhere, and its plans name agents: programs to be started,
//! modules to be imported, tables of any size. Documents and pages are made of what was recorded,
//! so whoever reads a store has the games, the studies and the names of agents, and no more.

use std::sync::Arc;

use mctslab_arena::Plan;
use mctslab_registry::AnyGame;

use crate::error::LabError;
use crate::lab::Lab;
use crate::study::Study;

/// Reads stored runs. What it hands out comes from a catalog without agents, so that nothing which
/// is reached from here can make one.
pub struct Reader {
    lab: Lab,
}

impl Reader {
    /// Who reads what a laboratory has recorded.
    pub fn new(lab: &Lab) -> Reader {
        Reader { lab: lab.without_agents() }
    }

    /// The game of a plan.
    pub fn game(&self, plan: &Plan) -> Result<Arc<dyn AnyGame>, LabError> {
        self.lab.game(&plan.game)
    }

    /// The study of a plan, before its first result. `game` is one that this reader handed out.
    pub fn study(&self, plan: &Plan, game: &Arc<dyn AnyGame>) -> Result<Box<dyn Study>, LabError> {
        self.lab.study(plan, game)
    }
}
