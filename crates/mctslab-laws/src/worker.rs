//! Orders to a worker: whatever they are, it ends when its input ends, and starts no program.

use std::io::Cursor;

use mctslab_lab::arena::worker::serve;
use mctslab_lab::make_player;

use crate::LAB;

pub(crate) fn law(input: &[u8]) {
    // A worker obeys its driver, programs included; that is not tested here.
    if String::from_utf8_lossy(input).contains("process") {
        return;
    }
    let mut answers = Vec::new();
    // An order that cannot be read is an error, as it should be.
    drop(serve(&LAB.identity(), &*make_player(&LAB), Cursor::new(input.to_vec()), &mut answers));
    let text = String::from_utf8(answers).expect("text");
    assert!(text.starts_with("{\"worker\""), "{text}");
}
