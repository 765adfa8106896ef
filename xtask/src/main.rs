//! `cargo xtask test`: everything that a fresh machine needs to test the project.
//! `cargo xtask papers DIR`: the published numbers of the papers compared with the papers' texts.
//! `cargo xtask speed REV`: the speed of every game compared with that of another revision.

mod fuzz;
mod numbers;
mod papers;
mod python;
mod speed;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use anyhow::{Context, bail};

const USAGE: &str = "\
usage: cargo xtask test [--slow]
       cargo xtask python
       cargo xtask fuzz SECONDS
       cargo xtask papers DIR
       cargo xtask speed REV… [--games GAME,…] [--rounds N] [--time MS] [--markdown] [--strict]

  test         format, lints, documentation, and all tests: about 25 minutes on 2 cores
  test --slow  also the tests that take longer
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
    let done = match args.as_slice() {
        ["test"] => test(false),
        ["test", "--slow"] => test(true),
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

/// Features to test: Parquet takes long to build, and is part of the slow tests.
const FAST: &[&str] = &["--features", "mctslab-core/testing"];
const SLOW: &[&str] = &["--all-features"];

fn test(slow: bool) -> anyhow::Result<()> {
    let start = Instant::now();
    let features = if slow { SLOW } else { FAST };
    if has("fmt") {
        cargo(&["fmt", "--all", "--check"], &[])?;
    }
    if has("clippy") {
        cargo(&[&["clippy", "--workspace", "--all-targets"], features, &["--", "-D", "warnings"]].concat(), &[])?;
    }
    let doc = [&["doc", "--workspace", "--no-deps", "--quiet"], features].concat();
    cargo(&doc, &[("RUSTDOCFLAGS", "-D warnings")])?;
    cargo(&[&["test", "--workspace", "--doc"], features].concat(), &[])?;
    // The command-line tests drive the real binary; slow tests are those marked `ignored`.
    if has("nextest") {
        let which: &[&str] = if slow { &["--profile", "slow", "--run-ignored", "all"] } else { &[] };
        cargo(&[&["nextest", "run", "--workspace", "--no-fail-fast"], features, which].concat(), &[])?;
    } else {
        let which: &[&str] = if slow { &["--", "--include-ignored"] } else { &[] };
        cargo(&[&["test", "--workspace", "--all-targets"], features, which].concat(), &[])?;
    }
    if slow {
        fuzz::run(5)?;
    }
    python::test()?;
    println!("xtask: all passed in {} s", start.elapsed().as_secs());
    Ok(())
}

/// Whether cargo has that subcommand here; what is missing is said and left out.
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

/// The folder for what is built.
fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

fn cargo_path() -> String {
    std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string())
}
