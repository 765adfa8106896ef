//! A search that goes on in the background and is looked at meanwhile.
//!
//! The search never waits for a reader: of what it has found only the latest is kept, and whoever
//! reads more slowly than the search goes on misses what was in between. Any number of readers may
//! look at one analysis, each at its own pace, by the number of what it has seen. Once the search
//! is over, its tree can be looked at. Dropping the [`Analysis`] stops the search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use mctslab_arena::panic_message;
use mctslab_core::OwnLimits;
use mctslab_core::spec::Spec;
use mctslab_registry::{AnyAgent, AnyGame, AnyState, RegistryError, SearchBudget, SearchReport};
use thiserror::Error;

use crate::error::LabError;
use crate::searches::TreeNode;

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
    players: usize,
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
    /// The agent, once it has searched.
    agent: Option<Box<dyn AnyAgent>>,
}

impl Analysis {
    /// Begins to search; the error is that of a spec that names no agent for the game.
    pub fn start(request: AnalysisRequest) -> Result<Analysis, RegistryError> {
        let agent = request.game.agent(&request.agent)?;
        let (players, shared) = (request.state.players(), Arc::new(Shared::default()));
        let searched = Arc::clone(&shared);
        thread::spawn(move || searched.search(&request));
        Ok(Analysis { agent, players, shared })
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

    /// The node of the tree to which moves lead from the state that was searched. The error says
    /// that the search is not over yet, or that there is no such node.
    pub fn inspect(&self, path: &[String]) -> Result<TreeNode, LabError> {
        let found = self.shared.found();
        let agent = found.agent.as_ref().ok_or_else(|| {
            LabError::Request("the search has no tree to be looked at before it is over: stop it first".to_string())
        })?;
        TreeNode::find(&**agent, path, self.players)
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
        let put = |report: &SearchReport, last: Option<Box<dyn AnyAgent>>| {
            let (mut found, is_last) = (self.found(), last.is_some());
            let number = found.latest.as_ref().map_or(1, |latest| latest.number + 1);
            let (report, seconds) = (report.clone(), begin.elapsed().as_secs_f64());
            found.latest = Some(Arc::new(Snapshot { number, report, seconds, is_last }));
            if is_last {
                found.agent = last;
                found.end = Some(Ok(()));
            }
            drop(found);
            self.changed.notify_all();
        };
        let mut show = |report: &SearchReport| {
            // A search that has no move to offer yet has nothing to look at.
            if !report.best.is_empty() {
                put(report, None);
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
        let searched = catch_unwind(AssertUnwindSafe(|| game.search_and_keep(state, agent, *seed, budget)));
        let error = match searched {
            Ok(Ok((report, agent))) => return put(&report, Some(agent)),
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
    use std::sync::Weak;

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
        drop(analysis);
        assert!(is_gone(&shared), "it goes on");
    }

    /// Whether a search ends, and lets go of all that it had.
    fn is_gone(shared: &Weak<Shared>) -> bool {
        let begin = Instant::now();
        while shared.strong_count() > 0 && begin.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(1));
        }
        shared.strong_count() == 0
    }

    /// Starts and drops searches, some at once and some while they search; nothing is left of them.
    #[cfg(target_os = "linux")]
    fn start_and_drop(times: usize) {
        let threads = || std::fs::read_dir("/proc/self/task").expect("Linux").count();
        let before = threads();
        let mut dropped = Vec::new();
        for number in 0..times {
            let game = ["connect-four", "nim", "tic-tac-toe"][number % 3];
            let analysis = Analysis::start(request(game, "uct", Duration::from_millis(1))).expect("an agent");
            if number % 2 == 0 {
                analysis.newer(0, PATIENCE).expect("no error").expect("it searches");
            }
            dropped.push(Arc::downgrade(&analysis.shared));
        }
        assert!(dropped.iter().all(is_gone), "a search that was dropped goes on, or its tree is kept");
        let begin = Instant::now();
        while threads() > before && begin.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(1));
        }
        assert!(threads() <= before, "{} threads, {before} before", threads());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn searches_that_are_dropped_leave_nothing_behind() {
        start_and_drop(60);
    }

    #[cfg(target_os = "linux")]
    #[test]
    #[ignore = "slow"]
    fn a_thousand_searches_that_are_dropped_leave_nothing_behind() {
        start_and_drop(1000);
    }

    #[test]
    fn the_tree_can_be_looked_at_once_the_search_is_over() {
        let analysis = endless();
        let early = analysis.inspect(&[]).expect_err("it goes on").to_string();
        assert!(early.contains("before it is over"), "{early}");
        let mut last = analysis.newer(0, PATIENCE).expect("no error").expect("it searches");
        while last.report.iterations < 1000 {
            last = analysis.newer(last.number, PATIENCE).expect("no error").expect("it goes on");
        }
        analysis.stop();
        while !last.is_last {
            last = analysis.newer(last.number, PATIENCE).expect("no error").expect("it ends");
        }
        let (root, best) = (analysis.inspect(&[]).expect("a tree"), &last.report.line[..1]);
        let visits: u64 = last.report.moves.iter().map(|mv| mv.visits).sum();
        assert_eq!(root.node().visits, visits);
        assert!(analysis.inspect(best).expect("the best move has a node").node().visits < visits);
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
