//! What a finished game pays.

use crate::Player;

/// One number in [0, 1] for each player: 1 for a win, 1/2 for a draw, 0 for a loss.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Payoffs {
    values: [f64; Player::MOST],
    players: u8,
}

impl Payoffs {
    /// The given payoffs, one for each of 1 to 8 players, all in [0, 1].
    pub fn new(payoffs: &[f64]) -> Payoffs {
        debug_assert!(!payoffs.is_empty() && payoffs.len() <= Player::MOST);
        debug_assert!(payoffs.iter().all(|p| (0.0..=1.0).contains(p)), "payoffs out of range: {payoffs:?}");
        let mut values = [0.0; Player::MOST];
        values[..payoffs.len()].copy_from_slice(payoffs);
        Payoffs { values, players: payoffs.len() as u8 }
    }

    /// A two-player game won by `winner`, or drawn if there is none.
    ///
    /// ```
    /// # use mctslab_core::{Payoffs, Player};
    /// assert_eq!(Payoffs::duel(Some(Player::SECOND)).of(Player::FIRST), 0.0);
    /// assert_eq!(Payoffs::duel(None).as_slice(), [0.5, 0.5]);
    /// ```
    #[inline]
    pub fn duel(winner: Option<Player>) -> Payoffs {
        let mut values = [0.0; Player::MOST];
        if let Some(player) = winner {
            values[player.index() & 1] = 1.0;
        } else {
            (values[0], values[1]) = (0.5, 0.5);
        }
        Payoffs { values, players: 2 }
    }

    /// A two-player game decided by comparing what each side has.
    #[inline]
    pub fn by_score<T: Ord>(first: T, second: T) -> Payoffs {
        Payoffs::duel(match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Player::FIRST),
            std::cmp::Ordering::Less => Some(Player::SECOND),
            std::cmp::Ordering::Equal => None,
        })
    }

    /// What `player` gets.
    #[inline]
    pub fn of(&self, player: Player) -> f64 {
        self.values[player.index() & (Player::MOST - 1)]
    }

    /// All payoffs in the order of the players.
    #[inline]
    pub fn as_slice(&self) -> &[f64] {
        &self.values[..self.players as usize]
    }
}
