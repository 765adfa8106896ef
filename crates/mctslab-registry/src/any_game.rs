//! A game of any type.

use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use mctslab_arena::{Adjudication, Clock, Director, Ending, Names, Openings, RunError};
use mctslab_core::spec::Entry;

use crate::{BenchReport, BenchWork, Finding, PlayoutSpeeds, Protocol, RegistryError, SearchReport, Session};

/// How the games of a run are played.
pub struct Conditions<'a> {
    /// Where games start.
    pub openings: &'a Openings,
    /// How they are timed.
    pub clock: Option<Clock>,
    /// Which of them end early.
    pub adjudication: Adjudication,
    /// The seed of the run.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
    /// When games that are not over are abandoned.
    pub deadline: Option<Instant>,
}

/// The text of the position in which opening number so-and-so starts; `None` is the initial position.
pub type StartText<'a> = dyn Fn(Option<u64>) -> String + 'a;

/// A game of any type, spoken to in strings.
pub trait AnyGame: Send + Sync {
    /// The spec with every option written out.
    fn spec(&self) -> &str;

    /// How many seats there are.
    fn players(&self) -> usize;

    /// No game is longer than this many plies.
    fn max_plies(&self) -> u32;

    /// The estimates of unfinished positions that the game offers.
    fn evals(&self) -> &'static [Entry];

    /// The agent's spec with every option written out, if it can serve this game.
    fn agent(&self, spec: &str) -> Result<String, RegistryError>;

    /// Whether the agent plays equal moves in equal positions, whatever the seed.
    fn deterministic(&self, agent: &str) -> Result<bool, RegistryError>;

    /// The position's own text, or that of the initial position.
    fn position(&self, position: Option<&str>) -> Result<String, RegistryError>;

    /// Move sequences of exact length `depth`, split by their first move, counted on `threads` threads.
    fn perft(&self, position: Option<&str>, depth: u32, threads: usize) -> Result<Vec<(String, u64)>, RegistryError>;

    /// One search.
    fn search(&self, agent: &str, position: Option<&str>, seed: u64) -> Result<SearchReport, RegistryError>;

    /// Plays a run until it is over, `stop` becomes true or the deadline passes, and reports which. `agents` maps the agents' numbers to
    /// their specs; all of them were seen by [`AnyGame::agent`].
    fn play_run(
        &self,
        agents: &Names<'_>,
        conditions: &Conditions<'_>,
        stop: &AtomicBool,
        run: &mut dyn Director<Error = RunError>,
    ) -> Result<Ending, RegistryError>;

    /// The positions in which games start, by the number of their opening.
    fn openings(&self, openings: &Openings, seed: u64) -> Result<Box<StartText<'_>>, RegistryError>;

    /// Measures speed on this thread.
    fn bench(&self, work: &BenchWork, seed: u64) -> Result<BenchReport, RegistryError>;

    /// Measures the playout that a spec names, for about `time`, beside one that lists moves.
    fn bench_playout(&self, playout: &str, time: Duration, seed: u64) -> Result<PlayoutSpeeds, RegistryError>;

    /// A game to be played move by move.
    fn session(&self, position: Option<&str>) -> Result<Box<dyn Session + '_>, RegistryError>;

    /// Makes the agent an engine for the program at the other end of `input` and `out`, until it says `quit`. A search may be left
    /// to itself then, so the game must live as long as the program.
    fn serve(
        &'static self,
        agent: &str,
        protocol: Protocol,
        seed: u64,
        input: Box<dyn BufRead + Send>,
        out: &mut dyn Write,
    ) -> Result<(), RegistryError>;

    /// Examines the program that a spec of `process` names, over so many games.
    fn check_engine(&self, agent: &str, games: u64, seed: u64) -> Result<Vec<Finding>, RegistryError>;
}
