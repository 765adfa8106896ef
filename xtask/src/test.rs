//! All checks and tests, the cheapest first.

use std::path::Path;

use crate::steps::Steps;
use crate::{added, cargo, fuzz, has, house, python, slowest, target};

/// Features to test: Parquet takes long to build, and is part of the slow tests.
const FAST_FEATURES: &[&str] = &["--features", "mctslab-core/testing"];
const SLOW_FEATURES: &[&str] = &["--all-features"];

/// Runs everything; with `slow` also the tests that take longer.
pub(crate) fn run(root: &Path, slow: bool) -> anyhow::Result<()> {
    let profile = if slow { "slow" } else { "default" };
    let report = target(root).join("nextest").join(profile).join("junit.xml");
    // The report of an earlier run.
    let _ = std::fs::remove_file(&report);
    let mut steps = Steps::begin();
    let done = take_steps(&mut steps, root, slow);
    let slowest = slowest::lines(&report, 10);
    if !slowest.is_empty() {
        println!("\nxtask: the slowest tests\n{slowest}");
    }
    println!("xtask: times\n{}", steps.table());
    println!("xtask: {} has {:.1} GB", target(root).display(), folder_bytes(&target(root)) as f64 / 1e9);
    done?;
    println!("xtask: all passed");
    Ok(())
}

fn take_steps(steps: &mut Steps, root: &Path, slow: bool) -> anyhow::Result<()> {
    let features = if slow { SLOW_FEATURES } else { FAST_FEATURES };
    steps.take("rules of the house", 1, || house::check(root))?;
    if has("fmt") {
        steps.take("format", 1, || cargo(&["fmt", "--all", "--check"], &[]))?;
    }
    if has("clippy") {
        let lints = [&["clippy", "--workspace", "--all-targets"], features, &["--", "-D", "warnings"]].concat();
        steps.take("lints", 100, || cargo(&lints, &[]))?;
    }
    // The command-line tests drive the real binary; slow tests are those marked `ignored`.
    let nextest = has("nextest");
    let tests: &[&str] = if nextest { &["nextest", "run"] } else { &["test", "--all-targets"] };
    let tests = [tests, &["--workspace"], features].concat();
    steps.take("build of the tests", 300, || cargo(&[&tests[..], &["--no-run"]].concat(), &[]))?;
    let which: &[&str] = match (nextest, slow) {
        (true, false) => &["--no-fail-fast"],
        (true, true) => &["--no-fail-fast", "--profile", "slow", "--run-ignored", "all"],
        (false, false) => &[],
        (false, true) => &["--", "--include-ignored"],
    };
    steps.take("tests", 180, || cargo(&[&tests[..], which].concat(), &[]))?;
    let doc = [&["doc", "--workspace", "--no-deps", "--quiet"], features].concat();
    steps.take("documentation", 40, || cargo(&doc, &[("RUSTDOCFLAGS", "-D warnings")]))?;
    steps.take("examples in the documentation", 20, || {
        cargo(&[&["test", "--workspace", "--doc"], features].concat(), &[])
    })?;
    steps.take("what is added to the project and built outside of it", 90, || added::check(root))?;
    if slow {
        steps.take("fuzz targets", 60, || fuzz::run(5))?;
    }
    steps.take("Python package", 180, python::test)
}

/// Bytes of all files in a folder.
fn folder_bytes(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.metadata() {
        Ok(data) if data.is_dir() => folder_bytes(&entry.path()),
        Ok(data) if data.is_file() => data.len(),
        _ => 0,
    });
    sizes.sum()
}
