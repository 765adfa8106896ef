//! `mctslab probe` and `mctslab analyze --exact-counts`.

use serde_json::Value;

use crate::store::place;
use crate::{json, mctslab, stdout};

fn row<'a>(found: &'a Value, name: &str) -> &'a Value {
    let rows = found["rows"].as_array().expect("rows");
    rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name}: {found}"))
}

fn share(row: &Value, what: &str) -> f64 {
    row[what]["mean"].as_f64().unwrap_or_else(|| panic!("{what}: {row}"))
}

fn refused(words: &[&str]) -> String {
    let run = mctslab(words);
    assert_eq!(run.status.code(), Some(2), "{words:?}");
    String::from_utf8_lossy(&run.stderr).into_owned()
}

#[test]
fn more_iterations_find_more_and_every_final_rule_is_judged() {
    let words = [
        "probe",
        "tic-tac-toe",
        "uct(iters=400,solve=false)",
        "--positions",
        "60",
        "--after",
        "4",
        "--budgets",
        "2,400",
    ];
    let found = json(&[&words[..], &["--no-store", "-q", "--json"]].concat());
    assert_eq!((&found["positions"], &found["solved"]), (&60.into(), &60.into()));
    assert_eq!(found["iterations"], serde_json::json!({"mean": 400.0, "se": 0.0, "n": 60}));
    let (few, many) = (row(&found, "2"), row(&found, "400"));
    for what in ["best", "block"] {
        assert!(share(few, what) + 0.2 < share(many, what), "{what}: {found}");
        assert_eq!(share(many, what), share(row(&found, "own choice"), what), "the same seeds and iterations");
        let (low, high) = (many[what]["low"].as_f64(), many[what]["high"].as_f64());
        assert!(low < many[what]["mean"].as_f64() && high <= Some(1.0), "{found}");
    }
    for rule in ["visits", "mean", "lcb", "max-robust", "softmax"] {
        assert!(share(row(&found, rule), "best") > 0.7, "{rule}: {found}");
    }
    let pairs = found["agreement"].as_array().expect("pairs of rules");
    let rules = found["rows"].as_array().expect("rows").iter().filter(|row| row["kind"] == "rule").count();
    assert_eq!(pairs.len(), rules * (rules - 1) / 2);
    let both = pairs.iter().find(|pair| pair["a"] == "visits" && pair["b"] == "mean").expect("a pair");
    assert!(both["n"] == 60 && both["mean"].as_f64() > Some(0.8) && both["low"].as_f64() < both["high"].as_f64());
    let smallest = &found["smallest"]["best"];
    assert!(smallest["median_low"].as_u64() <= smallest["median_high"].as_u64(), "{smallest}");
    let counted: u64 =
        smallest["by_budget"].as_array().expect("budgets").iter().filter_map(|pair| pair[1].as_u64()).sum();
    assert_eq!(Some(counted + smallest["never"].as_u64().unwrap_or(0)), smallest["n"].as_u64());
}

#[test]
fn the_line_of_a_chain_needs_its_budget() {
    let words = ["probe", "chain(depth=2)", "uct", "--positions", "8", "--budgets", "1,2000", "--no-store", "-q"];
    let found = json(&[&words[..], &["--json"]].concat());
    assert_eq!((share(row(&found, "1"), "line"), share(row(&found, "2000"), "line")), (0.0, 1.0), "{found}");
    assert_eq!(found["smallest"]["line"]["median"], 2000);
    let text = stdout(&words);
    assert!(text.contains("smallest budget that finds the line: 2,000 iterations in half of 8 searches"), "{text}");
}

#[test]
fn the_start_is_searched_once_and_timed_often() {
    let words = ["probe", "connect-four", "uct(iters=200)", "--after", "0", "--positions", "1", "--repeat", "15"];
    let found = json(&[&words[..], &["--no-store", "-q", "--json"]].concat());
    assert_eq!((&found["positions"], &found["iterations"]["mean"]), (&1.into(), &200.0.into()));
    let timing = &found["timing"];
    let (seconds, rate) = (timing["seconds"]["mean"].as_f64(), timing["iterations_per_second"]["mean"].as_f64());
    let product = seconds.zip(rate).map(|(seconds, rate)| seconds * rate).expect("times");
    assert!((product - 200.0).abs() < 1e-6 && timing["iterations_per_second"]["n"] == 1, "{timing}");
    let text = stdout(&[&words[..], &["--no-store", "-q"]].concat());
    assert!(text.contains("1 search of the initial position"), "{text}");
}

#[test]
fn positions_can_be_listed_or_enumerated_and_a_page_draws_what_was_missed() {
    let (folder, db) = place();
    let listed = ["probe", "tic-tac-toe", "random", "--from", "xx1/1o1/3 o; 3/1x1/3 o", "--db", &db, "-q"];
    assert!(stdout(&listed).contains("2 searches of 2 listed positions"));
    let all = json(&["probe", "tic-tac-toe", "random", "--after", "3", "--enumerate", "--db", &db, "-q", "--json"]);
    assert_eq!(all["positions"], 252);
    assert!(share(row(&all, "own choice"), "block") < 0.5, "{all}");
    let page = folder.path().join("page.html").display().to_string();
    stdout(&["report", "2", "--db", &db, "-o", &page]);
    let html = std::fs::read_to_string(page).expect("a page");
    assert!(html.contains("Positions that the agent missed") && html.contains("--after=3 --enumerate"), "{html}");
    assert_eq!(json(&["show", "2", "--db", &db, "--json"]), all);
}

#[test]
fn what_makes_no_sense_is_refused_with_a_cure() {
    let probe = |more: &[&str]| refused(&[&["probe", "tic-tac-toe", "random", "--no-store"], more].concat());
    let help = stdout(&["probe", "--help"]);
    assert!(help.starts_with("Search many positions"), "{help}");
    assert!(probe(&["--budgets", "10,5"]).contains("ascending order"));
    assert!(probe(&["--budgets", "10"]).contains("has no iterations"));
    assert!(probe(&["--enumerate", "--positions", "4"]).contains("choose one"));
    assert!(probe(&["--from", "xxx/oo1/3 o"]).contains("the game is over there"));
    assert!(probe(&["--from", "hello"]).contains("hello"));
    assert!(refused(&["probe", "tic-tac-toe", "--no-store"]).contains("AGENT"));
}

#[test]
fn exact_counts_of_tic_tac_toe() {
    let (folder, db) = place();
    let words = ["analyze", "tic-tac-toe", "--exact-counts", "--db", &db, "-q"];
    let found = json(&[&words[..], &["--json"]].concat());
    assert_eq!(found["positions"], serde_json::json!({"all": 5478, "distinct": 765}));
    let ends: Vec<u64> = found["ends"]
        .as_array()
        .expect("ends")
        .iter()
        .filter_map(|end| end["positions"]["distinct"].as_u64())
        .collect();
    assert_eq!((ends, &found["games"]), (vec![91, 3, 44], &255_168.into()));
    let text = stdout(&["show", "1", "--db", &db]);
    assert!(text.contains("765 positions up to 8 symmetries, 5,478 in all; 255,168 games"), "{text}");
    let page = folder.path().join("page.html").display().to_string();
    stdout(&["report", "1", "--db", &db, "-o", &page]);
    let html = std::fs::read_to_string(page).expect("a page");
    assert!(html.contains("(max-plies=0)' --exact-counts --equations=4 --seed 1"), "{html}");
    let message = refused(&["analyze", "connect-four", "--exact-counts", "--games", "5", "--no-store"]);
    assert!(message.contains("games"), "an option of the other study: {message}");
}

#[test]
fn the_equations_of_hex_hold_on_a_board_of_9_cells() {
    let found = json(&["analyze", "hex(size=3)", "--exact-counts", "--equations", "8", "--no-store", "-q", "--json"]);
    let rows = found["equations"]["by_cells"].as_array().expect("rows");
    assert_eq!(rows.last().map(|row| &row["cells"]), Some(&8.into()));
    for row in rows {
        assert_eq!((&row["bounded"], &row["pairs"]), (&row["bound_holds"], &row["equation_holds"]), "{row}");
    }
    assert!(rows.iter().any(|row| row["printed_holds"].as_u64() < row["pairs"].as_u64()), "{found}");
}
