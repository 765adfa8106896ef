//! Tables for the tests of measures, without the registry: they are built in seconds.

use std::any::Any;
use std::sync::Arc;

use mctslab_arena::{Openings, Plan};
use mctslab_core::spec::{Spec, resolve};
use mctslab_core::{Agent, Budget, Failure, Family, Game, Rng, Visit};

use crate::SampleTable;

struct Boxed;

impl Visit for Boxed {
    type Output = Box<dyn Any>;
    fn visit<G: Game>(self, game: G) -> Box<dyn Any> {
        Box::new(game)
    }
}

/// The game of a spec, which is of the type `G` in the family `F`.
pub(crate) fn game<F: Family, G: Game>(spec: &str) -> G {
    let spec = Spec::parse(spec).expect("a spec");
    let args = resolve(&spec, "game", &[F::INFO.entry], &[]).expect("options of the family");
    let built = F::build(&args, Boxed).expect("options that go together");
    *built.downcast().expect("the type that the family builds")
}

/// A table of the game of a spec: see [`table_of`].
pub(crate) fn table<F: Family, G: Game>(spec: &str) -> SampleTable<G> {
    table_of(game::<F, G>(spec))
}

/// A table with the seed 1, at which everybody moves at random.
pub(crate) fn table_of<G: Game>(game: G) -> SampleTable<G> {
    let plan = Plan {
        study: String::new(),
        game: String::new(),
        agents: vec!["random".to_string()],
        names: vec!["random".to_string()],
        openings: Openings::none(),
        clock: None,
        adjudicate: None,
        resign: None,
        seed: 1,
        version: String::new(),
    };
    let build = |_: &str| Ok(Box::new(AtRandom { rng: Rng::new(0) }) as Box<dyn Agent<G>>);
    SampleTable { game: Arc::new(game), plan: Arc::new(plan), build: Arc::new(build) }
}

struct AtRandom {
    rng: Rng,
}

impl<G: Game> Agent<G> for AtRandom {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn choose(&mut self, game: &G, state: &G::State, _: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        Ok(game.random_move(state, &mut self.rng, &mut Vec::new()).expect("the game goes on"))
    }
}
