//! Experiments: run, shown, resumed and reported as one.

use std::fs;

use serde_json::Value;

use crate::store::place;
use crate::{mctslab, stdout};

const FILE: &str = r#"
name = "Two players in two games"

[defaults.all]
seed = 4

[[tables]]
label = "strength"
games = ["tic-tac-toe", "nim"]
agents = ["random", "mcts(iters=4)"]
studies = ["fit(games=100)"]

[[tables]]
label = "rank"
games = ["nim"]
agents = ["random", "greedy", "solve"]
studies = ["round-robin(games=4)"]
"#;

fn document(words: &[&str]) -> Value {
    serde_json::from_str(&stdout(words)).expect("one JSON document")
}

#[test]
fn an_experiment_is_run_shown_resumed_and_reported() {
    let (folder, db) = place();
    let file = folder.path().join("experiment.toml").display().to_string();
    fs::write(&file, FILE).expect("a file");
    let found = document(&["experiment", "run", &file, "--db", &db, "--json"]);
    let rows = found["rows"].as_array().expect("rows");
    assert_eq!((rows.len(), &found["name"]), (5, &Value::from("Two players in two games")));
    assert_eq!(rows[0]["label"], "strength / tic-tac-toe / random");
    assert!(rows.iter().all(|row| row["status"] == "finished" && row["games"].as_u64() > Some(0)), "{found}");
    assert_eq!(rows[4]["document"]["agents"].as_array().map(Vec::len), Some(3));
    let shown = document(&["experiment", "show", "1", "--db", &db, "--json"]);
    assert_eq!(shown, found);
    let table = stdout(&["experiment", "show", "1", "--db", &db]);
    assert!(table.contains("Experiment 1: Two players in two games") && table.contains("is first of 3"), "{table}");
    // One run of it alone has the same games.
    let alone = document(&["complexity", "nim", "mcts(iters=4)", "-n", "100", "--seed", "4", "--no-store", "--json"]);
    assert_eq!(alone["evaluations"], rows[3]["document"]["evaluations"]);
    // What is missing is played again, and everything is as it was.
    let store = rusqlite::Connection::open(&db).expect("a store");
    store.execute("UPDATE runs SET status = 'open', games = games - 7 WHERE run IN (2, 5)", []).expect("changed");
    store.execute("DELETE FROM games WHERE run IN (2, 5) AND fixture % 5 = 1 AND fixture < 35", []).expect("deleted");
    drop(store);
    let interrupted = stdout(&["experiment", "show", "1", "--db", &db]);
    assert!(interrupted.contains("2 of 5 runs are not finished"), "{interrupted}");
    let mut resumed = document(&["experiment", "resume", "1", "--db", &db, "--json"]);
    for (now, before) in resumed["rows"].as_array_mut().expect("rows").iter_mut().zip(rows) {
        now["games"] = before["games"].clone();
        assert_eq!(now, before);
    }
    // Killed before its last run was started: the run is started when the experiment is resumed.
    let store = rusqlite::Connection::open(&db).expect("a store");
    store.execute("DELETE FROM experiment_runs WHERE run = 5", []).expect("deleted");
    drop(store);
    let again = document(&["experiment", "resume", "1", "--db", &db, "--json"]);
    let last = &again["rows"][4];
    assert_eq!((&last["run"], &last["label"]), (&Value::from(6), &rows[4]["label"]));
    assert_eq!(last["document"]["agents"], rows[4]["document"]["agents"]);
    let listed = document(&["experiment", "list", "--db", &db, "--json"]);
    assert_eq!((&listed["experiment"], &listed["runs"], &listed["finished"]), (&1.into(), &5.into(), &5.into()));
    assert!(stdout(&["experiment", "list", "--db", &db]).contains("Two players in two games"));
    let pages = folder.path().join("pages").display().to_string();
    stdout(&["experiment", "report", "1", "--db", &db, "-o", &pages]);
    let index = fs::read_to_string(format!("{pages}/index.html")).expect("a page");
    for run in [1, 2, 3, 4, 6] {
        assert!(index.contains(&format!("<a href=\"run-{run}.html\">run {run}</a>")), "{index}");
        assert!(fs::read_to_string(format!("{pages}/run-{run}.html")).expect("a page").contains("<h1>Run "));
    }
}

#[test]
fn a_wrong_file_is_refused_before_anything_is_played() {
    let (folder, db) = place();
    let file = folder.path().join("experiment.toml").display().to_string();
    for (from, to, expected) in [
        ("seed = 4", "sead = 4", "unknown field `sead`"),
        ("\"rank\"", "\"strength\"", ""),
        (
            "\"nim\"]\nagents = [\"random\", \"greedy\"",
            "\"nimm\"]\nagents = [\"random\", \"greedy\"",
            "unknown game `nimm`",
        ),
        ("round-robin(games=4)", "round-robin(game=4)", "`games`"),
    ] {
        let text = FILE.replacen(from, to, 1);
        assert_ne!(text, FILE, "{from}");
        let text = if expected.is_empty() { text.replace("round-robin(games=4)", "fit(games=100)") } else { text };
        fs::write(&file, &text).expect("a file");
        let run = mctslab(&["experiment", "run", &file, "--db", &db]);
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        if expected.is_empty() {
            continue;
        }
        assert_eq!(run.status.code(), Some(2), "{to}: {message}");
        assert!(message.contains(expected), "{to}: {message}");
    }
    let twice = FILE.replace("\"rank\"", "\"strength\"").replace("[\"nim\"]", "[\"nim\", \"tic-tac-toe\"]");
    let twice = twice.replace("round-robin(games=4)", "fit(games=100)");
    fs::write(&file, twice).expect("a file");
    let run = mctslab(&["experiment", "run", &file, "--db", &db]);
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(2), "{message}");
    assert!(message.contains("is used twice"), "{message}");
    assert!(!std::path::Path::new(&db).exists() || !stdout(&["runs", "--db", &db]).contains("is used"), "{message}");
}

#[test]
fn the_examples_can_be_planned() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/experiments");
    let lab = mctslab_studies::standard_lab(mctslab_lab::registry::Catalog::standard());
    let mut runs = Vec::new();
    for entry in fs::read_dir(folder).expect("examples") {
        let path = entry.expect("an example").path();
        let text = fs::read_to_string(&path).expect("a text");
        let experiment = mctslab_lab::Experiment::parse(&lab, "the file", &text, false)
            .unwrap_or_else(|error| panic!("{path:?}: {error}"));
        runs.push(experiment.runs.len());
    }
    runs.sort_unstable();
    assert!(runs.len() == 2 && runs.iter().all(|&runs| runs >= 15), "{runs:?}");
}
