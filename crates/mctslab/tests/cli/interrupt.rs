//! Ctrl-C while something is searched, and the time that a study may take.

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::store::place;
use crate::{mctslab, stdout};

fn start(words: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_mctslab"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts")
}

/// Presses Ctrl-C once the process has worked for so long that it must be searching.
fn interrupt(child: &Child) {
    let worked = || {
        let line = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
        let rest = line.rsplit(')').next().unwrap_or_default();
        rest.split_whitespace().nth(11).and_then(|ticks| ticks.parse::<u64>().ok()).unwrap_or(0)
    };
    let deadline = Instant::now() + Duration::from_mins(1);
    while worked() < 30 {
        assert!(Instant::now() < deadline, "it does not work");
        std::thread::sleep(Duration::from_millis(10));
    }
    Command::new("kill").args(["-s", "INT", &child.id().to_string()]).status().expect("a signal");
}

fn interrupted(words: &[&str]) -> Output {
    let child = start(words);
    interrupt(&child);
    child.wait_with_output().expect("it ends")
}

#[test]
fn an_interrupted_search_prints_what_it_has_found() {
    let words = ["search", "connect-four", "uct(iters=1000000000)", "--json"];
    for more in [&[][..], &["--repeat", "3", "--threads", "2"]] {
        let run = interrupted(&[&words[..], more].concat());
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(1), "{message}");
        assert!(message.starts_with("error: interrupted"), "nothing else on what is no terminal: {message}");
        let report: serde_json::Value = serde_json::from_slice(&run.stdout).expect("one document");
        assert!(report["iterations"].as_u64().is_some_and(|made| made > 0 && made < 1_000_000_000), "{report}");
        assert_eq!(report["moves"].as_array().map(Vec::len), Some(7), "{report}");
    }
    let run = interrupted(&["search", "connect-four", "solve(nodes=1000000000000)"]);
    assert!(String::from_utf8_lossy(&run.stdout).contains("best: "), "any move, if nothing was found");
}

#[test]
fn an_interrupted_machine_plays_what_it_has_found() {
    let mut child = start(&["play", "connect-four", "--seat", "1", "--against", "uct(iters=1000000000)"]);
    interrupt(&child);
    child.stdin.take().expect("piped").write_all(b"quit\n").expect("it reads");
    let run = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success() && text.contains("x plays") && text.contains("your move>"), "{text}");
    assert!(text.contains("Ctrl-C while the machine thinks"), "{text}");
}

#[test]
fn an_interrupted_study_of_strength_prints_its_estimate_with_and_without_a_store() {
    let (_folder, db) = place();
    for kept in [&["--no-store"][..], &["--db", &db]] {
        let words = ["complexity", "connect-four", "mcts(iters=300)", "--precision", "0.001"];
        let run = interrupted(&[&words[..], kept].concat());
        let text = String::from_utf8_lossy(&run.stdout).into_owned();
        assert_eq!(run.status.code(), Some(1), "{text}");
        assert!(text.contains(", so far") && text.contains("interrupted: games are still to be played"), "{text}");
    }
}

#[test]
fn of_interrupted_studies_all_can_be_resumed_and_no_budget_is_said_to_be_spent() {
    let (_folder, db) = place();
    let targets = ["mcts(iters=3000)", "mcts(iters=2000)", "mcts(iters=2500)"];
    let words = [&["complexity", "connect-four"][..], &targets, &["--precision", "0.001", "--db", &db]].concat();
    let run = interrupted(&words);
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(run.status.code(), Some(1), "{message}");
    assert!(message.contains(&format!("`mctslab resume 1 --db {db}` continues, and likewise runs 2, 3")), "{message}");
    let shown = stdout(&["show", "1", "--db", &db]);
    assert!(shown.contains(", so far") && shown.contains("interrupted: games are still to be played"), "{shown}");
}

#[test]
fn a_study_ends_at_its_deadline_in_the_middle_of_a_move() {
    let since = Instant::now();
    // A single move would take a thousand seconds.
    mctslab(&["complexity", "hex(size=7)", "uct(time=1000000)", "--time", "1", "--threads", "1"]);
    assert!(since.elapsed() < Duration::from_secs(100), "it took {:?}", since.elapsed());
}
