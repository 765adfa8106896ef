//! Who plays in a study: agents get numbers in the order in which they first play. The target is
//! number 0, whether or not it plays.

use mctslab_arena::{Numbered, Record};
use mctslab_lab::Touchstone;

/// The number of the target in a run.
pub(crate) const TARGET: usize = 0;

/// What a touchstone is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It sits beside the target; copies of it in one game are different agents.
    Touchstone(usize),
    /// It sits in the target's place on a ladder.
    Rival,
}

/// The agents of a study.
#[derive(Clone, Debug)]
pub(crate) struct Cast {
    touchstone: Touchstone,
    agents: Vec<Numbered>,
    /// Iterations and role of all but the target.
    roles: Vec<(u64, Role)>,
}

impl Cast {
    pub(crate) fn new(target: String, touchstone: Touchstone) -> Cast {
        Cast { touchstone, agents: vec![Numbered { number: TARGET, spec: target }], roles: Vec::new() }
    }

    pub(crate) fn agents(&self) -> &[Numbered] {
        &self.agents
    }

    /// The number of a touchstone.
    pub(crate) fn number(&mut self, iterations: u64, role: Role) -> usize {
        let known = self.roles.iter().position(|one| *one == (iterations, role));
        1 + known.unwrap_or_else(|| {
            self.roles.push((iterations, role));
            self.agents.push(Numbered { number: self.agents.len(), spec: self.touchstone.with(iterations) });
            self.roles.len() - 1
        })
    }

    /// The iterations of the agent with a number; `None` of the target.
    pub(crate) fn iterations(&self, number: usize) -> Option<u64> {
        let agent = self.agents.iter().find(|agent| agent.number == number && number != TARGET)?;
        self.touchstone.iterations_of(&agent.spec)
    }

    /// Takes over the agents that another version had.
    pub(crate) fn take_over(&mut self, agents: &[Numbered]) {
        if agents.len() > self.agents.len() {
            self.agents = agents.to_vec();
        }
    }

    /// What a game of another version was: the number of the agent that was measured, its
    /// iterations if it is a touchstone, and the iterations of the others. On a ladder the one in
    /// the target's place has the fewest iterations.
    pub(crate) fn read(&self, record: &Record) -> Option<(usize, Option<u64>, u64)> {
        let mut touchstones: Vec<(u64, usize)> =
            record.seats.iter().filter_map(|number| Some((self.iterations(number)?, number))).collect();
        touchstones.sort_unstable();
        let most = touchstones.last()?.0;
        if record.seats.seat_of(TARGET).is_some() {
            return Some((TARGET, None, most));
        }
        let &(fewest, rival) = touchstones.first()?;
        Some((rival, Some(fewest), most))
    }
}
