//! A store from elsewhere: its texts for users cannot control their terminal.

use std::time::Duration;

use mctslab_arena::{Forfeit, Reason, Record, Seats, Store, TaskResult};
use mctslab_core::{Failure, Fault, Payoffs};

use crate::support::plan;

#[test]
fn names_and_messages_are_printable() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("store.db");
    let names = ["\u{1b}[2Jrandom".to_string(), "Zürich".to_string()];
    let store = Store::open(&path).expect("a new store");
    let mut run = store.start("match", &plan(&names), 1).expect("a new run");
    let failure = Failure::new(Fault::Crash, "gone\u{7}\nfor good");
    let record = Record {
        fixture: 0,
        seats: Seats::new(&[0, 1]),
        opening: None,
        seed: 1,
        payoffs: Payoffs::new(&[0.0, 1.0]),
        plies: 0,
        reason: Reason::Forfeit(Fault::Crash),
        moves: String::new(),
        duration: Duration::ZERO,
        digest: 1,
        forfeit: Some(Box::new(Forfeit { agent: 0, failure })),
    };
    run.write(&[TaskResult::Game(record)], &[], Duration::ZERO).expect("written");
    let row = run.store().run(run.number()).expect("the run");
    assert_eq!(row.plan.names, ["\\u{1b}[2Jrandom", "Zürich"]);
    let mut messages = Vec::new();
    let read = run.read(0..1, |result| {
        let forfeit = result.game().and_then(|record| record.forfeit.clone());
        messages.extend(forfeit.map(|forfeit| forfeit.failure.message));
        Ok(())
    });
    read.expect("read");
    assert_eq!(messages, ["gone\\u{7}\nfor good"]);
}
