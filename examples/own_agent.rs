//! An agent of your own among all others: `cargo run --bin own_agent -- match heap
//! "careful(stones=3)" "uct(iters=100)" -n 100`.

mod heap;

use std::process::ExitCode;

use heap::Heap;
use mctslab::core::spec::{Entry, Kind, Param};
use mctslab::core::{Agent, Budget, Failure, Player};
use mctslab::{AgentRow, NamedAgent};

/// Leaves a multiple of four if it can, else takes as many stones as its option says.
struct Careful {
    otherwise: u32,
}

impl Agent<Heap> for Careful {
    fn new_game(&mut self, _seed: u64) {}

    fn choose(&mut self, _: &Heap, state: &(u32, Player), _: &mut Budget<'_, u32>) -> Result<u32, Failure> {
        let stones = state.0;
        Ok(if stones % 4 == 0 { self.otherwise.min(stones) } else { stones % 4 })
    }

    fn deterministic(&self) -> bool {
        true
    }
}

const STONES: Param = Param::new("stones", Kind::Integer { min: 1, max: 3 }, "1", "taken where all moves lose");

impl NamedAgent for Careful {
    const ENTRY: Entry = Entry { name: "careful", doc: "leaves a multiple of four", params: &[STONES] };
    const SOURCE: &'static str = include_str!("own_agent.rs");

    fn serve(row: AgentRow) -> AgentRow {
        row.serving(|_: &Heap, args| Ok(Box::new(Careful { otherwise: args.integer("stones") as u32 })))
    }
}

fn main() -> ExitCode {
    mctslab::Lab::standard().game::<Heap>().agent::<Careful>().main()
}
