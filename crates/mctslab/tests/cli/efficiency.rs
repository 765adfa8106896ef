//! `mctslab efficiency`: what it finds in small games, that it is the same however it is run, and
//! what it refuses.

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::report::check;
use crate::store::place;
use crate::{json, json_lines, mctslab, stdout};

const TIC_TAC_TOE: &[&str] = &["efficiency", "tic-tac-toe", "--after", "3", "--enumerate", "--optimal", "action,both"];
const TREES: &[&str] = &["efficiency", "robbers(depth=7)", "--seeds", "24", "--karma", "uniform(-1,1)"];

/// The JSON of a run that is not stored.
fn found(words: &[&str]) -> Value {
    json(&[words, &["--json", "--no-store"]].concat())
}

/// The row of a mode, a constant, and what is counted.
fn row<'a>(found: &'a Value, mode: &str, c: f64, kind: &str) -> &'a Value {
    let mut rows = found["rows"].as_array().expect("rows").iter();
    let key = if mode == "offline" { "count" } else { "optimal" };
    rows.find(|row| row["mode"] == mode && row["c"] == c && row[key] == kind).expect("a row")
}

#[test]
fn tic_tac_toe_after_three_plies() {
    let found = found(TIC_TAC_TOE);
    assert_eq!([&found["positions"], &found["kept"], &found["skipped"], &found["beyond"]], [252, 250, 2, 0]);
    assert_eq!([&found["resampled"], &found["after"]], [0, 3]);
    assert_eq!(found["alpha_beta"]["median"], 259.5);
    assert_eq!(found["rows"].as_array().unwrap().len(), 2 * 3 + 2 * 2);
    for (mode, kind, medians) in [
        ("offline", "expanded", [21.0, 19.0]),
        ("offline", "visited", [46.0, 37.0]),
        ("offline", "visited-open", [71.0, 47.0]),
        ("online", "action", [15.0, 13.5]),
        ("online", "both", [18.0, 16.0]),
    ] {
        for (c, median) in [0.707, 0.0].into_iter().zip(medians) {
            let row = row(&found, mode, c, kind);
            let value = |key: &str| row[key].as_f64().unwrap_or_else(|| panic!("{key}: {row}"));
            assert!((value("median") - median).abs() < 4.0, "seed 1: not {median}: {row}");
            assert!(value("sd") > 5.0 && value("error") > 0.0 && value("median_error") > 0.0, "{row}");
            assert!(value("worse") < 0.4 && row["n"] == 250, "{row}");
            let counts = row["histogram"]["counts"].as_array().unwrap().iter().chain([&row["histogram"]["above"]]);
            let solved = 250.0 * (1.0 - value("unsolved"));
            assert!((counts.map(|count| count.as_f64().unwrap()).sum::<f64>() - solved).abs() < 1e-6, "{row}");
            if mode == "online" {
                let by = |budget: &str| row["solved_by"][budget].as_f64().unwrap();
                assert!(by("50") >= 0.75 && by("25") < by("50") && by("400") <= by("500"), "{row}");
                assert!((by("500") + value("unsolved") - 1.0).abs() < 1e-9, "{row}");
            }
        }
    }
}

#[test]
fn the_same_is_found_with_any_number_of_threads_in_processes_and_again() {
    let worker = format!("{} worker", env!("CARGO_BIN_EXE_mctslab"));
    for words in [&["efficiency", "hex(size=4)", "--after", "8", "--positions", "12"], TREES] {
        let one = found(&[words, &["--threads", "1"]].concat());
        assert_eq!(one, found(&[words, &["--threads", "2"]].concat()));
        assert_eq!(one, found(&[words, &["--workers", &worker, "--count", "2"]].concat()));
        assert_ne!(one, found(&[words, &["--seed", "2"]].concat()));
    }
}

#[test]
fn a_stored_run_is_shown_listed_exported_and_a_page() {
    let (folder, db) = place();
    let file = folder.path().join("page.html").display().to_string();
    let played = json(&[TREES, &["--json", "--db", &db]].concat());
    assert_eq!(json(&["show", "1", "--db", &db, "--json"]), played);
    let list = stdout(&["runs", "--db", &db]);
    assert!(list.contains("efficiency") && list.contains("finished"), "{list}");
    let samples = json_lines(&["export", "1", "--db", &db]);
    assert_eq!(samples.len(), 24);
    for sample in &samples {
        assert!((-1.0..=1.0).contains(&sample["karma"].as_f64().unwrap()), "{sample}");
        assert!(sample["alpha_beta"].as_u64().unwrap() >= 50, "{sample}");
    }
    stdout(&["report", "1", "--db", &db, "-o", &file]);
    let html = fs::read_to_string(file).unwrap();
    check(&html);
    for section in ["rows", "distributions", "budgets", "correlations"] {
        assert!(html.contains(&format!("<section id=\"{section}\">")), "{section} is missing");
    }
    let command = html.split("<pre>").nth(1).and_then(|rest| rest.split("</pre>").next()).unwrap();
    let command = command.replace("&#39;", "'").replace("mctslab ", &format!("'{}' ", env!("CARGO_BIN_EXE_mctslab")));
    let again = Command::new("sh").args(["-c", &format!("{command} --json --no-store")]).output().expect("a shell");
    assert_eq!(serde_json::from_slice::<Value>(&again.stdout).unwrap(), played, "{command}");
    let text = stdout(&["show", "1", "--db", &db]);
    for part in ["24 of 24 positions were kept", "offline", "visited-open", "solved by", "with karma"] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
}

#[test]
fn what_goes_with_the_ratio_is_null_where_it_does_not_vary() {
    let few = ["--seeds", "12", "--budgets", "25,50"];
    let leaf = found(&[&["efficiency", "one-path(kind=leaf)", "--skip-below", "0"], &few[..]].concat());
    let strategy = found(&[&["efficiency", "one-path"], &few[..]].concat());
    assert_eq!([&leaf["positions"], &leaf["kept"]], [12, 12]);
    for row in leaf["rows"].as_array().unwrap() {
        assert!(row["correlation"]["mean_rank"].is_null() && row["correlation"]["karma"].is_null(), "{row}");
        assert_eq!(row["correlation_n"], serde_json::json!({"mean_rank": 12, "karma": 0}), "{row}");
    }
    let rho = row(&strategy, "offline", 0.0, "visited")["correlation"]["mean_rank"].as_f64().expect("ranks vary");
    assert!((-1.0..=1.0).contains(&rho));
    // Every tree is another one.
    assert!(row(&strategy, "offline", 0.0, "expanded")["sd"].as_f64().unwrap() > 0.0);
}

#[test]
fn positions_that_are_all_too_large_are_a_failure_that_says_when_they_are_not() {
    let words = ["efficiency", "hex(size=8)", "--after", "30", "--positions", "3", "--limit", "2000", "--no-store"];
    let run = mctslab(&words);
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(1), "{message}");
    assert!(message.contains("none of 3 positions after 30 plies could be solved in 2,000 calls"), "{message}");
    let plies = message.split("most positions after ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    assert!((45..62).contains(&plies.parse::<u32>().unwrap()), "{message}");
    let some = found(&["efficiency", "hex(size=8)", "--after", "52", "--positions", "20", "--limit", "2000"]);
    let beyond = some["beyond"].as_u64().unwrap();
    assert!((1..20).contains(&beyond) && some["beyond_share"] == beyond as f64 / 20.0, "{some}");
    let run = mctslab(&["efficiency", "tic-tac-toe", "--after", "7", "--positions", "3", "--no-store"]);
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(run.status.code() == Some(1) && message.contains("in fewer than 50 calls"), "{message}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let cases: &[(&str, &[&str], &str)] = &[
        ("tic-tac-toe", &["--after", "9"], "no undecided position"),
        ("hex", &["--after", "3", "--enumerate"], "more than 100000"),
        ("chain", &[], "needs a game of two players, and this one has 1"),
        ("tic-tac-mo", &["--after", "2"], "needs a game of two players, and this one has 3"),
        ("tic-tac-toe", &["--limit", "0"], "`limit` is `0`, expected a whole number from 1"),
        ("tic-tac-toe", &["--optimal", "best"], "`optimal` is `best`, expected some of `action`, `self-play`"),
        ("tic-tac-toe", &["--optimal", ""], "`optimal` is ``"),
        ("tic-tac-toe", &["--c", "0.7;0"], "`c` is `0.7;0`, expected numbers from 0 to 1000"),
        ("tic-tac-toe", &["--c", ""], "`c` is ``"),
        ("tic-tac-toe", &["--c", "-1"], "`c` is `-1`"),
        ("tic-tac-toe", &["--c", "nan"], "`c` is `nan`"),
        ("tic-tac-toe", &["--budgets", "25,many"], "`budgets` is `25,many`, expected whole numbers"),
        ("tic-tac-toe", &["--budgets", ","], "`budgets` is `,`"),
        ("tic-tac-toe", &["--seeds", "3"], "`tic-tac-toe` has no option `seed`"),
        ("robbers", &["--karma", "uniform(-1,1)"], "set `seeds`"),
        ("robbers", &["--seeds", "3", "--karma", "uniform(1,-1)"], "`karma` is `uniform(1,-1)`"),
        ("robbers", &["--seeds", "3", "--karma", "often"], "`karma` is `often`"),
        ("one-path", &["--seeds", "3", "--karma", "uniform(-1,1)"], "`one-path` has no option `karma`"),
        ("robbers", &["--seeds", "3", "--enumerate"], "set one of them"),
        ("tic-tac-toe", &["--after", "3", "--enumerate", "--positions", "5"], "choose one"),
        ("robbers", &["--seeds", "3", "--positions", "5"], "choose one"),
        ("tic-tac-toe", &["--positions", "0"], "`positions` is `0`"),
        ("tic-tac-toe", &["--online", "random"], "has no option `c`"),
        ("tic-tac-toe", &["--online", "uct(time=5)"], "is limited to 5 ms"),
    ];
    for (game, options, reason) in cases {
        let run = mctslab(&[&["efficiency", game, "--no-store"], *options].concat());
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{game} {options:?}: {message}");
        assert!(
            message.contains(reason) && run.stdout.is_empty(),
            "{game} {options:?}: `{reason}` is not in {message}"
        );
    }
}

#[test]
#[ignore = "slow: a thousand positions of Hex, five hundred trees of robbers"]
fn hex_and_robbers() {
    let hex = found(&["efficiency", "hex", "--after", "113", "--positions", "1000"]);
    let median = hex["alpha_beta"]["median"].as_f64().unwrap();
    assert!((600.0..850.0).contains(&median), "{median}");
    for c in [0.707, 0.0] {
        let online = row(&hex, "online", c, "both")["median"].as_f64().unwrap();
        assert!((3.0..4.5).contains(&online), "{online}");
    }
    let robbers = found(&["efficiency", "robbers", "--seeds", "500", "--karma", "uniform(-1,1)", "--c", "0"]);
    for kind in ["expanded", "visited", "visited-open"] {
        let rho = row(&robbers, "offline", 0.0, kind)["correlation"]["karma"].as_f64().unwrap();
        assert!(rho > 0.4, "{kind}: {rho}");
    }
}
