//! A copy of the project in which things are added and built.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, bail};

use crate::{cargo_path, target};

/// Little is run here, so it is built without optimization, in half the time.
const UNOPTIMIZED: [&str; 4] = ["--config", "profile.dev.opt-level=0", "--config", "profile.dev.debug=false"];

/// The copy.
pub(super) struct Copied {
    pub(super) root: PathBuf,
    target: PathBuf,
}

impl Copied {
    /// Copies the project anew; the build of an earlier run is kept.
    pub(super) fn make(from: &Path) -> anyhow::Result<Copied> {
        let scratch = target(from).join("added");
        // The name of a checkout, as README.md has it.
        let root = scratch.join("mctslab");
        if root.exists() {
            fs::remove_dir_all(&root).context("cannot remove the copy of an earlier run")?;
        }
        for folder in ["crates", "examples", "games", "papers", "xtask"] {
            copy(&from.join(folder), &root.join(folder))?;
        }
        for file in ["Cargo.toml", "Cargo.lock", "README.md"] {
            fs::copy(from.join(file), root.join(file)).with_context(|| format!("cannot copy {file}"))?;
        }
        Ok(Copied { root, target: scratch.join("target") })
    }

    /// Writes a new file, inserts lines before others, and returns the number of files changed.
    pub(super) fn add(
        &self,
        folder: &str,
        (file, text): (&str, &str),
        lines: &[(&str, &str, &str)],
    ) -> anyhow::Result<usize> {
        let folder = self.root.join(folder);
        fs::write(folder.join(file), text).with_context(|| format!("cannot write {file}"))?;
        for (changed, line, before) in lines {
            insert(&folder.join(changed), line, before)?;
        }
        Ok(1 + lines.iter().map(|(changed, ..)| changed).collect::<BTreeSet<_>>().len())
    }

    /// The programs of a crate outside the workspace.
    pub(super) fn build_outside(&self, folder: &Path) -> anyhow::Result<()> {
        // The versions that are on this machine.
        fs::copy(self.root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
        self.cargo(folder, &["build", "--quiet", "--bins"]).map(drop)
    }

    /// Runs cargo in a folder, and returns what it prints; it must succeed.
    pub(super) fn cargo(&self, folder: &Path, words: &[&str]) -> anyhow::Result<String> {
        let mut cargo = Command::new(cargo_path());
        cargo
            .args(["--offline"])
            .args(words)
            .args(UNOPTIMIZED)
            .current_dir(folder)
            .env("CARGO_TARGET_DIR", &self.target);
        printed(&cargo.output().context("cannot start cargo")?)
    }

    /// Runs a program that was built, in a folder and with this standard input; it must succeed and
    /// print these words.
    pub(super) fn run(
        &self,
        program: &str,
        words: &[&str],
        folder: &Path,
        input: &str,
        found: &str,
    ) -> anyhow::Result<String> {
        let mut command = Command::new(self.target.join("debug").join(program));
        command.args(words).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().with_context(|| format!("cannot start {program}"))?;
        child.stdin.take().context("its input is a pipe")?.write_all(input.as_bytes())?;
        let output = printed(&child.wait_with_output()?).with_context(|| format!("{program} {words:?}"))?;
        if !output.contains(found) {
            bail!("{program} {words:?} does not say `{found}`:\n{output}");
        }
        Ok(output)
    }
}

/// The output of a program, which must have succeeded.
fn printed(run: &Output) -> anyhow::Result<String> {
    let output = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    if !run.status.success() {
        bail!("{output}");
    }
    Ok(output)
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let path = entry?.path();
        let Some(name) = path.file_name().filter(|name| *name != "target") else { continue };
        if path.is_dir() {
            copy(&path, &to.join(name))?;
        } else {
            fs::copy(&path, to.join(name))?;
        }
    }
    Ok(())
}

/// Puts `line` before the line that contains `before`.
fn insert(file: &Path, line: &str, before: &str) -> anyhow::Result<()> {
    let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let at = text.find(before).with_context(|| format!("{}: no `{before}`", file.display()))?;
    Ok(fs::write(file, format!("{}{line}\n{}", &text[..at], &text[at..]))?)
}
