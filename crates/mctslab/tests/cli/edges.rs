//! Runs at the edges: no games, one game, nothing but draws, nothing but forfeits, graphs in
//! pieces, games without an end.

use crate::store::place;
use crate::{json, mctslab, stdout};

/// Asserts that there is no number that is none.
fn all_finite(text: &str) {
    for bad in ["NaN", "inf", "nan"] {
        assert!(!text.contains(bad), "`{bad}` in {text}");
    }
}

#[test]
fn one_game_and_none_have_open_ends_but_no_nonsense() {
    let one = json(&["match", "tic-tac-toe", "random", "random", "-n", "1", "--json"]);
    assert_eq!(one["games"], 1);
    let (low, high) = (one["agents"][0]["low"].as_f64().unwrap(), one["agents"][0]["high"].as_f64().unwrap());
    assert!(0.0 <= low && low < high && high <= 1.0, "{one}");
    all_finite(&stdout(&["match", "tic-tac-toe", "random", "random", "-n", "1"]));
    let (_folder, db) = place();
    let engine = "process(cmd=\"/no/such/engine\",protocol=lines)";
    for words in [&["match", "tic-tac-toe", engine, "random"][..], &["tournament", "tic-tac-toe", engine, "random"]] {
        mctslab(&[words, &["-n", "9", "--threads", "1", "--db", &db]].concat());
    }
    for run in ["1", "2"] {
        let none = json(&["show", run, "--json", "--db", &db]);
        assert_eq!((&none["games"], &none["agents"][0]["score"]), (&0.into(), &serde_json::Value::Null), "{none}");
        all_finite(&stdout(&["show", run, "--db", &db]));
    }
    assert_eq!(mctslab(&["match", "tic-tac-toe", "random", "random", "-n", "0"]).status.code(), Some(2));
}

#[test]
fn nothing_but_draws_and_nothing_but_wins_are_finite_or_open() {
    let drawn = json(&["match", "tic-tac-toe", "solve", "solve", "-n", "20", "--openings", "none", "--json"]);
    assert_eq!((&drawn["agents"][0]["draws"], &drawn["agents"][0]["elo"]), (&20.into(), &0.0.into()), "{drawn}");
    let won = json(&["match", "tic-tac-toe", "solve", "random", "-n", "20", "--seed", "3", "--json"]);
    assert!(won["agents"][1]["wins"] == 0, "{won}");
    let text = stdout(&["match", "nim", "solve", "random", "-n", "4"]);
    all_finite(&text);
}

#[cfg(unix)]
#[test]
fn an_agent_that_always_forfeits_loses_every_game_if_that_counts_and_the_run_ends() {
    // It says `y`, which is no move, before and after it is asked, and never stops.
    let engine = "process(cmd=\"yes\",protocol=lines)";
    let report = json(&["match", "tic-tac-toe", engine, "random", "-n", "6", "--json", "--count-forfeits"]);
    assert_eq!((&report["games"], &report["agents"][0]["losses"]), (&6.into(), &6.into()), "{report}");
    assert_eq!((&report["forfeits"][0]["fault"], &report["forfeits"][0]["games"]), (&"illegal-move".into(), &6.into()));
    let words = ["tournament", "tic-tac-toe", engine, "random", "random", "-n", "2", "--format", "knockout"];
    assert!(stdout(&words).contains("The winner is random #"), "games of others were played");
    let run = mctslab(&["match", "tic-tac-toe", engine, "random", "-n", "6"]);
    assert_eq!(run.status.code(), Some(1), "nobody has seen any play");
    assert!(String::from_utf8_lossy(&run.stdout).contains("lost all 6 games by illegal moves"));
}

#[test]
fn sets_that_no_game_links_are_told() {
    let words =
        ["tournament", "tic-tac-toe", "random", "random", "random", "random", "-n", "4", "--format", "swiss(rounds=1)"];
    assert!(stdout(&words).contains("No games connect these groups"), "a graph in two pieces");
    let report = json(&[&words[..], &["--json"]].concat());
    assert_eq!(report["components"], serde_json::json!([[0, 1], [2, 3]]), "{report}");
    assert_eq!(report["pairs"].as_array().unwrap().len(), 2, "only those who met are compared");
}

#[test]
fn games_without_an_end_are_cut_off() {
    let report = json(&["match", "hnefatafl(max-plies=12)", "random", "random", "-n", "6", "--json"]);
    assert!(report["plies_mean"].as_f64().unwrap() <= 12.0, "{report}");
}
