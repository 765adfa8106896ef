//! A game of any type.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use mctslab_arena::{CheckRecord, JobPlayer, Openings, Plan};
use mctslab_core::spec::Entry;
use mctslab_samples::{AnyMeasure, Sampler};

use crate::{
    AnyState, BenchReport, BenchWork, Catalog, Finding, PlayoutSpeeds, Protocol, RegistryError, SearchBudget,
    SearchReport, Session,
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

    /// The agent's spec with every option written out, if it can serve this game. A game of a
    /// catalog without agents asks for the options alone.
    fn agent(&self, spec: &str) -> Result<String, RegistryError>;

    /// Whether the agent plays equal moves in equal positions, whatever the seed. A game of a
    /// catalog without agents says so of those as well of which nobody knows.
    fn deterministic(&self, agent: &str) -> Result<bool, RegistryError>;

    /// The position's own text, or that of the initial position.
    fn position(&self, position: Option<&str>) -> Result<String, RegistryError>;

    /// Move sequences of exact length `depth`, split by their first move, counted on `threads`
    /// threads.
    fn perft(&self, position: Option<&str>, depth: u32, threads: usize) -> Result<Vec<(String, u64)>, RegistryError>;

    /// One search within the budget.
    fn search(
        &self,
        agent: &str,
        position: Option<&str>,
        seed: u64,
        budget: SearchBudget<'_>,
    ) -> Result<SearchReport, RegistryError>;

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

    /// A game to be played move by move.
    fn session(&self, position: Option<&str>) -> Result<Box<dyn Session>, RegistryError>;

    /// A state as a value: that of a position, or the initial one.
    fn any_state(self: Arc<Self>, position: Option<&str>) -> Result<Arc<dyn AnyState>, RegistryError>;

    /// Makes the agent an engine for the program at the other end of `input` and `out`, until it
    /// says `quit`.
    fn serve(
        &self,
        agent: &str,
        protocol: Protocol,
        seed: u64,
        input: Box<dyn BufRead + Send>,
        out: &mut dyn Write,
    ) -> Result<(), RegistryError>;

    /// Examines the program that a spec of `process` names, over so many games.
    fn check_engine(&self, agent: &str, games: u64, seed: u64) -> Result<Vec<Finding>, RegistryError>;
}
