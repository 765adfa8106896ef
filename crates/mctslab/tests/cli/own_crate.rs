//! `mctslab new`: a crate of a user's own. That the crate builds, and has every command, is tested
//! where others are built outside the workspace (`cargo xtask added`).

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

/// The game that is written, with its tests, as it is.
#[expect(unreachable_pub, reason = "the crate's own `main` uses it")]
#[path = "../../../mctslab-lab/src/own_crate/game.rs"]
mod game;

fn new_in(folder: &std::path::Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mctslab"));
    command.arg("new").args(words).current_dir(folder).output().expect("the binary starts")
}

#[test]
fn a_crate_is_written_once() {
    let place = tempfile::tempdir().expect("a folder");
    let run = new_in(place.path(), &["my-game"]);
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && text.contains("cargo run --release -- play my-game"), "{run:?}");
    let game = fs::read_to_string(place.path().join("my-game/src/game.rs")).expect("the game");
    assert!(game.contains("samples: &[\"my-game\", \"my-game(stones=7)\"]"), "{game}");
    let again = new_in(place.path(), &["my-game"]);
    let error = String::from_utf8_lossy(&again.stderr);
    assert_eq!(again.status.code(), Some(2), "{error}");
    assert!(error.contains("`my-game` exists already, and nothing in it was changed"), "{error}");
    let run = new_in(place.path(), &["other", "--json"]);
    let document: Value = serde_json::from_slice(&run.stdout).expect("JSON");
    assert_eq!(document["name"], "other");
    assert!(document["files"].as_array().is_some_and(|files| files.contains(&"src/game.rs".into())), "{document}");
}

#[test]
fn names_that_no_crate_can_have_are_refused() {
    let place = tempfile::tempdir().expect("a folder");
    for (name, reason) in
        [("Heap", "as in `my-game`"), ("hex", "there is a game of that name"), ("fn", "uses that word")]
    {
        let run = new_in(place.path(), &[name]);
        let error = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.code() == Some(2) && error.contains(reason), "{name}: {error}");
    }
    assert_eq!(fs::read_dir(place.path()).expect("a folder").count(), 0);
}
