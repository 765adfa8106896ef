//! What people read and type: one name for each agent, programs by their commands, lines that fit
//! the terminal, the last run, and messages that say what to type.

use std::process::Command;

use crate::store::place;
use crate::{json, json_lines, mctslab, stdout};

fn message(words: &[&str]) -> String {
    let run = mctslab(words);
    assert!(!run.status.success(), "{words:?}");
    String::from_utf8(run.stderr).expect("text")
}

#[test]
fn an_agent_has_one_name_in_the_terminal_in_json_and_in_tables() {
    let (_folder, db) = place();
    let words = ["match", "tic-tac-toe", "uct(c=0.4)", "alphabeta", "-n", "4", "--db", &db];
    let text = stdout(&words);
    let names = ["uct(iters=1000)", "alphabeta(depth=4)"];
    assert!(names.iter().all(|name| text.contains(name)) && !text.contains("c=0.4"), "{text}");
    let shown = json(&["show", "1", "--db", &db, "--json"]);
    for (agent, name) in shown["agents"].as_array().expect("agents").iter().zip(names) {
        assert_eq!(agent["name"], name);
        assert!(agent["spec"].as_str().is_some_and(|spec| spec.len() > name.len()), "{agent}");
    }
    let table = stdout(&["export", "1", "--db", &db, "--format", "csv"]);
    assert!(table.lines().skip(1).all(|line| names.iter().all(|name| line.contains(name))), "{table}");
    let line = &json_lines(&["export", "1", "--db", &db])[0];
    assert_eq!((line["agents"][0].as_str(), line["agents"][1].as_str()), (Some(names[0]), Some(names[1])));
    let list = stdout(&["runs", "--db", &db]);
    assert!(list.contains("uct(iters=1000), alphabeta(depth=4)"), "{list}");
    assert_eq!(json_lines(&["runs", "--db", &db, "--json"])[0]["names"][0], names[0]);
    let page = format!("{db}.html");
    stdout(&["report", "--db", &db, "-o", &page]);
    let page = std::fs::read_to_string(page).expect("a page");
    assert!(page.contains("uct(iters=1000) against alphabeta(depth=4)"), "the title names both");
    let study = json(&["complexity", "tic-tac-toe", "random", "--precision", "0.5", "--json"]);
    assert_eq!((&study["target_name"], &study["touchstone_name"]), (&"random".into(), &"mcts".into()));
}

/// A program of plain lines that plays the first free column of Connect Four.
const BOT: &str = "import sys
for line in sys.stdin:
    moves = line.split()
    print(next(c for c in '1234567' if moves.count(c) < 6), flush=True)
";

#[test]
fn a_program_is_an_agent_by_its_command() {
    let (folder, _) = place();
    let bot = folder.path().join("my bot.py");
    std::fs::write(&bot, BOT).expect("a script");
    let command = format!("python3 '{}'", bot.display());
    let spec = format!("process(cmd=\"{command}\",protocol=lines)");
    let names = |words: &[&str]| {
        let found = json(words);
        assert_eq!(found["forfeits"], serde_json::json!([]), "{found}");
        let agents = found["agents"].as_array().expect("agents").iter();
        agents.map(|agent| agent["name"].as_str().unwrap_or_default().to_string()).collect::<Vec<String>>()
    };
    let played = names(&["match", "connect-four", "random", "--bot", &command, "-n", "2", "--json"]);
    assert_eq!(played, ["random", &spec]);
    let words = ["tournament", "connect-four", "random", "greedy", "--bot", &command, "-n", "2", "--json"];
    assert_eq!(names(&words), ["random", "greedy", &spec]);
    let both = ["match", "connect-four", "--bot", &command, "--bot", &command, "-n", "2", "--json"];
    assert_eq!(names(&both), [format!("{spec} #1"), format!("{spec} #2")]);
    let study = json(&["complexity", "connect-four", "--bot", &command, "--precision", "0.5", "-n", "200", "--json"]);
    assert_eq!(study["target_name"], *spec);
    let checked = json(&["engine-check", "--bot", &command, "--game", "connect-four", "-n", "1", "--json"]);
    assert_eq!((&checked["protocol"], &checked["passed"]), (&"lines".into(), &true.into()), "{checked}");
    let games = json(&["analyze", "connect-four", "--bot", &command, "-n", "2", "--no-store", "--json"]);
    assert_eq!(games["agent_name"], *spec);
}

/// What a command prints where lines have 80 characters.
fn at_80_columns(words: &[&str]) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_mctslab")).args(words).env("COLUMNS", "80").output();
    let run = run.expect("the binary starts");
    assert!(run.status.success(), "{words:?}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("text")
}

#[test]
fn lists_and_explanations_fit_80_columns() {
    let (_folder, db) = place();
    stdout(&["match", "hex(size=5)", "uct(iters=50,select=grave)", "uct(iters=50,c=0.7)", "-n", "4", "--db", &db]);
    stdout(&["complexity", "tic-tac-toe", "random", "--precision", "0.5", "--db", &db]);
    let mut commands = vec![vec!["games"], vec!["agents"], vec!["paper", "list"], vec!["runs", "--db", &db]];
    let names = [json_lines(&["games", "--json"]), json_lines(&["agents", "--json"])].concat();
    let names: Vec<&str> = names.iter().filter_map(|one| one["name"].as_str()).collect();
    commands
        .extend(names.iter().chain(&["sprt", "bisection", "fit", "nst", "lines"]).map(|name| vec!["explain", name]));
    for words in commands {
        let text = at_80_columns(&words);
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{words:?} has a line of {}:\n{line}", line.chars().count());
        }
    }
    let list = at_80_columns(&["games"]);
    assert!(names[..3].iter().all(|name| list.lines().any(|line| line.starts_with(name))), "names stay whole:\n{list}");
    assert!(stdout(&["games"]).lines().any(|line| line.chars().count() > 100), "a file has lines of any length");
}

#[test]
fn a_search_lists_ten_moves_and_how_many_more_there_are() {
    let moves = |text: &str| {
        text.lines()
            .skip_while(|line| !line.starts_with("move"))
            .skip(1)
            .take_while(|line| !line.starts_with("and") && !line.is_empty())
            .count()
    };
    let text = stdout(&["search", "hex", "uct(iters=300)"]);
    assert!(moves(&text) == 10 && text.contains("\nand 111 more moves\n"), "{text}");
    assert_eq!(moves(&stdout(&["search", "hex", "uct(iters=300)", "--top", "3"])), 3);
    assert!(!stdout(&["search", "hex", "uct(iters=300)", "--top", "0"]).contains("more moves"));
    let all = json(&["search", "hex", "uct(iters=300)", "--json"]);
    assert_eq!(all["moves"].as_array().map(Vec::len), Some(121));
    let text = stdout(&["search", "hex", "uct(iters=300)", "--repeat", "2"]);
    assert!(text.contains(" more moves\n"), "{text}");
}

#[test]
fn a_search_without_an_agent_is_that_of_the_best_one_known() {
    let found = json(&["search", "tic-tac-toe", "--json"]);
    assert_eq!(found["agent_name"], "uct(iters=1000000)");
    let spec = json(&["search", "hex(size=3)", "--json"]);
    assert_eq!(spec["agent_name"], "uct(iters=500000,select=grave,c=0.4,expand=one)");
}

#[test]
fn a_command_of_stored_runs_means_the_last_one() {
    let (_folder, db) = place();
    let refused = message(&["show", "--db", &db]);
    assert!(refused.contains("no store"), "{refused}");
    for agent in ["random", "greedy"] {
        stdout(&["match", "tic-tac-toe", agent, "random", "-n", "4", "--db", &db]);
    }
    let run = mctslab(&["show", "--db", &db]);
    let notes = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(notes.contains("run 2, the last one"), "{notes}");
    assert_eq!(String::from_utf8_lossy(&run.stdout), stdout(&["show", "2", "--db", &db]));
    assert_eq!(stdout(&["export", "--db", &db]), stdout(&["export", "2", "--db", &db]));
    assert_eq!(stdout(&["resume", "--db", &db]), stdout(&["resume", "2", "--db", &db]));
    let page = format!("{db}.html");
    assert!(stdout(&["report", "--db", &db, "-o", &page]).contains("(run 2)"));
    let refused = message(&["show", "abc", "--db", &db]);
    assert!(refused.contains("`mctslab runs` lists them") && !refused.contains("digit"), "{refused}");
}

#[test]
fn the_version_names_the_commit_and_a_run_keeps_it() {
    let version = stdout(&["--version"]);
    let build = version.trim().split_once(" (").and_then(|(_, build)| build.strip_suffix(')')).expect("a build");
    assert!(version.starts_with(concat!("mctslab ", env!("CARGO_PKG_VERSION"), " (")), "{version}");
    let words: Vec<&str> = build.split(' ').collect();
    assert!(build == "unknown" || (words[0].len() >= 7 && words[1].len() == 10), "{build}");
    let (_folder, db) = place();
    stdout(&["match", "tic-tac-toe", "random", "random", "-n", "2", "--db", &db]);
    assert_eq!(json_lines(&["runs", "--db", &db, "--json"])[0]["build"], build);
    let shown = mctslab(&["show", "1", "--db", &db]).stderr;
    let shown = String::from_utf8_lossy(&shown);
    assert!(shown.contains(&format!("mctslab {} ({build})", env!("CARGO_PKG_VERSION"))), "{shown}");
}

#[test]
fn messages_say_what_to_type() {
    for (words, cure) in [
        (&["match", "nim", "random", "random", "--elo0", "0"][..], "`--stop sprt`"),
        (&["complexity", "nim", "random", "--trials", "3"], "`--method bisection`"),
        (&["complexity", "score4(depth=1)", "connect-four"], "is an agent, not a game"),
        (&["search", "othello", "random", "--position", "d3 c3"], "write `moves d3 c3`"),
        (&["paper", "report", "--data", "no/such/folder"], "cannot read `no/such/folder`"),
        (&["explain", "nosuch"], "`mctslab games` and `mctslab agents`"),
    ] {
        let text = message(words);
        assert!(text.contains(cure), "{words:?}: {text}");
        assert!(text.len() < 400, "{text}");
    }
    assert!(message(&["explain", "hexx"]).contains("did you mean `hex`?"));
    assert!(message(&["paper", "report", "--data", "no/such/folder"]).contains("--data"));
}

#[test]
fn help_says_what_each_option_means() {
    let help = |words: &[&str]| stdout(&[words, &["--help"]].concat());
    let analyze = help(&["analyze"]);
    assert!(!analyze.contains("(analyze)") && !analyze.contains("[default: false]"), "{analyze}");
    let matches = help(&["match"]);
    assert!(matches.contains("sprt") && matches.contains("width"), "the stop rules are listed:\n{matches}");
    let place = |text: &str| matches.find(text).unwrap_or_else(|| panic!("{text}:\n{matches}"));
    assert!(place("--games") < place("--db") && place("--games") < place("--workers"), "{matches}");
    assert!(help(&["games"]).contains("JSON lines"));
    assert!(!help(&["criteria"]).contains("<GAME>"), "it plays no game");
}
