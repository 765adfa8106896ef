//! A store that another program holds.

use mctslab_arena::Store;

use crate::support::settings;

#[test]
fn a_store_that_is_locked_for_long_is_an_error_that_names_both_ways_out() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("store.db");
    drop(Store::open(&path).expect("a new store"));
    let other = rusqlite::Connection::open(&path).expect("it can be opened");
    other.execute_batch("BEGIN EXCLUSIVE").expect("it can be locked");
    let settings = settings(&[], 1);
    let error = match Store::open(&path).and_then(|store| store.start(&settings, &[], 1)) {
        Ok(_) => panic!("the other program holds the store"),
        Err(error) => error.to_string(),
    };
    assert!(error.contains("locked by another program"), "{error}");
    assert!(error.contains("--db") && error.contains("--no-store"), "{error}");
    other.execute_batch("ROLLBACK").expect("it can be freed");
    assert!(Store::open(&path).and_then(|store| store.start(&settings, &[], 1)).is_ok(), "free again");
}
