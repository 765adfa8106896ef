//! Every two agents of a tournament compared. Where many are compared, some differ by chance: hence Holm's correction.

use mctslab_registry::arena::Summary;
use mctslab_stats::Interval;
use mctslab_stats::significance::{holm, p_value, p_value_of_pairs};
use serde_json::{Value, json};

use crate::output::{grouped, table};

/// A difference is significant if its corrected p-value is below this.
pub(super) const LEVEL: f64 = 0.05;

/// Two agents who have met.
pub(super) struct Comparison {
    /// The agent listed first.
    pub(super) a: usize,
    /// The other.
    pub(super) b: usize,
    games: u64,
    score: f64,
    range: Interval,
    p: f64,
    p_holm: f64,
}

impl Comparison {
    pub(super) fn is_significant(&self) -> bool {
        self.p_holm < LEVEL
    }

    fn json(&self) -> Value {
        json!({
            "a": self.a, "b": self.b, "games": self.games, "score": self.score, "low": self.range.low, "high": self.range.high,
            "p": self.p, "p_holm": self.p_holm, "significant": self.is_significant(),
        })
    }
}

/// All pairs of agents who have met, in the order of the list.
pub(super) fn comparisons(summary: &Summary, agents: usize) -> Vec<Comparison> {
    let pairs = (0..agents).flat_map(|a| (a + 1..agents).map(move |b| (a, b)));
    let mut all: Vec<Comparison> = pairs.filter_map(|(a, b)| compare(summary, a, b)).collect();
    let corrected = holm(&all.iter().map(|one| one.p).collect::<Vec<f64>>());
    for (one, p_holm) in all.iter_mut().zip(corrected) {
        one.p_holm = p_holm;
    }
    all
}

/// By pairs of games with seats swapped where all games are such, as in a match; else by games.
fn compare(summary: &Summary, a: usize, b: usize) -> Option<Comparison> {
    let tally = summary.against(a, b);
    let score = tally.scores.mean()?;
    let (range, p) = match summary.pairs_of(a, b) {
        Some(pairs) => (pairs.interval(), p_value_of_pairs(pairs)),
        None => (tally.scores.interval(), p_value(tally.wins, tally.draws, tally.losses)),
    };
    Some(Comparison { a, b, games: tally.games(), score, range, p, p_holm: p })
}

pub(super) fn json(all: &[Comparison]) -> Vec<Value> {
    all.iter().map(Comparison::json).collect()
}

/// A list by ranks, the stronger of two first; `order` has the agents by rank.
pub(super) fn list(all: &[Comparison], order: &[usize]) -> String {
    let columns = [("pair", true), ("games", true), ("score", true), ("95 %", false), ("p", true), ("by Holm", true)];
    let rank = |agent: usize| order.iter().position(|&other| other == agent).map_or(0, |place| place + 1);
    let mut rows: Vec<(usize, usize, Vec<String>)> = Vec::new();
    for one in all {
        let (ra, rb) = (rank(one.a), rank(one.b));
        let (score, low, high) = if ra < rb {
            (one.score, one.range.low, one.range.high)
        } else {
            (1.0 - one.score, 1.0 - one.range.high, 1.0 - one.range.low)
        };
        let (first, second) = (ra.min(rb), ra.max(rb));
        let row = vec![
            format!("{first}-{second}"),
            grouped(one.games),
            format!("{score:.3}"),
            format!("{low:.3} to {high:.3}"),
            probability(one.p),
            format!("{}{}", probability(one.p_holm), star(one.is_significant())),
        ];
        rows.push((first, second, row));
    }
    rows.sort_unstable_by_key(|&(first, second, _)| (first, second));
    table(&columns, rows.into_iter().map(|(_, _, row)| row).collect())
}

/// What marks a significant difference.
pub(super) fn star(significant: bool) -> &'static str {
    // A space that is as wide and is not cut off.
    if significant { "*" } else { "\u{a0}" }
}

fn probability(p: f64) -> String {
    if p < 0.0001 { "<0.0001".to_string() } else { format!("{p:.4}") }
}

/// What the stars mean; nothing where nobody has met.
pub(super) fn legend(all: &[Comparison]) -> String {
    let (found, count) = (all.iter().filter(|one| one.is_significant()).count(), all.len());
    let level = format!("at {} %", 100.0 * LEVEL);
    match (found, count) {
        (_, 0) => String::new(),
        (0, 1) => format!("The two agents do not differ significantly, {level}.\n"),
        (0, _) => {
            format!("No two agents differ significantly, {level} over all {count} comparisons together (Holm).\n")
        }
        _ => format!("* {found} of {count} pairs differ, {level} over all comparisons together (Holm).\n"),
    }
}
