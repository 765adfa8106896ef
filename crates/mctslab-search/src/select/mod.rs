//! Which child to visit next.

mod ucb1;

pub use ucb1::Ucb1;

use crate::tree::Node;

/// A rule of selection: one virtual call per node passed, none per child.
pub trait Select: Send {
    /// The place of the child to visit, of at least one. `visits` are those of their parent.
    fn pick(&self, visits: u32, children: &[Node]) -> usize;
}
