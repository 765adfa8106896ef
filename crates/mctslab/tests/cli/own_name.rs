//! A program of one's own has the commands under its own name, and what it prints says so.

use std::os::unix::process::CommandExt;
use std::process::{Command, Output};

/// Runs the binary as a program called `heap`.
fn heap(words: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_mctslab"));
    program.arg0("/somewhere/heap").args(words).output().expect("the binary starts")
}

fn both(run: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr))
}

#[test]
fn hints_usage_and_examples_name_the_program() {
    for (words, hint) in [
        (&["--help"][..], "`heap COMMAND --help`"),
        (&["--help"], "`heap explain NAME`"),
        (&["--help"], "Usage: heap"),
        (&["match", "--help"], "\n  heap match othello"),
        (&["sweep", "--help"], "\n  heap sweep breakthrough"),
        (&["complexity"], "`heap complexity connect-four random`"),
        (&["games", "--seed", "3"], "heap games"),
        (&["completions", "bash"], "complete -F _heap_with_runs"),
    ] {
        let text = both(&heap(words));
        assert!(text.contains(hint), "{words:?} has no `{hint}`: {text}");
        assert!(!text.contains("`mctslab ") && !text.contains("\n  mctslab "), "{words:?}: {text}");
    }
}

#[test]
fn a_stored_run_is_resumed_by_the_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("runs.db").display().to_string();
    assert!(heap(&["match", "nim", "random", "random", "-n", "4", "--db", &store]).status.success());
    let text = both(&heap(&["show", "7", "--db", &store]));
    assert!(text.contains("`heap runs` lists them"), "{text}");
    let text = both(&heap(&["resume", "1", "--seed", "9", "--db", &store]));
    assert!(text.contains("`heap match … --seed 9`"), "{text}");
}
