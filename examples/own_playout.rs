//! A playout with knowledge: `cargo run --bin own_playout -- match heap
//! "uct(iters=20,playout=careful)" "uct(iters=20)" -n 100`.

mod heap;

use std::process::ExitCode;

use heap::Heap;
use mctslab::NamedPlayout;
use mctslab::core::spec::{Entry, Kind, Param};
use mctslab::core::{Game, Payoffs, Player, Rng};
use mctslab::search::playout::{PlayoutRow, Policy};
use mctslab::search::trail::Trail;

/// Leaves a multiple of four with a probability, else takes any number of stones.
struct Careful {
    probability: f64,
}

impl Policy<Heap> for Careful {
    fn playout(&mut self, game: &Heap, state: &mut (u32, Player), rng: &mut Rng, _: &mut Trail) -> Payoffs {
        let mut moves = Vec::new();
        while game.turn(state).is_some() {
            let best = state.0 % 4;
            let knows = best > 0 && rng.unit() < self.probability;
            let any = game.random_move(state, rng, &mut moves).expect("a game that goes on has a move");
            game.play(state, if knows { best } else { any });
        }
        game.payoffs(state)
    }
}

const PROBABILITY: Param = Param::new("p", Kind::Real { min: 0.0, max: 1.0 }, "0.5", "how often it plays well");

impl NamedPlayout for Careful {
    const ENTRY: Entry = Entry { name: "careful", doc: "leaves a multiple of four", params: &[PROBABILITY] };
    const SOURCE: &'static str = include_str!("own_playout.rs");

    fn serve(row: PlayoutRow) -> PlayoutRow {
        row.serving(|_: &Heap, args, _to_end| Ok(Box::new(Careful { probability: args.real("p") })))
    }
}

fn main() -> ExitCode {
    mctslab::Lab::standard().game::<Heap>().playout::<Careful>().main()
}
