//! A selection rule of your own, for every game: `cargo run --bin own_rule -- match hex
//! "uct(select=decaying(rate=2))" uct -n 20`.

use std::process::ExitCode;

use mctslab::NamedSelect;
use mctslab::core::Rng;
use mctslab::core::spec::{Entry, Kind, Param};
use mctslab::search::select::{Choice, Context, Select};

/// Any child with a probability that decays with the visits of the parent, else the best one.
#[derive(Clone)]
struct Decaying {
    rate: f64,
}

impl Select for Decaying {
    fn pick(&mut self, choice: &Choice, rng: &mut Rng) -> usize {
        let children = choice.children;
        if rng.unit() < self.rate / f64::from(choice.visits.max(1)).sqrt() {
            return rng.below(children.len() as u32) as usize;
        }
        let better =
            |best: usize, place: usize| if children[place].mean() > children[best].mean() { place } else { best };
        (0..children.len()).reduce(better).unwrap_or_default()
    }
}

const RATE: Param = Param::new("rate", Kind::Real { min: 0.0, max: 100.0 }, "1", "how much is explored");

impl NamedSelect for Decaying {
    const ENTRY: Entry = Entry { name: "decaying", doc: "explores less and less", params: &[RATE] };
    const SOURCE: &'static str = include_str!("own_rule.rs");

    fn new(context: &Context) -> Decaying {
        Decaying { rate: context.args.real("rate") }
    }
}

fn main() -> ExitCode {
    mctslab::Lab::standard().select::<Decaying>().main()
}
