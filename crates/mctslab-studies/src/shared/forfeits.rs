//! Games that were forfeited, for people and for programs.

use maud::Markup;
use mctslab_arena::{ForfeitCounts, Forfeits};
use mctslab_core::Fault;
use mctslab_lab::Hints;
use mctslab_page::{Table, counted, grouped};
use serde::Serialize;

/// Why a run in which every game was forfeited says nothing.
pub(crate) fn all_forfeited(hints: &dyn Hints) -> String {
    format!("every game was forfeited: the forfeits above say why, and `{}` examines a program", hints.check_engine())
}

/// The games that an agent forfeited by one kind of fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ForfeitRow {
    agent: usize,
    fault: &'static str,
    games: u64,
    first: u64,
    message: String,
}

impl ForfeitRow {
    /// Who forfeited games, and how.
    pub(crate) fn all(counts: &ForfeitCounts) -> Vec<ForfeitRow> {
        let row = |((agent, fault), forfeits): (&(usize, Fault), &Forfeits)| ForfeitRow {
            agent: *agent,
            fault: fault.name(),
            games: forfeits.games,
            first: forfeits.first,
            message: forfeits.message.clone(),
        };
        counts.iter().map(row).collect()
    }
}

/// A line for each fault.
pub(crate) fn forfeit_lines(rows: &[ForfeitRow], name: impl Fn(usize) -> String) -> String {
    let line = |row: &ForfeitRow| {
        let (name, games) = (name(row.agent), counted(row.games, "game", "games"));
        let ForfeitRow { fault, first, message, .. } = row;
        format!("forfeits: `{name}` lost {games} by {fault}, first game {first}: {message}\n")
    };
    rows.iter().map(line).collect()
}

/// A table for a page; nothing without forfeits.
pub(crate) fn forfeit_table(rows: &[ForfeitRow], name: impl Fn(usize) -> String) -> Markup {
    if rows.is_empty() {
        return Markup::default();
    }
    let columns =
        [("forfeits of", false), ("by", false), ("games", true), ("first game", true), ("what happened", false)];
    let mut table = Table::new(&columns);
    for row in rows {
        let (count, first) = (grouped(row.games), row.first.to_string());
        table.row([name(row.agent), row.fault.to_string(), count, first, row.message.clone()]);
    }
    table.html()
}
