//! Programs among the agents: `process` beside those that search, and agents that serve as engines.

use std::io::{BufRead, Write};

use mctslab_arena::Openings;
use mctslab_arena::engines::serve::Service;
use mctslab_arena::engines::{Dialect, Finding, PROCESS, Protocol};
use mctslab_core::spec::{Spec, Value};
use mctslab_core::text::quote;

use crate::{AnyGame, RegistryError};

/// The agent that is code of the Python package: it is added by that package alone, and not trusted
/// more than a program.
pub const PYTHON: &str = "python";

/// Whether a spec names a program to be started or code of somebody else to be run, at any depth.
/// What cannot be read starts nothing.
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

/// What tables and titles call an agent: the `name` of a program that was given one, the name of a
/// function or class of Python with its options, else the spec as it was typed.
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

/// The name of a function or class that is found at `package.module:Name`, with its options.
fn python_name(place: &str, options: Option<&str>) -> String {
    let name = place.rsplit([':', '.']).next().unwrap_or(place);
    options.map_or_else(|| name.to_string(), |options| format!("{name}({options})"))
}

/// Refuses specs that start programs where that is not allowed. To be asked of every spec that was
/// read from a file or a store (`place` says which) before it is built; what is typed on the
/// command line needs no leave.
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

/// Refuses programs that are sent moves alone where openings are positions without moves: every
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
    /// Makes the agent an engine for the program at the other end of `input` and `out`, until it
    /// says `quit`. What that program allows for a move is the budget of the move.
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

    /// Examines the program that a spec of `process` names, over so many games.
    pub fn check_engine(&self, agent: &str, games: u64, seed: u64) -> Result<Vec<Finding>, RegistryError> {
        let args = self.catalog().resolve_agent(agent, &self.evals())?;
        let protocol = self.catalog().protocol_of(args.choice("protocol"))?;
        Ok(mctslab_arena::engines::check(&self.state(None)?, self.spec(), &args, protocol, games, seed)?)
    }
}
