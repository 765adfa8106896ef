//! A store that another program holds.

use mctslab_arena::Store;

use crate::support::plan;

#[test]
fn a_store_that_is_locked_for_long_is_an_error_that_another_store_would_mend() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("store.db");
    drop(Store::open(&path).expect("a new store"));
    let other = rusqlite::Connection::open(&path).expect("it can be opened");
    other.execute_batch("BEGIN EXCLUSIVE").expect("it can be locked");
    let plan = plan(&[]);
    let Err(error) = Store::open(&path).and_then(|store| store.start("match", &plan, 1)) else {
        panic!("the other program holds the store")
    };
    assert!(error.another_would_help, "{error}");
    let error = error.to_string();
    assert!(error.contains("locked by another program"), "{error}");
    other.execute_batch("ROLLBACK").expect("it can be freed");
    assert!(Store::open(&path).and_then(|store| store.start("match", &plan, 1)).is_ok(), "free again");
}
