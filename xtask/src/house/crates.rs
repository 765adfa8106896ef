//! Dependencies between the crates only point up the list of docs/design.md, and the build of the
//! tests serves the Python package too.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::cargo_path;

/// Every crate with the crates of ours that it may use.
const ALLOWED: &[(&str, &[&str])] = &[
    ("mctslab-core", &[]),
    ("mctslab-games", &["mctslab-core"]),
    ("mctslab-stats", &[]),
    ("mctslab-search", &["mctslab-core", "mctslab-stats"]),
    ("mctslab-players", &["mctslab-core", "mctslab-games", "mctslab-search"]),
    ("mctslab-arena", &["mctslab-core", "mctslab-stats"]),
    ("mctslab-samples", &["mctslab-core", "mctslab-stats", "mctslab-search", "mctslab-arena"]),
    (
        "mctslab-registry",
        &[
            "mctslab-core",
            "mctslab-games",
            "mctslab-stats",
            "mctslab-search",
            "mctslab-players",
            "mctslab-arena",
            "mctslab-samples",
        ],
    ),
    ("mctslab-page", &["mctslab-core"]),
    ("mctslab-lab", &["mctslab-core", "mctslab-stats", "mctslab-arena", "mctslab-registry", "mctslab-page"]),
    (
        "mctslab-studies",
        &["mctslab-core", "mctslab-stats", "mctslab-arena", "mctslab-registry", "mctslab-page", "mctslab-lab"],
    ),
    ("mctslab-papers", &["mctslab-core", "mctslab-stats", "mctslab-arena", "mctslab-page", "mctslab-lab"]),
    ("mctslab", &["mctslab-core", "mctslab-page", "mctslab-lab", "mctslab-studies", "mctslab-papers"]),
    (
        "mctslab-python",
        &["mctslab-core", "mctslab-page", "mctslab-lab", "mctslab-studies", "mctslab-papers", "mctslab"],
    ),
    ("mctslab-laws", &["mctslab-core", "mctslab-lab", "mctslab-studies"]),
    ("xtask", &[]),
];

/// The fields used of `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `dev`, `build`, or nothing.
    kind: Option<String>,
}

/// The output of a cargo command that builds nothing.
fn cargo(root: &Path, words: &[&str]) -> anyhow::Result<String> {
    let run = Command::new(cargo_path()).args(words).current_dir(root).output().context("cannot start cargo")?;
    if !run.status.success() {
        bail!("cargo {} failed: {}", words.join(" "), String::from_utf8_lossy(&run.stderr));
    }
    Ok(String::from_utf8(run.stdout)?)
}

/// Crates without a row, and crates that use others than their row allows.
pub(super) fn dependencies(root: &Path) -> anyhow::Result<Vec<String>> {
    let metadata = cargo(root, &["metadata", "--no-deps", "--format-version", "1"])?;
    let metadata: Metadata = serde_json::from_str(&metadata).context("cargo metadata prints other JSON")?;
    Ok(metadata.packages.iter().flat_map(wrong_dependencies).collect())
}

fn wrong_dependencies(package: &Package) -> Vec<String> {
    let Some((_, allowed)) = ALLOWED.iter().find(|(row, _)| *row == package.name) else {
        return vec![format!("{}: a new crate needs a row in xtask/src/house/crates.rs", package.name)];
    };
    let ours = package.dependencies.iter().filter(|used| used.name.starts_with("mctslab"));
    let wrong = ours.filter(|used| used.kind.as_deref() != Some("dev") && !allowed.contains(&used.name.as_str()));
    wrong.map(|used| format!("{} must not use {} (docs/design.md)", package.name, used.name)).collect()
}

/// The extension module of the Python package is built after the tests, and reuses their build only
/// where all features are the same. The largest crates take minutes.
pub(super) fn features(root: &Path) -> anyhow::Result<Vec<String>> {
    let tree = |kinds: &str, which: &[&str]| {
        let words = ["tree", "--prefix", "none", "--no-dedupe", "--format", "{p} {f}", "--edges", kinds];
        let lines = cargo(root, &[&words, which].concat())?;
        let crates = lines.lines().map(|line| line.trim_end_matches(" (*)").trim().to_string());
        Ok::<_, anyhow::Error>(crates.collect::<BTreeSet<String>>())
    };
    let package = tree("normal,build", &["--package", "mctslab-python"])?;
    let tests = tree("normal,build,dev", &["--workspace", "--features", "mctslab-core/testing"])?;
    let other = package.difference(&tests);
    Ok(other.map(|built| format!("the Python package and the tests build this differently: {built}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, used: &str, kind: Option<&str>) -> Package {
        let dependency = Dependency { name: used.to_string(), kind: kind.map(str::to_string) };
        Package { name: name.to_string(), dependencies: vec![dependency] }
    }

    #[test]
    fn only_crates_further_up_may_be_used_except_in_tests() {
        assert!(wrong_dependencies(&package("mctslab-games", "mctslab-core", None)).is_empty());
        assert!(wrong_dependencies(&package("mctslab-games", "serde", None)).is_empty());
        assert!(wrong_dependencies(&package("mctslab-search", "mctslab-games", Some("dev"))).is_empty());
        assert_eq!(wrong_dependencies(&package("mctslab-search", "mctslab-games", None)).len(), 1);
        assert_eq!(wrong_dependencies(&package("mctslab-news", "serde", None)).len(), 1);
    }
}
