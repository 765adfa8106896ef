//! Counting the instructions of a piece of work, with valgrind.

use std::process::{Command, Stdio};

/// Instructions of one piece of work: those of a program that does more of it, less those of the
/// same program that does less. The program prints how many pieces it did. `None` if valgrind is
/// missing or cannot run it.
pub fn count_instructions(counts: [u64; 2], program: impl Fn(u64) -> Option<Command>) -> Option<f64> {
    let [less, more] = counts.map(|count| measured(&program(count)?));
    let ((less, less_pieces), (more, more_pieces)) = less.zip(more)?;
    Some(more.checked_sub(less)? as f64 / more_pieces.checked_sub(less_pieces)?.max(1) as f64)
}

/// Instructions, and pieces of work done, of one run of a program.
fn measured(program: &Command) -> Option<(u64, u64)> {
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program.get_program())
        .args(program.get_args())
        .stdin(Stdio::null())
        .output()
        .ok()?;
    // The last word of "==1== Collected : 1234567".
    let log = String::from_utf8_lossy(&run.stderr);
    let collected = log.lines().find(|line| line.contains("Collected"))?.split_whitespace().last()?.parse().ok()?;
    Some((collected, String::from_utf8_lossy(&run.stdout).trim().parse().ok()?))
}
