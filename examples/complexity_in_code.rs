//! How strong is a player? Measured in code, with a page: `cargo run --bin complexity_in_code`.

mod heap;

use heap::Heap;
use mctslab::core::Rng;
use mctslab::search::finish::Mean;
use mctslab::search::select::{Choice, Select};
use mctslab::{Lab, LabError, Uct, measure_by, write_report};

/// Visits the child with the fewest visits.
#[derive(Clone, Default)]
struct Evenly;

impl Select for Evenly {
    fn pick(&mut self, choice: &Choice, _: &mut Rng) -> usize {
        let fewest = |&place: &usize| choice.children[place].visits();
        (0..choice.children.len()).min_by_key(fewest).unwrap_or_default()
    }
}

fn main() -> Result<(), LabError> {
    let lab = Lab::standard().game::<Heap>().build()?;
    let game = lab.game("heap(stones=9)")?;

    let evenly = Uct::new(&game).iterations(30).select(Evenly).finish(Mean).build()?;
    // `measure(&game, evenly)` is the same with the defaults: closer, and longer.
    let found = measure_by(&game, evenly, "fit(precision=0.5,games=600,max=500)", 1)?;
    println!("{}", found.headline());
    let strength = found.strength().expect("a fit was asked for");
    println!("estimate {:?}, 95 % from {:?} to {:?}", strength.estimate, strength.low, strength.high);

    let page = std::env::temp_dir().join("mctslab-evenly.html");
    write_report(&found, &page)?;
    println!("wrote {}", page.display());
    Ok(())
}
