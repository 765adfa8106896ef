//! Knowledge beyond a node's own statistics, which shifts the means that a rule compares.
//!
//! Adding an advice: one file that implements [`Advice`] and builds a [`super::Selection`], and one
//! row of [`super::SELECTS`]. It is called once per node passed and once per playout. [`Grave`]
//! alone has a second, faster comparison, compiled for every game.

use mctslab_core::{Payoffs, Player};

use super::grave::{Grave, TableId};
use crate::trail::Marks;
use crate::tree::Node;

/// Something that knows moves, whoever made them and wherever.
pub trait Advice: Send {
    /// What it is, in words, for tests that every name makes its own.
    fn name(&self) -> String;

    /// Shifts the means of the children that the moves of `player` with these indices lead to, by
    /// what `table` knows, or all that is known if there are no tables.
    fn adjust(&self, table: TableId, player: Player, indices: &[usize], children: &mut [Node]);

    /// How good the move of that index is for `player`, if anything is known of it.
    fn rate(&self, table: TableId, player: Player, index: usize) -> Option<f64>;

    /// Takes note of an iteration: the tables of the nodes passed (0 where there is none), the
    /// codes of all moves made in order, and the marks of those that are only marks.
    fn learn(&mut self, passed: &[TableId], codes: &[u32], marks: &mut Marks, rewards: &Payoffs);

    /// A new search begins, perhaps with a part of the old tree.
    fn begin_search(&mut self) {}

    /// The tree is thrown away.
    fn forget(&mut self) {}

    /// Memory beside the tree.
    fn bytes(&self) -> usize {
        0
    }
}

/// The advice of an engine.
pub enum Advisor {
    /// Rapid action value estimates, whose nodes have tables.
    Grave(Box<Grave>),
    /// Any other.
    Other(Box<dyn Advice>),
}

impl Advisor {
    /// The advice as any is seen.
    #[inline]
    pub fn advice(&self) -> &dyn Advice {
        match self {
            Advisor::Grave(grave) => &**grave,
            Advisor::Other(advice) => &**advice,
        }
    }

    /// Mutable access to the advice as any is seen.
    #[inline]
    pub fn advice_mut(&mut self) -> &mut dyn Advice {
        match self {
            Advisor::Grave(grave) => &mut **grave,
            Advisor::Other(advice) => &mut **advice,
        }
    }

    /// The estimates, if nodes have tables of them.
    #[inline]
    pub fn grave(&self) -> Option<&Grave> {
        if let Advisor::Grave(grave) = self { Some(grave) } else { None }
    }

    /// Mutable access to the estimates.
    #[inline]
    pub fn grave_mut(&mut self) -> Option<&mut Grave> {
        if let Advisor::Grave(grave) = self { Some(grave) } else { None }
    }
}
