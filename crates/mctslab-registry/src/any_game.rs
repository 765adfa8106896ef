//! A game of any type.

use std::sync::Arc;
use std::time::Duration;

use mctslab_arena::{CheckRecord, JobPlayer, Openings, Plan};
use mctslab_core::spec::Entry;
use mctslab_samples::{AnyMeasure, Sampler};

use crate::{
    AnyAgent, AnyState, BenchReport, BenchWork, Catalog, PlayoutSpeeds, RegistryError, SearchBudget, SearchReport,
};

/// The text of the position in which the opening with this number starts; `None` is the initial
/// position.
pub type StartText<'a> = dyn Fn(Option<u64>) -> String + 'a;

/// A game of any type, with an interface of strings.
pub trait AnyGame: Send + Sync {
    /// The spec with every option written out.
    fn spec(&self) -> &str;

    /// The catalog from which it was built, which names its agents.
    fn catalog(&self) -> &Catalog;

    /// The number of seats.
    fn players(&self) -> usize;

    /// The constant that all payoffs of a finished game add up to, if there is one.
    fn payoff_sum(&self) -> Option<f64>;

    /// An upper bound of the number of plies of a game.
    fn max_plies(&self) -> u32;

    /// The game's estimates of unfinished positions.
    fn evals(&self) -> Vec<Entry>;

    /// The state of a position, or the initial one.
    fn state(&self, position: Option<&str>) -> Result<Arc<dyn AnyState>, RegistryError>;

    /// The agent with this spec, if it can serve this game.
    fn make_agent(&self, spec: &str) -> Result<Box<dyn AnyAgent>, RegistryError>;

    /// Move sequences of exact length `depth`, split by their first move, counted on `threads`
    /// threads.
    fn perft(&self, position: Option<&str>, depth: u32, threads: usize) -> Result<Vec<(String, u64)>, RegistryError>;

    /// The player of the jobs of a plan of this game, with agents of its own.
    fn player(self: Arc<Self>, plan: &Plan) -> Result<Box<dyn JobPlayer>, RegistryError>;

    /// The replayer of recorded games of a plan of this game. It makes no agents.
    fn replayer(self: Arc<Self>, plan: &Plan) -> Result<Box<dyn CheckRecord>, RegistryError>;

    /// The number of samples of a measure for a plan of this game, `None` if it is unlimited; the
    /// error says why there are none. No agent is made for it.
    fn available(&self, measure: &AnyMeasure, plan: &Plan) -> Result<Option<u64>, RegistryError>;

    /// The player that takes the samples of a measure for a plan of this game, with agents of its
    /// own.
    fn sampler(self: Arc<Self>, measure: &AnyMeasure, plan: &Plan) -> Result<Box<dyn Sampler>, RegistryError>;

    /// The positions in which games start, by the number of their opening.
    fn openings(&self, openings: &Openings, seed: u64) -> Result<Box<StartText<'_>>, RegistryError>;

    /// Measures speed on this thread.
    fn bench(&self, work: &BenchWork, seed: u64) -> Result<BenchReport, RegistryError>;

    /// Measures the playout with this spec, for about `time`, and compares it with one that lists
    /// moves.
    fn bench_playout(&self, playout: &str, time: Duration, seed: u64) -> Result<PlayoutSpeeds, RegistryError>;
}

/// Provided methods.
impl dyn AnyGame + '_ {
    /// The agent's spec with every option written out, if it can serve this game. A game of a
    /// catalog without agents checks the options alone.
    pub fn agent(&self, spec: &str) -> Result<String, RegistryError> {
        let args = self.catalog().resolve_agent(spec, &self.evals())?;
        if self.catalog().known_deterministic(&args)?.is_none() {
            // It is made to find out whether it can serve this game.
            self.make_agent(spec)?;
        }
        Ok(args.to_string())
    }

    /// Whether the agent plays equal moves in equal positions, whatever the seed. In a game of a
    /// catalog without agents, true as well where that is not known.
    pub fn deterministic(&self, agent: &str) -> Result<bool, RegistryError> {
        let args = self.catalog().resolve_agent(agent, &self.evals())?;
        match self.catalog().known_deterministic(&args)? {
            Some(known) => Ok(known),
            None => Ok(self.make_agent(agent)?.is_deterministic()),
        }
    }

    /// The canonical text of the position, or of the initial one.
    pub fn position(&self, position: Option<&str>) -> Result<String, RegistryError> {
        Ok(self.state(position)?.text())
    }

    /// One search within the budget from a position, or from the initial one.
    pub fn search(
        &self,
        agent: &str,
        position: Option<&str>,
        seed: u64,
        budget: SearchBudget<'_>,
    ) -> Result<SearchReport, RegistryError> {
        self.search_from(&self.state(position)?, agent, seed, budget)
    }

    /// One search within the budget from a state of this game.
    pub fn search_from(
        &self,
        state: &Arc<dyn AnyState>,
        agent: &str,
        seed: u64,
        budget: SearchBudget<'_>,
    ) -> Result<SearchReport, RegistryError> {
        self.search_and_keep(state, agent, seed, budget).map(|(report, _)| report)
    }

    /// The same, with the agent as it is then: its tree can be looked at.
    pub fn search_and_keep(
        &self,
        state: &Arc<dyn AnyState>,
        agent: &str,
        seed: u64,
        budget: SearchBudget<'_>,
    ) -> Result<(SearchReport, Box<dyn AnyAgent>), RegistryError> {
        if state.turn().is_none() {
            let message = format!("the game is over in `{}`: there is no move to search for", state.text());
            return Err(RegistryError::Request(message));
        }
        let mut agent = self.make_agent(agent)?;
        agent.new_game(seed);
        let report = agent.choose(state, budget)?;
        Ok((report, agent))
    }
}
