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
    assert!(stdout(&["runs", "--db", &db]).contains("uct(iters=20), random"));
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
    let columns = "fixture,opening,start,seed,seat0_agent,seat1_agent,seat0_payoff,seat1_payoff,winner,winner_agent,plies,reason,\
                   duration_ms,moves";
    assert_eq!(lines[0], columns);
    assert!(lines[2].starts_with("1,0,"), "the second game has the first opening: {}", lines[2]);
    assert!(lines[2].contains(",random #2,random #1,"), "equal agents are told apart: {}", lines[2]);
}

/// The rows of a run as CSV, each as its fields by name. No field of these runs has a comma or a
/// quote in it but specs and moves.
fn csv_rows(db: &str, run: &str) -> Vec<std::collections::HashMap<String, String>> {
    let csv = stdout(&["export", run, "--format", "csv", "--db", db]);
    let mut lines = csv.lines();
    let headings: Vec<String> = lines.next().expect("a heading").split(',').map(str::to_string).collect();
    let row = |line: &str| {
        let fields: Vec<String> = line.split(',').map(str::to_string).collect();
        assert_eq!(fields.len(), headings.len(), "{line}");
        headings.iter().cloned().zip(fields).collect()
    };
    lines.map(row).collect()
}

#[test]
fn exports_name_agents_and_winners() {
    let (_folder, db) = place();
    stdout(&["match", "tic-tac-toe", "uct(iters=20)", "random", "-n", "12", "--db", &db]);
    let (rows, lines) = (csv_rows(&db, "1"), json_lines(&["export", "1", "--json", "--db", &db]));
    assert_eq!((rows.len(), lines.len()), (12, 12));
    for (row, line) in rows.iter().zip(&lines) {
        let swapped = line["fixture"].as_u64().unwrap() % 2 == 1;
        let agents = if swapped { ["random", "uct(iters=20)"] } else { ["uct(iters=20)", "random"] };
        assert_eq!([row["seat0_agent"].as_str(), row["seat1_agent"].as_str()], agents, "{row:?}");
        assert_eq!(line["agents"], serde_json::json!(agents), "{line}");
        let payoffs = ["seat0_payoff", "seat1_payoff"].map(|seat| row[seat].parse::<f64>().unwrap());
        assert_eq!([0, 1].map(|seat| line["payoffs"][seat].as_f64().unwrap()), payoffs, "{line}");
        let winner = (payoffs[0] != payoffs[1]).then_some(usize::from(payoffs[1] > payoffs[0]));
        let named = winner.map_or(("", ""), |seat| (["0", "1"][seat], agents[seat]));
        assert_eq!((row["winner"].as_str(), row["winner_agent"].as_str()), named, "{row:?}");
        assert_eq!(line["winner"], serde_json::json!(winner), "{line}");
        // Numbers above 2^53 do not survive every reader of JSON.
        assert_eq!(line["seed"].as_str(), Some(row["seed"].as_str()), "{line}");
    }
    stdout(&["match", "tic-tac-toe", "solve", "solve", "-n", "2", "--db", &db]);
    assert_eq!(csv_rows(&db, "2")[0]["winner"], "", "a draw has none");
    assert!(json_lines(&["export", "2", "--db", &db])[0]["winner"].is_null());
    let run = mctslab(&["export", "1", "--format", "csv", "--json", "--db", &db]);
    assert_eq!(run.status.code(), Some(2), "{}", message(&run));
    assert!(message(&run).contains("leave one of them out"), "{}", message(&run));
}

#[test]
fn exports_of_studies_have_iterations_and_sensible_numbers() {
    let (_folder, db) = place();
    stdout(&["complexity", "tic-tac-toe", "random", "--precision", "0.5", "-n", "64", "--db", &db]);
    stdout(&["complexity", "tic-tac-toe", "--ladder", "--max", "8", "--precision", "0.5", "-n", "64", "--db", &db]);
    stdout(&["complexity", "tic-tac-mo", "random", "--precision", "0.5", "-n", "66", "--max", "50", "--db", &db]);
    let lines = json_lines(&["export", "1", "--db", &db]);
    let (mut most, mut named) = (0, std::collections::HashMap::new());
    for (line, row) in lines.iter().zip(csv_rows(&db, "1")) {
        let seats: Vec<u64> = line["seats"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
        let seat = seats.iter().position(|&agent| agent == 0).expect("the target");
        let other = seats[1 - seat];
        assert!((1..=most + 1).contains(&other), "numbered as they appear: {line}");
        most = most.max(other);
        let touchstone = format!("mcts(iters={})", line["iterations"]);
        assert_eq!(
            line["agents"],
            serde_json::json!(if seat == 0 { ["random", &touchstone] } else { [&touchstone, "random"] })
        );
        assert_eq!(named.entry(other).or_insert_with(|| touchstone.clone()), &touchstone, "one number, one agent");
        assert_eq!(
            (&row["iterations"], &row[&format!("seat{}_agent", 1 - seat)]),
            (&line["iterations"].to_string(), &touchstone)
        );
        assert!(line["rival_iterations"].is_null(), "{line}");
    }
    for line in json_lines(&["export", "2", "--db", &db]) {
        let (one, rival) = (line["iterations"].as_u64().unwrap(), line["rival_iterations"].as_u64().unwrap());
        let mut agents: Vec<String> =
            line["agents"].as_array().unwrap().iter().map(|agent| agent.as_str().unwrap().to_string()).collect();
        let mut expected = [one, rival].map(|iterations| format!("mcts(iters={iterations})"));
        agents.sort_unstable();
        expected.sort_unstable();
        assert_eq!(agents, expected, "{line}");
        assert!(
            line["seats"].as_array().unwrap().iter().all(|seat| (1..1000).contains(&seat.as_u64().unwrap())),
            "{line}"
        );
    }
    let shown = json(&["show", "2", "--game", "1", "--json", "--db", &db]);
    let exported = &json_lines(&["export", "2", "--db", &db])[1];
    assert_eq!((&shown["seats"], &shown["agents"]), (&exported["seats"], &exported["agents"]));
    for row in csv_rows(&db, "3") {
        let seats = ["seat0_agent", "seat1_agent", "seat2_agent"].map(|seat| row[seat].clone());
        assert_eq!(seats.iter().filter(|&agent| *agent == "random").count(), 1, "{row:?}");
        assert_eq!(seats.iter().filter(|&agent| *agent == format!("mcts(iters={})", row["iterations"])).count(), 2);
    }
}

#[test]
fn the_list_says_which_game_which_method_and_when() {
    let (folder, db) = place();
    stdout(&["complexity", "hex(size=3)", "random", "--precision", "0.5", "-n", "64", "--db", &db]);
    stdout(&["complexity", "hex(size=4)", "--ladder", "--max", "4", "--precision", "0.5", "-n", "64", "--db", &db]);
    stdout(&["tournament", "hex", "random", "random", "-n", "2", "--format", "swiss(rounds=1)", "--db", &db]);
    let list = stdout(&["runs", "--db", &db]);
    let lines: Vec<&str> = list.lines().skip(1).collect();
    assert!(
        lines[0].contains("complexity fit(precision=0.5,games=64)") && lines[0].contains(" hex(size=3) "),
        "{list}"
    );
    assert!(
        lines[1].contains(" hex(size=4) ") && lines[1].contains("ladder(") && lines[1].ends_with("  mcts"),
        "{list}"
    );
    assert!(
        lines[2].contains("tournament swiss(rounds=1)") && lines[2].contains(" hex "),
        "defaults are left out: {list}"
    );
    assert!(lines.iter().all(|line| line.contains(" 20") && line.contains(':')), "a date and a time: {list}");
    for run in json_lines(&["runs", "--json", "--db", &db]) {
        assert_eq!(run["games"], run["planned"], "what is finished has no more to play: {run}");
    }
    let page = folder.path().join("page.html");
    for (run, title) in
        [("1", "strength of random in hex(size=3)"), ("2", "skill ladder of hex(size=4)"), ("3", ": hex tournament")]
    {
        assert_eq!(stdout(&["report", run, "-o", page.to_str().unwrap(), "-q", "--db", &db]), "", "asked to be quiet");
        let html = fs::read_to_string(&page).unwrap();
        assert!(html.contains(title), "{title}");
    }
    let told = stdout(&["report", "1", "-o", page.to_str().unwrap(), "--db", &db]);
    assert_eq!(told, format!("wrote {} (run 1)\n", page.display()));
    assert!(stdout(&["show", "3", "--db", &db]).starts_with("hex  "), "a title without defaults");
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
fn a_store_in_memory_is_refused() {
    let run = mctslab(&[&SHORT[..], &["--db", ":memory:"]].concat());
    assert_eq!(run.status.code(), Some(2), "{}", message(&run));
    assert!(message(&run).contains("would keep nothing") && message(&run).contains("--no-store"), "{}", message(&run));
}

#[cfg(unix)]
#[test]
fn no_output_replaces_the_store_and_none_is_half_written() {
    let (folder, db) = place();
    stdout(&[&SHORT[..], &["--db", &db]].concat());
    let whole = fs::read(&db).unwrap();
    let [link, twin, other] =
        ["link.db", "twin.db", "other"].map(|name| folder.path().join(name).display().to_string());
    std::os::unix::fs::symlink(&db, &link).unwrap();
    fs::hard_link(&db, &twin).unwrap();
    for target in [&db, &link, &twin] {
        for words in [&["report", "1"][..], &["export", "1", "--format", "csv"], &["export", "1"]] {
            let run = mctslab(&[words, &["-o", target, "--db", &db]].concat());
            assert_eq!(run.status.code(), Some(2), "{}", message(&run));
            assert!(message(&run).contains("is the store itself"), "{}", message(&run));
            assert_eq!(fs::read(&db).unwrap(), whole, "{words:?} to {target}");
        }
    }
    // What fails on the way leaves what was there.
    fs::write(&other, "old").unwrap();
    rusqlite::Connection::open(&db)
        .unwrap()
        .execute("UPDATE games SET reason = 'bored' WHERE fixture = 5", [])
        .unwrap();
    let run = mctslab(&["export", "1", "-o", &other, "--db", &db]);
    assert_eq!(run.status.code(), Some(1), "{}", message(&run));
    assert_eq!(fs::read_to_string(&other).unwrap(), "old");
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().ends_with(".part")), "{left:?}");
}

#[test]
fn a_damaged_store_is_an_error_not_a_panic() {
    for (damage, what) in [
        ("UPDATE games SET seats = '5 7' WHERE fixture = 2", "game 2 cannot be read"),
        ("UPDATE games SET seats = '0 1 2', payoffs = '1 0 0' WHERE fixture = 2", "game 2 cannot be read"),
        ("UPDATE games SET reason = 'forfeit:crash', forfeiter = 9, message = 'x' WHERE fixture = 3", "game 3 cannot"),
        ("UPDATE runs SET names = '[]'", "0 names for 2 agents"),
        ("UPDATE runs SET settings = '{}'", "settings of run 1 that cannot be read"),
    ] {
        let (folder, db) = place();
        stdout(&[&SHORT[..], &["--db", &db]].concat());
        let store = rusqlite::Connection::open(&db).unwrap();
        store.execute(damage, []).unwrap();
        // A run with a game to play, so that the rest is read back.
        store.execute("UPDATE runs SET status = 'open'", []).unwrap();
        store.execute("DELETE FROM games WHERE fixture = 0", []).unwrap();
        drop(store);
        let page = folder.path().join("page.html").display().to_string();
        for words in [&["show", "1"][..], &["report", "1", "-o", &page], &["export", "1"], &["resume", "1"]] {
            let run = mctslab(&[words, &["--db", &db]].concat());
            assert_eq!(run.status.code(), Some(1), "{damage}, {words:?}: {}", message(&run));
            assert!(message(&run).contains(what), "{damage}, {words:?}: {}", message(&run));
        }
    }
    let (_folder, db) = place();
    stdout(&["complexity", "tic-tac-toe", "random", "--precision", "0.5", "-n", "64", "--db", &db]);
    let store = rusqlite::Connection::open(&db).unwrap();
    store
        .execute(
            "UPDATE runs SET settings = json_set(settings, '$.agents', json('[\"random\"]')), names = '[\"random\"]'",
            [],
        )
        .unwrap();
    drop(store);
    for words in [["show", "1"], ["export", "1"], ["resume", "1"]] {
        let run = mctslab(&[&words[..], &["--db", &db]].concat());
        assert_eq!(run.status.code(), Some(1), "{words:?}: {}", message(&run));
        assert!(message(&run).contains("a target and a touchstone"), "{words:?}: {}", message(&run));
    }
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

/// Runs the binary as somebody who may not write everywhere; `None` where that cannot be done.
#[cfg(unix)]
fn as_a_stranger(words: &[&str]) -> Option<Output> {
    let binary = env!("CARGO_BIN_EXE_mctslab");
    let id = std::process::Command::new("id").arg("-u").output().ok()?;
    if String::from_utf8_lossy(&id.stdout).trim() != "0" {
        return Some(mctslab(words));
    }
    let mut run = std::process::Command::new("setpriv");
    run.args(["--reuid=65534", "--regid=65534", "--clear-groups", binary]).args(words).output().ok()
}

#[cfg(unix)]
#[test]
fn a_finished_store_that_cannot_be_written_is_read() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, db) = place();
    stdout(&[&SHORT[..], &["--db", &db]].concat());
    let all = ["show", "export"].map(|command| stdout(&[command, "1", "--db", &db]));
    fs::set_permissions(&db, fs::Permissions::from_mode(0o444)).unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let pages = tempfile::tempdir().unwrap();
    fs::set_permissions(pages.path(), fs::Permissions::from_mode(0o777)).unwrap();
    let page = pages.path().join("page.html").display().to_string();
    let Some(listed) = as_a_stranger(&["runs", "--json", "--db", &db]).filter(|run| run.status.code() != Some(127))
    else {
        eprintln!("SKIPPED: everything can be written here");
        return;
    };
    assert!(String::from_utf8_lossy(&listed.stdout).contains("\"status\":\"finished\""), "{}", message(&listed));
    for (command, before) in ["show", "export"].iter().zip(all) {
        let run = as_a_stranger(&[command, "1", "--db", &db]).unwrap();
        assert_eq!(String::from_utf8_lossy(&run.stdout), before, "{command}: {}", message(&run));
    }
    let run = as_a_stranger(&["report", "1", "-o", &page, "--db", &db]).unwrap();
    assert!(run.status.success(), "{}", message(&run));
    names_both_ways_out(&as_a_stranger(&[&SHORT[..], &["--db", &db]].concat()).unwrap());
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
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
