//! Measuring how fast a game and an agent are, by many threads at once.

mod instructions;
mod table;

pub use self::instructions::count_instructions;
pub use self::table::{InstructionCounts, PlayoutSpeedRow, SpeedRow, Speeds, playout_table, speed_table};
use std::process::Command;
use std::time::Duration;

use mctslab_registry::{AnyGame, BenchWork, RegistryError};

/// What is measured of a game.
pub struct SpeedRequest<'a> {
    /// The agent whose iterations are counted.
    pub agent: &'a str,
    /// How long playouts are measured, and again searches.
    pub time: Duration,
    /// On how many threads.
    pub threads: usize,
    /// The seed of the first of them.
    pub seed: u64,
    /// Whether instructions are counted as well, of this program's own `bench` under valgrind.
    pub instructions: bool,
}

/// The agents whose speeds are measured: in trees of each of these sizes, or the one that was named
/// where there is none.
pub fn agents_of_sizes(agent: &str, sizes: &[u64]) -> Vec<(Option<u64>, String)> {
    if sizes.is_empty() {
        return vec![(None, agent.to_string())];
    }
    sizes.iter().map(|&size| (Some(size), format!("uct(iters={size},reuse=false)"))).collect()
}

/// This program, asked to do a number of pieces of one kind of work on one thread and to print how
/// many it did.
fn counted(game: &str, agent: &str, work: &str, count: u64) -> Option<Command> {
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.args(["bench", game, "--agent", agent, work, &count.to_string()]);
    Some(command)
}

impl SpeedRequest<'_> {
    /// The speeds of a game that was called `name`.
    pub fn measure(&self, game: &dyn AnyGame, name: &str) -> Result<SpeedRow, RegistryError> {
        Ok(SpeedRow {
            game: game.spec().to_string(),
            agent: game.agent(self.agent)?,
            speeds: measure_speeds(game, self.agent, self.time, self.threads, self.seed)?,
            counted: self.instructions.then(|| InstructionCounts {
                playout: count_instructions([1024, 2048], |count| counted(name, self.agent, "--only-playouts", count)),
                iteration: count_instructions([1, 2], |count| counted(name, self.agent, "--only-searches", count)),
            }),
            iters: None,
            name: name.to_string(),
        })
    }
}

/// The speeds of playouts and of an agent's searches, each measured for about `time` on several
/// threads; each thread has a seed of its own, from `seed` on.
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
