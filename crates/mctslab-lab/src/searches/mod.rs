//! The same search with other seeds: how much do its results differ?

mod one_search;
mod repeated;
mod tree_node;

pub use self::one_search::{SearchDocument, search_progress};
pub use self::repeated::{MoveSummary, RepeatedSearch, thoughts};
pub use self::tree_node::TreeNode;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::ScopedJoinHandle;
use std::time::Instant;

use mctslab_registry::{AnyGame, SearchBudget, SearchReport};

use crate::error::LabError;
use crate::names::agent_name;
use crate::plan::is_deterministic;

/// A search that is to be repeated.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// The agent's spec.
    pub agent: &'a str,
    /// The position; the start if it is not given.
    pub position: Option<&'a str>,
    /// The first of the seeds, which follow one another.
    pub seed: u64,
    /// How many seeds, at least one.
    pub times: u64,
}

/// Searches with each of the seeds, on several threads; of a deterministic agent one search stands
/// for all. If `stop` is raised, the searches that were over are summed up, or those under way if
/// there are none.
pub fn repeat_search(
    game: &dyn AnyGame,
    request: &SearchRequest<'_>,
    threads: usize,
    stop: &AtomicBool,
) -> Result<RepeatedSearch, LabError> {
    repeat_search_watched(game, request, threads, stop, &|_| {})
}

/// The same, with somebody to whom the number of searches that are over is reported: at the start,
/// and after each of them.
pub fn repeat_search_watched(
    game: &dyn AnyGame,
    request: &SearchRequest<'_>,
    threads: usize,
    stop: &AtomicBool,
    over: &(dyn Fn(usize) + Sync),
) -> Result<RepeatedSearch, LabError> {
    let agent = game.agent(request.agent)?;
    let seeds: Vec<u64> = (0..request.times).map(|number| request.seed.wrapping_add(number)).collect();
    let same = is_deterministic(game, request.agent)?;
    let start = Instant::now();
    let made = search_all(game, request, if same { &seeds[..1] } else { &seeds }, threads, (stop, over))?;
    let seconds = start.elapsed().as_secs_f64();
    let (used, made): (Vec<u64>, Vec<SearchReport>) = made.into_iter().unzip();
    let seeds = if same { seeds } else { used };
    let short = agent_name(game, &agent);
    Ok(RepeatedSearch::new(game.spec(), &agent, seeds, &made, seconds).called(short).deterministic(same))
}

/// The searches with these seeds, in their order; fewer if `stop` is raised, but at least one.
fn search_all(
    game: &dyn AnyGame,
    request: &SearchRequest<'_>,
    seeds: &[u64],
    threads: usize,
    (stop, over): (&AtomicBool, &(dyn Fn(usize) + Sync)),
) -> Result<Vec<(u64, SearchReport)>, LabError> {
    let (next, ended) = (AtomicUsize::new(0), AtomicUsize::new(0));
    over(0);
    let work = || {
        let mut found = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(&seed) = seeds.get(number) else { break };
            if number > 0 && stop.load(Ordering::Relaxed) {
                break;
            }
            let budget = SearchBudget { stop: Some(stop), ..SearchBudget::default() };
            let report = game.search(request.agent, request.position, seed, budget);
            over(ended.fetch_add(1, Ordering::Relaxed) + 1);
            found.push((number, stop.load(Ordering::Relaxed), report.map(|report| (seed, report))));
        }
        found
    };
    let mut found = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads.min(seeds.len())).map(|_| scope.spawn(work)).collect();
        let join = |handle: ScopedJoinHandle<'_, _>| handle.join().unwrap_or_else(|panic| resume_unwind(panic));
        handles.into_iter().flat_map(join).collect::<Vec<_>>()
    });
    found.sort_by_key(|(number, ..)| *number);
    // What was cut short does not compare with what was not.
    if found.iter().any(|(_, cut, _)| !cut) {
        found.retain(|(_, cut, _)| !cut);
    }
    Ok(found.into_iter().map(|(.., report)| report).collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use mctslab_registry::Catalog;
    use serde_json::json;

    use super::*;

    fn repeated(agent: &str, threads: usize, stopped: bool) -> serde_json::Value {
        let game = Catalog::standard().game("tic-tac-toe").expect("a game");
        let request = SearchRequest { agent, position: None, seed: 5, times: 4 };
        let mut json = repeat_search(&*game, &request, threads, &AtomicBool::new(stopped)).expect("searches").json();
        json["seconds"] = json!(0);
        json
    }

    #[test]
    fn every_search_that_is_over_is_reported() {
        let game = Catalog::standard().game("tic-tac-toe").expect("a game");
        let request = SearchRequest { agent: "uct(iters=50)", position: None, seed: 5, times: 4 };
        let heard = std::sync::Mutex::new(Vec::new());
        let over = |number: usize| heard.lock().expect("nobody panics").push(number);
        repeat_search_watched(&*game, &request, 1, &AtomicBool::new(false), &over).expect("searches");
        assert_eq!(*heard.lock().expect("nobody panics"), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn threads_change_nothing_and_a_stopped_repetition_has_one_search() {
        let one = repeated("uct(iters=50)", 1, false);
        assert_eq!((&one["seeds"], &one["repeat"]), (&json!([5, 6, 7, 8]), &json!(4)));
        assert_eq!(one, repeated("uct(iters=50)", 3, false));
        assert_eq!(repeated("uct(iters=50)", 1, true)["seeds"], json!([5]));
        assert_eq!(repeated("alphabeta(depth=2)", 2, false)["repeat"], 4, "one search stands for all");
    }
}
