//! The catalog: every game, agent and part that a spec may name.
//!
//! It is a value, and there is no other list: everything is resolved and built from it.
//! [`Catalog::standard`] has the games, agents and parts that mctslab comes with; users add their
//! own, which specs then name like all others. A game that came from a catalog keeps it, so that
//! later additions do not change the game.

use std::fmt;
use std::sync::Arc;

use mctslab_arena::engines::{Protocol, ProtocolRow, Protocols, protocols};
use mctslab_core::catalog::{Row, Rows};
use mctslab_core::spec::{Args, Entry, Scope, Spec, SpecError, resolve, short};
use mctslab_core::{Agent, Family, Game};
#[cfg(feature = "all-games")]
use mctslab_games as listed;
#[cfg(not(feature = "all-games"))]
use mctslab_games::few as listed;
use mctslab_search::PartCatalog;
use mctslab_search::agents::{with_wanted, without_wanted};
use mctslab_search::backup::BackupRow;
use mctslab_search::evals::EvalRow;
use mctslab_search::finish::Finish;
use mctslab_search::playout::PlayoutRow;
use mctslab_search::reward::RewardRow;
use mctslab_search::select::{Context, Selection};

use crate::agents::{self, AgentRow, MakeAgent};
use crate::typed_game::{Erase, TypedGame};
use crate::{AnyGame, RegistryError};

/// Every game, agent and part that a spec may name.
#[derive(Clone)]
pub struct Catalog(Arc<Lists>);

/// The constructor of a game, from checked options and the catalog that it keeps.
pub(crate) type MakeGame = Arc<dyn Fn(&Args, &Catalog) -> Result<Arc<dyn AnyGame>, SpecError> + Send + Sync>;

/// The lists of a catalog.
#[derive(Clone)]
pub(crate) struct Lists {
    pub(crate) games: Rows<MakeGame>,
    pub(crate) agents: Rows<MakeAgent>,
    pub(crate) parts: PartCatalog,
    pub(crate) protocols: Protocols,
}

impl fmt::Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = |entries: &[Entry]| entries.iter().map(|entry| entry.name).collect::<Vec<_>>();
        let (games, agents) = (names(self.0.games.entries()), names(self.0.agents.entries()));
        f.debug_struct("Catalog").field("games", &games).field("agents", &agents).finish_non_exhaustive()
    }
}

impl Catalog {
    /// The games, agents and parts that mctslab comes with.
    pub fn standard() -> Catalog {
        let mut catalog = Catalog::empty();
        catalog.add_standard_games().expect("listed names differ");
        catalog.add_standard_agents().expect("listed names differ");
        catalog
    }

    /// An empty catalog, which has only the protocols.
    pub fn empty() -> Catalog {
        let (games, agents) = (Rows::new("game", []), Rows::new("agent", []));
        Catalog(Arc::new(Lists { games, agents, parts: PartCatalog::empty(), protocols: protocols() }))
    }

    /// Adds the games that mctslab comes with. A name that is taken is an error, here and below.
    pub fn add_standard_games(&mut self) -> Result<(), RegistryError> {
        for info in listed::GAMES {
            let build: MakeGame = Arc::new(|args, catalog| {
                listed::build(args, Erase { spec: args.to_string(), catalog: catalog.clone() })
            });
            self.lists().games.add(Row { entry: info.entry, source: info.source, build })?;
        }
        Ok(())
    }

    /// Adds the agents that mctslab comes with, and their parts.
    pub fn add_standard_agents(&mut self) -> Result<(), RegistryError> {
        let lists = self.lists();
        agents::standard().try_for_each(|row| lists.agents.add(row))?;
        let parts = PartCatalog::standard();
        parts.selects.iter().try_for_each(|row| lists.parts.selects.add(row.clone()))?;
        parts.playouts.iter().try_for_each(|row| lists.parts.playouts.add(row.clone()))?;
        parts.backups.iter().try_for_each(|row| lists.parts.backups.add(*row))?;
        parts.rewards.iter().try_for_each(|row| lists.parts.rewards.add(*row))?;
        parts.finishes.iter().try_for_each(|row| lists.parts.finishes.add(row.clone()))?;
        Ok(())
    }

    /// The same catalog for reading records: every game, and the names and options of every agent,
    /// but without their constructors. No game of it can play or search.
    #[must_use]
    pub fn without_agents(&self) -> Catalog {
        let lists = &*self.0;
        let named =
            |row: &Row<MakeAgent>| Row { entry: row.entry, source: row.source, build: row.build.without_means() };
        Catalog(Arc::new(Lists { agents: Rows::new("agent", lists.agents.iter().map(named)), ..lists.clone() }))
    }

    /// The game with this spec.
    pub fn game(&self, spec: &str) -> Result<Arc<dyn AnyGame>, RegistryError> {
        let args = resolve(&Spec::parse(spec)?, "game", self.0.games.entries(), &[])?;
        Ok((self.0.games.build(&args)?)(&args, self)?)
    }

    /// Erases the type of a game, which gets the spec `spec` and every agent of this catalog. It
    /// need not be in the catalog.
    pub fn erase<G: Game>(&self, game: G, spec: impl Into<String>) -> Arc<dyn AnyGame> {
        Arc::new(TypedGame::new(game, spec.into(), self.clone()))
    }

    /// A game's spec without options at their defaults: `hex(size=5)`. A spec of another version
    /// that cannot be read stays as it is.
    ///
    /// ```
    /// # use mctslab_registry::Catalog;
    /// let catalog = Catalog::standard();
    /// assert_eq!(catalog.short_game("hex(size=5,max-plies=0)"), "hex(size=5)");
    /// assert_eq!(catalog.short_game("hex"), "hex");
    /// assert_eq!(catalog.short_game("no-such-game(size=5)"), "no-such-game(size=5)");
    /// ```
    pub fn short_game(&self, spec: &str) -> String {
        or_whole(spec, |parsed| short(parsed, "game", self.0.games.entries(), &[]))
    }

    /// An agent's spec without options at their defaults, for a game that offers `evals`.
    pub fn short_agent(&self, spec: &str, evals: &[Entry]) -> String {
        let agents = self.0.agents.entries();
        or_whole(spec, |parsed| {
            let whole = with_wanted(parsed.clone());
            let usual = self.with_scope(evals, |scope| short(&whole, "agent", agents, scope))?;
            Ok(without_wanted(&whole, Spec::parse(&usual)?).to_string())
        })
    }

    /// Adds a game: its name and options, a text whose head explains it (it may be empty), and its
    /// constructor from checked options. One type may serve many games.
    pub fn add_game<G: Game>(
        &mut self,
        entry: Entry,
        source: &'static str,
        make: impl Fn(&Args) -> Result<G, SpecError> + Send + Sync + 'static,
    ) -> Result<(), RegistryError> {
        let build: MakeGame = Arc::new(move |args, catalog| Ok(catalog.erase(make(args)?, args.to_string())));
        Ok(self.lists().games.add(Row { entry, source, build })?)
    }

    /// Adds a game with all its options.
    pub fn add_family<F: Family>(&mut self) -> Result<(), RegistryError> {
        let build: MakeGame =
            Arc::new(|args, catalog| F::build(args, Erase { spec: args.to_string(), catalog: catalog.clone() }));
        Ok(self.lists().games.add(Row { entry: F::INFO.entry, source: F::INFO.source, build })?)
    }

    /// Adds an agent for games of the types that it names.
    pub fn add_agent(&mut self, agent: AgentRow) -> Result<(), RegistryError> {
        Ok(self.lists().agents.add(agent.into_row())?)
    }

    /// Adds a selection rule, for `uct(select=…)`.
    pub fn add_select<B>(&mut self, rule: Row<B>) -> Result<(), RegistryError>
    where
        B: Fn(&Context) -> Selection + Send + Sync + 'static,
    {
        Ok(self.lists().parts.add_select(rule)?)
    }

    /// Adds a playout for games of the types that it names.
    pub fn add_playout(&mut self, playout: PlayoutRow) -> Result<(), RegistryError> {
        Ok(self.lists().parts.add_playout(playout)?)
    }

    /// Adds an estimate for games of the types that it names, for `eval=…`.
    pub fn add_eval(&mut self, eval: EvalRow) -> Result<(), RegistryError> {
        Ok(self.lists().parts.add_eval(eval)?)
    }

    /// Adds a back-up, for `uct(backup=…)`.
    pub fn add_backup(&mut self, backup: BackupRow) -> Result<(), RegistryError> {
        Ok(self.lists().parts.backups.add(backup)?)
    }

    /// Adds a reward, for `uct(reward=…)`.
    pub fn add_reward(&mut self, reward: RewardRow) -> Result<(), RegistryError> {
        Ok(self.lists().parts.rewards.add(reward)?)
    }

    /// Adds a final choice, for `uct(finish=…)`.
    pub fn add_finish<B>(&mut self, finish: Row<B>) -> Result<(), RegistryError>
    where
        B: Fn(&Args) -> Box<dyn Finish> + Send + Sync + 'static,
    {
        Ok(self.lists().parts.add_finish(finish)?)
    }

    /// Adds a protocol for external programs, for `process(protocol=…)`.
    pub fn add_protocol(&mut self, protocol: ProtocolRow) -> Result<(), RegistryError> {
        Ok(self.lists().protocols.add(protocol)?)
    }

    /// The protocol with this spec.
    pub fn protocol(&self, spec: &str) -> Result<Protocol, RegistryError> {
        let args = resolve(&Spec::parse(spec)?, "protocol", self.0.protocols.entries(), &[])?;
        Ok(self.protocol_of(&args)?)
    }

    /// The protocol with checked arguments.
    pub(crate) fn protocol_of(&self, args: &Args) -> Result<Protocol, SpecError> {
        Ok((self.0.protocols.build(args)?)(args))
    }

    /// Calls `work` with the lists of parts from which agents choose in a game that offers `evals`.
    pub fn with_scope<T>(&self, evals: &[Entry], work: impl FnOnce(Scope<'_>) -> T) -> T {
        self.0.parts.with_scope(evals, |parts| {
            let mut scope = parts.to_vec();
            scope.push(("protocol", self.0.protocols.entries()));
            work(&scope)
        })
    }

    /// The list that a [`Kind::Part`](mctslab_core::spec::Kind::Part) with this name chooses from;
    /// estimates belong to games.
    pub fn list(&self, name: &str) -> Vec<Entry> {
        let found =
            |scope: Scope<'_>| scope.iter().find(|(list, _)| *list == name).map(|(_, entries)| entries.to_vec());
        self.with_scope(&[], found).unwrap_or_default()
    }

    /// Whether the agent with this name declares an option.
    ///
    /// ```
    /// # use mctslab_registry::Catalog;
    /// let catalog = Catalog::standard();
    /// assert!(catalog.agent_has("uct", "iters") && !catalog.agent_has("random", "iters"));
    /// ```
    pub fn agent_has(&self, agent: &str, option: &str) -> bool {
        let entry = self.0.agents.entries().iter().find(|entry| entry.name == agent);
        entry.is_some_and(|entry| entry.params.iter().any(|param| param.name == option))
    }

    /// The parts of agents.
    pub fn parts_of_agents(&self) -> &PartCatalog {
        &self.0.parts
    }

    /// Mutable access to the lists; games that were built before keep theirs.
    fn lists(&mut self) -> &mut Lists {
        Arc::make_mut(&mut self.0)
    }

    pub(crate) fn all(&self) -> &Lists {
        &self.0
    }

    /// Reads the spec of an agent for a game that offers `evals`, and writes out every default.
    pub(crate) fn resolve_agent(&self, text: &str, evals: &[Entry]) -> Result<Args, SpecError> {
        self.resolve_parsed(&Spec::parse(text).map_err(|error| name_programs(error, text))?, evals)
    }

    pub(crate) fn resolve_parsed(&self, spec: &Spec, evals: &[Entry]) -> Result<Args, SpecError> {
        let spec = &with_wanted(spec.clone());
        self.with_scope(evals, |scope| resolve(spec, "agent", self.0.agents.entries(), scope))
    }

    /// Whether the agent with resolved parameters is deterministic, where this catalog has no
    /// constructor for it.
    pub(crate) fn known_deterministic(&self, args: &Args) -> Result<Option<bool>, SpecError> {
        Ok(self.0.agents.build(args)?.known_deterministic(args))
    }

    /// Builds the agent with resolved parameters for a game of this catalog.
    pub(crate) fn build_agent<G: Game>(
        &self,
        table: &TypedGame<G>,
        args: &Args,
    ) -> Result<Box<dyn Agent<G>>, SpecError> {
        self.0.agents.build(args)?.build(table, args, self)
    }
}

/// Adds a hint on how an external program is named, if the text looks like the command of one.
fn name_programs(error: SpecError, text: &str) -> SpecError {
    match error {
        SpecError::Syntax { expected, line, caret } if !text.contains('(') && text.contains([' ', '.', '/']) => {
            let command = text.replace('"', "\\\"");
            let expected = format!("{expected}; an external program is `process(cmd=\"{command}\",protocol=lines)`");
            SpecError::Syntax { expected, line, caret }
        }
        other => other,
    }
}

fn or_whole(spec: &str, shorten: impl FnOnce(&Spec) -> Result<String, SpecError>) -> String {
    Spec::parse(spec).and_then(|parsed| shorten(&parsed)).unwrap_or_else(|_| spec.to_string())
}
