//! A search that goes on in the background and is looked at meanwhile.
//!
//! The search never waits for a reader: of what it has found only the latest is kept, and whoever
//! reads more slowly than the search goes on misses what was in between. Any number of readers may
//! look at one analysis, each at its own pace, by the number of what it has seen. Dropping the
//! [`Analysis`] stops the search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use mctslab_arena::panic_message;
use mctslab_core::OwnLimits;
use mctslab_core::spec::Spec;
use mctslab_registry::{AnyGame, AnyState, RegistryError, SearchBudget, SearchReport};
use thiserror::Error;

/// What is to be searched, and for how long.
pub struct AnalysisRequest {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// A state of it.
    pub state: Arc<dyn AnyState>,
    /// The spec of the agent.
    pub agent: String,
    /// The seed of its random choices.
    pub seed: u64,
    /// Time, if limited.
    pub time: Option<Duration>,
    /// Iterations or nodes, if limited.
    pub iterations: Option<u64>,
    /// Plies to look ahead, if limited.
    pub depth: Option<u32>,
    /// Whether the agent's own limits count as well. Without them and without any of the above, the
    /// search lasts until it is stopped.
    pub own_limits: OwnLimits,
    /// About how often there is something new to look at.
    pub every: Duration,
}

/// What a search has found so far, or at last.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Its number, from 1 on.
    pub number: u64,
    /// What was found.
    pub report: SearchReport,
    /// Seconds since the start.
    pub seconds: f64,
    /// Whether the search is over.
    pub is_last: bool,
}

/// Why a search found nothing.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum AnalysisError {
    /// It was refused, or the agent failed.
    #[error(transparent)]
    Search(#[from] RegistryError),
    /// The agent or the game panicked.
    #[error("{0}")]
    Panicked(String),
}

/// A search that goes on in the background.
pub struct Analysis {
    agent: String,
    shared: Arc<Shared>,
}

/// What the search and its readers share.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    found: Mutex<SearchSoFar>,
    changed: Condvar,
}

#[derive(Default)]
struct SearchSoFar {
    latest: Option<Arc<Snapshot>>,
    /// How it ended, once it has.
    end: Option<Result<(), AnalysisError>>,
}

impl Analysis {
    /// Begins to search; the error is that of a spec that names no agent for the game.
    pub fn start(request: AnalysisRequest) -> Result<Analysis, RegistryError> {
        let agent = request.game.agent(&request.agent)?;
        let shared = Arc::new(Shared::default());
        let searched = Arc::clone(&shared);
        thread::spawn(move || searched.search(&request));
        Ok(Analysis { agent, shared })
    }

    /// The agent's spec with every option written out.
    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// What was found last; `None` if nothing was yet.
    pub fn latest(&self) -> Result<Option<Arc<Snapshot>>, AnalysisError> {
        self.newer(0, Duration::ZERO)
    }

    /// The latest after number `seen`, as soon as there is one; `None` if none came within
    /// `patience`, or if the search is over and none will come.
    pub fn newer(&self, seen: u64, patience: Duration) -> Result<Option<Arc<Snapshot>>, AnalysisError> {
        let is_old = |found: &mut SearchSoFar| {
            found.end.is_none() && found.latest.as_ref().is_none_or(|latest| latest.number <= seen)
        };
        let waited = self.shared.changed.wait_timeout_while(self.shared.found(), patience, is_old);
        let found = waited.unwrap_or_else(PoisonError::into_inner).0;
        if let Some(Err(error)) = &found.end {
            return Err(error.clone());
        }
        Ok(found.latest.clone().filter(|latest| latest.number > seen))
    }

    /// Whether the search is over.
    pub fn is_over(&self) -> bool {
        self.shared.found().end.is_some()
    }

    /// Ends the search: what it has found comes soon.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    fn found(&self) -> MutexGuard<'_, SearchSoFar> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches, and puts what is found where readers look.
    fn search(&self, request: &AnalysisRequest) {
        let begin = Instant::now();
        let put = |report: &SearchReport, is_last: bool| {
            let mut found = self.found();
            let number = found.latest.as_ref().map_or(1, |latest| latest.number + 1);
            let (report, seconds) = (report.clone(), begin.elapsed().as_secs_f64());
            found.latest = Some(Arc::new(Snapshot { number, report, seconds, is_last }));
            if is_last {
                found.end = Some(Ok(()));
            }
            drop(found);
            self.changed.notify_all();
        };
        let mut show = |report: &SearchReport| {
            // A search that has no move to offer yet has nothing to look at.
            if !report.best.is_empty() {
                put(report, false);
            }
        };
        let budget = SearchBudget {
            time: request.time,
            iterations: request.iterations,
            depth: request.depth,
            stop: Some(&self.stop),
            own_limits: request.own_limits,
            observer: Some((request.every, &mut show)),
            ..SearchBudget::default()
        };
        let AnalysisRequest { game, state, agent, seed, .. } = request;
        let searched = catch_unwind(AssertUnwindSafe(|| game.search_from(state, agent, *seed, budget)));
        let error = match searched {
            Ok(Ok(report)) => return put(&report, true),
            Ok(Err(error)) => AnalysisError::Search(error),
            Err(panic) => AnalysisError::Panicked(panic_message(&*panic)),
        };
        self.found().end = Some(Err(error));
        self.changed.notify_all();
    }
}

/// Whether a spec of an agent says itself how long a search may take.
///
/// ```
/// # use mctslab_lab::names_limit;
/// assert!(names_limit("uct(iters=100)") && names_limit("alphabeta(depth=4)"));
/// assert!(!names_limit("uct(c=1.2)"));
/// ```
pub fn names_limit(agent: &str) -> bool {
    const LIMITS: [&str; 4] = ["iters", "time", "nodes", "depth"];
    Spec::parse(agent).is_ok_and(|spec| spec.args.iter().any(|arg| LIMITS.contains(&arg.key.as_str())))
}

#[cfg(test)]
mod tests {
    use mctslab_registry::Catalog;

    use super::*;

    const PATIENCE: Duration = Duration::from_mins(1);

    fn request(game: &str, agent: &str, every: Duration) -> AnalysisRequest {
        let game = Catalog::standard().game(game).expect("a game");
        let state = game.state(None).expect("a state");
        let (time, iterations, depth) = (None, None, None);
        let (agent, own_limits) = (agent.to_string(), OwnLimits::Ignore);
        AnalysisRequest { game, state, agent, seed: 1, time, iterations, depth, own_limits, every }
    }

    fn endless() -> Analysis {
        Analysis::start(request("connect-four", "uct(iters=1)", Duration::from_millis(1))).expect("an agent")
    }

    #[test]
    fn only_the_latest_is_kept_and_a_slow_reader_holds_nothing_up() {
        let analysis = endless();
        let first = analysis.newer(0, PATIENCE).expect("no error").expect("something was found");
        // Nobody reads for a while, and the search goes on, beyond its own single iteration.
        let begin = Instant::now();
        let mut latest = analysis.latest().expect("no error").expect("it was there before");
        while latest.number < first.number + 5 && begin.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(20));
            latest = analysis.latest().expect("no error").expect("it was there before");
        }
        assert!(latest.number >= first.number + 5 && latest.report.iterations > first.report.iterations);
        assert!(!latest.is_last && !analysis.is_over());
        analysis.stop();
        let mut seen = latest.number;
        while let Some(snapshot) = analysis.newer(seen, PATIENCE).expect("no error") {
            assert!(snapshot.number > seen);
            seen = snapshot.number;
            if snapshot.is_last {
                break;
            }
        }
        assert!(analysis.is_over());
        assert_eq!(analysis.newer(seen, PATIENCE), Ok(None), "nothing comes after the end, and nobody waits for it");
    }

    #[test]
    fn what_is_dropped_stops_at_once() {
        let analysis = endless();
        analysis.newer(0, PATIENCE).expect("no error").expect("it searches");
        let shared = Arc::downgrade(&analysis.shared);
        let begin = Instant::now();
        drop(analysis);
        while shared.upgrade().is_some() && begin.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(1));
        }
        assert!(begin.elapsed() < Duration::from_millis(500), "it took {:?}", begin.elapsed());
    }

    #[test]
    fn limits_of_the_request_count_alone_where_those_of_the_agent_are_lifted() {
        let iterations = |own_limits, threads: &str| {
            let every = Duration::from_secs(1);
            let request = request("connect-four", &format!("uct(iters=10{threads})"), every);
            let analysis = Analysis::start(AnalysisRequest { iterations: Some(500), own_limits, ..request });
            let analysis = analysis.expect("an agent");
            let mut seen = 0;
            loop {
                let found = analysis.newer(seen, PATIENCE).expect("no error").expect("a search of 500 iterations");
                if found.is_last {
                    return found.report.iterations;
                }
                seen = found.number;
            }
        };
        for threads in ["", ",threads=2"] {
            assert_eq!([OwnLimits::Keep, OwnLimits::Ignore].map(|own| iterations(own, threads)), [10, 500]);
        }
    }

    #[test]
    fn errors_arrive() {
        let refused = Analysis::start(request("nim", "no-such-agent", Duration::ZERO)).err().expect("no agent");
        assert!(refused.to_string().contains("no-such-agent"), "{refused}");
        let over = AnalysisRequest {
            state: Catalog::standard()
                .game("tic-tac-toe")
                .and_then(|game| game.state(Some("xxx/oo1/3 o")))
                .expect("over"),
            ..request("tic-tac-toe", "uct", Duration::ZERO)
        };
        let analysis = Analysis::start(over).expect("an agent");
        let error = analysis.newer(0, PATIENCE).expect_err("the game is over");
        assert!(error.to_string().contains("the game is over"), "{error}");
        assert_eq!((analysis.latest(), analysis.is_over()), (Err(error), true));
    }
}
