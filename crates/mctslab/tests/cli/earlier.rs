//! A store that version 0.4.0 wrote: it is listed, shown, exported and reported, and the same
//! commands play the same games today, where no study chooses them otherwise.

use std::fs;

use serde_json::Value;

use crate::store::place;
use crate::{json_lines, mctslab, stdout};

/// The commands that wrote the store, in the order of its runs.
const COMMANDS: &[&[&str]] = &[
    &["match", "tic-tac-toe", "mcts(iters=20)", "random", "-n", "12", "--seed", "3"],
    &["match", "tic-tac-mo", "random", "mcts(iters=5)", "random", "-n", "12", "--openings", "random(plies=2)"],
    &["match", "nim", "mcts(iters=30)", "mcts(iters=5)", "-n", "200", "--stop", "sprt(elo0=0,elo1=200)"],
    &["tournament", "nim", "random", "mcts(iters=5)", "mcts(iters=20)", "-n", "4"],
    &["tournament", "nim", "random", "mcts(iters=5)", "mcts(iters=20)", "-n", "4", "--format", "gauntlet"],
    &[
        "tournament",
        "nim",
        "random",
        "mcts(iters=5)",
        "mcts(iters=20)",
        "solve",
        "-n",
        "2",
        "--format",
        "swiss(rounds=2)",
    ],
    &["tournament", "nim", "random", "mcts(iters=5)", "mcts(iters=20)", "solve", "-n", "2", "--format", "knockout"],
    &["complexity", "tic-tac-toe", "mcts(iters=4)", "-n", "200", "--seed", "2"],
    &["complexity", "tic-tac-mo", "mcts(iters=4)", "-n", "120"],
    &[
        "complexity",
        "tic-tac-toe",
        "greedy",
        "--method",
        "bisection(trials=2)",
        "-n",
        "20",
        "--min",
        "1",
        "--max",
        "30",
    ],
    &["complexity", "nim", "--ladder", "-n", "60", "--max", "30"],
    &["probe", "tic-tac-toe", "mcts(iters=10)", "--positions", "5"],
];

/// Whether the games of a command are those that version 0.4.0 would play: a fit and a ladder
/// choose their games otherwise since 0.5.0.
fn plays_as_before(words: &[&str]) -> bool {
    words[0] != "complexity" || words.contains(&"--method")
}

/// The games of a run without how long they took.
fn games(db: &str, run: usize) -> Vec<Value> {
    let mut lines = json_lines(&["export", &run.to_string(), "--db", db]);
    for line in &mut lines {
        line.as_object_mut().expect("an object").remove("duration_ms");
    }
    lines
}

/// Leaves out what `probe` says of the final choice that version 0.4.0 did not have, and of those
/// after it, whose ties are broken by later random numbers.
fn leave_out_later_rules(now: &mut [Value], before: &mut [Value]) {
    for (now, before) in now.iter_mut().zip(before) {
        let Some((now, before)) = now["rules"].as_array_mut().zip(before["rules"].as_array_mut()) else { continue };
        let same = now.iter().zip(before.iter()).take_while(|(now, before)| now["rule"] == before["rule"]).count();
        assert!(same > 0, "{before:?}");
        now.truncate(same);
        before.truncate(same);
    }
}

fn copy() -> (tempfile::TempDir, String) {
    let (folder, db) = place();
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/store-0.4.0.sqlite"), &db).expect("a copy");
    (folder, db)
}

#[test]
fn the_same_commands_play_the_same_games_as_before() {
    let ((_old_folder, old), (_folder, db)) = (copy(), place());
    for (place, words) in COMMANDS.iter().enumerate() {
        stdout(&[words, &["-q", "--db", &db][..]].concat());
        let (mut before, mut now) = (games(&old, place + 1), games(&db, place + 1));
        leave_out_later_rules(&mut now, &mut before);
        assert!(before.len() >= 5, "{words:?}");
        assert!(!plays_as_before(words) || before == now, "{words:?}");
    }
}

#[test]
fn an_earlier_store_is_listed_shown_and_reported() {
    let (folder, db) = copy();
    let runs = json_lines(&["runs", "--db", &db, "--json"]);
    let commands: Vec<&str> = runs.iter().filter_map(|run| run["command"].as_str()).collect();
    assert_eq!(commands, COMMANDS.iter().map(|words| words[0]).collect::<Vec<&str>>());
    assert_eq!(runs[5]["format"], "swiss(rounds=2)");
    assert!(runs[2]["stop"].as_str().is_some_and(|rule| rule.starts_with("sprt(elo0=0,elo1=200")), "{}", runs[2]);
    let (_fresh_folder, fresh) = place();
    for (place, words) in COMMANDS.iter().enumerate() {
        let run = (place + 1).to_string();
        let shown: Value = serde_json::from_str(&stdout(&["show", &run, "--db", &db, "--json"])).expect("a document");
        stdout(&[words, &["-q", "--db", &fresh][..]].concat());
        let now: Value = serde_json::from_str(&stdout(&["show", &run, "--db", &fresh, "--json"])).expect("a document");
        if plays_as_before(words) {
            assert_eq!(shown["games"], now["games"], "{words:?}");
            assert_eq!(shown["evaluations"], now["evaluations"], "{words:?}");
            assert_eq!(shown["agents"], now["agents"], "{words:?}");
        }
        let page = folder.path().join("page.html").display().to_string();
        stdout(&["report", &run, "--db", &db, "-o", &page, "-q"]);
        assert!(fs::read_to_string(&page).expect("a page").contains(&format!("<h1>Run {run}: ")));
    }
    // Games that this version would not have chosen are shown all the same, and marked so.
    assert!(stdout(&["show", "8", "--db", &db]).contains("played by mctslab 0.4.0"));
    assert!(!stdout(&["show", "10", "--db", &db]).contains("played by mctslab 0.4.0"));
    assert!(stdout(&["show", "9", "--db", &db, "--game", "3"]).contains("mcts(iters=16"));
}

#[test]
fn a_run_of_an_earlier_version_is_not_played_on() {
    let (_folder, db) = copy();
    let store = rusqlite::Connection::open(&db).expect("a store");
    store.execute("UPDATE runs SET status = 'open'", []).expect("changed");
    store.execute("DELETE FROM games WHERE fixture = 5", []).expect("deleted");
    drop(store);
    for run in ["1", "6", "8"] {
        let run = mctslab(&["resume", run, "--db", &db]);
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(1), "{message}");
        assert!(message.contains("version: was \"0.4.0\", is now"), "{message}");
    }
    // A new run in the same file: the tables that it lacks are added.
    stdout(&["match", "nim", "random", "greedy", "-n", "4", "--db", &db, "-q"]);
    let runs = json_lines(&["runs", "--db", &db, "--json"]);
    assert_eq!((runs.len(), &runs[12]["status"], &runs[0]["status"]), (13, &"finished".into(), &"interrupted".into()));
}

#[test]
fn runs_whose_agents_had_options_that_are_no_more_are_shown_and_continued() {
    let (_folder, db) = place();
    stdout(&["match", "connect-four", "uct(iters=20)", "random", "-n", "12", "--db", &db, "-q"]);
    let shown = || {
        let document: Value = serde_json::from_str(&stdout(&["show", "1", "--db", &db, "--json"])).expect("JSON");
        (document["games"].clone(), document["agents"].clone())
    };
    let before = shown();
    let store = rusqlite::Connection::open(&db).expect("a store");
    let old = "'transpositions=', 'virtual-loss=1,transpositions='";
    for change in ["runs SET settings = replace(settings", "agents SET spec = replace(spec"] {
        let changed = store.execute(&format!("UPDATE {change}, {old})"), []).expect("changed");
        assert!(changed > 0, "{change}");
    }
    assert!(store.execute("DELETE FROM runs WHERE settings NOT LIKE '%virtual-loss%'", []).is_ok_and(|gone| gone == 0));
    assert_eq!(shown(), before);
    store.execute("UPDATE runs SET status = 'open', games = 6", []).expect("changed");
    store.execute("DELETE FROM games WHERE fixture > 5", []).expect("deleted");
    stdout(&["resume", "1", "--db", &db, "-q"]);
    assert_eq!(shown(), before);
}

/// Settings as they were before version 0.3 are no plan.
#[test]
fn a_store_of_versions_before_0_3_is_refused_with_the_last_version_that_reads_it() {
    let (_folder, db) = copy();
    let store = rusqlite::Connection::open(&db).expect("a store");
    let old = "{\"command\":\"match\",\"game\":\"nim\",\"agents\":[],\"games\":12,\"version\":\"0.2.0\"}";
    store.execute("UPDATE runs SET settings = ?1 WHERE run = 2", [old]).expect("changed");
    for words in [&["runs"][..], &["show", "2"], &["resume", "2"], &["export", "2"], &["report", "2"]] {
        let run = mctslab(&[words, &["--db", &db]].concat());
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(1), "{words:?}: {message}");
        assert!(
            message.contains("run 2 of mctslab 0.2.0") && message.contains("mctslab 0.4.0"),
            "{words:?}: {message}"
        );
    }
}
