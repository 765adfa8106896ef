//! Every two agents of a tournament compared. Comparing many pairs produces false positives, hence
//! Holm's correction.

use mctslab_arena::Summary;
use mctslab_stats::Interval;
use mctslab_stats::significance::{holm, p_value, p_value_of_pairs};

/// A difference is significant if its corrected p-value is below this.
const LEVEL: f64 = 0.05;

/// Two agents who have met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Comparison {
    /// The agent listed first.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// Games between them.
    pub games: u64,
    /// The score of the first.
    pub score: f64,
    /// Its 95 % interval.
    pub interval: Interval,
    /// The p-value of equal strength.
    pub p: f64,
    /// The p-value corrected by Holm's method for all pairs.
    pub p_holm: f64,
}

impl Comparison {
    /// Whether the two differ, by the corrected p-value.
    pub(crate) fn is_significant(&self) -> bool {
        self.p_holm < LEVEL
    }

    /// The same seen from the side of the other agent.
    #[must_use]
    pub(crate) fn mirrored(self) -> Comparison {
        let Interval { low, high } = self.interval;
        let interval = Interval { low: 1.0 - high, high: 1.0 - low };
        Comparison { a: self.b, b: self.a, score: 1.0 - self.score, interval, ..self }
    }
}

/// All pairs of agents who have met, in the order of the list.
pub(crate) fn comparisons(summary: &Summary) -> Vec<Comparison> {
    let agents = summary.points().len();
    let pairs = (0..agents).flat_map(|a| (a + 1..agents).map(move |b| (a, b)));
    let mut all: Vec<Comparison> = pairs.filter_map(|(a, b)| compare(summary, a, b)).collect();
    let corrected = holm(&all.iter().map(|one| one.p).collect::<Vec<f64>>());
    for (one, p_holm) in all.iter_mut().zip(corrected) {
        one.p_holm = p_holm;
    }
    all
}

/// How two agents compare, if they have met, from the side of the first.
pub(crate) fn pair_of(all: &[Comparison], a: usize, b: usize) -> Option<Comparison> {
    let one = all.iter().find(|one| (one.a, one.b) == (a.min(b), a.max(b)))?;
    Some(if a < b { *one } else { one.mirrored() })
}

/// By pairs of games with seats swapped where all games are such, as in a match; else by games.
fn compare(summary: &Summary, a: usize, b: usize) -> Option<Comparison> {
    let tally = summary.against(a, b);
    let (score, weight) = (tally.scores.mean()?, tally.weight());
    let p = if let Some(pairs) = summary.pairs_of(a, b) {
        p_value_of_pairs(&pairs.rounded(weight))
    } else {
        let whole = |count: u64| (weight * count as f64).round() as u64;
        p_value(whole(tally.wins), whole(tally.draws), whole(tally.losses))
    };
    Some(Comparison { a, b, games: tally.games(), score, interval: summary.interval_between(a, b), p, p_holm: p })
}

/// The comparisons as a list by ranks: the ranks of two agents, and the comparison from the side of
/// the higher ranked. `order` has the agents by rank.
pub(crate) fn by_rank(all: &[Comparison], order: &[usize]) -> Vec<(usize, usize, Comparison)> {
    let rank = |agent: usize| order.iter().position(|&other| other == agent).map_or(0, |place| place + 1);
    let mut rows: Vec<(usize, usize, Comparison)> = all
        .iter()
        .map(|one| if rank(one.a) < rank(one.b) { *one } else { one.mirrored() })
        .map(|one| (rank(one.a), rank(one.b), one))
        .collect();
    rows.sort_by_key(|&(first, second, _)| (first, second));
    rows
}

/// A p-value with four digits.
pub(crate) fn p_text(p: f64) -> String {
    if p < 0.0001 { "<0.0001".to_string() } else { format!("{p:.4}") }
}

/// What the stars mean; nothing where nobody has met.
pub(crate) fn significance_text(all: &[Comparison]) -> String {
    let (found, count) = (all.iter().filter(|one| one.is_significant()).count(), all.len());
    let level = format!("at {} %", 100.0 * LEVEL);
    match (found, count) {
        (_, 0) => String::new(),
        (0, 1) => format!("The two agents do not differ significantly, {level}."),
        (0, _) => format!("No two agents differ significantly, {level} over all {count} comparisons together (Holm)."),
        _ => format!("* {found} of {count} pairs differ, {level} over all comparisons together (Holm)."),
    }
}
