//! Papers: listed, shown, run and reported by the real binary.

use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::store::place;
use crate::{json, json_lines, mctslab, stdout};

/// The claims of a document with an id that starts like this.
fn verdicts<'a>(document: &'a Value, start: &str) -> Vec<&'a str> {
    let claims = document["claims"].as_array().expect("claims");
    let named = claims.iter().filter(|claim| claim["id"].as_str().is_some_and(|id| id.starts_with(start)));
    named.filter_map(|claim| claim["verdict"].as_str()).collect()
}

#[test]
fn papers_are_listed_and_shown() {
    let list = stdout(&["paper", "list"]);
    for id in ["lanzi-table-3", "vonasek-exact", "debets-tables-6-14", "govani-table-1", "ribeiro-fig-9"] {
        assert!(list.contains(id), "{id}: {list}");
    }
    let shown = stdout(&["paper", "show", "govani-table-4"]);
    assert!(shown.contains("Govani") && shown.contains("D v O") && shown.contains("copy"), "{shown}");
    let lines = json_lines(&["paper", "show", "ribeiro", "--json"]);
    assert!(lines.len() > 3 && lines.iter().all(|line| line["paper"] == "ribeiro"));
}

#[test]
fn a_sample_of_everything_is_run_and_what_is_cheap_is_reproduced() {
    let (_folder, db) = place();
    let lines = json_lines(&["paper", "run", "all", "--sample", "--db", &db, "--json", "-q"]);
    let ids = json_lines(&["paper", "list", "--json"]).len();
    assert_eq!(lines.len(), ids, "one document for each id");
    for line in &lines {
        assert_eq!(line["runs"], line["finished"], "{}", line["id"]);
        let rows = line["rows"].as_array().expect("rows");
        assert!(rows.iter().any(|row| !row["measured"].is_null()), "{}: nothing was measured", line["id"]);
    }
    let of = |id: &str| lines.iter().find(|line| line["id"] == id).unwrap_or_else(|| panic!("no {id}"));
    for (id, claim) in
        [("lanzi-fig-2", "Fig. 2a"), ("lanzi-fig-2", "Fig. 2b"), ("vonasek-exact", "V9"), ("vonasek-exact", "V10")]
    {
        assert!(verdicts(of(id), claim).contains(&"reproduced"), "{id}: {claim}: {}", of(id)["claims"]);
    }
    for claim in ["A1", "A2"] {
        let all = verdicts(of("ribeiro-table-1"), claim);
        assert!(all.first() == Some(&"reproduced"), "{claim}: {}", of("ribeiro-table-1")["claims"]);
    }
    let online = verdicts(of("vonasek-table-6.1"), "V1 (Tic-tac-toe online");
    assert!(
        !online.is_empty() && online.iter().all(|verdict| *verdict == "reproduced"),
        "{}",
        of("vonasek-table-6.1")["claims"]
    );
}

#[test]
fn the_same_seed_gives_the_same_rows_with_any_number_of_threads() {
    let words = ["paper", "run", "govani-table-4", "--scale", "0.01", "--no-store", "--json", "-q", "--threads"];
    let run = |threads: &str| {
        let found = json(&[&words[..], &[threads]].concat());
        (found["rows"].clone(), found["claims"].clone())
    };
    assert_eq!(run("1"), run("8"));
}

#[test]
fn a_kill_in_the_middle_changes_nothing() {
    let (_folder, db) = place();
    let words = ["paper", "run", "govani-table-4", "--scale", "0.02", "--json", "-q"];
    let rows = |found: Value| (found["rows"].clone(), found["claims"].clone());
    let whole = rows(json(&[&words[..], &["--no-store"]].concat()));
    let kept = [&words[..], &["--db", &db]].concat();
    for wait in [50, 200, 400] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mctslab"))
            .args(&kept)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        std::thread::sleep(Duration::from_millis(wait));
        // It may have ended by itself.
        drop(child.kill());
        child.wait().expect("it ended");
    }
    assert_eq!(rows(json(&kept)), whole);
    assert_eq!(rows(json(&kept)), whole, "once more, from the store alone");
}

#[test]
fn bad_input_is_refused_with_what_is_valid() {
    let (folder, _) = place();
    let file = folder.path().join("paper.toml").display().to_string();
    fs::write(&file, "key = \"x\"\nauthors = []\ntitle = \"x\"\nyear = 1\ncolour = 3\n").expect("a file");
    for (words, expected) in [
        (vec!["paper", "run", "lanzi-table-9"], "lanzi-table-3"),
        (vec!["paper", "run", "all", "--scale", "0"], "above 0"),
        (vec!["paper", "run", "govani-table-1", "--scale", "-1"], "above 0"),
        (vec!["paper", "run", "govani-table-1", "--scale", "many"], "invalid"),
        (vec!["paper", "run", "govani-table-1", "--scale-of", "500"], "Hex=0.1"),
        (vec!["paper", "run", "govani-table-1", "--scale-of", "500=0"], "above 0"),
        (vec!["paper", "run", "govani-table-1", "--budget", "NaN"], "above 0"),
        (vec!["paper", "run", "debets-fig-3", "--time", "--budget", "0.5"], "choose one"),
        (vec!["paper", "run", "vonasek-exact", "--profile", "corrected"], "valid: none"),
        (vec!["paper", "run", "debets-tables-6-14", "--budgets", "large"], "start, equal, published"),
        (vec!["paper", "run", "govani-table-1", "--rows", "no such row"], "no row contains"),
        (vec!["paper", "list", "--file", &file], "colour"),
        (vec!["paper", "run"], "ID"),
    ] {
        let run = mctslab(&words);
        let error = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(run.status.code(), Some(2), "{words:?}: {error}");
        assert!(error.contains(expected), "{words:?}: {error}");
    }
}

#[test]
fn the_committed_pages_are_those_of_the_committed_numbers() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let folder = tempfile::tempdir().expect("a folder");
    let (data, out) = (format!("{root}/docs/papers/data"), folder.path().display().to_string());
    stdout(&["paper", "report", "--data", &data, "-o", &out]);
    let read = |path: String| fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    for paper in ["debets", "govani", "lanzi", "ribeiro", "vonasek"] {
        let (made, kept) = (read(format!("{out}/{paper}.md")), read(format!("{root}/docs/papers/{paper}.md")));
        assert!(made == kept, "docs/papers/{paper}.md is not what `mctslab paper report` writes: run it again");
    }
    let made = read(format!("{out}/README.md"));
    assert!(made == read(format!("{root}/docs/papers/README.md")), "docs/papers/README.md is another one");
    let table = made.split("\n\n").nth(1).expect("a table below the heading").replace("](", "](docs/papers/");
    assert!(read(format!("{root}/README.md")).contains(table.trim()), "the README has another table than:\n{table}");
}

#[test]
fn a_file_starts_programs_only_where_that_is_allowed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, mark) = (folder.path().join("paper.toml"), folder.path().join("started"));
    let program = format!("process(cmd=\\\"touch {}\\\",protocol=lines)", mark.display());
    let text = format!(
        "key = \"own\"\nauthors = [\"A. Author\"]\ntitle = \"T\"\nyear = 2020\n[[ids]]\nid = \"own-1\"\ntitle = \"t\"\n\
         published_in = \"Table 1\"\n[[ids.runs]]\nlabel = \"a\"\ngame = \"nim\"\nstudy = \"match(games=4)\"\n\
         agents = [\"{program}\", \"random\"]\n[[ids.rows]]\nlabel = \"a\"\nrun = \"a\"\npath = \"agents[0]\"\nas = \"wins\"\n"
    );
    fs::write(&file, text).expect("a file");
    let file = file.display().to_string();
    let run = mctslab(&["paper", "run", "own-1", "--file", &file, "--no-store", "-q"]);
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(!mark.exists(), "{message}");
    assert_eq!(run.status.code(), Some(2), "{message}");
    assert!(message.contains("the paper `own` names `process(") && message.contains("--allow-engines"), "{message}");
    mctslab(&["paper", "run", "own-1", "--file", &file, "--no-store", "-q", "--allow-engines"]);
    assert!(mark.exists(), "it is started where that is allowed");
}
