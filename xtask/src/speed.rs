//! `cargo xtask speed REV…`: builds other revisions and measures all games in turns, so that a loss
//! of speed is noticed.

mod table;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::{cargo_path, target};
use table::{Quantity, Speeds, Table};

/// The options of a comparison.
#[derive(Debug, PartialEq, Eq)]
struct SpeedOptions {
    /// The other revisions, as git names them, or paths of programs.
    revisions: Vec<String>,
    /// The games to measure; all if none is named.
    games: Vec<String>,
    rounds: usize,
    /// The time for playouts in one turn, and again for iterations.
    time: Duration,
    markdown: bool,
    /// Whether a slower game makes the command fail.
    strict: bool,
}

impl SpeedOptions {
    fn read(words: &[&str]) -> anyhow::Result<SpeedOptions> {
        let mut options = SpeedOptions {
            revisions: Vec::new(),
            games: Vec::new(),
            rounds: 5,
            time: Duration::from_millis(200),
            markdown: false,
            strict: false,
        };
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let mut value = || words.next().copied().with_context(|| format!("`{word}` needs a value"));
            match word {
                "--games" => options.games = value()?.split(',').map(str::to_string).collect(),
                "--rounds" => options.rounds = number(word, value()?)? as usize,
                "--time" => options.time = Duration::from_millis(number(word, value()?)?),
                "--markdown" => options.markdown = true,
                "--strict" => options.strict = true,
                _ if word.starts_with('-') => bail!("`{word}` is no option of `cargo xtask speed`"),
                revision => options.revisions.push(revision.to_string()),
            }
        }
        if options.revisions.is_empty() {
            bail!("name a revision to compare with, as in `cargo xtask speed HEAD~10`");
        }
        Ok(options)
    }
}

fn number(option: &str, text: &str) -> anyhow::Result<u64> {
    let number = text.parse().ok().filter(|number| (1..=100_000).contains(number));
    number.with_context(|| format!("`{option}` is a whole number from 1 to 100000, not `{text}`"))
}

/// Builds, measures, and prints the results.
pub(crate) fn compare(words: &[&str]) -> anyhow::Result<()> {
    let options = SpeedOptions::read(words)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().context("cannot find the workspace")?;
    let count = options.revisions.len() + 1;
    println!(
        "xtask: builds {} beside this one, each two to five minutes the first time, in {}",
        options.revisions.join(", "),
        target(&root).join("speed").display()
    );
    let mut programs = vec![Program { name: "this".to_string(), path: build(&root, &target(&root))? }];
    for revision in &options.revisions {
        programs.push(beside(&root, revision)?);
    }
    let games = if options.games.is_empty() { all_games(&programs[0])? } else { options.games.clone() };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads: &[usize] = if cores > 1 { &[1, 2] } else { &[1] };
    // Playouts, iterations, and the rest of the time that a game takes.
    let turn = 2 * options.time + Duration::from_millis(50);
    let turns = games.len() * threads.len() * options.rounds * count;
    println!(
        "xtask: {} games, {} rounds, in turns with 1{} on {cores} cores: about {} s. Leave the machine alone until then.",
        games.len(),
        options.rounds,
        if threads.len() > 1 { " and 2 threads" } else { " thread" },
        (turn * turns as u32).as_secs() + 1
    );
    let start = Instant::now();
    let table = measure(&programs, &games, threads, &options);
    println!("xtask: measured for {} s\n", start.elapsed().as_secs());
    print!("{}", if options.markdown { table.markdown() } else { table.text() });
    if options.strict && table.slower().next().is_some() {
        bail!("this revision is slower in some game");
    }
    Ok(())
}

/// A program to be measured.
struct Program {
    name: String,
    path: PathBuf,
}

impl Program {
    /// The output of a command of the program; `None` where it fails, as for a game or an option
    /// that it does not know.
    fn run(&self, words: &[&str]) -> Option<Output> {
        let mut command = Command::new(&self.path);
        let run = command.args(words).stdin(Stdio::null()).output().ok();
        run.filter(|run| run.status.success())
    }

    /// The speeds of a game on this many threads.
    fn bench(&self, game: &str, threads: usize, time: Duration) -> Option<Speeds> {
        let (time, threads) = (time.as_millis().to_string(), threads.to_string());
        let run = self.run(&["bench", game, "--time", &time, "--threads", &threads, "--json", "--quiet"])?;
        let line: Value = serde_json::from_slice(run.stdout.split(|&byte| byte == b'\n').next()?).ok()?;
        let number = |key: &str| line[key].as_f64();
        Some(Speeds {
            playouts: number("playouts_per_s")?,
            iterations: number("iterations_per_s")?,
            plies: number("plies_per_playout"),
            bytes: number("bytes_per_iteration"),
        })
    }
}

/// Rounds of turns: in each round every program measures every game directly after the other,
/// alternately in this order and the reverse.
fn measure(programs: &[Program], games: &[String], threads: &[usize], options: &SpeedOptions) -> Table {
    let names = programs.iter().map(|program| program.name.clone()).collect();
    let mut table = Table::new(names, games.to_vec());
    for round in 0..options.rounds {
        println!("xtask: round {} of {}", round + 1, options.rounds);
        for &threads in threads {
            for (row, game) in games.iter().enumerate() {
                let mut order: Vec<usize> = (0..programs.len()).collect();
                if round % 2 == 1 {
                    order.reverse();
                }
                let mut found = vec![None; programs.len()];
                for place in order {
                    found[place] = programs[place].bench(game, threads, options.time);
                }
                table.add(row, threads, &found);
            }
        }
    }
    table
}

/// All games that a program lists.
fn all_games(program: &Program) -> anyhow::Result<Vec<String>> {
    let run = program.run(&["games", "--json"]).context("`mctslab games --json` failed")?;
    let names: Option<Vec<String>> = String::from_utf8(run.stdout)?
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).ok()?["name"].as_str().map(str::to_string))
        .collect();
    names.filter(|names| !names.is_empty()).context("`mctslab games --json` listed no names")
}

/// Builds the program in a folder and returns its path.
fn build(folder: &Path, target: &Path) -> anyhow::Result<PathBuf> {
    let start = Instant::now();
    println!("xtask: cargo build --release in {}", folder.display());
    let mut cargo = Command::new(cargo_path());
    cargo.args(["build", "--release", "--quiet", "--package", "mctslab", "--target-dir"]).arg(target);
    let status = cargo.current_dir(folder).status().context("cannot start cargo")?;
    if !status.success() {
        bail!("{} does not build", folder.display());
    }
    println!("xtask: built in {} s", start.elapsed().as_secs());
    Ok(target.join("release").join("mctslab"))
}

/// Another revision, checked out and built in folders of its own, which are kept for the next time;
/// or a program that is already built, by its path.
fn beside(root: &Path, revision: &str) -> anyhow::Result<Program> {
    let path = Path::new(revision);
    if path.is_file() {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        return Ok(Program { name, path: path.canonicalize()? });
    }
    let commit = git(root, &["rev-parse", "--verify", "--quiet", "--short=12", &format!("{revision}^{{commit}}")])
        .with_context(|| format!("git knows no revision `{revision}`"))?;
    let folder = target(root).join("speed").join(&commit);
    let sources = folder.join("sources");
    if !sources.join("Cargo.toml").is_file() {
        // A folder that was removed by hand is still in git's list.
        git(root, &["worktree", "prune"])?;
        let place = sources.to_string_lossy().into_owned();
        git(root, &["worktree", "add", "--force", "--detach", &place, &commit])?;
    }
    let path = build(&sources, &folder.join("target"))?;
    Ok(Program { name: revision.to_string(), path })
}

/// The output of a git command in a folder.
fn git(folder: &Path, words: &[&str]) -> anyhow::Result<String> {
    let run = Command::new("git").args(words).current_dir(folder).output().context("cannot start git")?;
    if !run.status.success() {
        bail!("git {} failed: {}", words.join(" "), String::from_utf8_lossy(&run.stderr).trim());
    }
    Ok(String::from_utf8(run.stdout)?.trim().to_string())
}

/// The quantities in displayed order.
const QUANTITIES: [Quantity; 2] = [Quantity::Playouts, Quantity::Iterations];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_wrong_ones_refused() {
        let options = SpeedOptions::read(&["HEAD~3", "--games", "hex,nim", "--rounds", "7", "v1", "--markdown"]);
        let options = options.expect("all of them exist");
        assert_eq!(options.revisions, ["HEAD~3", "v1"]);
        assert_eq!((options.games, options.rounds), (vec!["hex".to_string(), "nim".to_string()], 7));
        assert!(options.markdown && !options.strict);
        for (words, reason) in [
            (&[][..], "name a revision"),
            (&["HEAD", "--rounds", "0"], "from 1 to"),
            (&["HEAD", "--time"], "needs a value"),
            (&["HEAD", "--slow"], "no option"),
        ] {
            let refused = SpeedOptions::read(words).expect_err(reason).to_string();
            assert!(refused.contains(reason), "{refused}");
        }
    }

    #[test]
    fn a_program_that_fails_has_no_speeds() {
        let program = Program { name: "none".to_string(), path: PathBuf::from("/nowhere/mctslab") };
        assert!(program.bench("hex", 1, Duration::from_millis(1)).is_none());
    }
}
