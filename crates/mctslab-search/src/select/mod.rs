//! Which child to visit next.

mod ucb1;

use mctslab_core::Rng;

pub use ucb1::Ucb1;

use crate::tree::Node;

/// A rule of selection: one virtual call per node passed, none per child.
pub trait Select: Send {
    /// The place of the child to visit, of at least one.
    fn pick(&mut self, choice: &Choice, rng: &mut Rng) -> usize;

    /// For a rule that visits the child with the greatest mean + s · rarity, of equals the first made: the factor s under a
    /// parent of so many visits. Such a rule reads the trees that threads share where they are; for the others, which say
    /// `None`, the children are copied.
    fn scale(&self, _visits: u32) -> Option<f64> {
        None
    }

    /// Whether [`Choice::squares`] are needed.
    fn wants_squares(&self) -> bool {
        false
    }
}

/// What a rule of selection may look at.
pub struct Choice<'a> {
    /// Visits of the parent.
    pub visits: u32,
    /// The children, in the order in which they were made.
    pub children: &'a [Node],
    /// The mean of the squared payoffs of each child, if the rule asked for them.
    pub squares: &'a [f32],
}
