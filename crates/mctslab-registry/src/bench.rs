//! Benchmarks: the speed of a game and of a search.

use std::time::{Duration, Instant};

use mctslab_core::spec::Spec;
use mctslab_core::{Budget, Game, Rng};
use mctslab_search::trail::Trail;

use crate::RegistryError;
use crate::typed_game::TypedGame;

/// The work to measure.
pub enum BenchWork {
    /// Playouts and searches for about the same time each, the searches by this agent.
    Timed {
        /// The time for each of the two.
        time: Duration,
        /// The agent that searches.
        agent: String,
    },
    /// Exactly this many playouts, for counting instructions.
    Playouts(u64),
    /// Exactly this many searches by this agent, for counting instructions.
    Searches {
        /// Their number.
        count: u64,
        /// The agent.
        agent: String,
    },
}

/// Playouts per second of a policy that learns from each of them, and of the simplest playout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayoutSpeeds {
    /// The simplest playout: list the legal moves, pick one, make it.
    pub listing: f64,
    /// The policy.
    pub policy: f64,
}

/// The measurements, all on one thread, from the initial position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BenchReport {
    /// Random games played to the end.
    pub playouts: u64,
    /// Time they took.
    pub playout_seconds: f64,
    /// Mean length of a random game.
    pub plies_per_playout: f64,
    /// Iterations searched.
    pub iterations: u64,
    /// Time they took.
    pub search_seconds: f64,
    /// Memory of the last search divided by its iterations.
    pub bytes_per_iteration: f64,
}

pub(crate) fn run<G: Game>(table: &TypedGame<G>, work: &BenchWork, seed: u64) -> Result<BenchReport, RegistryError> {
    let mut report = BenchReport::default();
    match work {
        BenchWork::Timed { time, agent } => {
            play_out(&*table.game, seed, Until::Time(*time), &mut report);
            search(table, agent, seed, Until::Time(*time), &mut report)?;
            report.plies_per_playout = mean_plies(&*table.game, seed);
        }
        BenchWork::Playouts(count) => play_out(&*table.game, seed, Until::Count(*count), &mut report),
        BenchWork::Searches { count, agent } => search(table, agent, seed, Until::Count(*count), &mut report)?,
    }
    Ok(report)
}

/// Playouts from the initial position for about `time` each, by listing moves and by the playout
/// with this spec. Its statistics are cleared every 5,000 playouts, as by a new search.
pub(crate) fn playouts<G: Game>(
    table: &TypedGame<G>,
    spec: &str,
    time: Duration,
    seed: u64,
) -> Result<PlayoutSpeeds, RegistryError> {
    let (game, parts) = (&*table.game, table.catalog.parts_of_agents());
    let spec = Spec::parse(spec)?;
    let args = parts.resolve(game, &spec, "playout", parts.playouts.entries())?;
    let mut policy = parts.playout(game, &args, false)?;
    let (mut rng, mut moves, mut trail) = (Rng::new(seed), Vec::new(), Trail::new(true));
    let initial = game.initial();
    let mut state = initial.clone();
    let listing = rate(time, |_| {
        state.clone_from(&initial);
        loop {
            moves.clear();
            game.moves(&state, &mut moves);
            let Some(mv) = rng.pick(&moves) else { break };
            game.play(&mut state, mv);
        }
        std::hint::black_box(game.payoffs(&state));
    });
    let policy = rate(time, |done| {
        if done % 5000 == 0 {
            policy.forget();
        }
        state.clone_from(&initial);
        trail.clear();
        let payoffs = policy.playout(game, &mut state, &mut rng, &mut trail);
        policy.learn(game, &trail, &payoffs);
    });
    Ok(PlayoutSpeeds { listing, policy })
}

/// How often per second `work` can be done, measured for about `time`.
fn rate(time: Duration, mut work: impl FnMut(u64)) -> f64 {
    let start = Instant::now();
    let mut done = 0;
    while start.elapsed() < time {
        for _ in 0..16 {
            work(done);
            done += 1;
        }
    }
    done as f64 / start.elapsed().as_secs_f64()
}

enum Until {
    Time(Duration),
    Count(u64),
}

impl Until {
    /// Whether more is to be done after `done` pieces of work since `start`.
    fn goes_on(&self, done: u64, start: Instant) -> bool {
        match self {
            Until::Time(time) => start.elapsed() < *time,
            Until::Count(count) => done < *count,
        }
    }
}

fn play_out<G: Game>(game: &G, seed: u64, until: Until, report: &mut BenchReport) {
    let mut rng = Rng::new(seed);
    let mut scratch = Vec::new();
    let initial = game.initial();
    let mut state = initial.clone();
    let start = Instant::now();
    while until.goes_on(report.playouts, start) {
        // The clock is read once for many playouts.
        for _ in 0..64 {
            state.clone_from(&initial);
            std::hint::black_box(game.playout(&mut state, &mut rng, &mut scratch).payoffs);
        }
        report.playouts += 64;
    }
    report.playout_seconds = start.elapsed().as_secs_f64();
}

fn search<G: Game>(
    table: &TypedGame<G>,
    agent: &str,
    seed: u64,
    until: Until,
    report: &mut BenchReport,
) -> Result<(), RegistryError> {
    let mut agent = table.build_agent(agent)?;
    let initial = table.game.initial();
    let start = Instant::now();
    let mut searches = 0;
    while until.goes_on(searches, start) {
        agent.new_game(seed.wrapping_add(searches));
        agent.choose(&*table.game, &initial, &mut Budget::default())?;
        searches += 1;
        let thoughts = agent.thoughts(&*table.game);
        report.iterations += thoughts.iterations;
        report.bytes_per_iteration = thoughts.bytes as f64 / thoughts.iterations.max(1) as f64;
    }
    report.search_seconds = start.elapsed().as_secs_f64();
    Ok(())
}

/// The mean length of random games, played move by move: a game's own playout may not count its
/// moves.
fn mean_plies<G: Game>(game: &G, seed: u64) -> f64 {
    const GAMES: u32 = 2000;
    let mut rng = Rng::new(seed);
    let mut scratch = Vec::new();
    let mut plies = 0u64;
    for _ in 0..GAMES {
        let mut state = game.initial();
        while let Some(mv) = game.random_move(&state, &mut rng, &mut scratch) {
            game.play(&mut state, mv);
            plies += 1;
        }
    }
    plies as f64 / f64::from(GAMES)
}
