//! The payoffs of a finished game.

use crate::Player;

/// One number in [0, 1] for each player: 1 for a win, 1/2 for a draw, 0 for a loss.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Payoffs {
    values: [f64; Player::MOST],
    players: u8,
}

impl Payoffs {
    /// The given payoffs, one for each of 1 to 8 players, all in [0, 1].
    #[inline]
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
        // Without an index: a number written into the middle of a vector cannot be read at once.
        let first = winner.map_or(0.5, |player| if player.index() & 1 == 0 { 1.0 } else { 0.0 });
        let mut values = [0.0; Player::MOST];
        (values[0], values[1]) = (first, 1.0 - first);
        Payoffs { values, players: 2 }
    }

    /// The payoffs of a two-player game decided by comparing the sides' scores.
    #[inline]
    pub fn by_score<T: Ord>(first: T, second: T) -> Payoffs {
        Payoffs::duel(match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Player::FIRST),
            std::cmp::Ordering::Less => Some(Player::SECOND),
            std::cmp::Ordering::Equal => None,
        })
    }

    /// The payoffs of a game of two or more players decided by what each has achieved, more being
    /// better. The first place pays 1, the last 0, and the places between are spaced evenly; tied
    /// players share the mean of their places.
    ///
    /// ```
    /// # use mctslab_core::Payoffs;
    /// assert_eq!(Payoffs::by_places(&[7, 9, 7]).as_slice(), [0.25, 1.0, 0.25]);
    /// ```
    pub fn by_places<T: Ord>(achieved: &[T]) -> Payoffs {
        let last = achieved.len() as f64 - 1.0;
        let share = |mine: &T| {
            let better = achieved.iter().filter(|other| *other > mine).count() as f64;
            let equal = achieved.iter().filter(|other| *other == mine).count() as f64;
            1.0 - (better + (equal - 1.0) / 2.0) / last
        };
        let mut payoffs = [0.0; Player::MOST];
        for (payoff, mine) in payoffs.iter_mut().zip(achieved) {
            *payoff = share(mine);
        }
        Payoffs::new(&payoffs[..achieved.len()])
    }

    /// The payoff of `player`.
    #[inline]
    pub fn of(&self, player: Player) -> f64 {
        self.values[player.index() & (Player::MOST - 1)]
    }

    /// The numbers that `change` makes of the payoffs, not necessarily in [0, 1].
    #[inline]
    #[must_use]
    pub fn map(mut self, change: impl Fn(Player, f64) -> f64) -> Payoffs {
        for (player, value) in self.values[..self.players as usize].iter_mut().enumerate() {
            *value = change(Player::new(player), *value);
        }
        self
    }

    /// All payoffs in the order of the players.
    #[inline]
    pub fn as_slice(&self) -> &[f64] {
        &self.values[..self.players as usize]
    }
}
