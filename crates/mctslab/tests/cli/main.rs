//! The real binary, as people and scripts use it.

mod analyze;
mod bad_input;
mod browser;
mod commands;
mod complexity;
mod criteria;
mod earlier;
mod edges;
mod efficiency;
mod engine_check;
mod engines;
mod experiment;
mod forfeits;
#[cfg(target_os = "linux")]
mod interrupt;
#[cfg(unix)]
mod own_crate;
mod own_name;
mod page_goldens;
mod paper;
#[cfg(feature = "parquet")]
mod parquet;
mod people;
mod play;
mod probe;
mod reading;
mod report;
mod resume;
mod samples;
mod store;
mod study_report;
mod sweep;
mod third_party;
mod tournament;
mod trace;
mod workers;

use std::process::{Command, Output};

/// Runs the binary with these words. Matches are not stored unless a store is named: tests leave
/// nothing behind.
fn mctslab(words: &[&str]) -> Output {
    let plays =
        words.first().is_some_and(|word| ["match", "tournament", "complexity", "sweep", "trace"].contains(word));
    let names_store = words.iter().any(|word| ["--db", "--no-store"].contains(word));
    let unstored = if plays && !names_store { Some("--no-store") } else { None };
    Command::new(env!("CARGO_BIN_EXE_mctslab")).args(words).args(unstored).output().expect("the binary starts")
}

/// Standard output of a run that must succeed.
fn stdout(words: &[&str]) -> String {
    let run = mctslab(words);
    assert!(run.status.success(), "{words:?}: {}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("text")
}

/// The JSON lines that a run prints.
fn json_lines(words: &[&str]) -> Vec<serde_json::Value> {
    let text = stdout(words);
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}

/// The one JSON document that a run prints.
fn json(words: &[&str]) -> serde_json::Value {
    let mut lines = json_lines(words);
    assert_eq!(lines.len(), 1, "{words:?} prints one document");
    lines.remove(0)
}
