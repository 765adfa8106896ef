//! The menu of agents: one file each, and the list of them.

mod ab_uct;
mod alphabeta;
mod ams;
mod budget;
mod debets;
mod divilly;
mod flat;
mod govani;
mod greedy;
mod mancala_alphabeta;
mod mcts;
mod minimax;
mod nfriends_floyd;
mod othello_simple;
mod random;
mod ratings;
mod ribeiro;
mod ribeiro_minimax;
mod ribeiro_order;
mod score4;
mod solve;
mod specific;
mod uct;

use mctslab_core::spec::{Args, Entry, Spec, SpecError, find, resolve};
use mctslab_core::{Agent, Game};

/// What an agent says of itself.
pub struct AgentInfo {
    /// Name, one-line description and parameters.
    pub entry: Entry,
    /// The idea, the formula and the sources: the head of the agent's own file.
    pub source: &'static str,
}

/// An agent with all its parameters: what the list of agents holds.
trait Family {
    const INFO: AgentInfo;

    /// Builds the agent for a game, or says why it cannot serve that game. `args` are checked.
    fn build<G: Game>(game: &G, args: &Args) -> Result<Box<dyn Agent<G>>, SpecError>;
}

macro_rules! agents {
    ($($module:ident :: $family:ident,)*) => {
        /// Every agent, in the order in which they are listed.
        pub static AGENTS: &[AgentInfo] = &[$(<$module::$family as Family>::INFO),*];

        /// Builds the agent of resolved parameters for a game, or says why it cannot serve it.
        pub fn build<G: Game>(game: &G, args: &Args) -> Result<Box<dyn Agent<G>>, SpecError> {
            $(if args.name() == <$module::$family as Family>::INFO.entry.name {
                return $module::$family::build(game, args);
            })*
            Err(find(args.name(), "agent", &entries()).expect_err("every listed agent was tried"))
        }
    };
}

agents! {
    random::Random,
    greedy::Greedy,
    flat::Flat,
    mcts::Mcts,
    uct::Uct,
    govani::Govani,
    ribeiro::Ribeiro,
    debets::Debets,
    ams::Ams,
    minimax::Minimax,
    alphabeta::AlphaBeta,
    ab_uct::AbUct,
    solve::Solve,
    nfriends_floyd::NFriendsFloyd,
    score4::Score4,
    divilly::Divilly,
    mancala_alphabeta::MancalaAlphaBeta,
    othello_simple::OthelloSimple,
    ribeiro_minimax::RibeiroMinimax,
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

/// Reads the spec of an agent for a game that offers `evals`, and writes out every default.
pub fn resolve_agent(text: &str, evals: &'static [Entry]) -> Result<Args, SpecError> {
    resolve(&Spec::parse(text)?, "agent", &entries(), evals)
}
