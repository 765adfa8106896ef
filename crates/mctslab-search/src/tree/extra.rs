//! What a tree keeps beside statistics and moves, for searches that ask for it.

use super::NodeId;

/// What some searches keep beside the statistics of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extra {
    /// Mean of the squared rewards.
    pub square: f32,
    /// What the position is worth to the mover by an estimate of the game, backed up by minimax.
    pub estimate: f32,
    /// What was thought of the move before it was tried.
    pub prior: f32,
    /// Number of the node's own table, from 1 on; 0 is none.
    pub table: u32,
    /// The node that has the children of this position, if another one reached it first; 0 (the
    /// root) if not.
    pub home: NodeId,
}

/// What a tree keeps beside nodes and moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layout {
    /// Keep an [`Extra`] for every node.
    pub extras: bool,
    /// Make every block in full size at once, so that nodes never move and several can share
    /// children. Needs `extras`.
    pub fixed: bool,
    /// Bytes per node that something outside the tree needs.
    pub overhead: usize,
}
