//! The menu of agents: one file each, and the list of them.

mod ab_uct;
mod alphabeta;
pub(crate) mod ams;
mod budget;
mod debets;
mod flat;
mod govani;
mod greedy;
mod mcts;
mod minimax;
mod random;
pub mod ratings;
mod ribeiro;
mod solve;
pub mod specific;
mod uct;
mod wanted;

use mctslab_core::spec::{Args, Entry, Spec, SpecError, find};
use mctslab_core::{Agent, Game};

use crate::PartCatalog;
pub use wanted::{with_wanted, without_wanted};

/// What an agent says of itself.
pub struct AgentInfo {
    /// Name, one-line description and parameters.
    pub entry: Entry,
    /// The idea, the formula and the sources: the head of the agent's own file.
    pub source: &'static str,
}

/// An agent with all its parameters: what a list of agents holds.
pub trait AgentFamily {
    /// What it says of itself.
    const INFO: AgentInfo;

    /// Builds the agent for a game from parts of the catalog, or says why it cannot serve that
    /// game. `args` are checked.
    fn build<G: Game>(game: &G, args: &Args, parts: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError>;

    /// What [`Agent::deterministic`] will say of the agent of these options, for who does not build
    /// it.
    fn is_deterministic(_args: &Args) -> bool {
        false
    }
}

/// A list of agents, one row each: makes `AGENTS`, what they say of themselves, `build`, which
/// makes any of them, and `is_deterministic`, which says of any of them what is known before.
#[macro_export]
macro_rules! agent_list {
    ($($module:ident :: $family:ident,)*) => {
        /// The agents of this list, in order.
        pub static AGENTS: &[$crate::AgentInfo] = &[$(<$module::$family as $crate::AgentFamily>::INFO),*];

        /// Builds the agent of resolved parameters for a game, or says why it cannot serve it.
        pub fn build<G: mctslab_core::Game>(
            game: &G,
            args: &mctslab_core::spec::Args,
            parts: &$crate::PartCatalog,
        ) -> Result<Box<dyn mctslab_core::Agent<G>>, mctslab_core::spec::SpecError> {
            $(if args.name() == <$module::$family as $crate::AgentFamily>::INFO.entry.name {
                return <$module::$family as $crate::AgentFamily>::build(game, args, parts);
            })*
            let entries: Vec<_> = AGENTS.iter().map(|info| info.entry).collect();
            Err(mctslab_core::spec::find(args.name(), "agent", &entries).expect_err("every listed agent was tried"))
        }

        /// Whether the agent of resolved parameters plays equal moves in equal positions, whatever
        /// the seed.
        pub fn is_deterministic(args: &mctslab_core::spec::Args) -> bool {
            $(if args.name() == <$module::$family as $crate::AgentFamily>::INFO.entry.name {
                return <$module::$family as $crate::AgentFamily>::is_deterministic(args);
            })*
            false
        }
    };
}

agent_list! {
    random::Random,
    greedy::GreedyAgent,
    flat::Flat,
    mcts::Mcts,
    uct::Uct,
    govani::Govani,
    ribeiro::Ribeiro,
    debets::Debets,
    ams::AmsAgent,
    minimax::MinimaxAgent,
    alphabeta::AlphaBeta,
    ab_uct::AbUct,
    solve::Solve,
    ribeiro::RibeiroMinimax,
}

/// Name, description and parameters of every agent.
pub fn entries() -> Vec<Entry> {
    AGENTS.iter().map(|info| info.entry).collect()
}

/// What the agent called `name` says of itself.
pub fn info(name: &str) -> Result<&'static AgentInfo, SpecError> {
    find(name, "agent", &entries())?;
    Ok(AGENTS.iter().find(|info| info.entry.name == name).expect("found above"))
}

/// Reads the spec of an agent for a game, and writes out every default.
pub fn resolve_agent<G: Game>(game: &G, text: &str, parts: &PartCatalog) -> Result<Args, SpecError> {
    parts.resolve(game, &with_wanted(Spec::parse(text)?), "agent", &entries())
}
