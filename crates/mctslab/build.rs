//! Tells the program which commit it is built from. Only this crate is built anew for a commit: no
//! other depends on it but the Python package.

use std::path::Path;
use std::process::Command;

fn main() {
    let crate_folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let folder = Path::new(&crate_folder);
    let build = of_checkout(folder).or_else(|| of_package(folder)).unwrap_or_else(|| "unknown".to_string());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=MCTSLAB_BUILD={build}");
}

/// The commit of a checkout of this project; `None` if there is none, or it is one of something
/// else that has a copy of this crate in it.
fn of_checkout(folder: &Path) -> Option<String> {
    let top = git(folder, &["rev-parse", "--show-toplevel"])?;
    let here = folder.canonicalize().ok()?;
    if Path::new(&top).join("crates/mctslab").canonicalize().ok()? != here {
        return None;
    }
    // It has a line for each commit and each checkout. A file that does not exist would make every
    // build a new one.
    let log = folder.join(git(folder, &["rev-parse", "--git-path", "logs/HEAD"])?);
    if log.exists() {
        println!("cargo::rerun-if-changed={}", log.display());
    }
    git(folder, &["log", "-1", "--abbrev=7", "--format=%h %cs"])
}

/// The commit that a published package was made of.
fn of_package(folder: &Path) -> Option<String> {
    let text = std::fs::read_to_string(folder.join(".cargo_vcs_info.json")).ok()?;
    let digits = text.split("\"sha1\"").nth(1)?.split('"').nth(1)?;
    digits.get(..7).map(str::to_string)
}

fn git(folder: &Path, words: &[&str]) -> Option<String> {
    let run = Command::new("git").arg("-C").arg(folder).args(words).output().ok().filter(|run| run.status.success())?;
    Some(String::from_utf8(run.stdout).ok()?.trim().to_string()).filter(|text| !text.is_empty())
}
