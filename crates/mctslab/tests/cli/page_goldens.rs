//! Every kind of page, tag by tag and text by text, as it was when it was last blessed
//! (`MCTSLAB_BLESS=1`): code that makes pages can move and change without any page changing.
//!
//! White space is folded, attributes are sorted, and what is long (style sheets, pictures, paths)
//! is a digest. The store is rid of all that depends on the time and on the machine first.

use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};
use serde_json::Value;

use crate::stdout;
use crate::store::place;

/// The name of the page, and what is typed to play the run.
const RUNS: &[(&str, &[&str])] = &[
    ("match", &["match", "tic-tac-toe", "uct(iters=20)", "mcts(iters=10)", "-n", "20"]),
    ("match-of-three", &["match", "tic-tac-mo", "mcts(iters=5)", "mcts(iters=3)", "random", "-n", "12"]),
    ("match-with-forfeits", &["match", "tic-tac-toe", "solve(nodes=30)", "random", "-n", "6", "--count-forfeits"]),
    ("round-robin", &["tournament", "nim", "mcts(iters=10)", "random", "greedy", "-n", "6"]),
    ("gauntlet", &["tournament", "nim", "mcts(iters=10)", "random", "greedy", "-n", "6", "--format", "gauntlet"]),
    ("swiss", &["tournament", "nim", "solve", "random", "greedy", "flat", "-n", "2", "--format", "swiss(rounds=2)"]),
    ("knockout", &["tournament", "nim", "solve", "random", "greedy", "flat", "-n", "2", "--format", "knockout"]),
    ("fit", &["complexity", "tic-tac-toe", "mcts(iters=6)", "-n", "150", "--max", "100"]),
    ("fit-weaker", &["complexity", "tic-tac-toe", "random", "-n", "150", "--max", "100"]),
    ("fit-of-three", &["complexity", "tic-tac-mo", "mcts(iters=6)", "-n", "120", "--max", "100"]),
    ("bisection", &["complexity", "nim", "mcts(iters=6)", "--method", "bisection(games=20,trials=2,min=1,max=30)"]),
    ("ladder", &["complexity", "nim", "--method", "ladder(games=40,max=8)"]),
    ("analyze", &["analyze", "tic-tac-toe", "--games", "20", "--positions", "10"]),
    ("exact-counts", &["analyze", "nim", "--exact-counts"]),
    ("efficiency", &["efficiency", "tic-tac-toe", "--positions", "6", "--after", "3"]),
    ("sweep", &["sweep", "tic-tac-toe", "mcts(iters={2,8},c={0.5,1})", "--against", "random", "-n", "24"]),
    ("sweep-of-nim", &["sweep", "nim", "mcts(iters={2,8},c={0.5,1})", "--against", "random", "-n", "24"]),
    ("trace", &["trace", "nim", "mcts(iters={3,9})", "--against", "random", "-n", "10"]),
    ("probe", &["probe", "tic-tac-toe", "mcts(iters=9)", "--positions", "6", "--after", "2", "--budgets", "3,30"]),
    ("criteria", &["criteria", "--games", "20", "--seeds", "20"]),
];

/// Pages about several runs of the list above.
const COMBINED: &[(&str, &[&str])] =
    &[("comparison", &["fit", "fit-weaker", "fit-of-three", "bisection"]), ("sweeps", &["sweep", "sweep-of-nim"])];

const EXPERIMENT: &str = "name = \"pages\"\n[[tables]]\nlabel = \"a\"\nseed = 3\ngames = [\"nim\"]\n\
    studies = [\"fit(games=100,max=50)\"]\nagents = [\"mcts(iters=3)\", \"random\"]\n";

#[test]
fn pages_are_what_they_were() {
    let (folder, db) = place();
    for (_, words) in RUNS {
        stdout(&[*words, &["--seed", "3", "--quiet", "--db", &db]].concat());
    }
    let experiment = folder.path().join("experiment.toml");
    fs::write(&experiment, EXPERIMENT).expect("a file");
    stdout(&["experiment", "run", &text(&experiment), "--quiet", "--db", &db]);
    forget_time_and_machine(&db);
    let mut differing = Vec::new();
    let mut compare = |name: &str, page: &Path| {
        let html = fs::read_to_string(page).expect("a page");
        differing.extend(difference(name, &parsed(&html)));
    };
    let place = |name: &str| 1 + RUNS.iter().position(|(run, _)| *run == name).expect("a run of the list");
    let single = RUNS.iter().map(|(name, _)| (*name, vec![*name]));
    for (name, runs) in single.chain(COMBINED.iter().map(|(name, runs)| (*name, runs.to_vec()))) {
        let page = text(&folder.path().join(name).with_extension("html"));
        let numbers: Vec<String> = runs.iter().map(|run| place(run).to_string()).collect();
        let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
        stdout(&[&["report"], numbers.as_slice(), &["--db", &db, "-o", &page]].concat());
        compare(name, Path::new(&page));
    }
    let out = folder.path().join("experiment");
    stdout(&["experiment", "report", "1", "--db", &db, "-o", &text(&out)]);
    compare("experiment", &out.join("index.html"));
    assert!(differing.is_empty(), "{}", differing.join("\n\n"));
}

/// The pages of a paper that was measured once and for all.
#[test]
fn pages_of_papers_are_what_they_were() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = format!("{}/tests/data/paper", env!("CARGO_MANIFEST_DIR"));
    stdout(&["paper", "report", "--data", &data, "-o", &text(folder.path())]);
    let mut differing = Vec::new();
    for name in ["index.html", "lanzi.html"] {
        let html = fs::read_to_string(folder.path().join(name)).expect("a page");
        differing.extend(difference(&format!("paper-{}", name.trim_end_matches(".html")), &parsed(&html)));
    }
    assert!(differing.is_empty(), "{}", differing.join("\n\n"));
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// Dates, durations and machines of a store become the same everywhere.
fn forget_time_and_machine(db: &str) {
    let store = Connection::open(db).expect("a store");
    for change in [
        "UPDATE games SET duration_us = 1000",
        "UPDATE runs SET started = '1000000000', machine = 'MACHINE'",
        "UPDATE experiments SET started = '1000000000'",
        "UPDATE run_times SET cpu_us = 1000000",
        "UPDATE run_builds SET build = 'BUILD'",
    ] {
        store.execute(change, []).expect(change);
    }
    let mut all = store.prepare("SELECT run, task, found FROM results").expect("a query");
    let rows = all.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).expect("rows");
    let rows: Vec<(i64, i64, String)> = rows.map(|row| row.expect("a row")).collect();
    for (run, task, found) in rows {
        let Ok(Value::Object(mut sample)) = serde_json::from_str(&found) else { continue };
        let Some(timing) = sample.get_mut("timing") else { continue };
        still(timing);
        let found = Value::Object(sample).to_string();
        let change = "UPDATE results SET found = ?3 WHERE run = ?1 AND task = ?2";
        store.execute(change, params![run, task, found]).expect("a change");
    }
}

/// All numbers become one.
fn still(value: &mut Value) {
    match value {
        Value::Object(map) => map.values_mut().for_each(still),
        Value::Array(all) => all.iter_mut().for_each(still),
        Value::Number(number) => *number = 1.into(),
        _ => {}
    }
}

/// Where a page differs from what is kept; with `MCTSLAB_BLESS` it is what is kept from now on.
fn difference(name: &str, page: &str) -> Option<String> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/pages").join(name).with_extension("txt");
    if std::env::var_os("MCTSLAB_BLESS").is_some() {
        fs::write(&file, page).expect("a file");
        return None;
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    if kept == page {
        return None;
    }
    let (mut old, mut new) = (kept.lines(), page.lines());
    for number in 1.. {
        let (old, new) = (old.next(), new.next());
        if old != new {
            let show = |line: Option<&str>| line.unwrap_or("the end").to_string();
            return Some(format!("{name}, line {number}:\n  was {}\n  is  {}", show(old), show(new)));
        }
    }
    None
}

/// A page, one tag or text for each line.
fn parsed(html: &str) -> String {
    let html = html.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    let mut lines: Vec<String> = Vec::new();
    let mut open: Vec<(String, usize)> = Vec::new();
    let mut rest = html.as_str();
    while let Some(start) = rest.find('<') {
        let inside = open.last().map_or("", |(name, _)| name.as_str());
        lines.extend(text_line(&rest[..start], inside));
        let end = start + rest[start..].find('>').expect("every tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            close(name, &mut open, &mut lines);
            continue;
        }
        let alone = tag.ends_with('/');
        let tag = tag.trim_end_matches('/').trim();
        let name = tag.split_whitespace().next().unwrap_or_default();
        lines
            .push(format!("<{}>", [&[name.to_string()], attributes(&tag[name.len()..]).as_slice()].concat().join(" ")));
        if !["!DOCTYPE", "meta", "br", "wbr"].contains(&name) {
            open.push((name.to_string(), lines.len()));
            if alone {
                close(name, &mut open, &mut lines);
            }
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
    lines.join("\n") + "\n"
}

/// Ends a tag; what is inside a style sheet or a picture becomes a digest.
fn close(name: &str, open: &mut Vec<(String, usize)>, lines: &mut Vec<String>) {
    let (opened, first) = open.pop().expect("a tag that is open");
    assert_eq!(opened, name, "</{name}> closes what is open");
    if ["style", "svg"].contains(&name) {
        let inside: Vec<String> = lines.drain(first..).collect();
        lines.push(format!("{} lines: {}", inside.len(), digest(&inside.join("\n"))));
    }
    if lines.len() > first {
        lines.push(format!("</{name}>"));
    }
}

/// Attributes, sorted by their names.
fn attributes(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (name, value, after) = match rest.split_once("=\"") {
            Some((name, after)) if !name.contains(char::is_whitespace) => {
                let (value, after) = after.split_once('"').expect("quotes are closed");
                (name, Some(value), after)
            }
            _ => {
                let (name, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                (name, None, after)
            }
        };
        let value = value.map(|value| shown(&unescaped(value)));
        found.push(value.map_or_else(|| name.to_string(), |value| format!("{name}={value:?}")));
        rest = after.trim_start();
    }
    found.sort();
    found
}

/// A text with its white space folded; none between tags.
fn text_line(text: &str, inside: &str) -> Option<String> {
    let text = unescaped(text);
    if text.trim().is_empty() && (text.contains('\n') || text.is_empty()) {
        return None;
    }
    if inside == "pre" {
        return Some(format!("{text:?}"));
    }
    let around = |end: &str| if end.is_empty() || end.contains('\n') { "" } else { " " };
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let before = around(&text[..text.len() - text.trim_start().len()]);
    let after = around(&text[text.trim_end().len()..]);
    Some(format!("{:?}", format!("{before}{words}{after}")))
}

fn unescaped(text: &str) -> String {
    let marks =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&ensp;", "\u{2002}"), ("&amp;", "&")];
    marks.iter().fold(text.to_string(), |text, (mark, letter)| text.replace(mark, letter))
}

/// Long values are paths of plots: their digest will do.
fn shown(value: &str) -> String {
    if value.len() > 200 { digest(value) } else { value.to_string() }
}

/// 64 bits of Fowler, Noll and Vo.
fn digest(text: &str) -> String {
    let sum = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{sum:016x}")
}
