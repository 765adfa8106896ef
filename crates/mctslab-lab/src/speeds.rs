//! Measuring how fast a game and an agent are, by many threads at once.

use std::time::Duration;

use mctslab_registry::{AnyGame, BenchWork, RegistryError};

use crate::documents::Speeds;

/// The speeds of playouts and of an agent's searches, each measured for about `time` on several threads; each thread has a seed of its
/// own, from `seed` on.
///
/// ```
/// # use std::time::Duration;
/// # use mctslab_lab::measure_speeds;
/// # use mctslab_registry::Catalog;
/// let game = Catalog::standard().game("tic-tac-toe").expect("a game");
/// let speeds = measure_speeds(&*game, "uct(iters=20)", Duration::from_millis(1), 2, 1).expect("speeds");
/// assert_eq!(serde_json::to_value(speeds).expect("numbers")["threads"], 2);
/// ```
pub fn measure_speeds(
    game: &dyn AnyGame,
    agent: &str,
    time: Duration,
    threads: usize,
    seed: u64,
) -> Result<Speeds, RegistryError> {
    let work = BenchWork::Timed { time, agent: agent.to_string() };
    let run = |thread: usize| game.bench(&work, seed.wrapping_add(thread as u64));
    let reports = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || run(thread))).collect();
        let joined = workers.into_iter().map(|worker| worker.join().expect("a benchmark does not panic"));
        joined.collect::<Result<Vec<_>, _>>()
    })?;
    Ok(Speeds::of(&reports))
}
