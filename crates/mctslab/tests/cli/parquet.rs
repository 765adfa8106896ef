//! `export --format parquet`, in builds that have it: the file holds what the JSON lines hold.

use std::fs::File;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, RowAccessor};
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
        let names: Vec<&str> = row.get_column_iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names.join(","), "fixture,seats,opening,start,seed,payoffs,plies,reason,moves,duration_ms");
        assert_eq!((row.get_ulong(0).ok(), row.get_ulong(4).ok()), (line["fixture"].as_u64(), line["seed"].as_u64()));
        let columns: Vec<&Field> = row.get_column_iter().map(|(_, field)| field).collect();
        let opening = line["opening"].as_u64().map_or(Field::Null, Field::ULong);
        let start = line["start"].as_str().map_or(Field::Null, |text| Field::Str(text.to_string()));
        assert_eq!((columns[2], columns[3]), (&opening, &start), "{line}");
        for (column, key) in [(1, "seats"), (8, "moves")] {
            assert_eq!(row.get_string(column).expect("text"), &words(&line[key]), "{line}");
        }
        let payoffs: Vec<f64> =
            row.get_string(5).expect("text").split(' ').map(|word| word.parse().expect("a number")).collect();
        let expected: Vec<f64> = line["payoffs"].as_array().expect("a list").iter().filter_map(Value::as_f64).collect();
        assert_eq!(payoffs, expected, "{line}");
        assert_eq!(u64::from(row.get_uint(6).expect("a number")), line["plies"], "{line}");
        assert_eq!(row.get_string(7).expect("text").as_str(), line["reason"], "{line}");
        assert_eq!(row.get_double(9).ok(), line["duration_ms"].as_f64(), "{line}");
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
