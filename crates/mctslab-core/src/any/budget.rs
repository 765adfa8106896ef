//! What a search may cost, for those who know no types.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::SearchReport;
use crate::{Agent, Budget, Clocks, Failure, Game, Observer, OwnLimits, Thoughts};

/// What one search may cost and who watches it, as [`Budget`]; the default is nothing but the
/// agent's own limits.
#[derive(Default)]
pub struct SearchBudget<'a> {
    /// Time.
    pub time: Option<Duration>,
    /// Iterations or nodes, whatever the agent counts.
    pub iterations: Option<u64>,
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Once it is raised, the search ends with the best move so far.
    pub stop: Option<&'a AtomicBool>,
    /// When it is as if `stop` were raised.
    pub deadline: Option<Instant>,
    /// What is left on the clocks, where games are timed.
    pub clocks: Option<&'a Clocks>,
    /// Whether the agent's own limits count as well.
    pub own_limits: OwnLimits,
    /// How often the search so far is shown, and to whom. The move that is expected to be played is
    /// reported as the best; it is empty as long as there is none.
    pub observer: Option<(Duration, Show<'a>)>,
}

/// Who is shown a search while it goes on.
pub type Show<'a> = &'a mut dyn FnMut(&SearchReport);

impl<'a> SearchBudget<'a> {
    /// The same limits without the observer.
    pub(super) fn unwatched<M>(budget: &Budget<'a, M>) -> SearchBudget<'a> {
        let &Budget { time, iterations, depth, stop, deadline, clocks, own_limits, observer: _ } = budget;
        SearchBudget { time, iterations, depth, stop, deadline, clocks, own_limits, observer: None }
    }

    /// Whether a search is to stop, flag and deadline alone considered.
    pub fn is_stopped(&self) -> bool {
        Budget::<()> { stop: self.stop, deadline: self.deadline, ..Budget::default() }.is_stopped()
    }

    /// Lets an agent search from `state`.
    pub(super) fn search<G: Game>(
        self,
        game: &G,
        state: &G::State,
        agent: &mut dyn Agent<G>,
    ) -> Result<SearchReport, Failure> {
        let SearchBudget { time, iterations, depth, stop, deadline, clocks, own_limits, observer } = self;
        let (every, mut show) = observer.unzip();
        let mut pass_on = |thoughts: &Thoughts<G::Move>| {
            if let Some(show) = &mut show {
                show(&SearchReport::new(game, state, thoughts.line.first().copied(), thoughts));
            }
        };
        let observer = every.map(|every| Observer { show: &mut pass_on, every });
        let mut budget = Budget { time, iterations, depth, stop, deadline, clocks, own_limits, observer };
        let best = agent.choose(game, state, &mut budget)?;
        Ok(SearchReport::new(game, state, Some(best), &agent.thoughts(game)))
    }
}
