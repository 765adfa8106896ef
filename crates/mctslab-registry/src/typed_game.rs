//! A game of a known type, behind the interface without types.

use std::sync::Arc;
use std::time::Duration;

use mctslab_arena::{CheckRecord, JobPlayer, Openings, Plan, PlanError, Replayer, read_position};
use mctslab_core::any::{AgentOf, StateOf};
use mctslab_core::perft::{MAX_DEPTH, divide, perft};
use mctslab_core::spec::{Entry, SpecError};
use mctslab_core::{Agent, AnyAgent, AnyState, Game, Visit};
use mctslab_samples::{AnyMeasure, SampleTable, Sampler};

use crate::play::TypedPlayer;
use crate::{AnyGame, BenchReport, BenchWork, Catalog, PlayoutSpeeds, RegistryError, StartText, bench};

/// Boxes a game with its resolved spec and the catalog that it came from.
pub(crate) struct Erase {
    pub(crate) spec: String,
    pub(crate) catalog: Catalog,
}

impl Visit for Erase {
    type Output = Arc<dyn AnyGame>;
    fn visit<G: Game>(self, game: G) -> Arc<dyn AnyGame> {
        Arc::new(TypedGame::new(game, self.spec, self.catalog))
    }
}

/// A game of a known type, with its resolved spec and the catalog that it came from.
pub(crate) struct TypedGame<G> {
    pub(crate) spec: Arc<str>,
    pub(crate) game: Arc<G>,
    pub(crate) catalog: Catalog,
}

impl<G> Clone for TypedGame<G> {
    /// A copy of the game.
    fn clone(&self) -> Self {
        TypedGame { spec: Arc::clone(&self.spec), game: Arc::clone(&self.game), catalog: self.catalog.clone() }
    }
}

impl<G: Game> TypedGame<G> {
    pub(crate) fn new(game: G, spec: String, catalog: Catalog) -> TypedGame<G> {
        TypedGame { spec: spec.into(), game: Arc::new(game), catalog }
    }

    pub(crate) fn build_agent(&self, spec: &str) -> Result<Box<dyn Agent<G>>, SpecError> {
        let args = self.catalog.resolve_agent(spec, &self.evals())?;
        self.catalog.build_agent(self, &args)
    }

    fn read(&self, position: Option<&str>) -> Result<G::State, RegistryError> {
        position.map_or_else(
            || Ok(self.game.initial()),
            |text| {
                let read = |text: &str| read_position(&*self.game, text).map(|found| found.state);
                read(text).map_err(|error| match read(&format!("moves {text}")) {
                    Ok(_) => RegistryError::Request(format!(
                        "`{text}` is a list of moves, not a position: write `moves {text}`"
                    )),
                    Err(_) => RegistryError::Position(error),
                })
            },
        )
    }
}

impl<G: Game> AnyGame for TypedGame<G> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    fn players(&self) -> usize {
        self.game.players()
    }

    fn payoff_sum(&self) -> Option<f64> {
        self.game.payoff_sum()
    }

    fn max_plies(&self) -> u32 {
        self.game.max_plies()
    }

    fn evals(&self) -> Vec<Entry> {
        self.catalog.parts_of_agents().evals(&*self.game).iter().map(|eval| eval.entry).collect()
    }

    fn state(&self, position: Option<&str>) -> Result<Arc<dyn AnyState>, RegistryError> {
        Ok(Arc::new(StateOf::new(&self.game, &self.spec, self.read(position)?)))
    }

    fn make_agent(&self, spec: &str) -> Result<Box<dyn AnyAgent>, RegistryError> {
        Ok(Box::new(AgentOf::new(&self.game, &self.spec, self.build_agent(spec)?)))
    }

    fn perft(&self, position: Option<&str>, depth: u32, threads: usize) -> Result<Vec<(String, u64)>, RegistryError> {
        let state = self.read(position)?;
        let longest = self.game.max_plies();
        if depth > longest {
            let message =
                format!("depth {depth} is too large: no game of `{}` is longer than {longest} plies", self.spec);
            return Err(RegistryError::Request(message));
        }
        if depth > MAX_DEPTH {
            let message = format!("depth {depth} is too large: sequences of at most {MAX_DEPTH} plies can be counted");
            return Err(RegistryError::Request(message));
        }
        let split = divide(&*self.game, &state, depth, threads);
        if depth == 0 {
            return Ok(vec![(String::new(), perft(&*self.game, &state, 0))]);
        }
        Ok(split.into_iter().map(|(mv, nodes)| (self.game.move_text(&state, mv), nodes)).collect())
    }

    fn player(self: Arc<Self>, plan: &Plan) -> Result<Box<dyn JobPlayer>, RegistryError> {
        Ok(Box::new(TypedPlayer::new(self, plan)?))
    }

    fn replayer(self: Arc<Self>, plan: &Plan) -> Result<Box<dyn CheckRecord>, RegistryError> {
        Ok(Box::new(Replayer::new(Arc::clone(&self.game), plan)?))
    }

    fn available(&self, measure: &AnyMeasure, plan: &Plan) -> Result<Option<u64>, RegistryError> {
        Ok(measure.available(&*self.game, plan)?)
    }

    fn sampler(self: Arc<Self>, measure: &AnyMeasure, plan: &Plan) -> Result<Box<dyn Sampler>, RegistryError> {
        let (game, plan) = (Arc::clone(&self.game), Arc::new(plan.clone()));
        let build = Arc::new(move |spec: &str| self.build_agent(spec));
        Ok(measure.sampler(SampleTable { game, plan, build })?)
    }

    fn openings(&self, openings: &Openings, seed: u64) -> Result<Box<StartText<'_>>, RegistryError> {
        let starts = openings.starts(&*self.game, seed).map_err(PlanError::from)?;
        Ok(Box::new(move |number| self.game.state_text(&starts.state(&*self.game, number, &mut Vec::new()))))
    }

    fn bench(&self, work: &BenchWork, seed: u64) -> Result<BenchReport, RegistryError> {
        bench::run(self, work, seed)
    }

    fn bench_playout(&self, playout: &str, time: Duration, seed: u64) -> Result<PlayoutSpeeds, RegistryError> {
        bench::playouts(self, playout, time, seed)
    }
}
