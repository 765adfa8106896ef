//! Which move to play when the search is over.

mod mean;
mod visits;

use mctslab_core::spec::{Args, Entry};

pub use mean::Mean;
pub use visits::Visits;

use crate::tree::{Node, Proof};

/// A rule for the final move.
pub trait Finish: Send {
    /// How good the child is as a final move, greater being better. Proofs are not its concern.
    fn score(&self, child: &Node) -> f64;
}

/// The rules on offer.
pub const FINISHES: &[Entry] = &[visits::ENTRY, mean::ENTRY];

/// The rule of that name.
pub fn build(args: &Args) -> Box<dyn Finish> {
    if args.name() == mean::ENTRY.name { Box::new(Mean) } else { Box::new(Visits) }
}

/// The places of the children that are equally good final moves: proven wins before all others, proven losses last, and of
/// those the one that took most visits to prove, since the opponent may fail to find the proof too.
pub fn best(rule: &dyn Finish, children: &[Node], out: &mut Vec<usize>) {
    out.clear();
    let rank = |child: &Node| match child.proof() {
        Some(Proof::Win) => (2, rule.score(child)),
        Some(Proof::Draw) | None => (1, rule.score(child)),
        Some(Proof::Loss) => (0, f64::from(child.visits())),
    };
    let mut top = (-1, f64::NEG_INFINITY);
    for (place, child) in children.iter().enumerate() {
        let score = rank(child);
        if score > top {
            top = score;
            out.clear();
        }
        if score == top {
            out.push(place);
        }
    }
}
