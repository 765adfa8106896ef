//! `cargo xtask test`: everything that a fresh machine needs to test the project.
//! `cargo xtask quick`: checks of a change within seconds.
//! `cargo xtask papers DIR`: the published numbers of the papers compared with the papers' texts.
//! `cargo xtask speed REV`: the speed of every game compared with that of another revision.

mod added;
mod fuzz;
mod house;
mod numbers;
mod papers;
mod python;
mod quick;
mod slowest;
mod speed;
mod steps;
mod test;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail};

const USAGE: &str = "\
usage: cargo xtask quick
       cargo xtask test [--slow]
       cargo xtask house
       cargo xtask added
       cargo xtask python
       cargo xtask fuzz SECONDS
       cargo xtask papers DIR
       cargo xtask speed REV… [--games GAME,…] [--rounds N] [--time MS] [--markdown] [--strict]

  quick        format, lints and the quick tests of the crates that were changed (since the last commit, or since the
               main branch if all is committed): some seconds after an edit, minutes the first time
  test         format, lints, documentation, and all tests: about 15 minutes on 2 cores
  test --slow  also the tests that take longer
  house        only the rules of the house, in a second: widths of lines, dependencies of crates, names in documents (part of `test`)
  added        only what CONTRIBUTING.md and README.md say of adding and building, in a copy (part of `test`)
  python       only the tests of the Python package, in a virtual environment of their own (part of `test`)
  fuzz SECONDS each fuzz target for this long (5 s each are part of `test --slow`); needs a nightly toolchain
               and cargo-fuzz
  papers DIR   whether every published number of papers/*.toml stands in the papers' texts, DIR/PAPER.txt
  speed REV…   builds other revisions beside this one and measures playouts and iterations of all games in turns;
               REV may also be the path of a program that was built before
               (5 rounds of 200 ms: about 4 minutes after the builds); names what got slower than the rounds
               differ; --markdown prints the table of docs/performance.md, --strict fails if anything did";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let root = root();
    let done = match args.as_slice() {
        ["quick"] => quick::run(&root),
        ["test"] => test::run(&root, false),
        ["test", "--slow"] => test::run(&root, true),
        ["added"] => added::check(&root),
        ["house"] => house::check(&root),
        ["python"] => python::test(),
        ["fuzz", seconds] if seconds.parse::<u32>().is_ok() => fuzz::run(seconds.parse().unwrap_or_default()),
        ["papers", dir] => papers::check(Path::new(dir)),
        ["speed", words @ ..] => speed::compare(words),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nxtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether cargo has that subcommand here; if not, a message says so and the step is skipped.
fn has(subcommand: &str) -> bool {
    let found =
        Command::new(cargo_path()).args([subcommand, "--version"]).output().is_ok_and(|run| run.status.success());
    if !found {
        println!("xtask: `cargo {subcommand}` is not installed here: SKIPPED");
    }
    found
}

fn cargo(args: &[&str], environment: &[(&str, &str)]) -> anyhow::Result<()> {
    println!("xtask: cargo {}", args.join(" "));
    let mut command = Command::new(cargo_path());
    command.args(args).envs(environment.iter().copied());
    let status = command.status().with_context(|| format!("cannot start cargo {}", args.join(" ")))?;
    if !status.success() {
        bail!("cargo {} failed", args.join(" "));
    }
    Ok(())
}

/// The folder of the project.
fn root() -> PathBuf {
    let inside = Path::new(env!("CARGO_MANIFEST_DIR"));
    inside.parent().unwrap_or(inside).to_path_buf()
}

/// The target folder.
fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

fn cargo_path() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string())
}
