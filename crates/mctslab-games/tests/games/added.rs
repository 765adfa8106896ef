//! What is added with how many files: a game and a selection rule with one new file, its `mod` line and one row, a protocol in at most
//! three files; a study is one file and one word, and has a command. All of it is done here, in one copy of the project.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

// The new files. They end in `.txt` here so that nobody compiles them in place.
const NEW_GAME: &str = include_str!("added_game.txt");
const NEW_RULE: &str = include_str!("added_rule.txt");
const NEW_STUDY: &str = include_str!("added_study.txt");
const NEW_PROTOCOL: &str = include_str!("added_protocol.txt");

/// A copy of the project in which things are added.
struct Project {
    root: PathBuf,
    target: PathBuf,
}

impl Project {
    /// The copy is made anew, its build is kept for the next run.
    fn copy() -> Project {
        let from = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
        let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("added-game");
        let root = scratch.join("copy");
        drop(fs::remove_dir_all(&root));
        for folder in ["crates", "examples", "games", "xtask", ".cargo"] {
            copy(&from.join(folder), &root.join(folder));
        }
        for file in ["Cargo.toml", "Cargo.lock"] {
            fs::copy(from.join(file), root.join(file)).expect("a copy");
        }
        Project { root, target: scratch.join("target") }
    }

    /// Writes a new file, puts lines before others, and returns how many files that took.
    fn add(&self, folder: &str, (file, text): (&str, &str), lines: &[(&str, &str, &str)]) -> usize {
        let folder = self.root.join(folder);
        fs::write(folder.join(file), text).expect("the new file");
        for (changed, line, before) in lines {
            insert(&folder.join(changed), line, before);
        }
        1 + lines.iter().map(|(changed, ..)| changed).collect::<BTreeSet<_>>().len()
    }

    /// Runs tests there and returns what they print; all must pass.
    fn test(&self, words: &[&str]) -> String {
        self.cargo("test", words)
    }

    fn cargo(&self, command: &str, words: &[&str]) -> String {
        let run = Command::new(env!("CARGO"))
            .args([command, "--offline"])
            .args(words)
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &self.target)
            .output()
            .expect("cargo starts");
        let output = format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        assert!(run.status.success(), "{output}");
        output
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a new folder");
    for entry in fs::read_dir(from).expect("a folder of the project") {
        let path = entry.expect("readable").path();
        let target = to.join(path.file_name().expect("named"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, &target).expect("a copy");
        }
    }
}

/// Puts `line` before the line that contains `before`.
fn insert(file: &Path, line: &str, before: &str) {
    let text = fs::read_to_string(file).expect("a file of the project");
    let at = text.find(before).unwrap_or_else(|| panic!("{}: no `{before}`", file.display()));
    fs::write(file, format!("{}{line}\n{}", &text[..at], &text[at..])).expect("a changed copy");
}

#[test]
fn a_game_a_rule_and_a_study_are_one_file_and_a_row_and_a_protocol_at_most_three_files() {
    let project = Project::copy();
    let heap = [("lib.rs", "pub mod heap;", "pub mod hex;"), ("list.rs", "    heap::Heap,", "    nim::Nim,")];
    project.add("crates/mctslab-games/src", ("heap.rs", NEW_GAME), &heap);
    let latest = [("mod.rs", "mod latest;", "mod siblings;"), ("mod.rs", "    latest::ROW,", "    history::ROW,")];
    let files = project.add("crates/mctslab-search/src/select", ("latest.rs", NEW_RULE), &latest);
    assert_eq!(files, 2, "the rule's own, and the list");
    let asking = [
        ("mod.rs", "mod asking;", "mod check;"),
        ("protocol.rs", "use super::asking;", "use super::program"),
        ("protocol.rs", "    asking::Asking,", "    ugi::Ugi,"),
    ];
    let files = project.add("crates/mctslab-arena/src/engines", ("asking.rs", NEW_PROTOCOL), &asking);
    assert_eq!(files, 3, "the protocol's own, the list, and the `mod` line");

    let lengths = [("mod.rs", "    lengths,", "    ladder,")];
    let files = project.add("crates/mctslab-lab/src/studies", ("lengths.rs", NEW_STUDY), &lengths);
    assert_eq!(files, 2, "the study's own, and the list");

    let output = project.test(&["-p", "mctslab-games", "--test", "games", "--", "--skip", "added"]);
    assert!(output.contains("every_game_keeps_the_laws ... ok"), "{output}");
    // These do little: they are faster built as they are than optimised.
    let plain =
        ["--config", "profile.dev.opt-level=0", "--lib", "-p", "mctslab-search", "-p", "mctslab-arena", "added"];
    let output = project.test(&plain);
    for law in ["added_rule_is_what_its_name_makes ... ok", "added_protocol_asks_a_program ... ok"] {
        assert!(output.contains(law), "{output}");
    }
    // The study has a command of its own, with its options, though nothing was added to the binary.
    let lengths = ["lengths", "nim(heaps=2)", "-n", "3", "--seed", "5", "--no-store", "-q", "--json"];
    let run = [&["--quiet", "--config", "profile.dev.opt-level=0", "-p", "mctslab", "--"][..], &lengths].concat();
    let output = project.cargo("run", &run);
    let found = output.lines().find_map(|line| line.strip_prefix("{\"plies\":[")?.strip_suffix("]}"));
    let plies: Vec<u32> = found.unwrap_or_default().split(',').filter_map(|plies| plies.parse().ok()).collect();
    // Two heaps, of one stone and of three.
    assert!(plies.len() == 3 && plies.iter().all(|plies| (2..=4).contains(plies)), "{output}");
}
