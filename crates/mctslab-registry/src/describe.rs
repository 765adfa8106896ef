//! Everything that has a name, with what `explain` says of it.

use mctslab_arena::engines::{PROCESS, PROCESS_SOURCE};
use mctslab_arena::{ADJUDICATIONS, FORMATS, OPENINGS, RESIGNATIONS, STOPS};
use mctslab_core::spec::{Entry, Kind, SpecError, find};
use mctslab_core::text::head;

/// A name with its one-line description, options and full documentation.
pub struct Description {
    /// `game`, `agent`, or the option that a part is given to.
    pub what: &'static str,
    /// Name, one line and options.
    pub entry: Entry,
    /// Rules or formula, formats, sources; empty where the one line says all.
    pub text: String,
}

/// Every game, in the order of the list.
pub fn games() -> Vec<Description> {
    let describe =
        |info: &mctslab_core::GameInfo| Description { what: "game", entry: info.entry, text: head(info.source) };
    mctslab_games::GAMES.iter().map(describe).collect()
}

/// Every agent, in the order of the list.
pub fn agents() -> Vec<Description> {
    let describe =
        |info: &mctslab_search::AgentInfo| Description { what: "agent", entry: info.entry, text: head(info.source) };
    let program = Description { what: "agent", entry: PROCESS, text: head(PROCESS_SOURCE) };
    mctslab_search::AGENTS.iter().map(describe).chain([program]).collect()
}

/// The parts of agents and of runs, and the choices of their options, each once; `what` is the option they are given to.
pub fn parts() -> Vec<Description> {
    let mut parts: Vec<Description> =
        mctslab_search::parts().map(|(what, entry, source)| Description { what, entry, text: head(source) }).collect();
    for (what, entries) in [
        ("--openings", OPENINGS),
        ("--format", FORMATS),
        ("--stop", STOPS),
        ("--adjudicate", ADJUDICATIONS),
        ("--resign", RESIGNATIONS),
    ] {
        add_parts(&mut parts, what, entries);
    }
    for named in agents().into_iter().chain(games()) {
        add_choices(&mut parts, &named.entry);
    }
    for entry in mctslab_games::entries() {
        if let Ok(game) = crate::game(entry.name) {
            add_parts(&mut parts, "eval", game.evals());
        }
    }
    parts
}

/// Adds entries that are given to an option, and what can be given to theirs.
pub fn add_parts(parts: &mut Vec<Description>, what: &'static str, entries: &[Entry]) {
    for entry in entries {
        let known = |part: &Description| part.what == what && part.entry.name == entry.name;
        let same = |part: &Description| known(part) && (!part.text.is_empty() || part.entry.doc == entry.doc);
        if !parts.iter().any(same) {
            parts.push(Description { what, entry: *entry, text: String::new() });
        }
        add_choices(parts, entry);
    }
}

fn add_choices(parts: &mut Vec<Description>, entry: &Entry) {
    for param in entry.params {
        if let Kind::Choice(choices) = param.kind {
            add_parts(parts, param.name, choices);
        }
    }
}

/// Everything called `name`: games, agents, parts of them, and `more`. The error lists all names.
pub fn describe(name: &str, more: Vec<Description>) -> Result<Vec<Description>, SpecError> {
    let mut named: Vec<Description> = games().into_iter().chain(agents()).chain(parts()).chain(more).collect();
    let mut entries: Vec<Entry> = Vec::new();
    for description in &named {
        if !entries.iter().any(|entry| entry.name == description.entry.name) {
            entries.push(description.entry);
        }
    }
    find(name, "game, agent or part", &entries)?;
    named.retain(|description| description.entry.name == name);
    Ok(named)
}
