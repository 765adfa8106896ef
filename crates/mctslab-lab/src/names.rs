//! The one name that an agent has wherever a person reads it: in the terminal, on pages, in plots
//! and in exported tables.

use mctslab_core::spec::{Arg, Spec, Value};
use mctslab_core::text::printable;
use mctslab_registry::{AnyGame, agent_name as given_name};

use crate::agents::Agents;
use crate::anchor::Anchor;
use crate::error::LabError;

/// The options of agents that limit the work for a move. How strong an agent is depends on them
/// more than on anything else, so that a name always has them.
const LIMITS: &[&str] = &["iters", "time", "nodes", "depth", "inner", "movetime"];

/// The name of an agent that plays `game`, of its resolved spec: the spec without default options,
/// but with all that limits its work; the `name` of a program that was given one; the name of what
/// was written in Python. Nothing is built for it, so that specs of a foreign store are welcome,
/// and one that cannot be read stays as it is.
///
/// ```
/// # use mctslab_lab::{agent_name, registry::Catalog};
/// let game = Catalog::standard().game("connect-four")?;
/// let name = |typed: &str| game.agent(typed).map(|spec| agent_name(&*game, &spec));
/// assert_eq!(name("uct")?, "uct(iters=1000)");
/// assert_eq!(name("uct(time=50,c=0.4)")?, "uct(time=50)");
/// assert_eq!(name("process(cmd=\"./bot\",name=\"Bot 2\")")?, "Bot 2");
/// # Ok::<(), mctslab_lab::registry::RegistryError>(())
/// ```
pub fn agent_name(game: &dyn AnyGame, spec: &str) -> String {
    let given = given_name(spec);
    let listed = |name: &str| game.catalog().agents().iter().any(|agent| agent.entry.name == name);
    // Nobody else's agent takes the name of one that is listed.
    if given != spec && !Spec::parse(&given).is_ok_and(|given| listed(&given.name)) {
        return printable(&given).into_owned();
    }
    let name = named(game, spec).unwrap_or_else(|| spec.to_string());
    printable(&name).into_owned()
}

/// The name of a touchstone: it has any number of iterations, and so none in its name.
pub fn touchstone_name(game: &dyn AnyGame, spec: &str) -> String {
    let name = agent_name(game, spec);
    let Ok(mut parsed) = Spec::parse(&name) else { return name };
    parsed.args.retain(|arg| arg.key != "iters");
    parsed.to_string()
}

/// The names of the agents of a plan, whose specs are resolved, in a study that takes `kind`.
pub(crate) fn names_of(game: &dyn AnyGame, agents: &[String], kind: Agents) -> Vec<String> {
    let name = |(place, spec): (usize, &String)| {
        if kind == Agents::Touchstone || (kind == Agents::Target && place == 1) {
            return touchstone_name(game, spec);
        }
        agent_name(game, spec)
    };
    agents.iter().enumerate().map(name).collect()
}

/// The anchor that a text names: an agent of the list by its name, by a spec that means the same,
/// or by its number. Nothing is built for it.
pub fn anchor(game: &dyn AnyGame, agents: &[String], text: &str) -> Result<Anchor, LabError> {
    let short = |spec: &str| game.catalog().short_agent(spec, &game.evals());
    let names: Vec<String> = agents.iter().map(|agent| agent_name(game, agent)).collect();
    let is = |text: &str, agent: usize| names[agent] == text || short(text) == short(&agents[agent]);
    Anchor::find(text, &names, is).map_err(|error| LabError::Request(error.to_string()))
}

/// The name of an agent that has not been given one; `None` if its spec cannot be read.
fn named(game: &dyn AnyGame, spec: &str) -> Option<String> {
    let catalog = game.catalog();
    let whole = Spec::parse(spec).ok()?;
    let short = Spec::parse(&catalog.short_agent(spec, &game.evals())).ok()?;
    let none = |arg: &Arg| matches!(&arg.value, Value::Spec(word) if word.name == "none");
    let kept = |arg: Arg| {
        let not_default = short.args.iter().find(|other| other.key == arg.key).cloned();
        not_default.or_else(|| Some(arg).filter(|arg| LIMITS.contains(&arg.key.as_str()) && !none(arg)))
    };
    let spec = Spec { name: whole.name, args: whole.args.into_iter().filter_map(kept).collect() };
    Some(spec.to_string())
}

#[cfg(test)]
mod tests {
    use mctslab_registry::Catalog;

    use super::*;

    #[test]
    fn a_name_leaves_defaults_out_and_keeps_every_limit() {
        let game = Catalog::standard().game("connect-four").expect("a game");
        for (typed, name) in [
            ("uct", "uct(iters=1000)"),
            ("uct(c=0.4,iters=1000)", "uct(iters=1000)"),
            ("uct(time=50)", "uct(time=50)"),
            ("uct(iters=10,time=50)", "uct(iters=10,time=50)"),
            ("uct(select=grave,c=0)", "uct(iters=1000,select=grave)"),
            ("uct(select=grave,c=0.4,expand=one)", "uct(iters=1000,select=grave,c=0.4,expand=one)"),
            ("alphabeta", "alphabeta(depth=4)"),
            ("ab-uct", "ab-uct(nodes=1000)"),
            ("solve", "solve(nodes=20000000)"),
            ("ams", "ams(iters=1000,depth=2,inner=50)"),
            ("score4", "score4(depth=7)"),
            ("random", "random"),
            ("process(cmd=\"./a \\\"b\\\"\",protocol=lines)", "process(cmd=\"./a \\\"b\\\"\",protocol=lines)"),
            ("process(cmd=\"./a\",name=\"A\")", "A"),
        ] {
            let spec = game.agent(typed).expect("an agent");
            assert_eq!(agent_name(&*game, &spec), name);
            let again = game.agent(name).map(|again| again == spec);
            assert!(name == "A" || again == Ok(true), "{name} means the same");
        }
        assert_eq!(touchstone_name(&*game, &game.agent("mcts(iters=1)").expect("an agent")), "mcts");
        assert_eq!(agent_name(&*game, "gone(depth=3)"), "gone(depth=3)", "of another version");
    }

    #[test]
    fn what_is_written_in_python_has_its_own_name() {
        let game = Catalog::standard().game("nim").expect("a game");
        let name = |spec: &str| agent_name(&*game, spec);
        assert_eq!(name("python(agent=\"package.module:Bold\")"), "Bold");
        assert_eq!(name("python(agent=\"own:bold\",options=\"depth=3\")"), "bold(depth=3)");
        assert_eq!(name("python(agent=\"own:random\")"), "python(agent=\"own:random\")", "there is a `random`");
    }

    #[test]
    fn an_anchor_is_named_in_any_way_that_means_the_agent() {
        let game = Catalog::standard().game("nim").expect("a game");
        let agents = ["uct(c=0.4)", "random"].map(|typed| game.agent(typed).expect("an agent"));
        for text in ["uct", "uct(iters=1000)", "uct(c=0.4)", "1", "uct=0"] {
            assert_eq!(anchor(&*game, &agents, text).map(|anchor| anchor.agent).ok(), Some(0), "{text}");
        }
        assert!(anchor(&*game, &agents, "uct(c=0.5)").is_err());
    }
}
