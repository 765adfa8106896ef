//! What a search may cost, for those who know no types.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use mctslab_core::{Agent, Budget, Game, Observer, Thoughts};

use crate::{RegistryError, SearchReport};

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
    /// How often the search so far is shown, and to whom. The move that is expected to be played is
    /// reported as the best.
    pub observer: Option<(Duration, Show<'a>)>,
}

/// Who is shown a search while it goes on.
pub type Show<'a> = &'a mut dyn FnMut(&SearchReport);

impl SearchBudget<'_> {
    /// Lets an agent search from `state`.
    pub(crate) fn search<G: Game>(
        self,
        game: &G,
        state: &G::State,
        agent: &mut dyn Agent<G>,
    ) -> Result<SearchReport, RegistryError> {
        let SearchBudget { time, iterations, depth, stop, observer } = self;
        let (every, mut show) = observer.unzip();
        let mut pass_on = |thoughts: &Thoughts<G::Move>| {
            if let (Some(show), Some(&best)) = (&mut show, thoughts.line.first()) {
                show(&SearchReport::new(game, state, best, thoughts));
            }
        };
        let observer = every.map(|every| Observer { show: &mut pass_on, every });
        let mut budget = Budget { time, iterations, depth, stop, observer, ..Budget::default() };
        let best = agent.choose(game, state, &mut budget)?;
        Ok(SearchReport::new(game, state, best, &agent.thoughts(game)))
    }
}
