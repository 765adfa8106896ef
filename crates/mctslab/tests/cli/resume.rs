//! Interrupted runs: nothing is lost, nothing is counted twice, and nobody plays on with other
//! settings.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use mctslab_core::Rng;
use serde_json::Value;

use crate::store::{games, place};
use crate::{json, json_lines, mctslab, stdout};

fn start(words: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_mctslab"))
        .args(words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

/// Waits until a run of the store has games.
fn wait_for_games(db: &str) {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(20) {
        let run = mctslab(&["runs", "--db", db, "--json"]);
        if run.status.success()
            && !String::from_utf8_lossy(&run.stdout).contains("\"games\":0,")
            && !run.stdout.is_empty()
        {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("no games in 20 s");
}

/// A document without how long moves took, which is another time another.
fn without_durations(mut document: Value) -> Value {
    match &mut document {
        Value::Object(map) => {
            map.remove("ms");
            map.values_mut().for_each(|value| *value = without_durations(value.take()));
        }
        Value::Array(all) => all.iter_mut().for_each(|value| *value = without_durations(value.take())),
        _ => {}
    }
    document
}

/// Kills a run so often at random instants, plays it to its end, and compares it with one that was
/// left alone.
pub(crate) fn survives_kills(words: &[&str], kills: u32, longest: u32, seed: u64) {
    let (_folder, db) = place();
    let mut rng = Rng::new(seed);
    let mut killed = 0;
    let mut child = start(&[words, &["--db", &db]].concat());
    for kill in 0..kills {
        std::thread::sleep(Duration::from_millis(u64::from(rng.below(longest))));
        child.kill().expect("it can be killed");
        killed += u32::from(!child.wait().expect("it ends").success());
        let threads = ["1", "2", "8"][kill as usize % 3];
        let known = mctslab(&["runs", "--db", &db, "--json"]);
        // Killed before the run was in the store: there is nothing to resume yet.
        let begun = known.status.success() && !known.stdout.is_empty();
        child = if begun {
            start(&["resume", "1", "--db", &db, "--threads", threads])
        } else {
            start(&[words, &["--db", &db]].concat())
        };
    }
    let last = child.wait_with_output().expect("it ends");
    assert!(last.status.success(), "seed {seed}: {}", String::from_utf8_lossy(&last.stderr));
    assert!(killed > kills / 3, "seed {seed}: only {killed} of {kills} kills met a run that was not over");
    stdout(&[words, &["--db", &db]].concat());
    let runs = json_lines(&["runs", "--db", &db, "--json"]);
    assert_eq!((runs.len(), &runs[0]["status"]), (2, &"finished".into()), "seed {seed}");
    assert_eq!(games(&db, "1"), games(&db, "2"), "seed {seed}: every fixture exactly once");
    assert_eq!(runs[0]["games"], runs[1]["games"], "seed {seed}");
    let shown = |run: &str| without_durations(json(&["show", run, "--db", &db, "--json"]));
    assert_eq!(shown("1"), shown("2"), "seed {seed}");
}

const MATCH: [&str; 6] = ["match", "tic-tac-toe", "uct(iters=60)", "uct(iters=30,playout=nst(k=1))", "-n", "20000"];

#[test]
fn thirty_kills_lose_nothing() {
    survives_kills(&MATCH, 30, 90, 1);
}

#[test]
fn kills_do_not_change_the_rounds_of_a_tournament() {
    let agents = ["uct(iters=60)", "uct(iters=30)", "random", "uct(iters=10)", "uct(iters=5)"];
    let words = [&["tournament", "tic-tac-toe"][..], &agents, &["-n", "6000", "--format", "swiss"]].concat();
    survives_kills(&words, 5, 150, 2);
}

#[test]
fn kills_do_not_change_where_a_rule_stops() {
    let words = [&MATCH[..], &["--stop", "width(to=0.012)", "--openings", "random(plies=2)"]].concat();
    survives_kills(&words, 5, 60, 3);
}

#[test]
#[ignore = "a hundred kills take minutes"]
fn a_hundred_kills_lose_nothing() {
    survives_kills(&["match", "connect-four", "uct(iters=60)", "uct(iters=30)", "-n", "30000"], 100, 600, 4);
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let run = Command::new("kill").args([name, &child.id().to_string()]).status().expect("kill starts");
    assert!(run.success());
}

#[cfg(unix)]
#[test]
fn ctrl_c_once_finishes_running_games_and_says_how_to_resume() {
    let (_folder, db) = place();
    let words = ["match", "connect-four", "uct(iters=300)", "random", "-n", "100000", "--db", &db, "--threads", "2"];
    let child = start(&words);
    wait_for_games(&db);
    signal(&child, "-INT");
    let run = child.wait_with_output().expect("it ends");
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(1), "{message}");
    assert!(message.contains("mctslab resume 1 --db") && message.contains("interrupted"), "{message}");
    assert!(message.contains("Ctrl-C again"), "{message}");
    let table = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(
        table.contains("is stronger than random") && table.contains("are still to play"),
        "the result so far: {table}"
    );
    let runs = json_lines(&["runs", "--db", &db, "--json"]);
    assert_eq!(runs[0]["status"], "interrupted");
    let lines = json_lines(&["export", "1", "--db", &db]);
    assert_eq!(runs[0]["games"].as_u64(), Some(lines.len() as u64));
    assert!(stdout(&["show", "1", "--db", &db]).contains("are still to play"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_twice_stops_now() {
    let (_folder, db) = place();
    // One game takes far longer than the test may.
    let words = ["match", "connect-four", "uct(iters=20000000,memory=50)", "random", "-n", "4", "--db", &db];
    let mut child = start(&words);
    let begin = Instant::now();
    while !mctslab(&["runs", "--db", &db]).status.success() && begin.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(200));
    signal(&child, "-INT");
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().expect("it can be asked").is_none(), "the first lets running games go on");
    signal(&child, "-INT");
    let status = child.wait().expect("it ends");
    assert!(!status.success() && begin.elapsed() < Duration::from_secs(20), "{status}");
    assert_eq!(lock_files(&db), 0, "an end in a hurry frees the run");
    assert_eq!(json_lines(&["runs", "--db", &db, "--json"])[0]["status"], "interrupted");
}

/// A program that ends by no word and no signal but one, with a child of the same kind; both write
/// their numbers to files.
#[cfg(unix)]
const STUBBORN: &str = "import os, signal, subprocess, sys, time
for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP): signal.signal(name, signal.SIG_IGN)
role = sys.argv[2] if len(sys.argv) > 2 else 'engine'
open(os.path.join(sys.argv[1], role), 'w').write(str(os.getpid()))
if role == 'engine': subprocess.Popen([sys.executable, sys.argv[0], sys.argv[1], 'child'])
while True: time.sleep(1000)
";

/// Waits until a program has written its number to that file; gives the number.
#[cfg(unix)]
fn number_in(file: &std::path::Path) -> String {
    let begin = Instant::now();
    loop {
        match std::fs::read_to_string(file) {
            Ok(number) if !number.is_empty() => return number,
            _ => assert!(begin.elapsed() < Duration::from_secs(20), "{}: not started", file.display()),
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Starts a command with an engine that cannot be stopped kindly, interrupts it so often, and sees
/// nothing left.
#[cfg(target_os = "linux")]
fn leaves_nothing(words: &[&str], after: &[&str], times: u32) {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("SKIPPED: no python3 on this machine");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let script = folder.path().join("stubborn.py");
    std::fs::write(&script, STUBBORN).expect("a script");
    let command = format!("python3 {} {}", script.display(), folder.path().display());
    let engine = format!("process(cmd=\"{command}\",protocol=lines)");
    let mut child = Command::new(env!("CARGO_BIN_EXE_mctslab"))
        .args([words, &[&engine], after].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let programs = ["engine", "child"].map(|file| number_in(&folder.path().join(file)));
    for _ in 0..times {
        assert!(child.try_wait().expect("it can be asked").is_none(), "{words:?} is interrupted {times} times");
        signal(&child, "-INT");
        std::thread::sleep(Duration::from_millis(300));
    }
    let begin = Instant::now();
    let ended = child.wait().expect("it ends");
    // A game goes on after Ctrl-C, and ends with its input.
    assert_eq!(ended.success(), words[0] == "play", "{words:?}");
    assert!(begin.elapsed() < Duration::from_secs(5), "{words:?} took {:?} to end", begin.elapsed());
    let runs = |number: &String| {
        let stat = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        !stat.is_empty() && !stat.contains(") Z ")
    };
    while programs.iter().any(runs) {
        assert!(begin.elapsed() < Duration::from_secs(5), "{words:?} left {programs:?} running");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_engine_outlives_ctrl_c() {
    leaves_nothing(&["match", "tic-tac-toe", "--no-store", "-n", "2", "--threads", "1"], &["random"], 2);
    leaves_nothing(&["search", "tic-tac-toe"], &[], 1);
    leaves_nothing(&["play", "tic-tac-toe", "--seat", "1", "--against"], &[], 1);
}

/// How many lock files are beside a store.
fn lock_files(db: &str) -> usize {
    let folder = std::path::Path::new(db).parent().expect("a folder");
    let names = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").file_name());
    names.filter(|name| name.to_string_lossy().ends_with(".lock")).count()
}

#[cfg(unix)]
#[test]
fn a_run_is_locked_by_its_runner_whatever_the_path_to_it() {
    let (folder, db) = place();
    let link = folder.path().join("link.db").display().to_string();
    std::os::unix::fs::symlink(&db, &link).expect("a link");
    let mut child = start(&["match", "connect-four", "uct(iters=300)", "random", "-n", "100000", "--db", &db]);
    wait_for_games(&db);
    let paths = [&db, &link];
    let seconds = paths.map(|path| mctslab(&["resume", "1", "--db", path]));
    let listed = paths.map(|path| json_lines(&["runs", "--db", path, "--json"]));
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    for (second, listed) in seconds.iter().zip(listed) {
        let message = String::from_utf8_lossy(&second.stderr).into_owned();
        assert_eq!(second.status.code(), Some(1), "{message}");
        assert!(message.contains("is being played by another runner"), "{message}");
        assert_eq!(listed[0]["status"], "running");
    }
    assert_eq!(json_lines(&["runs", "--db", &db, "--json"])[0]["status"], "interrupted", "no lock outlives its runner");
    assert_eq!(lock_files(&db), 0, "who looks removes what a killed runner left");
}

#[test]
fn runs_of_another_version_are_shown_and_not_played_on() {
    let (_folder, db) = place();
    stdout(&["match", "tic-tac-toe", "random", "random", "-n", "6", "--db", &db]);
    stdout(&["tournament", "tic-tac-toe", "random", "random", "-n", "6", "--format", "knockout", "--db", &db]);
    stdout(&["complexity", "tic-tac-toe", "random", "--precision", "0.5", "-n", "64", "--db", &db]);
    stdout(&["complexity", "tic-tac-toe", "--ladder", "--max", "4", "--precision", "0.5", "-n", "64", "--db", &db]);
    let store = rusqlite::Connection::open(&db).expect("a store");
    store
        .execute("UPDATE runs SET status = 'open', settings = json_set(settings, '$.version', '0.0.9')", [])
        .expect("old");
    drop(store);
    for run in ["1", "2", "3", "4"] {
        let resumed = mctslab(&["resume", run, "--db", &db]);
        let message = String::from_utf8_lossy(&resumed.stderr).into_owned();
        assert_eq!(resumed.status.code(), Some(1), "run {run}: {message}");
        assert!(message.contains("version: was \"0.0.9\", is now \""), "run {run}: {message}");
        assert!(!stdout(&["show", run, "--db", &db]).is_empty());
    }
}

#[test]
fn the_hint_after_an_interruption_can_be_pasted() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let db = folder.path().join("my games.db").display().to_string();
    let engine = "process(cmd=\"/no/such/engine\",protocol=lines)";
    let run = mctslab(&["match", "tic-tac-toe", engine, "random", "-n", "9", "--threads", "1", "--db", &db]);
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(message.contains(&format!("`mctslab resume 1 --db '{db}' --allow-engines`")), "{message}");
}

#[test]
fn changed_settings_are_refused_with_the_difference() {
    let (folder, db) = place();
    let openings = folder.path().join("openings");
    std::fs::write(&openings, "x2/3/3 o\n3/1x1/3 o\n").expect("a file");
    let spec = format!("file(path=\"{}\")", openings.display());
    let words = ["match", "tic-tac-toe", "uct(iters=50)", "random", "--openings", &spec, "--db", &db, "-n"];
    let mut child = start(&[&words[..], &["1000000"]].concat());
    wait_for_games(&db);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let changed = [
        (&["50", "--resume", "1"][..], "study: was match(games=1000000), is now match(games=50)"),
        (&["1000000", "--seed", "9", "--resume", "1"], "seed: was 1, is now 9"),
        (&["1000000", "--clock", "5+1", "--resume", "1"], "clock: was null, is now \"5+1\""),
    ];
    for (more, expected) in changed {
        let run = mctslab(&[&words[..], more].concat());
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(1), "{message}");
        assert!(message.contains(expected) && message.contains("other settings"), "{message}");
        assert!(
            message.contains(&format!("`mctslab resume 1 --db {db}` continues it with its own settings")),
            "{message}"
        );
    }
    std::fs::write(&openings, "x2/3/3 o\n").expect("a file");
    let run = mctslab(&[&words[..], &["1000000", "--resume", "1"]].concat());
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(1), "{message}");
    assert!(message.contains("openings: the positions of file(path=") && message.contains("have changed"), "{message}");
    let run = mctslab(&["resume", "7", "--db", &db]);
    assert!(String::from_utf8_lossy(&run.stderr).contains("no run 7"));
}

#[test]
fn a_stored_run_starts_no_program_without_leave() {
    let (_folder, db) = place();
    let engine = "process(cmd=\"/no/such/engine\",protocol=lines)";
    let played = mctslab(&["match", "tic-tac-toe", engine, "random", "-n", "9", "--threads", "1", "--db", &db]);
    let message = String::from_utf8_lossy(&played.stderr).into_owned();
    assert_eq!(played.status.code(), Some(1), "{message}");
    assert!(
        message.contains("could not be started 3 times in a row") && message.contains("/no/such/engine"),
        "{message}"
    );
    assert!(message.contains("mctslab resume 1"), "{message}");
    assert_eq!(json_lines(&["runs", "--db", &db, "--json"])[0]["games"], 0, "they can be played when it starts");
    let run = mctslab(&["resume", "1", "--db", &db]);
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(!run.status.success() && message.contains("--allow-engines"), "{message}");
    let run = mctslab(&["resume", "1", "--allow-engines", "--db", &db]);
    assert!(String::from_utf8_lossy(&run.stderr).contains("could not be started"), "it is tried again");
    assert!(mctslab(&["show", "1", "--db", &db]).status.success(), "showing starts nothing");
}

#[test]
fn a_finished_run_has_nothing_to_resume() {
    let (_folder, db) = place();
    let words = ["match", "tic-tac-toe", "random", "random", "-n", "10", "--db", &db, "--json"];
    let played = json(&words);
    assert_eq!(json(&["resume", "1", "--db", &db, "--json"]), played);
    // As a runner leaves it that is killed between the end of a run and its own.
    std::fs::write(format!("{db}-run1.lock"), "").expect("a file");
    assert_eq!(json_lines(&["runs", "--db", &db, "--json"]).len(), 1);
    assert_eq!(lock_files(&db), 0, "who looks removes what a killed runner left");
}

#[test]
fn a_seed_that_is_not_the_runs_is_refused() {
    let (_folder, db) = place();
    let played = json(&["match", "tic-tac-toe", "random", "random", "-n", "4", "--seed", "3", "--db", &db, "--json"]);
    for words in [
        &["resume", "1", "--seed", "9", "--db", &db][..],
        &["--seed", "9", "resume", "1", "--db", &db],
        &["resume", "1", "--seed", "1", "--db", &db],
    ] {
        let run = mctslab(words);
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{words:?}: {message}");
        assert!(message.contains("run 1 has seed 3") && message.contains("leave `--seed"), "{words:?}: {message}");
    }
    assert_eq!(json(&["resume", "1", "--seed", "3", "--db", &db, "--json"]), played, "its own is no other");
}
