//! The rounds of a Swiss or knock-out tournament.

use std::fmt::Write;

use mctslab_lab::report::{points_made, round_name};
use mctslab_registry::arena::PlayedTable;
use serde_json::{Value, json};

use super::Outcome;
use crate::output::{BOLD, DIM};

pub(super) fn json(outcome: &Outcome<'_>) -> Vec<Value> {
    let table = |table: &PlayedTable| json!({"agents": table.agents, "points": table.points, "winner": table.winner});
    let rounds = outcome.course.rounds(outcome.summary);
    let describe = rounds.iter().enumerate().map(|(place, round)| {
        let tables: Vec<Value> = round.tables.iter().map(table).collect();
        json!({"round": place + 1, "tables": tables, "byes": round.byes, "over": round.over})
    });
    describe.collect()
}

/// Round after round: who met whom with how many points, who went on, and who had a bye.
pub(super) fn text(outcome: &Outcome<'_>) -> String {
    let mut text = String::new();
    for (place, round) in outcome.course.rounds(outcome.summary).iter().enumerate() {
        let open = if round.over { "" } else { ", not over yet" };
        let name = round_name(outcome.course.format(), place + 1, round);
        let _ = writeln!(text, "{BOLD}{name}{BOLD:#}{open}");
        for table in &round.tables {
            let _ = writeln!(text, "  {}", pairing(outcome, table));
        }
        for &agent in &round.byes {
            let _ = writeln!(text, "  {} {DIM}has a bye{DIM:#}", outcome.names[agent]);
        }
    }
    text
}

/// `a 12 : 4 b  → a`.
fn pairing(outcome: &Outcome<'_>, table: &PlayedTable) -> String {
    let name = |agent: usize| outcome.names[agent].as_str();
    let points: Vec<String> = table.points.iter().map(|&points| points_made(points)).collect();
    let names: Vec<&str> = table.agents.iter().map(|&agent| name(agent)).collect();
    let line = if let ([first, second], [ours, theirs]) = (names.as_slice(), points.as_slice()) {
        format!("{first}  {ours} : {theirs}  {second}")
    } else {
        let each = names.iter().zip(&points).map(|(name, points)| format!("{name} {points}"));
        each.collect::<Vec<String>>().join(", ")
    };
    table.winner.map_or(line.clone(), |winner| format!("{line}  → {}", name(winner)))
}
