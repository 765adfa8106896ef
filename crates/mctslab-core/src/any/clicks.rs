//! Moves as cells of the board, for front ends where people click.
//!
//! Nothing is asked of a game but its board: the cells of a move are those that are highlighted
//! once it was made.

use super::AnyState;
use crate::view::CellPlace;

/// A legal move, and the cells that make it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clicks {
    /// The move.
    pub mv: String,
    /// Its cells in the order in which a person would click them: where something of the mover
    /// stands comes first, and then row by row. Moves of equal cells are to be told apart by a
    /// menu; a move without cells, as a pass, is a button.
    pub cells: Vec<CellPlace>,
}

/// The cells of every legal move, in the order of [`AnyState::moves`].
pub fn clicks(state: &dyn AnyState) -> Vec<Clicks> {
    let (before, mover) = (state.view(), state.turn());
    let is_own = |place: CellPlace| {
        let owner = before.cell(place).and_then(|cell| cell.owner);
        owner.is_some() && owner.map(crate::Player::index) == mover
    };
    let clicks_of = |next: &dyn AnyState| {
        let mut cells = next.view().highlighted();
        // A board may show more after a move than before it, where nothing can be clicked.
        cells.retain(|&place| before.cell(place).is_some());
        cells.sort_by_key(|&place| !is_own(place));
        Clicks { mv: next.last_move().unwrap_or_default().to_string(), cells }
    };
    state.successors().iter().map(|next| clicks_of(&**next)).collect()
}
