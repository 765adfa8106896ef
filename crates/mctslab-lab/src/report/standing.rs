//! Ratings and Elo differences in the words that the terminal and the page share.

use mctslab_arena::{Course, Summary};
use mctslab_stats::bradley_terry::{Estimate, Ratings, rate};
use mctslab_stats::elo;

/// The Elo difference of a score: `+102`, `-∞`.
///
/// ```
/// # use mctslab_lab::report::elo_text;
/// assert_eq!((elo_text(0.5).as_str(), elo_text(0.0).as_str()), ("+0", "-∞"));
/// ```
pub fn elo_text(score: f64) -> String {
    elo(score).map_or_else(|| if score > 0.5 { "+∞" } else { "-∞" }.to_string(), |elo| format!("{elo:+.0}"))
}

/// A rating in whole points.
pub fn points_text(elo: f64) -> String {
    format!("{:+.0}", elo + 0.0)
}

/// The interval of a rating: `-12 to +30`.
pub fn interval_text(estimate: &Estimate) -> String {
    let low = estimate.low.map_or("-∞".to_string(), points_text);
    let high = estimate.high.map_or("+∞".to_string(), points_text);
    format!("{low} to {high}")
}

/// Joint ratings of the agents of a run. The first seat has an advantage worth estimating only where there are two.
pub fn ratings(summary: &Summary, course: &Course) -> Ratings {
    let agents = summary.points().len();
    rate(agents, &summary.encounters(), course.seatings() == 2).expect("agents and counts come from records")
}

/// Agents, the strongest first; of equals the one listed first.
pub fn ranking(ratings: &Ratings) -> Vec<usize> {
    let mut order: Vec<usize> = (0..ratings.players.len()).collect();
    order.sort_by(|&a, &b| ratings.players[b].elo.total_cmp(&ratings.players[a].elo).then(a.cmp(&b)));
    order
}

/// Ranks of a set of agents in that order, from 1.
pub fn ranks(order: &[usize], set: &[usize]) -> String {
    let place = |agent: &usize| order.iter().position(|other| other == agent);
    let mut ranks: Vec<usize> = set.iter().filter_map(place).map(|place| place + 1).collect();
    ranks.sort_unstable();
    ranks.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}
