//! Every two agents of a tournament compared, for people and for programs.

use mctslab_lab::report::{Comparison, by_rank, p_text};
use serde_json::{Value, json};

use crate::output::{grouped, table};

pub(super) fn json(all: &[Comparison]) -> Vec<Value> {
    let describe = |one: &Comparison| {
        json!({
            "a": one.a, "b": one.b, "games": one.games, "score": one.score,
            "low": one.interval.low, "high": one.interval.high,
            "p": one.p, "p_holm": one.p_holm, "significant": one.is_significant(),
        })
    };
    all.iter().map(describe).collect()
}

/// A list by ranks, the stronger of two first; `order` has the agents by rank.
pub(super) fn list(all: &[Comparison], order: &[usize]) -> String {
    let columns = [("pair", true), ("games", true), ("score", true), ("95 %", false), ("p", true), ("by Holm", true)];
    let row = |(first, second, one): (usize, usize, Comparison)| {
        vec![
            format!("{first}-{second}"),
            grouped(one.games),
            format!("{:.3}", one.score),
            format!("{:.3} to {:.3}", one.interval.low, one.interval.high),
            p_text(one.p),
            format!("{}{}", p_text(one.p_holm), star(one.is_significant())),
        ]
    };
    table(&columns, by_rank(all, order).into_iter().map(row).collect())
}

/// What marks a significant difference.
pub(super) fn star(significant: bool) -> &'static str {
    // A space that is as wide and is not cut off.
    if significant { "*" } else { "\u{a0}" }
}
