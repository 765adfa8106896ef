//! `mctslab sweep`: the settings of an agent against one opponent.

use serde_json::{Value, json};

use crate::resume::survives_kills;
use crate::store::{games, place};
use crate::{json, json_lines, mctslab, stdout};

const CURVE: [&str; 8] =
    ["sweep", "tic-tac-toe", "uct(iters=30,c={0,0.4,1.4})", "--against", "mcts(iters=30)", "-n", "20", "-q"];

#[test]
fn one_value_is_the_match_record_by_record() {
    for (game, setting, opponent) in
        [("connect-four", "uct(iters=20,c=0.5)", "random"), ("tic-tac-mo", "uct(iters=5)", "mcts(iters=3)")]
    {
        let (_folder, db) = place();
        let common = ["-n", "12", "--seed", "9", "--openings", "random(plies=2)", "--db", &db, "-q"];
        stdout(&[&["sweep", game, setting, "--against", opponent][..], &common].concat());
        let seats = if game == "tic-tac-mo" { 3 } else { 2 };
        let agents: Vec<&str> = std::iter::once(setting).chain([opponent; 2]).take(seats).collect();
        stdout(&[&["match", game][..], &agents, &common].concat());
        assert_eq!(games(&db, "1"), games(&db, "2"), "{game}");
        let (sweep, played) =
            (json(&["show", "1", "--db", &db, "--json"]), json(&["show", "2", "--db", &db, "--json"]));
        for key in ["score", "low", "high"] {
            assert_eq!(sweep["settings"][0][key], played["agents"][0][key], "{game}: {key}");
        }
        assert_eq!((&sweep["best"], &sweep["p_best"]), (&json!(setting), &json!(1.0)));
        assert!(stdout(&["show", "1", "--game", "3", "--db", &db]).contains(opponent));
    }
}

#[test]
fn the_document_tells_settings_apart_by_what_was_swept() {
    let found = json(&[&CURVE[..], &["--json"]].concat());
    assert_eq!((&found["games"], &found["against"]), (&json!(["tic-tac-toe"]), &json!("mcts(iters=30)")));
    let settings = found["settings"].as_array().expect("settings");
    let parameters: Vec<&Value> = settings.iter().map(|one| &one["parameters"]).collect();
    assert_eq!(parameters, [&json!({"c": 0}), &json!({"c": 0.4}), &json!({"c": 1.4})]);
    let number = |row: &Value, key: &str| row[key].as_f64().expect("a number");
    for row in settings {
        assert!(number(row, "low") <= number(row, "score") && number(row, "score") <= number(row, "high"), "{row}");
        assert_eq!((&row["games"], &row["by_game"][0]["games"]), (&json!(20), &json!(20)));
        assert_eq!(row["score"], row["by_game"][0]["score"]);
    }
    let best = settings.iter().map(|row| number(row, "score")).fold(0.0, f64::max);
    let named = settings.iter().find(|row| row["spec"] == found["best"]).expect("the best is one of them");
    assert!(number(named, "score") == best && named["p_best"] == found["p_best"]);
    let sum: f64 = settings.iter().map(|row| number(row, "p_best")).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{sum}");
    let one = json(&["sweep", "tic-tac-toe", "uct(iters=5)", "--against", "random", "-n", "4", "-q", "--json"]);
    assert_eq!(one["settings"][0]["parameters"], json!({"iters": 5}));
}

#[test]
fn the_better_setting_is_found_and_the_worse_is_told_from_it() {
    for spend in ["even", "halving"] {
        let words = ["sweep", "tic-tac-toe", "uct(iters={1,200})", "--against", "random", "-n", "60", "-q", "--json"];
        let found = json(&[&words[..], &["--spend", spend]].concat());
        assert_eq!(found["best"], json!("uct(iters=200)"), "{spend}: {found}");
        assert!(found["p_best"].as_f64().expect("a probability") > 0.99 && found["level_with"] == json!([]), "{found}");
        let worse =
            json(&["sweep", "tic-tac-toe", "random", "--against", "uct(iters=200)", "-n", "20", "-q", "--json"]);
        assert!(worse["settings"][0]["score"].as_f64().expect("a score") < 0.3, "{worse}");
    }
}

#[test]
fn the_best_setting_plays_fresh_games_and_they_are_the_headline() {
    let (folder, db) = place();
    let words =
        ["sweep", "tic-tac-toe", "uct(iters={1,20})", "--against", "uct(iters=20)", "-n", "20", "-q", "--db", &db];
    let found = json(&[&words[..], &["--json"]].concat());
    let (fresh, best) = (&found["confirmed"], &found["best"]);
    assert_eq!((&fresh["spec"], &fresh["games"]), (best, &json!(100)), "at least a hundred: {found}");
    // The games by which it was chosen are not among them.
    let chosen = found["settings"].as_array().expect("settings").iter().find(|row| row["spec"] == *best);
    assert_eq!(chosen.expect("the best is one of them")["games"], json!(20));
    let by_game = &found["confirmed_by_game"][0];
    assert_eq!((&by_game["score"], &by_game["spec"]), (&fresh["score"], best));
    assert_eq!(["wins", "draws", "losses"].map(|key| by_game[key].as_u64().expect("a count")).iter().sum::<u64>(), 100);
    assert_eq!(games(&db, "1").lines().count(), 20 + 20 + 100);
    let text = stdout(&["show", "1", "--db", &db]);
    let score = fresh["score"].as_f64().expect("a score");
    let headline = format!("{} scores {score:.3} (", best.as_str().expect("a setting"));
    assert!(text.contains(&headline) && text.contains(") in 100 fresh games against uct(iters=20)"), "{text}");
    let page = folder.path().join("page.html").display().to_string();
    stdout(&["report", "1", "--db", &db, "-o", &page]);
    let html = std::fs::read_to_string(&page).expect("a page");
    assert!(html.contains(&headline) && html.contains("in 100 fresh games"), "{html}");
    let without = json(&[&words[..7], &["-q", "--confirm", "0", "--json"]].concat());
    assert!(without["confirmed"].is_null() && without["confirmed_by_game"] == json!([]), "{without}");
    assert_eq!(without["settings"], found["settings"], "fresh games change nothing else");
    let text = stdout(&[&words[..7], &["-q", "--confirm", "0"]].concat());
    assert!(text.contains("is the best of this sweep") && text.contains("is too high on average"), "{text}");
}

#[test]
fn a_setting_that_is_the_opponent_is_marked() {
    let words =
        ["sweep", "tic-tac-toe", "uct(iters=9,c={0.2,0.4})", "--against", "uct(c=0.40,iters=9)", "-n", "10", "-q"];
    let found = json(&[&words[..], &["--json"]].concat());
    let rows = found["settings"].as_array().expect("settings");
    let marks: Vec<(&Value, &Value)> = rows.iter().map(|row| (&row["is_opponent"], &row["true_score"])).collect();
    assert_eq!(marks, [(&json!(false), &Value::Null), (&json!(true), &json!(0.5))], "{found}");
    let text = stdout(&words);
    assert!(text.contains("is the opponent itself: its true score is 0.500.") && text.contains("(opponent)"), "{text}");
}

#[test]
fn halving_spends_no_more_and_gives_most_to_the_best() {
    let words = [
        "sweep",
        "tic-tac-toe",
        "uct(iters={1,5,20,100})",
        "--against",
        "random",
        "--spend",
        "halving",
        "-q",
        "--json",
    ];
    let found = json(&[&words[..], &["-n", "24"]].concat());
    let games: Vec<u64> = found["settings"]
        .as_array()
        .expect("settings")
        .iter()
        .map(|row| row["games"].as_u64().expect("a count"))
        .collect();
    assert!(games.iter().sum::<u64>() <= 4 * 24, "{games:?}");
    assert_eq!(
        (games.iter().filter(|&&games| games == 12).count(), games.iter().filter(|&&games| games == 36).count()),
        (2, 2)
    );
    let few = mctslab(&[&words[..], &["-n", "2"]].concat());
    let message = String::from_utf8_lossy(&few.stderr).into_owned();
    assert!(few.status.code() == Some(2) && message.contains("`games=4` or more"), "{message}");
}

#[test]
fn several_games_are_several_runs_and_one_document() {
    let (folder, db) = place();
    let both = json(&[&CURVE[..], &["--also", "connect-four", "--db", &db, "--json"]].concat());
    assert_eq!(both["games"], json!(["tic-tac-toe", "connect-four"]));
    assert_eq!(json_lines(&["runs", "--db", &db, "--json"]).len(), 2);
    for row in both["settings"].as_array().expect("settings") {
        let score = |game: usize| row["by_game"][game]["score"].as_f64().expect("a score");
        let mean = f64::midpoint(score(0), score(1));
        assert!((row["score"].as_f64().expect("a score") - mean).abs() < 1e-12, "each game counts the same: {row}");
        let squares: f64 = (0..2).map(|game| row["by_game"][game]["se"].as_f64().unwrap().powi(2)).sum();
        assert!((row["se"].as_f64().expect("an error") - squares.sqrt() / 2.0).abs() < 1e-12, "{row}");
    }
    let page = folder.path().join("both.html").display().to_string();
    stdout(&["report", "1", "2", "--db", &db, "-o", &page]);
    let html = std::fs::read_to_string(&page).expect("a page");
    let best = both["best"].as_str().expect("a best setting");
    assert!(html.contains(best) && html.contains("Game by game") && html.contains("<svg"), "{html}");
    stdout(&["match", "tic-tac-toe", "random", "random", "-n", "2", "--db", &db, "-q"]);
    for (words, part) in [
        (&["report", "1", "3", "--db", &db][..], "run 1 is of `sweep` and run 3 is of `match`"),
        (&["report", "3", "3", "--db", &db], "a page holds only one such run"),
        (&["report", "1", "1", "--db", &db], "both of `tic-tac-toe`"),
    ] {
        let run = mctslab(words);
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.code() == Some(2) && message.contains(part), "{words:?}: {message}");
    }
}

#[test]
fn two_lists_are_a_table_of_colours() {
    let (folder, db) = place();
    stdout(&[
        "sweep",
        "tic-tac-toe",
        "uct(iters={5,40},c={0.2,1,2})",
        "--against",
        "random",
        "-n",
        "6",
        "--db",
        &db,
        "-q",
    ]);
    let page = folder.path().join("page.html").display().to_string();
    stdout(&["report", "1", "--db", &db, "-o", &page]);
    let html = std::fs::read_to_string(&page).expect("a page");
    assert_eq!(html.matches("fill-opacity=\"").count(), 2 * 6, "a cell for each, on wide screens and on narrow ones");
    assert!(html.contains("mctslab sweep") && html.contains("--against") && html.contains("--spend=even"), "{html}");
}

#[test]
fn what_cannot_be_swept_is_refused_with_the_reason() {
    for (spec, part) in [
        ("uct(iters=5,constant={1,2})", "constant"),
        ("uct(iters=5,c={})", "nothing at all"),
        ("uct(iters={1,2},c={1,2},solve={true,false})", "more than two lists"),
        ("uct(iters=5,c={1,fast})", "fast"),
        ("uct(iters=5,finish={mean,best-looking})", "best-looking"),
        ("uct(iters=5,c={1,1.0})", "the same setting"),
    ] {
        let run = mctslab(&["sweep", "tic-tac-toe", spec, "--against", "random", "-n", "2"]);
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.code() == Some(2) && message.contains(part) && run.stdout.is_empty(), "{spec}: {message}");
    }
    let alone = mctslab(&["sweep", "tic-tac-toe", "uct(iters=5)"]);
    assert!(alone.status.code() == Some(2) && String::from_utf8_lossy(&alone.stderr).contains("--against"));
    let twice = mctslab(&[&CURVE[..], &["--also", "tic-tac-toe()"]].concat());
    let message = String::from_utf8_lossy(&twice.stderr).into_owned();
    assert!(twice.status.code() == Some(2) && message.contains("named twice"), "{message}");
}

#[test]
fn threads_and_workers_play_the_same_games() {
    let worker = format!("{} worker", env!("CARGO_BIN_EXE_mctslab"));
    let played = |more: &[&str]| {
        let (_folder, db) = place();
        stdout(&[&CURVE[..], &["--spend", "halving", "--db", &db], more].concat());
        (games(&db, "1"), json(&["show", "1", "--db", &db, "--json"]))
    };
    let one = played(&["--threads", "1"]);
    assert_eq!(one, played(&["--threads", "2"]));
    assert_eq!(one, played(&["--threads", "8"]));
    assert_eq!(one, played(&["--workers", &worker, "--count", "2"]));
}

#[test]
#[ignore = "slow: kills a sweep ten times"]
fn a_sweep_survives_kills() {
    let words = [
        "sweep",
        "connect-four",
        "uct(iters={50,200,400})",
        "--against",
        "uct(iters=200)",
        "-n",
        "100",
        "--spend",
        "halving",
    ];
    survives_kills(&words, 10, 150, 5);
}
