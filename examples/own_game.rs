//! A game of your own (heap.rs) with the whole command line: `cargo run --bin own_game -- match
//! heap uct random -n 100`.

mod heap;

use std::process::ExitCode;

fn main() -> ExitCode {
    mctslab::Lab::standard().game::<heap::Heap>().main()
}
