//! Sums that moves share, for the tables of `mast` and `nst` with `sums=shared`.
//!
//! The program of Debets et al., "Who Invented MCTS?" (2021), keeps for every move, and for every
//! sequence of moves, the sum of what its playouts paid and how many those were. A new move does
//! not copy what its playout paid: all that are first seen in one playout hold on to the same
//! numbers, to which the later playouts of any of them are added, while each counts its own visits
//! alone. So the value of a move is the sum of its whole group over its own count. Where the group
//! wins more than it loses, its rarest moves are valued highest, and otherwise its most common.
//!
//! A win counts 1 in these sums and a loss -1, as in the program. A move that is made twice in the
//! playout that brought it adds the numbers to themselves. The program hands the doubled numbers to
//! its tree too; that is not done here.

use mctslab_core::{Payoffs, Player};

/// Sums for all players, one row for each playout.
pub(super) struct Pool {
    players: usize,
    sums: Vec<f64>,
}

/// The number of a playout, and of the row of its sums.
pub(super) type Group = u32;

impl Pool {
    pub(super) fn new(players: usize) -> Pool {
        Pool { players, sums: Vec::new() }
    }

    /// Takes note of what one more playout paid.
    pub(super) fn open(&mut self, payoffs: &Payoffs) {
        self.sums.extend(payoffs.as_slice().iter().map(|payoff| 2.0 * payoff - 1.0));
    }

    /// The group of what is new in the last playout.
    pub(super) fn last(&self) -> Group {
        (self.sums.len() / self.players - 1) as Group
    }

    /// Adds what the last playout paid to the sums of a group, which may be its own.
    pub(super) fn add_last(&mut self, group: Group) {
        let last = self.sums.len() - self.players;
        for player in 0..self.players {
            self.sums[group as usize * self.players + player] += self.sums[last + player];
        }
    }

    /// What something of that group and count is worth to a player.
    #[inline]
    pub(super) fn value(&self, group: Group, player: Player, count: u32) -> f32 {
        (self.sums[group as usize * self.players + player.index()] / f64::from(count)) as f32
    }

    pub(super) fn forget(&mut self) {
        self.sums.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_adds_up_what_any_of_it_brings_and_its_own_numbers_double() {
        let mut pool = Pool::new(2);
        pool.open(&Payoffs::new(&[1.0, 0.0]));
        let first = pool.last();
        pool.open(&Payoffs::new(&[0.0, 1.0]));
        pool.add_last(first);
        pool.add_last(pool.last());
        // 1 - 1 and -1 - 1.
        assert_eq!(pool.value(first, Player::FIRST, 2), 0.0);
        assert_eq!(pool.value(pool.last(), Player::FIRST, 1), -2.0);
        // Now the second row is -2, 2.
        pool.add_last(first);
        assert_eq!(pool.value(first, Player::SECOND, 4), 0.5);
    }
}
