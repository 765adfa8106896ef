//! A game is added with one new file, its `mod` line and one list row: done here in a copy of the project.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The one new file. It ends in `.txt` here so that nobody compiles it in place.
const NEW_GAME: &str = include_str!("added_game.txt");

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
fn a_new_game_needs_one_file_and_its_list_rows() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("added-game");
    // The copy is made anew, its build is kept for the next run.
    drop(fs::remove_dir_all(scratch.join("copy")));
    let project = scratch.join("copy");
    for folder in ["crates", "examples", "games", "xtask", ".cargo"] {
        copy(&root.join(folder), &project.join(folder));
    }
    for file in ["Cargo.toml", "Cargo.lock"] {
        fs::copy(root.join(file), project.join(file)).expect("a copy");
    }
    let sources = project.join("crates/mctslab-games/src");
    fs::write(sources.join("heap.rs"), NEW_GAME).expect("the new file");
    insert(&sources.join("lib.rs"), "pub mod heap;", "pub mod hex;");
    insert(&sources.join("list.rs"), "    heap::Heap,", "    nim::Nim,");
    let suite = Command::new(env!("CARGO"))
        .args(["test", "--offline", "-p", "mctslab-games", "--test", "games", "--", "--skip", "added"])
        .current_dir(&project)
        .env("CARGO_TARGET_DIR", scratch.join("target"))
        .output()
        .expect("cargo starts");
    let output = format!("{}{}", String::from_utf8_lossy(&suite.stdout), String::from_utf8_lossy(&suite.stderr));
    assert!(suite.status.success(), "{output}");
    assert!(output.contains("every_game_keeps_the_laws ... ok"), "{output}");
}
