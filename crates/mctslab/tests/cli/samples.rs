//! Runs of samples: shown, resumed, exported and played by workers as runs of games are, in words
//! of their own.

use std::fs;

use mctslab_studies::STUDIES;

use crate::resume::survives_kills;
use crate::store::place;
use crate::{json, json_lines, mctslab, stdout};

const BINARY: &str = env!("CARGO_BIN_EXE_mctslab");

fn message(words: &[&str]) -> String {
    let run = mctslab(words);
    assert!(!run.status.success(), "{words:?}");
    String::from_utf8_lossy(&run.stderr).into_owned()
}

/// What is exported of a run that is started by these words.
fn exported(words: &[&str], more: &[&str]) -> String {
    let (_folder, db) = place();
    stdout(&[words, &["-q", "--db", &db], more].concat());
    stdout(&["export", "1", "--db", &db])
}

#[test]
fn a_stored_run_of_samples_speaks_of_samples() {
    let (_folder, db) = place();
    let found = json(&["analyze", "nim", "-n", "20", "--db", &db, "--json"]);
    assert_eq!(json(&["show", "1", "--db", &db, "--json"]), found);
    let list = stdout(&["runs", "--db", &db]);
    assert!(list.contains("samples") && !list.contains("games"), "{list}");
    let row = json(&["runs", "--db", &db, "--json"]);
    assert_eq!((&row["games"], &row["planned"]), (&20.into(), &20.into()), "keys stay as they are");
    let again = mctslab(&["resume", "1", "--db", &db]);
    assert!(String::from_utf8_lossy(&again.stderr).contains("nothing is left to do"), "{again:?}");
    let refused = message(&["show", "1", "--game", "3", "--db", &db]);
    assert!(refused.contains("run 1 has samples, not games"), "{refused}");
    let refused = message(&["export", "1", "--format", "csv", "--db", &db]);
    assert!(refused.contains("run 1 has samples, not games"), "{refused}");
    stdout(&["match", "nim", "random", "random", "-n", "4", "-q", "--db", &db]);
    let list = stdout(&["runs", "--db", &db]);
    assert!(list.contains("done") && list.contains("20 samples") && list.contains("4 games"), "{list}");
}

#[test]
fn samples_are_exported_one_on_a_line_in_order() {
    let (_folder, db) = place();
    stdout(&["analyze", "nim", "-n", "30", "-q", "--db", &db]);
    let lines = json_lines(&["export", "1", "--db", &db]);
    let numbers: Vec<u64> = lines.iter().map(|line| line["sample"].as_u64().expect("a number")).collect();
    assert_eq!(numbers, (0..30).collect::<Vec<u64>>());
    assert!(lines.iter().all(|line| line.get("timing").is_none()), "{lines:?}");
}

/// Runs with samples that hold durations and runs without.
const RUNS: [&[&str]; 3] = [
    &["criteria", "nim", "--games", "30", "--seeds", "60"],
    &["analyze", "tic-tac-toe", "-n", "60", "--agent", "uct(iters=20)"],
    &[
        "probe",
        "tic-tac-toe",
        "uct(iters=20)",
        "--positions",
        "60",
        "--after",
        "3",
        "--budgets",
        "2,5",
        "--repeat",
        "2",
    ],
];

#[test]
fn threads_and_workers_take_the_same_samples() {
    let worker = format!("{BINARY} worker");
    for words in RUNS {
        let alone = exported(words, &["--threads", "1"]);
        assert_eq!(alone.lines().count(), 60);
        assert_eq!(alone, exported(words, &["--threads", "4"]), "{words:?}");
        assert_eq!(alone, exported(words, &["--workers", &worker, "--count", "2"]), "{words:?}");
        assert_ne!(alone, exported(words, &["--seed", "2"]), "{words:?}");
    }
}

#[test]
fn a_resumed_run_of_samples_is_as_one_that_was_never_interrupted() {
    for words in RUNS {
        let (_folder, db) = place();
        let mut whole = json(&[words, &["-q", "--db", &db, "--json"]].concat());
        let samples = stdout(&["export", "1", "--db", &db]);
        assert!(!samples.contains("timing"), "{samples}");
        let store = rusqlite::Connection::open(&db).expect("a store");
        store.execute("UPDATE runs SET status = 'open', games = games - 12", []).expect("changed");
        let deleted = store.execute("DELETE FROM results WHERE task % 5 = 1", []).expect("deleted");
        assert_eq!(deleted, 12);
        drop(store);
        let mut resumed = json(&["resume", "1", "-q", "--db", &db, "--json"]);
        for document in [&mut whole, &mut resumed] {
            document.as_object_mut().expect("an object").remove("timing");
        }
        assert_eq!(resumed, whole);
        assert_eq!(stdout(&["export", "1", "--db", &db]), samples);
    }
}

#[test]
fn kills_do_not_change_samples() {
    survives_kills(&["analyze", "tic-tac-toe", "-n", "10000", "--agent", "uct(iters=60)"], 4, 120, 5);
}

#[test]
fn an_experiment_may_name_studies_of_samples() {
    let (folder, db) = place();
    let file = folder.path().join("experiment.toml").display().to_string();
    let text = "name = \"Portraits\"\n[[tables]]\nlabel = \"portrait\"\ngames = [\"nim\", \"tic-tac-toe\"]\n\
                studies = [\"analyze(games=10)\", \"exact-counts\"]\n[[tables]]\nlabel = \"probe\"\ngames = [\"nim\"]\n\
                agents = [\"uct(iters=20)\"]\nstudies = [\"probe(positions=10,budgets=\\\"2,5\\\")\"]\n";
    fs::write(&file, text).expect("a file");
    let found = json(&["experiment", "run", &file, "-q", "--db", &db, "--json"]);
    let rows = found["rows"].as_array().expect("rows");
    let games: Vec<u64> = rows.iter().filter_map(|row| row["games"].as_u64()).collect();
    assert_eq!(games, [10, 10, 1, 1, 10], "{found}");
    assert_eq!(rows[3]["document"]["games"], 255_168);
    let table = stdout(&["experiment", "show", "1", "--db", &db]);
    let heading = table.lines().find(|line| line.starts_with("run")).expect("a heading");
    assert!(heading.contains("samples") && !heading.contains("games"), "{table}");
}

#[test]
fn every_parameter_of_a_study_is_an_option_of_its_command() {
    let mut helps: Vec<(&str, String)> = Vec::new();
    for row in STUDIES {
        if helps.iter().all(|(command, _)| *command != row.command) {
            helps.push((row.command, stdout(&[row.command, "--help"])));
        }
        let (_, help) = helps.iter().find(|(command, _)| *command == row.command).expect("it was asked");
        for param in row.entry.params {
            // There `--games` names games.
            let taken = row.command == "complexity" && param.name == "games";
            let name = if taken { "max-games" } else { param.name };
            assert!(help.contains(&format!("--{name}")), "{} --{name}", row.command);
        }
    }
}
