//! Which move to play when the search is over.

mod lcb;
mod max_robust;
mod mean;
mod softmax;
mod visits;
mod wins;

use std::any::type_name;

use mctslab_core::spec::Args;
use mctslab_core::{Rng, Row};

pub use lcb::Lcb;
pub use max_robust::MaxRobust;
pub use mean::Mean;
pub use softmax::Softmax;
pub use visits::Visits;
pub use wins::Wins;

use crate::tree::{Node, Proof};

/// A rule for the final move.
pub trait Finish: Send {
    /// How good the child is as a final move, greater being better. Proofs are not its concern.
    fn score(&self, child: &Node) -> f64;

    /// The place of the final move: one of the best, each equally likely; `None` of no children.
    fn choose(&self, children: &[Node], rng: &mut Rng) -> Option<usize> {
        let top = children.iter().map(|child| self.rank(child)).reduce(|a, b| if b > a { b } else { a })?;
        let best = || children.iter().enumerate().filter(|(_, child)| self.rank(child) == top);
        let nth = rng.below(best().count() as u32) as usize;
        best().nth(nth).map(|(place, _)| place)
    }

    /// The place of the first of the best moves; `None` of no children.
    fn first(&self, children: &[Node]) -> Option<usize> {
        let better = |best: usize, place: usize| {
            if self.rank(&children[place]) > self.rank(&children[best]) { place } else { best }
        };
        (0..children.len()).reduce(better)
    }

    /// Proven wins before all others, proven losses last, and of those the one that took most
    /// visits to prove, since the opponent may fail to find the proof too.
    fn rank(&self, child: &Node) -> (u8, f64) {
        match child.proof() {
            Some(Proof::Win) => (2, self.score(child)),
            Some(Proof::Draw) | None => (1, self.score(child)),
            Some(Proof::Loss) => (0, f64::from(child.visits())),
        }
    }

    /// What the rule is, for tests that every name makes its own.
    fn name(&self) -> &'static str {
        type_name::<Self>()
    }

    /// The search may go on for so many budgets more until the choice [`Finish::is_settled`].
    fn extra(&self) -> f64 {
        0.0
    }

    /// Whether the choice is clear.
    fn is_settled(&self, _children: &[Node]) -> bool {
        true
    }
}

/// A rule on offer: one file, its `mod` line and one row of [`FINISHES`].
pub type FinishRow = Row<BuildFinish>;

/// What makes a rule of checked options.
pub type BuildFinish = fn(&Args) -> Box<dyn Finish>;

/// The rules that the search comes with.
pub static FINISHES: &[FinishRow] = &[visits::ROW, mean::ROW, wins::ROW, max_robust::ROW, lcb::ROW, softmax::ROW];
