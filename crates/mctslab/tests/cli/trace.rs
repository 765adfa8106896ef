//! `mctslab trace`: what an agent thinks of its moves.

use serde_json::{Value, json};

use crate::resume::survives_kills;
use crate::store::{games, place};
use crate::{json, json_lines, mctslab, stdout};

const CURVES: [&str; 8] =
    ["trace", "ataxx(size=4)", "ribeiro(iters={2,20})", "--against", "ribeiro-minimax", "-n", "10", "-q"];

#[test]
fn the_games_of_each_curve_are_those_of_a_match() {
    for (game, openings) in [("ataxx(size=4)", "random(plies=2)"), ("tic-tac-mo", "none")] {
        let (_folder, db) = place();
        let common = ["-n", "9", "--seed", "4", "--openings", openings, "--db", &db, "-q"];
        stdout(&[&["trace", game, "uct(iters={3,12})", "--against", "random"][..], &common].concat());
        let traced = json_lines(&["export", "1", "--db", &db]);
        assert_eq!(traced.len(), 18);
        for (curve, setting) in ["uct(iters=3)", "uct(iters=12)"].iter().enumerate() {
            let seats = if game == "tic-tac-mo" { 3 } else { 2 };
            let agents: Vec<&str> = std::iter::once(*setting).chain(["random"; 2]).take(seats).collect();
            stdout(&[&["match", game][..], &agents, &common].concat());
            let run = (curve + 2).to_string();
            for (sample, played) in traced[9 * curve..].iter().zip(json_lines(&["export", &run, "--db", &db])) {
                let game = &sample["game"];
                for key in ["seed", "opening", "plies", "reason", "moves"] {
                    assert_eq!(game[key], played[key], "{sample} {played}");
                }
                let numbers = |row: &Value| -> Vec<f64> {
                    row["payoffs"].as_array().expect("payoffs").iter().filter_map(Value::as_f64).collect()
                };
                assert_eq!(numbers(game), numbers(&played));
                let own = |row: &Value, number: usize| {
                    row["seats"].as_array().expect("seats").iter().position(|seat| *seat == json!(number))
                };
                assert_eq!(own(game, curve), own(&played, 0), "the agent sits in the same seat");
            }
            let (trace, played) =
                (json(&["show", "1", "--db", &db, "--json"]), json(&["show", &run, "--db", &db, "--json"]));
            for key in ["score", "low", "high"] {
                assert_eq!(trace["curves"][curve][key], played["agents"][0][key], "{game}: {key}");
            }
        }
        let shown = stdout(&["show", "1", "--game", "10", "--db", &db]);
        assert!(
            shown.contains("game 10 of run 1") && shown.contains("uct(iters=12)") && shown.contains("random"),
            "{shown}"
        );
    }
}

#[test]
fn every_mean_has_its_error_and_number() {
    let (folder, db) = place();
    let found = json(&[&CURVES[..], &["--db", &db, "--json"]].concat());
    assert_eq!((&found["game"], &found["against"]), (&json!("ataxx(size=4)"), &json!("ribeiro-minimax(depth=2)")));
    let curves = found["curves"].as_array().expect("curves");
    assert_eq!(
        curves.iter().map(|curve| &curve["parameters"]).collect::<Vec<_>>(),
        [&json!({"iters": 2}), &json!({"iters": 20})]
    );
    for curve in curves {
        let first = &curve["moves"][0];
        assert_eq!((&first["move"], &first["n"], &first["rare"]), (&json!(1), &json!(10), &json!(false)));
        for key in ["value", "share", "legal", "ms"] {
            let mean = &first[key];
            assert!(mean["mean"].is_f64() && mean["se"].is_f64() && mean["n"] == json!(10), "{key}: {mean}");
        }
        assert!(
            curve["moves"]
                .as_array()
                .expect("moves")
                .windows(2)
                .all(|pair| pair[0]["n"].as_u64() >= pair[1]["n"].as_u64())
        );
    }
    let line = json_lines(&["export", "1", "--db", &db]).remove(0);
    assert!(line.get("timing").is_none() && line["sample"] == json!(0), "{line}");
    let moves = line["legal"].as_array().expect("moves").len();
    assert!(
        ["value", "between", "within", "share"].iter().all(|key| line[*key].as_array().map(Vec::len) == Some(moves))
    );
    let text = stdout(&["show", "1", "--db", &db, "-v"]);
    assert!(
        text.contains("between")
            && text.contains(" ± ")
            && text.lines().count() > stdout(&["show", "1", "--db", &db]).lines().count()
    );
    let page = folder.path().join("page.html").display().to_string();
    stdout(&["report", "1", "--db", &db, "-o", &page]);
    let html = std::fs::read_to_string(&page).expect("a page");
    for quantity in ["value", "between", "within", "share", "legal", "ms"] {
        assert!(html.contains(&format!("<section id=\"{quantity}\">")), "{quantity}");
    }
}

#[test]
fn values_of_more_visits_vary_less_and_take_longer() {
    let spec = "ribeiro(iters={100,1000})";
    let words =
        ["trace", "ataxx(size=4)", spec, "--against", "ribeiro-minimax(view=corrected)", "-n", "10", "-q", "--json"];
    let found = json(&words);
    let mean = |curve: usize, key: &str| {
        let moves = found["curves"][curve]["moves"].as_array().expect("moves");
        let values: Vec<f64> = moves[1..5].iter().filter_map(|row| row[key]["mean"].as_f64()).collect();
        values.iter().sum::<f64>() / values.len() as f64
    };
    for (key, falls) in [("within", true), ("between", true), ("ms", false)] {
        let (few, many) = (mean(0, key), mean(1, key));
        assert!((many < few) == falls, "{key}: {few} with 100 iterations, {many} with 1,000");
    }
    let score = |curve: usize| found["curves"][curve]["score"].as_f64().expect("a score");
    assert!(score(1) >= score(0), "{} and {}", score(0), score(1));
}

#[test]
fn agents_that_do_not_think_and_games_that_do_not_count_leave_columns_out() {
    let words = ["trace", "tic-tac-toe", "random", "--against", "random", "-n", "6", "-q"];
    let found = json(&[&words[..], &["--json"]].concat());
    let first = &found["curves"][0]["moves"][0];
    assert!(["value", "between", "within", "share"].iter().all(|key| first[*key].is_null()), "{first}");
    // The agent moves first in half of the games: nine moves to choose from, or eight.
    assert_eq!(first["legal"]["mean"], json!(8.5));
    let text = stdout(&words);
    assert!(text.contains("legal") && !text.contains("between"), "{text}");
}

#[test]
fn what_cannot_be_traced_is_refused_with_the_reason() {
    for (spec, part) in [
        ("uct(iters=5,constant={1,2})", "constant"),
        ("uct(iters=5,c={})", "nothing at all"),
        ("uct(iters={1,2},c={1,2},solve={true,false})", "more than two lists"),
        ("uct(iters=5,c={1,fast})", "fast"),
    ] {
        let run = mctslab(&["trace", "tic-tac-toe", spec, "--against", "random", "-n", "2"]);
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.code() == Some(2) && message.contains(part) && run.stdout.is_empty(), "{spec}: {message}");
    }
}

#[test]
fn threads_and_workers_trace_the_same_games() {
    let worker = format!("{} worker", env!("CARGO_BIN_EXE_mctslab"));
    let traced = |more: &[&str]| {
        let (_folder, db) = place();
        stdout(&[&CURVES[..], &["--db", &db], more].concat());
        games(&db, "1")
    };
    let one = traced(&["--threads", "1"]);
    assert_eq!(one, traced(&["--threads", "2"]));
    assert_eq!(one, traced(&["--threads", "8"]));
    assert_eq!(one, traced(&["--workers", &worker, "--count", "2"]));
}

#[test]
#[ignore = "slow: kills a trace ten times"]
fn a_trace_survives_kills() {
    survives_kills(
        &["trace", "ataxx", "ribeiro(iters={20,50})", "--against", "ribeiro-minimax", "-n", "30"],
        10,
        250,
        5,
    );
}
