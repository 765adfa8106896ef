//! `mctslab analyze`: numbers that other programs and papers have, the same whoever takes the
//! samples.

use serde_json::Value;

use crate::resume::survives_kills;
use crate::store::place;
use crate::{json, mctslab, stdout};

/// What a portrait found, nothing stored.
fn portrait(words: &[&str]) -> Value {
    json(&[&["analyze"], words, &["--no-store", "--json"]].concat())
}

/// Whether a mean is within four standard errors of a number, which has an error of its own.
fn is_near(found: &Value, wanted: f64, error: f64) -> bool {
    let (mean, own) = (found["mean"].as_f64().expect("a mean"), found["se"].as_f64().expect("an error"));
    (mean - wanted).abs() <= 4.0 * own.hypot(error)
}

#[test]
fn random_othello_is_that_of_openspiel() {
    let found = portrait(&["othello", "-n", "3000"]);
    // OpenSpiel 2.0.2, 13,271 games.
    for (key, wanted, error) in [
        ("plies_mean", 60.4202, 0.0103),
        ("branching_mean", 8.4829, 0.0057),
        ("branching_per_game", 8.4834, 0.0057),
        ("first_mover", 0.4769, 0.0043),
        ("draws", 0.0412, 0.0017),
        ("passes", 0.4495, 0.006),
    ] {
        assert!(is_near(&found[key], wanted, error), "seed 1, {key}: {}", found[key]);
    }
    assert_eq!((&found["games"], &found["by_ply"][0]["mean"]), (&3000.into(), &4.0.into()));
    assert_eq!(found["by_stones"][0]["stones"], 4);
    assert_eq!(found["repetitions"]["mean"], 0.0);
}

#[test]
fn ataxx_has_the_branching_of_the_paper() {
    let found = portrait(&["ataxx(clones=per-source)", "-n", "2000"]);
    for (key, wanted) in [
        ("plies_mean", 110.8),
        ("branching_mean", 63.95),
        ("branching_per_game", 62.1),
        ("branching_per_game_with_end", 61.5),
    ] {
        assert!(is_near(&found[key], wanted, 0.05), "seed 1, {key}: {}", found[key]);
    }
    let at = |list: &str, key: &str, number: u64| {
        let rows = found[list].as_array().expect("a list");
        rows.iter().find(|row| row[key] == number).cloned().expect("a row")
    };
    assert_eq!(at("by_ply", "ply", 1)["mean"], 16.0);
    assert!(is_near(&at("by_ply", "ply", 51), 89.6, 0.1));
    assert!(is_near(&at("by_stones", "stones", 24), 91.4, 0.05));
    assert!(is_near(&at("by_stones", "stones", 4), 19.75, 0.05));
    let (by_ply, by_stones) = (&found["peak_by_ply"], &found["peak_by_stones"]);
    assert!(is_near(by_ply, 89.7, 0.2) && (44..=60).contains(&by_ply["at"].as_u64().expect("a ply")), "{by_ply}");
    assert!(is_near(by_stones, 91.4, 0.2) && (22..=26).contains(&by_stones["at"].as_u64().expect("stones")));
}

#[test]
fn every_position_of_tic_tac_toe_after_three_plies() {
    let found = portrait(&["tic-tac-toe", "-n", "100", "--after", "3", "--enumerate"]);
    assert_eq!((&found["positions"], &found["unsolved"], &found["resampled"]), (&252.into(), &0.into(), &0.into()));
    let near = |found: &Value, wanted: f64| (found.as_f64().expect("a number") - wanted).abs() < 0.0006;
    let top = &found["top_move_optimal"];
    assert!(near(&top["all"]["mean"], 0.754) && near(&top["differing"]["mean"], 0.6667), "{top}");
    assert_eq!(top["differing"]["n"], 186);
    assert!(near(&found["ranks"][0]["share"], 0.754), "{}", found["ranks"]);
    for (row, value, balance, count) in [(0, 0.0, 0.087, 50), (1, 0.5, 0.279, 138), (2, 1.0, 0.499, 64)] {
        let of = &found["uniform_by_value"][row];
        assert_eq!((&of["value"], &of["n"]), (&value.into(), &count.into()));
        assert!(near(&of["balance"], balance), "{of}");
    }
    for key in ["change", "spread", "correlation"] {
        assert_eq!(found["accumulation"][key]["n"], 252);
    }
}

#[test]
fn what_does_not_exist_is_null_and_never_no_number() {
    let leaf = portrait(&["one-path(kind=leaf)", "-n", "50", "--positions", "20", "--after", "1"]);
    assert_eq!(
        (&leaf["rank_mean"]["mean"], &leaf["top_move_optimal"]["differing"]["mean"]),
        (&0.0.into(), &Value::Null)
    );
    assert_eq!(leaf.get("by_stones"), None);
    let one = portrait(&["chain", "-n", "50", "--positions", "5"]);
    assert_eq!((&one["draws"], &one["first_mover"]), (&Value::Null, &Value::Null));
    assert_eq!(one["accumulation"]["correlation"]["mean"], Value::Null, "the start has one value");
    let three = portrait(&["tic-tac-mo", "-n", "50", "--positions", "4", "--samples", "2"]);
    assert_eq!(three["seat_payoffs"].as_array().map(Vec::len), Some(3));
    assert_eq!((&three["unsolved"], &three["uniform_by_value"]), (&4.into(), &Value::Array(Vec::new())));
    let searched = portrait(&["tic-tac-toe", "-n", "5", "--agent", "mcts(iters=20)"]);
    assert_eq!(searched["knuth_log10"], Value::Null, "moves are not equally likely");
    let single = portrait(&["nim", "-n", "1"]);
    assert_eq!(single["plies_mean"]["se"], Value::Null);
}

#[test]
fn what_cannot_be_asked_for_is_refused() {
    for (words, reason) in [
        (["tic-tac-toe", "--positions=5", "--after=9"].as_slice(), "after 9 random plies in 1000 attempts"),
        (&["tic-tac-toe", "--enumerate", "--after=9"], "no undecided position after 9 plies"),
        (&["connect-four", "--enumerate", "--after=9"], "more than 100000 undecided positions"),
        (&["tic-tac-toe", "--positions=5", "--limit=0"], "`limit` is `0`"),
        (&["tic-tac-toe", "--after=3"], "none are asked for"),
        (&["tic-tac-toe", "--enumerate", "--positions=3"], "choose one"),
        (&["chain", "--ladder"], "one player"),
        (&["tic-tac-toe", "--ladder", "--touchstone=random"], "no number of iterations"),
    ] {
        let run = mctslab(&[&["analyze", "--no-store"], words].concat());
        let said = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains(reason), "{words:?}: {said}");
    }
}

const LADDER: [&str; 11] = [
    "analyze",
    "tic-tac-toe",
    "--games=60",
    "--positions=40",
    "--after=4",
    "--ladder",
    "--ladder-max=40",
    "--ladder-precision=0.9",
    "--ladder-games=300",
    "--touchstone=mcts",
    "--seed=3",
];

#[test]
fn threads_do_not_matter_and_a_stored_run_is_shown_as_it_was() {
    let (folder, db) = place();
    let mut seen: Vec<(String, Value)> = Vec::new();
    for (number, threads) in ["1", "2", "8"].into_iter().enumerate() {
        let found = json(&[&LADDER[..], &["--threads", threads, "--db", &db, "--json"]].concat());
        let run = (number + 1).to_string();
        assert_eq!(json(&["show", &run, "--db", &db, "--json"]), found, "{threads} threads");
        seen.push((stdout(&["export", &run, "--db", &db]), found));
    }
    assert_eq!(seen[0].0.lines().count(), 100, "60 games and 40 positions");
    assert!(seen.iter().all(|one| *one == seen[0]));
    assert!(seen[0].1["ladder"]["steps"]["found"].is_number());
    let text = stdout(&["show", "1", "--db", &db]);
    assert!(text.contains("optimal by rank") && text.contains("skill step"), "{text}");
    let page = folder.path().join("page.html");
    stdout(&["report", "1", "--db", &db, "-o", page.to_str().expect("a path")]);
    let html = std::fs::read_to_string(page).expect("a page");
    for id in
        ["by-ply", "lengths", "values", "ranks", "ladder", "first-move", "steps", "positions-shown", "games-shown"]
    {
        assert!(html.contains(&format!("<section id=\"{id}\"")), "{id}");
    }
    assert!(html.contains("most lopsided") && html.contains("longest; ") && !html.contains("NaN"));
}

#[test]
fn kills_lose_no_sample() {
    let positions = ["--positions", "3000", "--after", "90", "--exact", "9", "--limit", "9", "--samples", "2"];
    survives_kills(&[&["analyze", "ataxx", "-n", "4000"][..], &positions].concat(), 5, 150, 4);
}
