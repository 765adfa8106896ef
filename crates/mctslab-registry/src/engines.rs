//! External programs among the agents, and agents as engines for other programs.

use std::io::{BufRead, Write};

use mctslab_arena::Openings;
use mctslab_arena::engines::serve::Service;
use mctslab_arena::engines::{Dialect, Finding, PROCESS, Protocol};
use mctslab_core::spec::{Spec, Value};
use mctslab_core::text::quote;

use crate::{AnyGame, RegistryError};

/// The agent that runs code of a Python package. Only the Python package adds it, and it is trusted
/// no more than a program.
pub const PYTHON: &str = "python";

/// Whether a spec starts a program or runs foreign code, at any depth. A spec that cannot be read
/// starts nothing.
///
/// ```
/// # use mctslab_registry::starts_programs;
/// assert!(starts_programs("process(cmd=\"./engine\")"));
/// assert!(starts_programs("python(agent=\"package.module:Name\")"));
/// assert!(!starts_programs("uct(iters=100)"));
/// ```
pub fn starts_programs(spec: &str) -> bool {
    fn names(spec: &Spec) -> bool {
        spec.name == PROCESS.name
            || spec.name == PYTHON
            || spec.args.iter().any(|arg| matches!(&arg.value, Value::Spec(inner) if names(inner)))
    }
    Spec::parse(spec).is_ok_and(|spec| names(&spec))
}

/// The name of an agent in tables and titles: the `name` of a program that has one, the name of a
/// Python function or class with its options, else the spec as it was typed.
///
/// ```
/// # use mctslab_registry::agent_name;
/// assert_eq!(agent_name("process(cmd=\"./engine --strong\",name=\"Engine 2.1\")"), "Engine 2.1");
/// assert_eq!(agent_name("python(agent=\"here:middle\",options=\"\")"), "middle");
/// assert_eq!(agent_name("python(agent=\"bots.own:Best\",options=\"depth=3\")"), "Best(depth=3)");
/// assert_eq!(agent_name("uct(iters=100)"), "uct(iters=100)");
/// ```
pub fn agent_name(typed: &str) -> String {
    let Ok(spec) = Spec::parse(typed) else { return typed.to_string() };
    let text = |key: &str| {
        spec.args.iter().find_map(|arg| match &arg.value {
            Value::Quoted(text) if arg.key == key && !text.trim().is_empty() => Some(text.as_str()),
            _ => None,
        })
    };
    let name = match spec.name.as_str() {
        name if name == PROCESS.name => text("name").map(str::to_string),
        PYTHON => text("agent").map(|place| python_name(place, text("options"))),
        _ => None,
    };
    name.unwrap_or_else(|| typed.to_string())
}

/// The name of a function or class at `package.module:Name`, with its options.
fn python_name(place: &str, options: Option<&str>) -> String {
    let name = place.rsplit([':', '.']).next().unwrap_or(place);
    options.map_or_else(|| name.to_string(), |options| format!("{name}({options})"))
}

/// Refuses specs that start programs where that is not allowed. It must be called, before anything
/// is built, for every spec that was read from a file or a store (`place` names it); specs typed on
/// the command line need no permission.
pub fn allow_engines<'a>(
    place: &str,
    specs: impl IntoIterator<Item = &'a str>,
    allowed: bool,
) -> Result<(), RegistryError> {
    let refused = specs.into_iter().find(|spec| !allowed && starts_programs(spec));
    refused.map_or(Ok(()), |spec| {
        Err(RegistryError::EnginesNotAllowed { place: place.to_string(), spec: spec.to_string() })
    })
}

/// Refuses programs that can only receive moves where openings are positions without moves: every
/// game would be lost. The agents are resolved.
pub fn allow_openings(game: &dyn AnyGame, agents: &[String], openings: &Openings) -> Result<(), RegistryError> {
    for agent in agents {
        let spec = Spec::parse(agent)?;
        if spec.name != PROCESS.name {
            continue;
        }
        let catalog = game.catalog();
        let protocol = catalog.protocol_of(catalog.resolve_parsed(&spec, &game.evals())?.choice("protocol"))?;
        let dialect = Dialect::new(PROCESS.name, protocol, game.spec(), game.players())?;
        if let Some(position) = openings.bare_positions().find(|position| !dialect.can_start_from(position)) {
            let (name, position) = (protocol.name(), quote(position));
            return Err(RegistryError::Request(format!(
                "`{agent}` cannot start from the opening {position}: `{name}` sends a program moves from the start only; \
                 write the opening as `moves` and the moves that lead there, as in `moves a1 b2`"
            )));
        }
    }
    Ok(())
}

impl dyn AnyGame + '_ {
    /// Runs the agent as an engine for the program at the other end of `input` and `out`, until it
    /// sends `quit`. The limits that the program sets for a move are its budget.
    pub fn serve(
        &self,
        agent: &str,
        protocol: Protocol,
        seed: u64,
        input: Box<dyn BufRead + Send>,
        out: &mut dyn Write,
    ) -> Result<(), RegistryError> {
        let agent = self.agent(agent)?;
        self.make_agent(&agent)?;
        if !protocol.serves() {
            let reason = format!("agents cannot be served in `{}`", protocol.name());
            return Err(RegistryError::Request(reason));
        }
        let dialect = Dialect::new("engine", protocol, self.spec(), self.players())?;
        let build = || self.make_agent(&agent).expect("it was built before");
        let service = Service { initial: self.state(None)?, dialect, agent: agent.clone(), build: &build, seed };
        mctslab_arena::engines::serve::serve(&service, input, out)
            .map_err(|error| RegistryError::Serving(error.to_string()))
    }

    /// Examines the program in a spec of `process`, over this many games.
    pub fn check_engine(&self, agent: &str, games: u64, seed: u64) -> Result<Vec<Finding>, RegistryError> {
        let args = self.catalog().resolve_agent(agent, &self.evals())?;
        let protocol = self.catalog().protocol_of(args.choice("protocol"))?;
        Ok(mctslab_arena::engines::check(&self.state(None)?, self.spec(), &args, protocol, games, seed)?)
    }
}
