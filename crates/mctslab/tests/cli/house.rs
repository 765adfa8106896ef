//! The house of crates: dependencies between them only point up the list of docs/design.md.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Every crate with the crates of ours it may use.
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

#[test]
fn dependencies_point_one_way() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let run = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root)
        .output()
        .expect("cargo starts");
    let metadata: Value = serde_json::from_slice(&run.stdout).expect("cargo metadata prints JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    assert_eq!(packages.len(), ALLOWED.len(), "every crate has a row here");
    for package in packages {
        let name = package["name"].as_str().expect("a name");
        let (_, allowed) = ALLOWED.iter().find(|(row, _)| *row == name).unwrap_or_else(|| panic!("{name} has no row"));
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let used = dependency["name"].as_str().expect("a name");
            let for_tests = dependency["kind"] == "dev";
            assert!(!used.starts_with("mctslab") || for_tests || allowed.contains(&used), "{name} must not use {used}");
        }
    }
}

/// The extension module of the Python package is built after the tests, and takes what they have
/// built only where all features are the same. The largest crates take minutes.
#[test]
fn the_python_package_shares_what_tests_have_built() {
    let tree = |kinds: &str, which: &[&str]| {
        let run = Command::new(env!("CARGO"))
            .args(["tree", "--offline", "--prefix", "none", "--no-dedupe", "--format", "{p} {f}", "--edges", kinds])
            .args(which)
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
            .output()
            .expect("cargo starts");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        let lines = String::from_utf8(run.stdout).expect("text");
        lines.lines().map(|line| line.trim_end_matches(" (*)").trim().to_string()).collect::<BTreeSet<String>>()
    };
    let package = tree("normal,build", &["--package", "mctslab-python"]);
    let tests = tree("normal,build,dev", &["--workspace", "--features", "mctslab-core/testing"]);
    let other: Vec<&String> = package.difference(&tests).collect();
    assert!(package.len() > 50 && other.is_empty(), "other features than in tests: {other:?}");
}

/// The lines of code that the binary and its library may have: arguments in, document out, and
/// everything else is a call of the lab. Comments are not counted: most are texts of help.
const MOST_LINES: usize = 1700;

#[test]
fn the_binary_is_thin() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut lines = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = std::fs::read_to_string(&path).expect("a text");
                let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
                lines += text.lines().filter(is_code).count();
            }
        }
    }
    assert!((1000..MOST_LINES).contains(&lines), "{lines} lines, fewer than {MOST_LINES} are wanted");
}

/// A wall clock can be set back in the middle of a game. Only the date on which a run was started
/// comes from it; games, clocks and time-outs are timed by the clock that never jumps.
#[test]
fn nothing_that_is_timed_asks_the_wall_clock() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders = vec![crates];
    let mut asking = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "rs")
                && path.components().any(|part| part.as_os_str() == "src")
                && std::fs::read_to_string(&path).expect("a text").contains("SystemTime")
            {
                asking.push(path.file_name().expect("a name").to_string_lossy().to_string());
            }
        }
    }
    assert_eq!(asking, ["runs.rs"], "where the date of a run is taken");
}

/// Files with one of these endings below the folders that hold what people write.
fn written(endings: &[&str]) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut open: Vec<PathBuf> =
        ["crates", "docs", "examples", "python", "xtask"].iter().map(|name| root.join(name)).collect();
    open.extend(["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map(|name| root.join(name)));
    let mut files = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let hidden = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            let inside = std::fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path());
            open.extend(inside.filter(|path| !hidden(path) && !path.ends_with("target")));
        } else if path.extension().is_some_and(|ending| endings.iter().any(|wanted| ending == *wanted)) {
            let text = std::fs::read_to_string(&path).expect("a text");
            files.push((path, text));
        }
    }
    files
}

/// What is code itself, a table, a heading or a link is as wide as it must be.
#[test]
fn comments_and_documents_stay_within_a_hundred_columns() {
    let mut wide = Vec::new();
    let mut seen = 0;
    for (path, text) in written(&["rs", "md"]) {
        let is_code = path.extension().is_some_and(|ending| ending == "rs");
        let mut fenced = false;
        for (number, line) in text.lines().enumerate() {
            let words = line.trim_start();
            let words = if is_code {
                let Some(comment) = words.strip_prefix("//") else {
                    fenced = false;
                    continue;
                };
                comment.trim_start_matches(['/', '!']).trim_start()
            } else {
                words
            };
            seen += 1;
            if words.starts_with("```") {
                fenced = !fenced;
            }
            let as_it_must = fenced || words.starts_with(['|', '#', '<', '!', '`']) || words.contains("](");
            if line.chars().count() > 100 && !as_it_must {
                wide.push(format!("{}:{}", path.display(), number + 1));
            }
        }
    }
    assert!(seen > 10_000, "{seen} lines");
    assert!(wide.is_empty(), "more than 100 columns:\n{}", wide.join("\n"));
}
