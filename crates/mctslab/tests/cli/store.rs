//! The store: what is kept, listed, shown and exported, and what happens when it cannot be used.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::{json, json_lines, mctslab, stdout};

/// A folder of its own with the path of a store in it.
pub(crate) fn place() -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let db = folder.path().join("games.db").display().to_string();
    (folder, db)
}

/// The games of a run without their durations.
pub(crate) fn games(db: &str, run: &str) -> String {
    let text = stdout(&["export", run, "--db", db]);
    text.lines().map(|line| line.split(",\"duration_ms\"").next().unwrap_or_default().to_string() + "\n").collect()
}

fn message(run: &Output) -> String {
    String::from_utf8_lossy(&run.stderr).into_owned()
}

/// Asserts that a run failed with exit code 1 and both ways out.
fn names_both_ways_out(run: &Output) {
    let message = message(run);
    assert_eq!(run.status.code(), Some(1), "{message}");
    assert!(message.contains("--db") && message.contains("--no-store"), "{message}");
    assert!(run.stdout.is_empty() && !message.contains("panicked"), "{message}");
}

const SHORT: [&str; 6] = ["match", "tic-tac-toe", "random", "random", "-n", "6"];

#[test]
fn a_match_is_kept_listed_shown_and_exported() {
    let (_folder, db) = place();
    let words = ["match", "tic-tac-toe", "uct(iters=20)", "random", "-n", "7", "--seed", "5", "--db", &db];
    let run = mctslab(&words);
    assert!(message(&run).contains("run 1 in "), "{}", message(&run));
    let played = json(&[&words[..], &["--json"]].concat());
    let runs = json_lines(&["runs", "--db", &db, "--json"]);
    assert_eq!(runs.len(), 2, "each match is a run of its own");
    for key in ["run", "command", "game", "status", "games", "planned", "seed"] {
        assert!(!runs[1][key].is_null(), "{key} in {}", runs[1]);
    }
    assert_eq!((&runs[1]["run"], &runs[1]["games"], &runs[1]["planned"]), (&2.into(), &7.into(), &7.into()));
    assert_eq!((&runs[1]["status"], &runs[1]["command"]), (&"finished".into(), &"match".into()));
    assert_eq!(json(&["show", "2", "--db", &db, "--json"]), played, "the same table again");
    let lines = json_lines(&["export", "1", "--db", &db, "--format", "jsonl"]);
    assert_eq!(lines.len(), 7);
    for (number, line) in lines.iter().enumerate() {
        for key in ["fixture", "seats", "seed", "payoffs", "plies", "reason", "moves", "duration_ms"] {
            assert!(!line[key].is_null(), "{key} in {line}");
        }
        assert_eq!(
            (&line["fixture"], &line["reason"], &line["opening"]),
            (&number.into(), &"end".into(), &Value::Null)
        );
        assert_eq!(line["moves"].as_array().unwrap().len() as u64, line["plies"].as_u64().unwrap());
    }
    assert_eq!((&lines[0]["seats"], &lines[1]["seats"]), (&serde_json::json!([0, 1]), &serde_json::json!([1, 0])));
    assert_eq!(games(&db, "1"), games(&db, "2"), "equal seeds, equal games");
    assert!(stdout(&["runs", "--db", &db]).contains("uct(iters=20) random"));
    let shown = stdout(&["show", "1", "--game", "3", "--db", &db]);
    assert!(shown.contains("game 3 of run 1") && shown.contains("moves: "), "{shown}");
}

#[test]
fn exports_go_to_files_and_csv_has_a_heading() {
    let (folder, db) = place();
    stdout(&[&SHORT[..], &["--openings", "random(plies=2)", "--db", &db]].concat());
    let file = folder.path().join("games.csv");
    stdout(&["export", "1", "--format", "csv", "--output", file.to_str().unwrap(), "--db", &db]);
    let csv = fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 7);
    assert_eq!(lines[0], "fixture,seats,opening,start,seed,payoffs,plies,reason,moves,duration_ms");
    assert!(lines[2].starts_with("1,1 0,0,"), "the second game has the first opening: {}", lines[2]);
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_build_without_parquet_says_how_to_get_one() {
    let (folder, db) = place();
    stdout(&[&SHORT[..], &["--db", &db]].concat());
    let file = folder.path().join("games.parquet");
    let run = mctslab(&["export", "1", "--format", "parquet", "-o", file.to_str().unwrap(), "--db", &db]);
    assert_eq!(run.status.code(), Some(2), "{}", message(&run));
    assert!(message(&run).contains("this build has no Parquet: build with `--features parquet`"), "{}", message(&run));
    assert!(!file.exists());
}

#[test]
fn records_are_the_same_whatever_the_threads() {
    for words in [
        ["match", "connect-four", "uct(iters=40)", "uct(iters=20)", "-n", "60"].as_slice(),
        &["match", "tic-tac-mo", "uct(iters=20)", "random", "random", "-n", "60"],
        &[
            "tournament",
            "tic-tac-toe",
            "uct(iters=20)",
            "random",
            "random",
            "uct(iters=5)",
            "-n",
            "6",
            "--format",
            "swiss",
        ],
        &["match", "tic-tac-toe", "uct(iters=30)", "random", "-n", "4000", "--stop", "width(to=0.08)"],
    ] {
        let (_folder, db) = place();
        for threads in ["1", "2", "8"] {
            let more = ["--openings", "random(plies=1)", "--seed", "3", "--threads", threads, "--db", &db];
            stdout(&[words, &more].concat());
        }
        let one = games(&db, "1");
        assert!(one.lines().count() > 10, "{words:?}");
        for run in ["2", "3"] {
            assert_eq!(one, games(&db, run), "{words:?}");
        }
    }
}

#[test]
fn openings_are_played_with_every_seat_order() {
    let (_folder, db) = place();
    let openings = ["--openings", "random(plies=3)", "--db", &db];
    stdout(&[&["match", "tic-tac-mo", "random", "random", "random", "-n", "18"], &openings[..]].concat());
    let lines = json_lines(&["export", "1", "--db", &db]);
    for opening in 0..3 {
        let own: Vec<&Value> = lines.iter().filter(|line| line["opening"] == opening).collect();
        assert_eq!(own.len(), 6, "opening {opening}");
        assert!(own.iter().all(|line| line["start"] == own[0]["start"]), "one position: {own:?}");
        let orders: std::collections::HashSet<String> = own.iter().map(|line| line["seats"].to_string()).collect();
        assert_eq!(orders.len(), 6, "all seat orders");
    }
}

#[test]
fn wrong_openings_stops_and_clocks_are_refused() {
    let missing = "file(path=\"/no/such/file\")";
    for (option, value, expected) in [
        ("--openings", "random(plies=0)", "from 1 to 1000"),
        ("--openings", "book", "unknown kind of openings `book`"),
        ("--openings", missing, "/no/such/file"),
        ("--stop", "width(to=7)", "from 0.0001 to 1"),
        ("--stop", "sprt(elo0=5,elo1=0)", "must be below"),
        ("--clock", "fast", "as in `60+0.5`"),
    ] {
        let run = mctslab(&[&SHORT[..], &[option, value]].concat());
        assert_eq!(run.status.code(), Some(2), "{option} {value}: {}", message(&run));
        assert!(message(&run).contains(expected), "{option} {value}: {}", message(&run));
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings");
    fs::write(&file, "xxx/oo1/3 o\n").unwrap();
    let run = mctslab(&[&SHORT[..], &["--openings", &format!("file(path=\"{}\")", file.display())]].concat());
    assert_eq!(run.status.code(), Some(2), "{}", message(&run));
    assert!(message(&run).contains("the game is over there"), "{}", message(&run));
}

#[test]
fn a_test_that_is_decided_ends_the_match() {
    let sprt = "sprt(elo0=0,elo1=100)";
    let words = ["match", "tic-tac-toe", "uct(iters=100)", "random", "-n", "5000", "--stop", sprt, "--json"];
    let report = json(&words);
    assert_eq!(report["stopped"]["verdict"], "accept-h1", "{report}");
    assert!(report["games"].as_u64().unwrap() < 400, "{report}");
    let report = json(&["match", "tic-tac-toe", "random", "uct(iters=100)", "-n", "5000", "--stop", sprt, "--json"]);
    assert_eq!(report["stopped"]["verdict"], "accept-h0", "{report}");
}

#[test]
fn proven_and_hopeless_games_end_early() {
    let (_folder, db) = place();
    let game = "connect-four(width=4,height=4)";
    let words = ["match", game, "solve", "random", "-n", "20", "--db", &db];
    stdout(&words);
    stdout(&[&words[..], &["--adjudicate", "proven"]].concat());
    let (whole, short) = (json_lines(&["export", "1", "--db", &db]), json_lines(&["export", "2", "--db", &db]));
    for (whole, short) in whole.iter().zip(&short) {
        assert_eq!(short["reason"], "adjudicated:proven", "{short}");
        assert!(short["plies"].as_u64().unwrap() <= 2, "a solver knows at once: {short}");
        let seat = short["seats"].as_array().unwrap().iter().position(|agent| agent == 0).unwrap();
        let paid = |line: &Value| line["payoffs"][seat].as_f64().unwrap();
        assert!(paid(whole) >= paid(short), "the solver gets at least what it has proven: {whole} {short}");
    }
    let resign = ["--resign", "score(below=0.4,moves=2)", "--db", &db];
    stdout(&[&["match", "connect-four", "uct(iters=400)", "uct(iters=20)", "-n", "20"], &resign[..]].concat());
    let lines = json_lines(&["export", "3", "--db", &db]);
    let resigned: Vec<&Value> = lines.iter().filter(|line| line["reason"] == "adjudicated:resigned").collect();
    assert!(resigned.len() > 5, "{} of 20 resigned", resigned.len());
    for line in resigned {
        // Who made the last move gave up, and gets nothing.
        let last = (line["plies"].as_u64().unwrap() as usize - 1) % 2;
        assert_eq!((&line["payoffs"][last], &line["payoffs"][1 - last]), (&0.into(), &1.into()), "{line}");
    }
    let run = mctslab(&["match", "tic-tac-mo", "random", "random", "random", "--adjudicate", "proven"]);
    assert_eq!(run.status.code(), Some(2), "{}", message(&run));
    assert!(message(&run).contains("needs a game of two players"), "{}", message(&run));
}

#[test]
fn a_store_that_cannot_be_used_names_both_ways_out() {
    let (folder, db) = place();
    names_both_ways_out(&mctslab(&[&SHORT[..], &["--db", "/no/such/folder/games.db"]].concat()));
    names_both_ways_out(&mctslab(&[&SHORT[..], &["--db", folder.path().to_str().unwrap()]].concat()));
    fs::write(&db, "this is a letter, not a store of games, and long enough to be looked at as one\n".repeat(20))
        .unwrap();
    names_both_ways_out(&mctslab(&[&SHORT[..], &["--db", &db]].concat()));
    let run = mctslab(&["runs", "--db", "/no/such/store.db"]);
    assert_eq!(run.status.code(), Some(1));
    assert!(message(&run).contains("nothing was recorded"), "{}", message(&run));
}

#[test]
fn a_truncated_store_is_an_error_not_a_panic() {
    let (_folder, db) = place();
    stdout(&["match", "tic-tac-toe", "random", "random", "-n", "3000", "--db", &db]);
    let whole = fs::read(&db).unwrap();
    for part in [100, whole.len() / 3, whole.len() - 5000] {
        fs::write(&db, &whole[..part]).unwrap();
        for words in [&["export", "1"][..], &["show", "1"], &SHORT] {
            let run = mctslab(&[words, &["--db", &db]].concat());
            let message = message(&run);
            assert_eq!(run.status.code(), Some(1), "{words:?} with {part} bytes: {message}");
            assert!(message.contains("--db") && !message.contains("panicked"), "{words:?}: {message}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_names_both_ways_out() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    // Whoever may write everywhere needs a folder that nobody can write.
    let writable = fs::write(folder.path().join("probe"), "").is_ok();
    let place = if writable { Path::new("/proc").to_path_buf() } else { folder.path().to_path_buf() };
    if !place.exists() {
        eprintln!("SKIPPED: no folder that cannot be written");
        return;
    }
    let db = place.join("games.db").display().to_string();
    names_both_ways_out(&mctslab(&[&SHORT[..], &["--db", &db]].concat()));
}

#[cfg(unix)]
#[test]
fn a_full_disk_stops_the_run_and_loses_nothing_that_was_written() {
    let (_folder, db) = place();
    let binary = env!("CARGO_BIN_EXE_mctslab");
    // A limit on the size of files is the disk that is full; without the trap it would be a signal.
    let line =
        format!("trap '' XFSZ; ulimit -f 1000; exec {binary} match tic-tac-toe random random -n 60000 --db '{db}'");
    let run = std::process::Command::new("sh").args(["-c", &line]).output().expect("a shell");
    names_both_ways_out(&run);
    let kept = json_lines(&["runs", "--db", &db, "--json"]);
    assert_eq!(kept[0]["status"], "interrupted", "{kept:?}");
    stdout(&["resume", "1", "--db", &db]);
    stdout(&["match", "tic-tac-toe", "random", "random", "-n", "60000", "--db", &db]);
    assert_eq!(games(&db, "1"), games(&db, "2"));
}
