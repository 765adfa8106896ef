//! Descriptions of everything that has a name, as `explain` prints them.

use mctslab_arena::{ADJUDICATIONS, OPENINGS, RESIGNATIONS, STOPS};
use mctslab_core::catalog::Rows;
use mctslab_core::spec::{Entry, Kind, SpecError, find};
use mctslab_core::text::head;

use crate::Catalog;

/// A name with its one-line description, options and full documentation.
#[derive(Clone, Debug)]
pub struct Description {
    /// `game`, `agent`, or the option to which a part is given.
    pub what: &'static str,
    /// Whether that is an option of runs, rather than of an agent or of another part.
    pub of_run: bool,
    /// Name, one line and options.
    pub entry: Entry,
    /// Rules or formula, formats, sources; empty where the one line is complete.
    pub text: String,
}

/// Descriptions of the rows of a list.
fn rows<B>(what: &'static str, rows: &Rows<B>) -> Vec<Description> {
    rows.iter().map(|row| Description { what, of_run: false, entry: row.entry, text: head(row.source) }).collect()
}

impl Catalog {
    /// Every game, in listed order.
    pub fn games(&self) -> Vec<Description> {
        rows("game", &self.all().games)
    }

    /// Every agent, in listed order.
    pub fn agents(&self) -> Vec<Description> {
        rows("agent", &self.all().agents)
    }

    /// The parts of agents and of runs, and the choices of their options, each once; `what` is the
    /// option to which they are given.
    pub fn parts(&self) -> Vec<Description> {
        let described = self.all().parts.described().into_iter();
        let protocols = rows("protocol", &self.all().protocols);
        let mut parts: Vec<Description> = described
            .map(|(what, entry, source)| Description { what, of_run: false, entry, text: head(source) })
            .chain(protocols)
            .collect();
        for (what, entries) in
            [("openings", OPENINGS), ("stop", STOPS), ("adjudicate", ADJUDICATIONS), ("resign", RESIGNATIONS)]
        {
            add_parts(&mut parts, (what, true), entries);
        }
        for named in self.agents().into_iter().chain(self.games()) {
            add_choices(&mut parts, &named.entry);
        }
        // The other entries of the lists from which agents choose.
        self.with_scope(&[], |scope| {
            for (list, entries) in scope {
                add_parts(&mut parts, (if *list == "leaf" { "playout" } else { list }, false), entries);
            }
        });
        for entry in self.all().games.entries() {
            if let Ok(game) = self.game(entry.name) {
                add_parts(&mut parts, ("eval", false), &game.evals());
            }
        }
        parts
    }

    /// Everything called `name`: games, agents, parts of them, and `more`. The error lists all
    /// names.
    pub fn describe(&self, name: &str, more: Vec<Description>) -> Result<Vec<Description>, SpecError> {
        let all = self.games().into_iter().chain(self.agents()).chain(self.parts());
        let mut named: Vec<Description> = all.chain(more).collect();
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
}

/// Adds the entries that an option of runs, or of something else, can have, and the choices of
/// their own options.
fn add_parts(parts: &mut Vec<Description>, (what, of_run): (&'static str, bool), entries: &[Entry]) {
    for entry in entries {
        let known = |part: &Description| (part.what, part.of_run, part.entry.name) == (what, of_run, entry.name);
        let same = |part: &Description| known(part) && (!part.text.is_empty() || part.entry.doc == entry.doc);
        if !parts.iter().any(same) {
            parts.push(Description { what, of_run, entry: *entry, text: String::new() });
        }
        add_choices(parts, entry);
    }
}

/// Adds the choices of the options of an entry.
pub fn add_choices(parts: &mut Vec<Description>, entry: &Entry) {
    for param in entry.params {
        if let Kind::Choice(choices) = param.kind {
            add_parts(parts, (param.name, false), choices);
        }
    }
}
