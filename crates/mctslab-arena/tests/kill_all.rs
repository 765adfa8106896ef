//! A process exit without destructors. Alone in its own binary, since it kills every running
//! program.

use std::time::{Duration, Instant};

use mctslab_arena::engines::child::{Bounds, Child, Silence, kill_all};

#[test]
fn every_program_is_killed_at_once() {
    let words = |line: &str| -> Vec<String> { line.split(' ').map(str::to_string).collect() };
    let programs =
        ["sleep 1000", "cat"].map(|line| Child::start(&words(line), Bounds::default(), &[]).expect("it starts"));
    kill_all();
    for child in &programs {
        assert_eq!(child.line(Instant::now() + Duration::from_secs(5)), Err(Silence::Ended));
        assert_eq!(child.ending(), "it was killed by signal 9");
    }
    assert!(Child::start(&words("cat"), Bounds::default(), &[]).is_err(), "none is started that would be left behind");
}
