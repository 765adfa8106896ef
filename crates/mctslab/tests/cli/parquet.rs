//! `export --format parquet`, in builds that have it: the file holds what the JSON lines hold.

use std::fs::File;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use serde_json::Value;

use crate::store::place;
use crate::{json_lines, mctslab, stdout};

/// Words with a space between them.
fn words(list: &Value) -> String {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    list.as_array().expect("a list").iter().map(text).collect::<Vec<String>>().join(" ")
}

/// Exports a run in both forms and compares them; gives the number of row groups.
fn same_as_lines(db: &str, file: &str) -> usize {
    stdout(&["export", "1", "--format", "parquet", "-o", file, "--db", db]);
    let lines = json_lines(&["export", "1", "--format", "jsonl", "--db", db]);
    let reader = SerializedFileReader::new(File::open(file).expect("it was written")).expect("a Parquet file");
    let rows: Vec<_> = reader.get_row_iter(None).expect("rows").map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), lines.len());
    for (row, line) in rows.iter().zip(&lines) {
        let field = |name: &str| {
            let column = row.get_column_iter().find(|(column, _)| *column == name);
            column.unwrap_or_else(|| panic!("{name} is a column")).1.clone()
        };
        let whole = |key: &str| line[key].as_u64().map_or(Field::Null, Field::ULong);
        for key in ["fixture", "opening", "winner", "plies"] {
            assert_eq!(field(key), whole(key), "{key}: {line}");
        }
        assert_eq!(
            field("seed"),
            Field::ULong(line["seed"].as_str().expect("text").parse().expect("a number")),
            "{line}"
        );
        let text = |value: &Value| value.as_str().map_or(Field::Null, |text| Field::Str(text.to_string()));
        assert_eq!((field("start"), field("reason")), (text(&line["start"]), text(&line["reason"])), "{line}");
        assert_eq!(field("moves"), Field::Str(words(&line["moves"])), "{line}");
        assert_eq!(field("duration_ms"), Field::Double(line["duration_ms"].as_f64().expect("a number")), "{line}");
        for (seat, payoff) in line["payoffs"].as_array().expect("a list").iter().enumerate() {
            assert_eq!(
                field(&format!("seat{seat}_payoff")),
                Field::Double(payoff.as_f64().expect("a number")),
                "{line}"
            );
            // Equal agents have the same spec and different names.
            let number = line["seats"][seat].as_u64().expect("a number") + 1;
            let name = format!("{} #{number}", line["agents"][seat].as_str().expect("a spec"));
            assert_eq!(field(&format!("seat{seat}_agent")), Field::Str(name.clone()), "{line}");
            if line["winner"] == seat {
                assert_eq!(field("winner_agent"), Field::Str(name), "{line}");
            }
        }
    }
    reader.num_row_groups()
}

#[test]
fn parquet_holds_what_the_lines_hold() {
    let (folder, db) = place();
    stdout(&[
        "match",
        "tic-tac-mo",
        "random",
        "random",
        "random",
        "-n",
        "30",
        "--openings",
        "random(plies=2)",
        "--db",
        &db,
    ]);
    let file = folder.path().join("games.parquet").display().to_string();
    assert_eq!(same_as_lines(&db, &file), 1);
}

#[test]
fn a_long_run_is_written_in_groups() {
    let (folder, db) = place();
    stdout(&["match", "tic-tac-toe", "random", "random", "-n", "120000", "--db", &db]);
    let file = folder.path().join("games.parquet").display().to_string();
    assert_eq!(same_as_lines(&db, &file), 3);
}

#[test]
fn parquet_goes_to_a_file_only() {
    let (_folder, db) = place();
    stdout(&["match", "tic-tac-toe", "random", "random", "-n", "4", "--db", &db]);
    let run = mctslab(&["export", "1", "--format", "parquet", "--db", &db]);
    let message = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0), "{message}");
    assert!(message.contains("add `-o games.parquet`"), "{message}");
    let run = mctslab(&["export", "1", "--format", "parquet", "-o", "/no/such/folder/games.parquet", "--db", &db]);
    assert!(String::from_utf8_lossy(&run.stderr).contains("cannot write `/no/such/folder/games.parquet`"));
}
