//! Players: the sides of a game.

use std::fmt;

/// One side of a game, counted from 0 in the order of the first moves.
///
/// A player is a side of the board; the agent that moves for it sits in a *seat* of the same
/// number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Player(u8);

impl Player {
    /// The player who moves first.
    pub const FIRST: Player = Player(0);
    /// The player who moves second.
    pub const SECOND: Player = Player(1);
    /// The greatest number of players of a game.
    pub const MOST: usize = 8;

    /// Player number `index`, which must be below [`Player::MOST`].
    #[inline]
    pub const fn new(index: usize) -> Player {
        debug_assert!(index < Player::MOST);
        Player(index as u8)
    }

    /// The number of this player, for use as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other player of a two-player game.
    ///
    /// ```
    /// # use mctslab_core::Player;
    /// assert_eq!(Player::FIRST.other(), Player::SECOND);
    /// ```
    #[inline]
    pub const fn other(self) -> Player {
        Player(self.0 ^ 1)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
