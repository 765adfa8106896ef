//! The one place where a game's type is forgotten.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

use mctslab_arena::{CheckRecord, JobPlayer, Openings, Plan, PlanError, Replayer, read_position};
use mctslab_core::perft::{MAX_DEPTH, divide, perft};
use mctslab_core::spec::{Args, Entry, SpecError};
use mctslab_core::{Agent, Game, Visit};
use mctslab_samples::{AnyMeasure, SampleTable, Sampler};

use crate::any_state::StateOf;
use crate::forgotten::Typed;
use crate::play::TypedPlayer;
use crate::session::Sitting;
use crate::{
    AnyGame, AnyState, BenchReport, BenchWork, Catalog, Finding, PlayoutSpeeds, Protocol, RegistryError, SearchBudget,
    SearchReport, Session, StartText, bench, engines,
};

/// Boxes a game with its resolved spec and the catalog that it came from.
pub(crate) struct Erase {
    pub(crate) spec: String,
    pub(crate) catalog: Catalog,
}

impl Visit for Erase {
    type Output = Arc<dyn AnyGame>;
    fn visit<G: Game>(self, game: G) -> Arc<dyn AnyGame> {
        Arc::new(Erased::new(game, self.spec, self.catalog))
    }
}

/// A game whose type is known only here.
pub(crate) struct Erased<G> {
    pub(crate) spec: Arc<str>,
    pub(crate) game: Arc<G>,
    pub(crate) catalog: Catalog,
}

impl<G> Clone for Erased<G> {
    /// The same game once more.
    fn clone(&self) -> Self {
        Erased { spec: Arc::clone(&self.spec), game: Arc::clone(&self.game), catalog: self.catalog.clone() }
    }
}

impl<G: Game> Erased<G> {
    pub(crate) fn new(game: G, spec: String, catalog: Catalog) -> Erased<G> {
        Erased { spec: spec.into(), game: Arc::new(game), catalog }
    }

    pub(crate) fn build_agent(&self, spec: &str) -> Result<(Args, Box<dyn Agent<G>>), SpecError> {
        let args = self.catalog.resolve_agent(spec, &self.evals())?;
        let agent = self.catalog.build_agent(self, &args)?;
        Ok((args, agent))
    }

    pub(crate) fn state(&self, position: Option<&str>) -> Result<G::State, RegistryError> {
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

    /// One search from a state where the game is not over.
    pub(crate) fn search_from(
        &self,
        state: &G::State,
        agent: &str,
        seed: u64,
        budget: SearchBudget<'_>,
    ) -> Result<SearchReport, RegistryError> {
        if self.game.turn(state).is_none() {
            let message =
                format!("the game is over in `{}`: there is no move to search for", self.game.state_text(state));
            return Err(RegistryError::Request(message));
        }
        let (_, mut agent) = self.build_agent(agent)?;
        agent.new_game(seed);
        budget.search(&*self.game, state, &mut *agent)
    }
}

impl<G: Game> AnyGame for Erased<G> {
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

    fn agent(&self, spec: &str) -> Result<String, RegistryError> {
        let args = self.catalog.resolve_agent(spec, &self.evals())?;
        if self.catalog.known_deterministic(&args)?.is_none() {
            // It is made to find out whether it can serve this game.
            self.catalog.build_agent(self, &args)?;
        }
        Ok(args.to_string())
    }

    fn deterministic(&self, agent: &str) -> Result<bool, RegistryError> {
        let args = self.catalog.resolve_agent(agent, &self.evals())?;
        match self.catalog.known_deterministic(&args)? {
            Some(known) => Ok(known),
            None => Ok(self.catalog.build_agent(self, &args)?.deterministic()),
        }
    }

    fn position(&self, position: Option<&str>) -> Result<String, RegistryError> {
        Ok(self.game.state_text(&self.state(position)?))
    }

    fn perft(&self, position: Option<&str>, depth: u32, threads: usize) -> Result<Vec<(String, u64)>, RegistryError> {
        let state = self.state(position)?;
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

    fn search(
        &self,
        agent: &str,
        position: Option<&str>,
        seed: u64,
        budget: SearchBudget<'_>,
    ) -> Result<SearchReport, RegistryError> {
        self.search_from(&self.state(position)?, agent, seed, budget)
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
        let build = Arc::new(move |spec: &str| Ok(self.build_agent(spec)?.1));
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

    fn session(&self, position: Option<&str>) -> Result<Box<dyn Session>, RegistryError> {
        Ok(Box::new(Sitting::new(self.clone(), self.state(position)?)))
    }

    fn any_state(self: Arc<Self>, position: Option<&str>) -> Result<Arc<dyn AnyState>, RegistryError> {
        let state = self.state(position)?;
        Ok(Arc::new(StateOf { table: self, state, last: None }))
    }

    fn serve(
        &self,
        agent: &str,
        protocol: Protocol,
        seed: u64,
        input: Box<dyn BufRead + Send>,
        out: &mut dyn Write,
    ) -> Result<(), RegistryError> {
        engines::serve(self, agent, protocol, seed, input, out)
    }

    fn check_engine(&self, agent: &str, games: u64, seed: u64) -> Result<Vec<Finding>, RegistryError> {
        let args = self.catalog.resolve_agent(agent, &self.evals())?;
        let protocol = self.catalog.protocol_of(args.choice("protocol"))?;
        Ok(mctslab_arena::engines::check(&Typed::new(&self.game).forget(), &self.spec, &args, protocol, games, seed)?)
    }
}
