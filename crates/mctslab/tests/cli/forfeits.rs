//! Programs that crash: they are not weak players.

use crate::mctslab;
use crate::store::place;

/// A bot that says why and ends at the first question.
const DIES: &str = "process(cmd=\"sh -c 'read line; echo boom >&2; exit 3'\",protocol=lines,name=\"Dead\")";

fn run(words: &[&str]) -> (Option<i32>, String, String) {
    let run = mctslab(words);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (run.status.code(), text(&run.stdout), text(&run.stderr))
}

#[cfg(unix)]
#[test]
fn a_match_against_a_dead_bot_has_no_verdict_and_fails() {
    let (folder, db) = place();
    let words = ["match", "tic-tac-toe", DIES, "random", "-n", "6", "--db", &db];
    let (code, text, error) = run(&words);
    assert_eq!(code, Some(1), "{error}");
    assert!(text.contains("no verdict: Dead crashed in all 6 games (boom)") && !text.contains("stronger"), "{text}");
    assert_eq!(error.matches("warning: Dead crashed in game ").count(), 1, "the first is said, once: {error}");
    assert!(error.contains("boom") && error.contains("every game was forfeited"), "{error}");
    let page = folder.path().join("page.html").display().to_string();
    assert!(mctslab(&["report", "1", "--db", &db, "-o", &page]).status.success());
    let html = std::fs::read_to_string(page).expect("a page");
    assert!(html.contains("no verdict: Dead crashed in all 6 games (boom)") && !html.contains("Elo"));

    let counted = [&words[..6], &["--no-store", "--json", "--count-forfeits"]].concat();
    let (code, text, error) = run(&counted);
    let found: serde_json::Value = serde_json::from_str(&text).expect("a document");
    assert_eq!((code, &found["status"], &found["crashes"]), (Some(0), &"ok".into(), &6.into()), "{error}");
}

#[cfg(unix)]
#[test]
fn the_strength_of_a_dead_bot_is_not_looked_for_in_thousands_of_games() {
    let (code, text, error) = run(&["complexity", "tic-tac-toe", DIES, "--json", "--no-store"]);
    let found: serde_json::Value = serde_json::from_str(&text).expect("a document");
    assert_eq!((code, &found["status"]), (Some(1), &"forfeits".into()), "{error}");
    assert!(found["games"].as_u64().is_some_and(|games| games <= 200), "{found}");
    assert!(found["estimate"].is_null() && error.contains("warning: Dead crashed in game "), "{error}");
}

#[test]
fn four_wins_of_four_are_no_infinite_difference() {
    let (_, text, _) = run(&["match", "connect-four", "uct(iters=200)", "random", "-n", "4", "--no-store"]);
    assert!(text.contains("no significant difference (uct(iters=200) leads 4-0; Elo undetermined)"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_bot_that_prints_debug_lines_is_told_where_they_belong() {
    let chatty = "process(cmd=\"sh -c 'while read line; do echo thinking about it; done'\",protocol=lines)";
    let (_, text, _) = run(&["match", "tic-tac-toe", chatty, "random", "-n", "2", "--no-store"]);
    assert!(text.contains("`thinking about it`") && text.contains("debug output belongs on standard error"), "{text}");
}
