//! Constructors of agents: those that mctslab comes with, and those that are added.

use std::sync::Arc;

use mctslab_arena::engines::{PROCESS, PROCESS_SOURCE, Process};
use mctslab_core::any::{StateOf, UntypedAgent};
use mctslab_core::catalog::Row;
use mctslab_core::spec::{Args, Entry, SpecError};
use mctslab_core::{Agent, AnyAgent, AnyState, Game};
use mctslab_search::AgentInfo;
use mctslab_search::by_game::ByGame;

use crate::typed_game::TypedGame;
use crate::{AnyGame, Catalog};

/// The code that builds an agent.
#[derive(Clone)]
pub(crate) enum MakeAgent {
    /// The search crate, for any game.
    Search,
    /// The players crate, for single games.
    Players,
    /// The arena, as an external program.
    Process,
    /// A user's function for games of some types.
    Added(ByGame),
    /// A user's function for any game.
    AddedForAny(MakeAnyAgent),
    /// None: only the name is known, and whether it is deterministic.
    Nowhere(Deterministic),
}

/// Whether the agent with some options is deterministic; true as well where that is not known.
type Deterministic = Arc<dyn Fn(&Args) -> bool + Send + Sync>;

/// The constructor of an added agent for one type of game.
type AddedAgent<G> = Box<dyn Fn(&G, &Args) -> Result<Box<dyn Agent<G>>, SpecError> + Send + Sync>;

/// The constructor of an agent that serves every game, from the game and checked options.
pub type MakeAnyAgent = Arc<dyn Fn(&Arc<dyn AnyGame>, &Args) -> Result<Box<dyn AnyAgent>, SpecError> + Send + Sync>;

/// The agents that mctslab comes with, in listed order.
pub(crate) fn standard() -> impl Iterator<Item = Row<MakeAgent>> {
    fn of(infos: &'static [AgentInfo], build: MakeAgent) -> impl Iterator<Item = Row<MakeAgent>> {
        infos.iter().map(move |info| Row { entry: info.entry, source: info.source, build: build.clone() })
    }
    let program = Row { entry: PROCESS, source: PROCESS_SOURCE, build: MakeAgent::Process };
    let search = of(mctslab_search::AGENTS, MakeAgent::Search);
    search.chain(of(mctslab_players::AGENTS, MakeAgent::Players)).chain([program])
}

impl MakeAgent {
    /// The agent with checked options for a game.
    pub(crate) fn build<G: Game>(
        &self,
        table: &TypedGame<G>,
        args: &Args,
        catalog: &Catalog,
    ) -> Result<Box<dyn Agent<G>>, SpecError> {
        let (game, spec) = (&table.game, &table.spec);
        let parts = catalog.parts_of_agents();
        match self {
            MakeAgent::Search => mctslab_search::build(&**game, args, parts),
            MakeAgent::Players => mctslab_players::build(&**game, args, parts),
            MakeAgent::Process => {
                let initial: Arc<dyn AnyState> = Arc::new(StateOf::new(game, spec, game.initial()));
                let program = Process::build(initial, spec, args, catalog.protocol_of(args.choice("protocol"))?)?;
                Ok(Box::new(UntypedAgent::new(game, spec, program)))
            }
            MakeAgent::Added(games) => {
                let build = games.get::<G, AddedAgent<G>>().ok_or_else(|| {
                    let reason = format!("cannot play `{spec}`: it was added for other games");
                    SpecError::combination(args.name(), reason)
                })?;
                build(game, args)
            }
            MakeAgent::AddedForAny(make) => {
                let any: Arc<dyn AnyGame> = Arc::new(table.clone());
                Ok(Box::new(UntypedAgent::new(game, spec, make(&any, args)?)))
            }
            MakeAgent::Nowhere(_) => {
                let reason = "agents are not made here: what was recorded is read, and nothing is played";
                Err(SpecError::combination(args.name(), reason))
            }
        }
    }

    /// The variant without a constructor. For an agent that was added it is not known before it is
    /// made whether it is deterministic, and for a program it never is.
    pub(crate) fn without_means(&self) -> MakeAgent {
        MakeAgent::Nowhere(match self {
            MakeAgent::Search => Arc::new(mctslab_search::is_deterministic),
            MakeAgent::Players => Arc::new(mctslab_players::is_deterministic),
            MakeAgent::Process | MakeAgent::Added(_) | MakeAgent::AddedForAny(_) => Arc::new(|_| true),
            MakeAgent::Nowhere(deterministic) => Arc::clone(deterministic),
        })
    }

    /// Whether the agent with these options is deterministic, if that is known without making it.
    pub(crate) fn known_deterministic(&self, args: &Args) -> Option<bool> {
        match self {
            MakeAgent::Nowhere(deterministic) => Some(deterministic(args)),
            _ => None,
        }
    }
}

/// An agent to be added to a catalog, which serves games of the types that it names.
pub struct AgentRow {
    entry: Entry,
    source: &'static str,
    make: MakeAgent,
}

impl AgentRow {
    /// An agent that serves no game yet. `source` starts with a comment that explains it, as the
    /// heads of our own files do; it may be empty.
    pub fn new(entry: Entry, source: &'static str) -> AgentRow {
        AgentRow { entry, source, make: MakeAgent::Added(ByGame::default()) }
    }

    /// The same agent, which now also serves games of the type `G`. The arguments are checked
    /// against its entry.
    pub fn serving<G: Game>(
        mut self,
        build: impl Fn(&G, &Args) -> Result<Box<dyn Agent<G>>, SpecError> + Send + Sync + 'static,
    ) -> AgentRow {
        let build: AddedAgent<G> = Box::new(build);
        if let MakeAgent::Added(games) = &mut self.make {
            games.insert::<G, _>(build);
        }
        self
    }

    /// An agent that serves every game, without knowing its type.
    pub fn of_any_game(entry: Entry, source: &'static str, make: MakeAnyAgent) -> AgentRow {
        AgentRow { entry, source, make: MakeAgent::AddedForAny(make) }
    }

    pub(crate) fn into_row(self) -> Row<MakeAgent> {
        Row { entry: self.entry, source: self.source, build: self.make }
    }
}
