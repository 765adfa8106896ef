//! Checks of a change within seconds: format, lints and the quick tests of the crates that were
//! changed, on a profile of its own.
//!
//! A change below the laboratory also runs the tests of the registry with few games, since every
//! agent is compiled for every game there. A change above it runs the crate's own tests, those of
//! the command line whose names contain a word of a changed file's path, and those of all pages.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use crate::steps::Steps;
use crate::{cargo, has, house};

/// The crates on which the registry depends.
const CRATES_BELOW: &[&str] = &[
    "mctslab-core",
    "mctslab-games",
    "mctslab-stats",
    "mctslab-search",
    "mctslab-players",
    "mctslab-arena",
    "mctslab-samples",
    "mctslab-registry",
];

/// Parts of paths that do not describe a file's subject.
const COMMON_WORDS: &[&str] = &[
    "crates",
    "src",
    "tests",
    "mod",
    "lib",
    "main",
    "cli",
    "lab",
    "commands",
    "documents",
    "studies",
    "page",
    "text",
    "study",
];

/// Checks the change.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let mut steps = Steps::begin();
    let done = take_steps(&mut steps, root);
    println!("\nxtask: times\n{}", steps.table());
    done
}

fn take_steps(steps: &mut Steps, root: &Path) -> anyhow::Result<()> {
    let changed = changed_files(root)?;
    let wanted = Wanted::of(&changed);
    println!("xtask: {} changed files{}", changed.len(), wanted.text());
    steps.take("rules of the house", 0, || house::check(root))?;
    if has("fmt") {
        steps.take("format", 0, || cargo(&["fmt", "--all", "--check"], &[]))?;
    }
    for group in wanted.groups() {
        if has("clippy") {
            let words = ["clippy", "--profile", "quick", "--all-targets"];
            let lints = [&words[..], &group.packages(), group.features, &["--", "-D", "warnings"]].concat();
            steps.take(group.lints, 0, || cargo(&lints, &[]))?;
        }
        if !has("nextest") {
            bail!("`cargo xtask quick` needs `cargo install cargo-nextest`");
        }
        let words = ["nextest", "run", "--cargo-profile", "quick", "--profile", "quick", "--no-tests", "pass"];
        let filter = group.filter.as_ref().map_or(vec![], |filter| vec!["-E", filter]);
        let tests = [&words[..], &group.packages(), group.features, &filter].concat();
        steps.take(group.tests, 0, || cargo(&tests, &[]))?;
    }
    if wanted.everything {
        println!("xtask: the manifest of the workspace was changed: `cargo xtask test` tells more");
    }
    if wanted.python {
        println!("xtask: the Python package was changed: `cargo xtask python` tests it");
    }
    Ok(())
}

/// The files that differ from the last commit, or from the main branch if none does.
fn changed_files(root: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut changed = git(root, &["diff", "--name-only", "HEAD"])?;
    changed.extend(git(root, &["ls-files", "--others", "--exclude-standard"])?);
    if changed.is_empty() {
        let main = ["origin/main", "main"].iter().find_map(|name| git(root, &["merge-base", "HEAD", name]).ok());
        let base = main.and_then(|lines| lines.into_iter().next()).unwrap_or_else(|| "HEAD".to_string());
        changed = git(root, &["diff", "--name-only", &base])?;
    }
    Ok(changed.into_iter().map(PathBuf::from).collect())
}

fn git(root: &Path, words: &[&str]) -> anyhow::Result<Vec<String>> {
    let run = Command::new("git").args(words).current_dir(root).output().context("cannot start git")?;
    if !run.status.success() {
        bail!("git {} failed: {}", words.join(" "), String::from_utf8_lossy(&run.stderr).trim());
    }
    Ok(String::from_utf8(run.stdout)?.lines().map(str::to_string).collect())
}

/// The checks that a change needs.
#[derive(Debug, Default, PartialEq)]
struct Wanted {
    below: BTreeSet<String>,
    above: BTreeSet<String>,
    /// Words of changed files above the registry.
    words: BTreeSet<String>,
    everything: bool,
    python: bool,
}

/// A group of crates that are built together.
struct Group {
    lints: &'static str,
    tests: &'static str,
    names: BTreeSet<String>,
    features: &'static [&'static str],
    filter: Option<String>,
}

impl Group {
    fn packages(&self) -> Vec<&str> {
        self.names.iter().flat_map(|name| ["--package", name.as_str()]).collect()
    }
}

impl Wanted {
    fn of(changed: &[PathBuf]) -> Wanted {
        let mut wanted = Wanted::default();
        for path in changed {
            let parts: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
            match parts.as_slice() {
                ["crates", "mctslab-python", ..] | ["python", ..] => wanted.python = true,
                ["crates", name, ..] if CRATES_BELOW.contains(name) => drop(wanted.below.insert((*name).to_string())),
                ["crates", name, inside @ ..] => {
                    wanted.above.insert((*name).to_string());
                    wanted.words.extend(inside.iter().filter_map(|part| word(part)));
                }
                ["games", ..] => drop(wanted.below.insert("mctslab-games".to_string())),
                ["xtask", ..] => drop(wanted.above.insert("xtask".to_string())),
                ["papers", ..] => {
                    wanted.above.insert("mctslab".to_string());
                    wanted.words.insert("paper".to_string());
                }
                ["Cargo.toml" | "Cargo.lock"] => wanted.everything = true,
                _ => {}
            }
        }
        wanted
    }

    fn text(&self) -> String {
        let names: Vec<&str> = self.below.iter().chain(&self.above).map(String::as_str).collect();
        if names.is_empty() { String::new() } else { format!(" in {}", names.join(", ")) }
    }

    fn groups(&self) -> Vec<Group> {
        let mut groups = Vec::new();
        if !self.below.is_empty() {
            let mut names = self.below.clone();
            names.insert("mctslab-registry".to_string());
            let features = &["--no-default-features", "--features", "mctslab-core/testing"];
            groups.push(Group {
                lints: "lints below the lab",
                tests: "tests below the lab",
                names,
                features,
                filter: None,
            });
        }
        if !self.above.is_empty() {
            let mut names = self.above.clone();
            let only_xtask = names.len() == 1 && names.contains("xtask");
            let filter = (!only_xtask).then(|| {
                names.insert("mctslab".to_string());
                let words = self.words.iter().map(|word| format!(" | test({word})"));
                format!("not binary(cli) | test(/^page_goldens::/){}", words.collect::<String>())
            });
            let features: &[&str] = if only_xtask { &[] } else { &["--features", "mctslab-core/testing"] };
            groups.push(Group { lints: "lints", tests: "tests", names, features, filter });
        }
        groups
    }
}

/// The word in a part of a path that describes its subject, if there is one.
fn word(part: &str) -> Option<String> {
    let stem = part.split('.').next()?;
    (!COMMON_WORDS.contains(&stem) && stem.len() > 2).then(|| stem.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(paths: &[&str]) -> Wanted {
        Wanted::of(&paths.iter().map(PathBuf::from).collect::<Vec<_>>())
    }

    #[test]
    fn a_rule_is_tried_below_the_lab_with_few_games() {
        let groups = wanted(&["crates/mctslab-search/src/select/ucb1.rs"]).groups();
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].packages(), ["--package", "mctslab-registry", "--package", "mctslab-search"]);
        assert!(groups[0].features.contains(&"--no-default-features") && groups[0].filter.is_none());
    }

    #[test]
    fn a_study_is_tried_with_the_commands_that_have_its_name() {
        let wanted = wanted(&["crates/mctslab-lab/src/studies/sweep.rs", "docs/design.md"]);
        assert_eq!(wanted.words.iter().collect::<Vec<_>>(), ["sweep"]);
        let groups = wanted.groups();
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].packages(), ["--package", "mctslab", "--package", "mctslab-lab"]);
        assert_eq!(groups[0].filter.as_deref(), Some("not binary(cli) | test(/^page_goldens::/) | test(sweep)"));
    }

    #[test]
    fn texts_ask_for_no_test_and_manifests_for_all() {
        assert!(wanted(&["README.md", "docs/cli.md"]).groups().is_empty());
        assert!(wanted(&["Cargo.toml"]).everything && wanted(&["python/mctslab/store.py"]).python);
        assert_eq!(wanted(&["xtask/src/main.rs"]).groups()[0].filter, None);
    }
}
