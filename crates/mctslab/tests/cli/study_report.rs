//! Pages about studies of strength: in agreement with what `show` says, and whole whatever came of
//! the study.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::report::{check, cut_short};
use crate::store::place;
use crate::{json, json_lines, stdout};

/// The page of a run, checked for what must hold of every page, with what `show` says of the run.
fn page(db: &str, run: &str, sections: &[&str]) -> (String, Value) {
    let file = Path::new(db).with_extension("html");
    stdout(&["report", run, "--db", db, "-o", file.to_str().unwrap()]);
    let html = fs::read_to_string(file).unwrap();
    check(&html);
    for section in sections {
        assert!(html.contains(&format!("<section id=\"{section}\">")), "{section} is missing");
    }
    let shown = json(&["show", run, "--db", db, "--json"]);
    let verdict = format!("Verdict: {}.</p>", shown["verdict"].as_str().unwrap());
    assert!(html.contains(&verdict), "{verdict}");
    (html, shown)
}

const FIT: &[&str] = &["curve", "path", "levels", "seats", "lengths", "games"];
const BISECTION: &[&str] = &["path", "trials", "matches", "seats", "lengths", "games"];
const LADDER: &[&str] = &["steps", "seats", "lengths", "games"];

/// The row of a table whose cells are all numbers.
fn row(cells: &[String]) -> String {
    format!("<td class=\"n\">{}</td>", cells.join("</td><td class=\"n\">"))
}

fn study(words: &[&str], db: &str) {
    stdout(&[&["complexity"], words, &["--seed", "5", "--db", db]].concat());
}

/// The command in a page plays the same games again.
fn reproduces(html: &str, shown: &Value) {
    let command = html.split("<pre>").nth(1).and_then(|rest| rest.split("</pre>").next()).unwrap();
    let command = command.replace("&#39;", "'").replace("mctslab ", &format!("'{}' ", env!("CARGO_BIN_EXE_mctslab")));
    let again = Command::new("sh").args(["-c", &format!("{command} --json --no-store")]).output().expect("a shell");
    // The touchstone is named with all its options there; all else is the same.
    let mut again: Value = serde_json::from_slice(&again.stdout).unwrap();
    again["verdict"] = shown["verdict"].clone();
    assert!(&again == shown, "{command} says {again}, not {shown}");
}

/// The games that a page shows are what they are called.
fn samples_are_what_they_are_called(html: &str, games: &[Value]) -> usize {
    let titles: Vec<&str> = html.split("<h3>Game ").skip(1).map(|rest| rest.split("</h3>").next().unwrap()).collect();
    for title in &titles {
        let number: usize = title.split(':').next().unwrap().parse().unwrap();
        let game = &games[number];
        let seat = game["seats"].as_array().unwrap().iter().position(|agent| *agent == 0).expect("the target");
        let paid = |seat: usize| game["payoffs"][seat].as_f64().unwrap();
        let (target, other) = (paid(seat), paid(1 - seat));
        let said = ["won by the target", "won by the touchstone", "drawn"].map(|why| title.contains(why));
        assert_eq!(said, [target > other, target < other, target == other], "{title}: {game}");
    }
    titles.len()
}

#[test]
fn the_page_of_a_fit_says_what_show_says() {
    let (_folder, db) = place();
    study(&["tic-tac-toe", "mcts(iters=12)", "--precision", "0.4", "--max", "300"], &db);
    let (html, shown) = page(&db, "1", FIT);
    assert!(html.contains(">fitted</text>") && html.contains(">measured</text>") && html.contains(">crossing at "));
    for level in shown["evaluations"].as_array().unwrap() {
        let number = |key: &str| level[key].as_f64().unwrap();
        let mut cells: Vec<String> =
            ["iterations", "games", "wins", "draws", "losses"].map(|key| level[key].to_string()).to_vec();
        cells.push(format!("{:.3}", number("score")));
        cells.push(format!("{:.3} to {:.3}", number("low"), number("high")));
        cells.extend([format!("{:.3}", number("fitted")), format!("{:.1}", number("plies_mean"))]);
        assert!(html.contains(&row(&cells)), "{cells:?}");
    }
    for key in ["game", "target", "touchstone", "method", "openings"] {
        assert!(html.contains(&format!("<dd>{}</dd>", shown[key].as_str().unwrap())), "{key}");
    }
    let draws = format!("<dd>{:.1} %</dd>", 100.0 * shown["draw_share"].as_f64().unwrap());
    assert!(html.contains(&draws), "{draws}");
    assert!(!html.contains("was stopped early"));
    reproduces(&html, &shown);
    let shown = samples_are_what_they_are_called(&html, &json_lines(&["export", "1", "--db", &db]));
    assert_eq!(shown, 3, "a game of each ending");
}

#[test]
fn the_page_of_a_bisection_tells_of_every_match_and_trial() {
    let (_folder, db) = place();
    study(&["tic-tac-toe", "mcts(iters=20)", "--method", "bisection(repeats=2)", "-n", "30", "--trials", "3"], &db);
    let (html, shown) = page(&db, "1", BISECTION);
    for one in shown["evaluations"].as_array().unwrap() {
        let cells = ["iterations", "wins", "draws", "losses"].map(|key| one[key].to_string());
        let phase = format!("<td>{} {}</td>{}", one["phase"].as_str().unwrap(), one["trial"], row(&cells));
        assert!(html.contains(&phase), "{phase}");
    }
    for (number, trial) in shown["trials"].as_array().unwrap().iter().enumerate() {
        let ends = ["lower", "upper", "estimate"].map(|key| trial[key].to_string());
        assert!(html.contains(&row(&[&[(number + 1).to_string()], &ends[..]].concat())), "{trial}");
    }
    let error = format!("Standard error of the mean {:.1}", shown["standard_error"].as_f64().unwrap());
    assert!(html.contains(&error), "{error}");
    let missed = format!("own 20 iterations lie outside of the final bounds in {} of 3 trials", shown["missed"]);
    assert!(html.contains(&missed), "{missed}");
    reproduces(&html, &shown);
}

#[test]
fn the_page_of_a_ladder_tells_of_every_step_and_of_its_end() {
    let (_folder, db) = place();
    study(&["tic-tac-toe", "--ladder", "--max", "40", "--precision", "0.5"], &db);
    let (html, shown) = page(&db, "1", &[LADDER, &["end"]].concat());
    let rungs = shown["rungs"].as_array().unwrap();
    assert!(rungs.len() > 1, "{shown}");
    for (number, rung) in rungs.iter().enumerate() {
        let head = row(&[(number + 1).to_string(), rung["from"].to_string()]);
        assert!(html.contains(&head), "{rung}");
    }
    for pair in shown["evaluations"].as_array().unwrap() {
        let cells = ["fewer", "iterations", "games"].map(|key| pair[key].to_string());
        assert!(html.contains(&row(&cells)), "{pair}");
    }
    reproduces(&html, &shown);
}

#[test]
fn a_page_is_whole_whatever_came_of_the_study() {
    let (_folder, db) = place();
    let studies: [(&[&str], &str, &[&str]); 7] = [
        (&["tic-tac-mo", "uct(iters=8)", "--max", "64", "-n", "300"], "budget-spent", FIT),
        (&["tic-tac-mo", "--ladder", "--max", "8", "-n", "120"], "", LADDER),
        (&["tic-tac-toe", "random", "--min", "50", "--max", "500"], "below-range", FIT),
        (&["tic-tac-toe", "mcts(iters=500)", "--max", "8"], "above-range", FIT),
        (&["tic-tac-toe", "random", "--precision", "0.5", "--max", "100"], "ok", FIT),
        (&["tic-tac-toe", "mcts(iters=60)", "-n", "2"], "budget-spent", FIT),
        (
            &["tic-tac-toe", "mcts(iters=900)", "--method", "bisection(most=150,bounds-games=40)"],
            "above-range",
            BISECTION,
        ),
    ];
    for (number, (words, status, sections)) in studies.into_iter().enumerate() {
        study(words, &db);
        let (html, shown) = page(&db, &(number + 1).to_string(), sections);
        assert!(status.is_empty() || shown["status"] == status, "{words:?}: {}", shown["status"]);
        let compared = html.contains("above, equal to or below the mean of the others");
        assert_eq!(compared, words[0] == "tic-tac-mo", "{words:?}");
        let marked = shown["estimate"].is_number() && sections == FIT;
        let found = html.contains(">crossing at ") || html.contains(">level from ");
        assert_eq!(found, marked, "{words:?}");
    }
}

#[test]
fn a_game_without_draws_has_no_section_about_them() {
    let (_folder, db) = place();
    for (run, game, drawn) in [("1", "hex(size=3)", false), ("2", "tic-tac-toe", true)] {
        study(&[game, "mcts(iters=8)", "--precision", "0.6", "--max", "30"], &db);
        let (html, _) = page(&db, run, FIT);
        assert_eq!(html.contains("<section id=\"draws\">"), drawn, "{game}");
        assert!(html.contains(">iterations (log scale)</text>"), "{game}");
    }
}

#[test]
fn a_study_that_was_cut_short_says_so() {
    let slow = ["complexity", "hex", "uct(time=30000)"];
    for more in [&[][..], &["--method", "bisection"]] {
        let (_folder, db) = place();
        cut_short(&[&slow, more].concat(), &db, |row| row["run"] == 1);
        let (html, shown) = page(&db, "1", &["result"]);
        assert!(html.contains("not finished (interrupted)") && html.contains("No game was played yet."), "{html}");
        assert_eq!(shown["games"], 0);
    }
    let studies: [(&[&str], &[&str]); 3] = [
        (&["connect-four", "mcts(iters=300)", "--precision", "0.01"], FIT),
        (&["connect-four", "mcts(iters=300)", "--method", "bisection", "-n", "100000"], &["seats", "games"]),
        (&["connect-four", "--ladder", "--precision", "0.01"], LADDER),
    ];
    for (words, sections) in studies {
        let (_folder, db) = place();
        let words = [&["complexity"], words].concat();
        cut_short(&words, &db, |row| row["games"].as_u64().is_some_and(|games| games > 10));
        assert!(page(&db, "1", sections).0.contains("not finished (interrupted)"), "{words:?}");
    }
}

#[test]
fn a_match_that_was_not_played_to_its_end_decides_nothing() {
    let (_folder, db) = place();
    let words =
        ["complexity", "tic-tac-toe", "mcts(iters=20)", "--method", "bisection", "-n", "40", "--trials", "10000"];
    let played = json(&[&words[..], &["--time", "1", "--db", &db, "--json"]].concat());
    let (html, shown) = page(&db, "1", BISECTION);
    assert!(shown == played, "what is told later is what was told then: {shown}, {played}");
    assert!(html.contains("was stopped early"));
}
