//! A match in code, without a command line and without a store: `cargo run --bin match_in_code`.

mod heap;

use heap::Heap;
use mctslab::core::{Agent, Budget, Failure, Player};
use mctslab::search::finish::Mean;
use mctslab::{Entrant, Lab, LabError, Uct, play_match};

/// Takes one stone, always.
struct Timid;

impl Agent<Heap> for Timid {
    fn new_game(&mut self, _seed: u64) {}

    fn choose(&mut self, _: &Heap, _: &(u32, Player), _: &mut Budget<'_, u32>) -> Result<u32, Failure> {
        Ok(1)
    }
}

fn main() -> Result<(), LabError> {
    let lab = Lab::standard().game::<Heap>().build()?;
    let game = lab.game("heap(stones=13)")?;

    let uct = Uct::new(&game).iterations(200).exploration(0.7).finish(Mean).build()?;
    let timid = Entrant::own("timid", |_: &Heap| Timid);
    let found = play_match(&game, [uct, timid], 200, 1)?;
    for agent in found.results() {
        println!("{}: score {:.3} ({:.3} to {:.3})", agent.spec, agent.score, agent.low, agent.high);
    }
    assert!(found.results()[0].score > 0.9);
    Ok(())
}
