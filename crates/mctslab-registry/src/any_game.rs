//! A game of any type.

use std::sync::Arc;
use std::time::Duration;

use mctslab_arena::{CheckRecord, JobPlayer, Openings, Plan};
use mctslab_core::spec::Entry;
use mctslab_samples::{AnyMeasure, Sampler};

use crate::{
    AnyAgent, AnyState, BenchReport, BenchWork, Catalog, PlayoutSpeeds, RegistryError, SearchBudget, SearchReport,
};

/// The text of the position in which opening number so-and-so starts; `None` is the initial
/// position.
pub type StartText<'a> = dyn Fn(Option<u64>) -> String + 'a;

/// A game of any type, spoken to in strings.
pub trait AnyGame: Send + Sync {
    /// The spec with every option written out.
    fn spec(&self) -> &str;

    /// The catalog that it came from: where its agents are named.
    fn catalog(&self) -> &Catalog;

    /// How many seats there are.
    fn players(&self) -> usize;

    /// The constant that all payoffs of a finished game add up to, if there is one.
    fn payoff_sum(&self) -> Option<f64>;

    /// No game is longer than this many plies.
    fn max_plies(&self) -> u32;

    /// The estimates of unfinished positions that the game offers.
    fn evals(&self) -> Vec<Entry>;

    /// A state as a value: that of a position, or the initial one.
    fn state(&self, position: Option<&str>) -> Result<Arc<dyn AnyState>, RegistryError>;

    /// The agent that a spec names, if it can serve this game.
    fn make_agent(&self, spec: &str) -> Result<Box<dyn AnyAgent>, RegistryError>;

    /// Move sequences of exact length `depth`, split by their first move, counted on `threads`
    /// threads.
    fn perft(&self, position: Option<&str>, depth: u32, threads: usize) -> Result<Vec<(String, u64)>, RegistryError>;

    /// What plays the jobs of a plan of this game, with agents of its own.
    fn player(self: Arc<Self>, plan: &Plan) -> Result<Box<dyn JobPlayer>, RegistryError>;

    /// What follows the recorded games of a plan of this game move by move. No agent is asked.
    fn replayer(self: Arc<Self>, plan: &Plan) -> Result<Box<dyn CheckRecord>, RegistryError>;

    /// How many samples of a measure there are for a plan of this game, if not any number can be
    /// taken, or why there are none. No agent is needed to find that out.
    fn available(&self, measure: &AnyMeasure, plan: &Plan) -> Result<Option<u64>, RegistryError>;

    /// What takes the samples of a measure for a plan of this game, with agents of its own.
    fn sampler(self: Arc<Self>, measure: &AnyMeasure, plan: &Plan) -> Result<Box<dyn Sampler>, RegistryError>;

    /// The positions in which games start, by the number of their opening.
    fn openings(&self, openings: &Openings, seed: u64) -> Result<Box<StartText<'_>>, RegistryError>;

    /// Measures speed on this thread.
    fn bench(&self, work: &BenchWork, seed: u64) -> Result<BenchReport, RegistryError>;

    /// Measures the playout that a spec names, for about `time`, beside one that lists moves.
    fn bench_playout(&self, playout: &str, time: Duration, seed: u64) -> Result<PlayoutSpeeds, RegistryError>;
}

/// What follows from the rest.
impl dyn AnyGame + '_ {
    /// The agent's spec with every option written out, if it can serve this game. A game of a
    /// catalog without agents asks for the options alone.
    pub fn agent(&self, spec: &str) -> Result<String, RegistryError> {
        let args = self.catalog().resolve_agent(spec, &self.evals())?;
        if self.catalog().known_deterministic(&args)?.is_none() {
            // It is made to find out whether it can serve this game.
            self.make_agent(spec)?;
        }
        Ok(args.to_string())
    }

    /// Whether the agent plays equal moves in equal positions, whatever the seed. A game of a
    /// catalog without agents says so of those as well of which nobody knows.
    pub fn deterministic(&self, agent: &str) -> Result<bool, RegistryError> {
        let args = self.catalog().resolve_agent(agent, &self.evals())?;
        match self.catalog().known_deterministic(&args)? {
            Some(known) => Ok(known),
            None => Ok(self.make_agent(agent)?.is_deterministic()),
        }
    }

    /// The position's own text, or that of the initial position.
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
        if state.turn().is_none() {
            let message = format!("the game is over in `{}`: there is no move to search for", state.text());
            return Err(RegistryError::Request(message));
        }
        let mut agent = self.make_agent(agent)?;
        agent.new_game(seed);
        Ok(agent.choose(state, budget)?)
    }
}
