//! Tables for the tests of measures, without the registry and with games of one type, which are
//! built in seconds.

use std::sync::Arc;

use mctslab_arena::{Openings, Plan};
use mctslab_core::testing::{BoxedGame, Boxing};
use mctslab_core::{Agent, Budget, Failure, Game, Rng};
use mctslab_games::{build, resolve_game};

use crate::SampleTable;

/// The game of a spec.
pub(crate) fn game(spec: &str) -> BoxedGame {
    let args = resolve_game(spec).unwrap_or_else(|error| panic!("{spec}: {error}"));
    build(&args, Boxing).unwrap_or_else(|error| panic!("{spec}: {error}"))
}

/// A table of the game of a spec with the seed 1, with agents that move at random.
pub(crate) fn table(spec: &str) -> SampleTable<BoxedGame> {
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
    let build = |_: &str| Ok(Box::new(AtRandom { rng: Rng::new(0) }) as Box<dyn Agent<BoxedGame>>);
    SampleTable { game: Arc::new(game(spec)), plan: Arc::new(plan), build: Arc::new(build) }
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
