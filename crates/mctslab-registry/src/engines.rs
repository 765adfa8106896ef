//! Programs among the agents: `process` beside those that search, and agents that serve as engines.

use std::io::{BufRead, Write};

use mctslab_arena::Openings;
use mctslab_arena::engines::program::Limits;
use mctslab_arena::engines::serve::{Build, Service};
use mctslab_arena::engines::{Dialect, PROCESS, Process, Protocol};
use mctslab_core::spec::{Arg, Args, Entry, Spec, SpecError, Value, resolve};
use mctslab_core::text::quote;
use mctslab_core::{Agent, Game};

use crate::{AnyGame, RegistryError};

/// Every agent that a spec may name.
pub(crate) fn entries() -> Vec<Entry> {
    mctslab_search::entries().into_iter().chain([PROCESS]).collect()
}

/// Reads the spec of an agent for a game that offers `evals`, and writes out every default.
pub(crate) fn resolve_agent(text: &str, evals: &'static [Entry]) -> Result<Args, SpecError> {
    resolve(&Spec::parse(text)?, "agent", &entries(), evals)
}

/// Builds the agent of resolved parameters for the game with this spec.
pub(crate) fn build<G: Game>(game: &G, spec: &str, args: &Args) -> Result<Box<dyn Agent<G>>, SpecError> {
    if args.name() == PROCESS.name { Process::build(game, spec, args) } else { mctslab_search::build(game, args) }
}

/// Whether a spec names a program to be started, at any depth. What cannot be read starts nothing.
///
/// ```
/// # use mctslab_registry::starts_programs;
/// assert!(starts_programs("process(cmd=\"./engine\")"));
/// assert!(!starts_programs("uct(iters=100)"));
/// ```
pub fn starts_programs(spec: &str) -> bool {
    fn names(spec: &Spec) -> bool {
        spec.name == PROCESS.name
            || spec.args.iter().any(|arg| matches!(&arg.value, Value::Spec(inner) if names(inner)))
    }
    Spec::parse(spec).is_ok_and(|spec| names(&spec))
}

/// What tables and titles call an agent: the `name` of a program that was given one, else the spec as it was typed.
///
/// ```
/// # use mctslab_registry::agent_name;
/// assert_eq!(agent_name("process(cmd=\"./engine --strong\",name=\"Engine 2.1\")"), "Engine 2.1");
/// assert_eq!(agent_name("uct(iters=100)"), "uct(iters=100)");
/// ```
pub fn agent_name(typed: &str) -> String {
    let spec = Spec::parse(typed).ok().filter(|spec| spec.name == PROCESS.name);
    let name = spec.and_then(|spec| {
        spec.args.into_iter().find_map(|arg| match arg.value {
            Value::Quoted(name) if arg.key == "name" && !name.trim().is_empty() => Some(name),
            _ => None,
        })
    });
    name.unwrap_or_else(|| typed.to_string())
}

/// Refuses specs that start programs where that is not allowed. To be asked of every spec that was read from a file or a store
/// (`place` says which) before it is built; what is typed on the command line needs no leave.
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

/// Refuses programs that are told moves alone where openings are positions without moves: every game would be lost. The agents are
/// resolved.
pub fn allow_openings(game: &dyn AnyGame, agents: &[String], openings: &Openings) -> Result<(), RegistryError> {
    for agent in agents {
        let spec = Spec::parse(agent)?;
        if spec.name != PROCESS.name {
            continue;
        }
        let protocol = Protocol::of(resolve(&spec, "agent", &[PROCESS], &[])?.choice("protocol"));
        let dialect = Dialect::new(PROCESS.name, protocol, game.spec(), game.players())?;
        if let Some(position) = openings.bare_positions().find(|position| !dialect.can_start_from(position)) {
            let (name, position) = (protocol.name(), quote(position));
            return Err(RegistryError::Request(format!(
                "`{agent}` cannot start from the opening {position}: `{name}` tells a program moves from the start alone; write the \
                 opening as `moves` and the moves that lead there, as in `moves a1 b2`"
            )));
        }
    }
    Ok(())
}

/// Makes an agent an engine for another program.
pub(crate) fn serve<G: Game>(
    game: &'static G,
    spec: &str,
    agent: &str,
    protocol: Protocol,
    seed: u64,
    input: Box<dyn BufRead + Send>,
    out: &mut dyn Write,
) -> Result<(), RegistryError> {
    let args = resolve_agent(agent, game.evals())?;
    build(game, spec, &args)?;
    let dialect = Dialect::new("engine", protocol, spec, game.players())?;
    let (name, spec) = (args.to_string(), spec.to_string());
    let text = name.clone();
    let build: Build<G> = Box::new(move |limits| {
        let args = limited(&text, game.evals(), limits)?;
        build(game, &spec, &args).ok()
    });
    let service = Service { game, dialect, agent: name, build, seed };
    mctslab_arena::engines::serve::serve(service, input, out).map_err(|error| RegistryError::Serving(error.to_string()))
}

/// The agent's arguments with its own budget in place of what a client allows; `None` if it has no such budget.
fn limited(text: &str, evals: &'static [Entry], limits: Limits) -> Option<Args> {
    let mut spec = Spec::parse(text).ok()?;
    let mut changed = limits == Limits::default();
    let wanted = [
        (limits.movetime, ["time", "movetime"], ["iters", "nodes"]),
        (limits.nodes, ["iters", "nodes"], ["time", "movetime"]),
        (limits.depth, ["depth", "depth"], ["", ""]),
    ];
    let given: Vec<&str> = wanted.iter().filter(|row| row.0.is_some()).flat_map(|row| row.1).collect();
    for (value, keys, others) in wanted {
        let Some(value) = value else { continue };
        let Some(key) = keys.into_iter().find(|key| has(&spec, key)) else { continue };
        set(&mut spec, key, Value::Number(value.to_string()));
        changed = true;
        // The budget that it had of its own would come first; some agents have none to give up.
        for other in others.into_iter().filter(|other| !given.contains(other)) {
            let none = Value::Spec(Spec { name: "none".to_string(), args: Vec::new() });
            let mut freed = spec.clone();
            set(&mut freed, other, none);
            if resolve(&freed, "agent", &entries(), evals).is_ok() {
                spec = freed;
            }
        }
    }
    changed.then(|| resolve(&spec, "agent", &entries(), evals).ok()).flatten()
}

fn has(spec: &Spec, key: &str) -> bool {
    spec.args.iter().any(|arg| arg.key == key)
}

fn set(spec: &mut Spec, key: &str, value: Value) {
    if let Some(arg) = spec.args.iter_mut().find(|arg: &&mut Arg| arg.key == key) {
        arg.value = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_s_limits_become_the_agent_s_budget() {
        const EVALS: &[Entry] = &[Entry::word("half", "the same for everybody")];
        let under = |agent: &str, limits: Limits| {
            let text = resolve_agent(agent, EVALS).expect("an agent").to_string();
            limited(&text, EVALS, limits).map(|args| args.to_string())
        };
        let time = Limits { movetime: Some(70), ..Limits::default() };
        let nodes = Limits { nodes: Some(55), ..Limits::default() };
        let timed = under("uct", time).expect("uct takes a time");
        assert!(timed.contains("iters=none") && timed.contains("time=70"), "{timed}");
        let counted = under("uct(time=9)", nodes).expect("uct takes iterations");
        assert!(counted.contains("iters=55") && counted.contains("time=none"), "{counted}");
        assert_eq!(under("random", time), None);
        assert_eq!(under("random", Limits::default()).as_deref(), Some("random"));
    }

    #[test]
    fn specs_from_elsewhere_start_programs_only_where_allowed() {
        let specs = ["uct", "process(cmd=\"rm -rf /\",protocol=lines)"];
        let refused = allow_engines("run 7", specs, false).expect_err("not allowed");
        assert!(refused.to_string().contains("run 7 names `process(cmd=\"rm") && refused.is_usage(), "{refused}");
        assert!(refused.to_string().contains("--allow-engines"));
        assert!(allow_engines("run 7", specs, true).is_ok());
        assert!(allow_engines("run 7", ["uct", "random"], false).is_ok());
        assert!(starts_programs("wrapped(inner=process(cmd=\"x\"))"));
    }
}
