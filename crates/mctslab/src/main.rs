//! The command line with the games and agents that mctslab comes with.

use std::process::ExitCode;

fn main() -> ExitCode {
    mctslab::Lab::standard().main()
}
