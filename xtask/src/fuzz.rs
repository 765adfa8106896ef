//! Fuzz targets: each law of `mctslab-laws` for some seconds, from the stored inputs.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

/// Runs every target for this many seconds. Without a nightly toolchain or without cargo-fuzz
/// nothing is run, and a message says so.
pub(crate) fn run(seconds: u32) -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().context("cannot find the workspace")?;
    if !is_there() {
        println!(
            "xtask: fuzz targets SKIPPED: they need `rustup toolchain install nightly` and `cargo install cargo-fuzz`"
        );
        return Ok(());
    }
    let mut names = Vec::new();
    for entry in std::fs::read_dir(root.join("fuzz").join("fuzz_targets"))? {
        let path = entry?.path();
        names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
    }
    names.sort();
    for name in names {
        println!("xtask: fuzz target {name}, {seconds} s");
        // Inputs that the fuzzer finds are stored apart from the committed ones, which come second.
        let found = root.join("fuzz").join("corpus").join(&name);
        std::fs::create_dir_all(&found)?;
        let kept = root.join("crates").join("mctslab-laws").join("corpus").join(&name);
        let mut command = Command::new("cargo");
        command.args(["+nightly", "fuzz", "run", "--fuzz-dir"]).arg(root.join("fuzz")).arg(&name).arg(found).arg(kept);
        command.args(["--", &format!("-max_total_time={seconds}"), "-timeout=20", "-rss_limit_mb=4096"]);
        // The toolchain of this command is not the one to use.
        let status = command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").current_dir(&root).status()?;
        if !status.success() {
            bail!("the law `{name}` is broken; the input is in fuzz/artifacts/{name}");
        }
    }
    Ok(())
}

fn is_there() -> bool {
    let mut command = Command::new("cargo");
    command.args(["+nightly", "fuzz", "--version"]).env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}
