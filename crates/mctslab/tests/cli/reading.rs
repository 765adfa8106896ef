//! Reading a store: it is data, whoever wrote it. No command that reads one starts a program, ends
//! in a panic, or sends a terminal anything but text.

use std::fs;

use crate::store::place;
use crate::{json, mctslab, stdout};

/// A short run of every kind.
const RUNS: [&[&str]; 12] = [
    &["match", "tic-tac-toe", "random", "random", "-n", "6"],
    &["tournament", "nim", "random", "greedy", "random", "-n", "2"],
    &["tournament", "nim", "random", "greedy", "random", "-n", "2", "--format", "swiss"],
    &["complexity", "nim", "random", "-n", "60", "--max", "20"],
    &["complexity", "nim", "--ladder", "--max", "8", "-n", "40"],
    &["complexity", "nim", "random", "--method", "bisection(games=10,trials=2,min=1,max=8)"],
    &["analyze", "tic-tac-toe", "-n", "6", "--positions", "3", "--after", "4"],
    &["analyze", "nim(heaps=2)", "--exact-counts"],
    &["efficiency", "tic-tac-toe", "--after", "5", "--positions", "3"],
    &["sweep", "nim", "mcts(iters={2,4})", "--against", "random", "-n", "6"],
    &["trace", "tic-tac-toe", "mcts(iters={2,4})", "--against", "random", "-n", "3"],
    &["probe", "tic-tac-toe", "uct(iters=20)", "--after", "4", "--positions", "3"],
];

/// Stores that hold these runs.
fn stored(runs: &[&[&str]], db: &str) {
    for words in runs {
        stdout(&[*words, &["-q", "--db", db]].concat());
    }
}

#[test]
fn no_command_that_reads_a_store_starts_what_the_store_names() {
    let (folder, db) = place();
    stored(&RUNS, &db);
    let file = folder.path().join("experiment.toml");
    let table = "name = \"One\"\n[[tables]]\nlabel = \"a\"\ngames = [\"nim\"]\nagents = [\"random\"]\nstudies = [\"analyze(games=3)\"]\n";
    fs::write(&file, table).expect("a file");
    stdout(&["experiment", "run", &file.display().to_string(), "-q", "--db", &db]);
    let last = RUNS.len() + 1;
    // Every agent in every place becomes a program.
    let mark = folder.path().join("started");
    let program = format!("process(cmd=\"touch {}\",protocol=lines)", mark.display());
    let store = rusqlite::Connection::open(&db).expect("a store");
    let texts: Vec<(i64, String)> = {
        let mut rows = store.prepare("SELECT run, settings FROM runs").expect("a query");
        let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).expect("rows");
        rows.collect::<Result<_, _>>().expect("texts")
    };
    assert_eq!(texts.len(), last);
    for (run, text) in texts {
        let mut plan: serde_json::Value = serde_json::from_str(&text).expect("a plan");
        for agent in plan["agents"].as_array_mut().expect("agents") {
            *agent = program.clone().into();
        }
        let changed = (plan.to_string(), run);
        store.execute("UPDATE runs SET settings = ?1 WHERE run = ?2", changed).expect("changed");
    }
    store.execute("UPDATE agents SET spec = ?1", [&program]).expect("changed");
    let stranger = table.replace("random", &program.replace('"', "\\\""));
    store.execute("UPDATE experiments SET text = ?1", [&stranger]).expect("changed");
    drop(store);
    let page = folder.path().join("page.html").display().to_string();
    let pages = folder.path().join("pages").display().to_string();
    let read = |words: &[&str]| {
        let run = mctslab(&[words, &["--db", &db]].concat());
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(!mark.exists(), "{words:?} started the program: {message}");
        assert!(run.status.code().is_some_and(|code| code < 3), "{words:?}: {message}");
        run.status.success()
    };
    for run in (1..=last).map(|run| run.to_string()) {
        for words in [
            &["show", &run][..],
            &["show", &run, "--json"],
            &["show", &run, "--game", "0"],
            &["report", &run, "-o", &page],
            &["export", &run],
            &["export", &run, "--format", "csv"],
            &["resume", &run],
        ] {
            read(words);
        }
    }
    assert!(read(&["runs"]) && read(&["runs", "--json"]) && read(&["experiment", "list"]));
    for words in [&["experiment", "show", "1"][..], &["experiment", "report", "1", "-o", &pages]] {
        assert!(read(words), "{words:?}");
    }
    // What needs no touchstone is shown, and the page of a portrait has the games that were
    // recorded.
    for run in ["1", "2", "3", "7", "8", "11", "13"] {
        assert!(read(&["show", run]) && read(&["report", run, "-o", &page]), "run {run}");
    }
    assert!(read(&["report", "7", "-o", &page]));
    let html = fs::read_to_string(&page).expect("a page");
    assert!(html.contains("shortest; ") && html.contains("longest; ") && html.contains("class=\"strip\""));
}

#[test]
fn the_games_on_the_page_of_a_portrait_are_recorded_ones() {
    let (folder, db) = place();
    stdout(&["analyze", "nim", "-n", "9", "-q", "--db", &db]);
    let page = folder.path().join("page.html").display().to_string();
    let report = || {
        stdout(&["report", "1", "-q", "-o", &page, "--db", &db]);
        fs::read_to_string(&page).expect("a page")
    };
    let whole = report();
    assert!(whole.contains("longest; "), "games are shown");
    // A store that has no moves has no games to show.
    let store = rusqlite::Connection::open(&db).expect("a store");
    store.execute("UPDATE results SET found = json_remove(found, '$.moves')", []).expect("changed");
    drop(store);
    let html = report();
    assert!(!html.contains("longest; ") && !html.contains("games-shown"));
    assert!(html.contains("<h1>Run 1"));
}

/// What a command says of a store in which one sample was changed.
fn refused(words: &[&str], change: &str) -> String {
    let (folder, db) = place();
    stdout(&[words, &["-q", "--db", &db]].concat());
    let store = rusqlite::Connection::open(&db).expect("a store");
    let changed = store.execute(&format!("UPDATE results SET found = {change} WHERE task = 2"), []).expect("changed");
    assert_eq!(changed, 1);
    store.execute("UPDATE runs SET status = 'open', games = games - 1", []).expect("changed");
    store.execute("DELETE FROM results WHERE task = 1", []).expect("deleted");
    drop(store);
    let page = folder.path().join("page.html").display().to_string();
    let mut messages = Vec::new();
    for words in [&["show", "1"][..], &["report", "1", "-o", &page], &["resume", "1", "-q"]] {
        let run = mctslab(&[words, &["--db", &db]].concat());
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(1), "{words:?}: {message}");
        assert!(message.contains("is damaged: sample 2 cannot be read"), "{words:?}: {message}");
        assert!(!message.contains("resume"), "it would fail again: {message}");
        messages.push(message);
    }
    messages.concat()
}

#[test]
fn a_damaged_sample_is_named_and_refused() {
    let efficiency = ["efficiency", "tic-tac-toe", "--after", "4", "--positions", "5"];
    let analyze = ["analyze", "tic-tac-toe", "-n", "5"];
    let trace = ["trace", "tic-tac-toe", "mcts(iters=3)", "--against", "random", "-n", "5"];
    for (words, change, expected) in [
        (&efficiency[..], "json_set(found, '$.online', json('[]'))", "constants online"),
        (&efficiency, "json_set(found, '$.offline', json('[[1]]'))", "offline"),
        (&analyze, "json_set(found, '$.payoffs', json('[]'))", "0 payoffs, expected 2"),
        (&analyze, "json_remove(found, '$.branching')", "missing field `branching`"),
        (&trace, "json_set(found, '$.game.seats', json('[7, 1]'))", "the agents [7, 1] in the seats"),
        (&trace, "'{}'", "missing field `game`"),
    ] {
        let message = refused(words, change);
        assert!(message.contains(expected), "{change}: {message}");
    }
}

#[test]
fn names_of_agents_are_no_commands_to_a_terminal() {
    let (_folder, db) = place();
    stdout(&["match", "nim", "random", "random", "-n", "2", "-q", "--db", &db]);
    let store = rusqlite::Connection::open(&db).expect("a store");
    let text: String = store.query_row("SELECT settings FROM runs", [], |row| row.get(0)).expect("a plan");
    let mut plan: serde_json::Value = serde_json::from_str(&text).expect("a plan");
    let name = "x\u{1b}[31mred\u{9b}2J";
    plan["agents"][0] = name.into();
    store.execute("UPDATE runs SET settings = ?1", [plan.to_string()]).expect("changed");
    store.execute("UPDATE agents SET spec = ?1 WHERE number = 0", [name]).expect("changed");
    drop(store);
    let shown = stdout(&["show", "1", "--game", "0", "--db", &db]);
    assert!(shown.contains("x\\u{1b}[31mred\\u{9b}2J"), "{shown}");
    assert!(!shown.contains("\u{1b}[31m") && !shown.contains('\u{9b}'), "{shown:?}");
    assert_eq!(
        json(&["show", "1", "--game", "0", "--json", "--db", &db])["plies"].as_u64().map(|plies| plies > 0),
        Some(true)
    );
}

#[test]
fn what_is_left_to_play_is_counted_by_the_games_that_are_there() {
    let (_folder, db) = place();
    stdout(&["match", "nim", "random", "random", "-n", "20", "-q", "--db", &db]);
    let store = rusqlite::Connection::open(&db).expect("a store");
    store.execute("UPDATE runs SET status = 'open'", []).expect("changed");
    store.execute("DELETE FROM games WHERE fixture >= 15", []).expect("deleted");
    drop(store);
    let shown = stdout(&["show", "1", "--db", &db]);
    assert!(shown.contains("5 of 20 games are still to play"), "{shown}");
}
