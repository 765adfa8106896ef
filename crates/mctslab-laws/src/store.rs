//! A foreign or damaged store: it is read and shown, or the error is reported.

use mctslab_lab::TextOptions;
use mctslab_lab::arena::Store;
use mctslab_lab::{replay, stored_page, with_runs};

use crate::LAB;

pub(crate) fn law(input: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("store.db");
    std::fs::write(&path, input).expect("a file");
    let Ok(store) = Store::open_existing(&path) else { return };
    let numbers = with_runs(&LAB, &store, |list| {
        assert!(!list.text(Some(80)).is_empty());
        list.runs().iter().filter_map(|run| run.json()["run"].as_i64()).collect::<Vec<i64>>()
    });
    for number in numbers.into_iter().flatten().take(3) {
        if let Ok(replayed) = replay(&LAB, &store, number) {
            let document = replayed.document();
            assert!(document.json().is_object() && !document.text(&TextOptions::default()).is_empty());
        }
        // The same error was reported of the document.
        drop(stored_page(&LAB, &store, &[number], None));
    }
}
