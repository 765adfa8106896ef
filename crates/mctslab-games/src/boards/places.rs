//! Games of three players for places: after a player takes the first, the other two may continue
//! for the second.

use mctslab_core::spec::{Args, Entry, Kind, Param};
use mctslab_core::{Payoffs, Player};

/// The players who took the first and the second place.
pub type Taken = [Option<Player>; 2];

/// The places that are played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Places {
    /// The first, which ends the game.
    First,
    /// The first, and then the second.
    All,
}

impl Places {
    /// The option of a game that has places.
    pub const PARAM: Param = Param::new(
        "places",
        Kind::Choice(&[
            Entry::word("all", "the others go on for the second place"),
            Entry::word("first", "the first place ends the game"),
        ]),
        "all",
        "which places are played for",
    );

    /// The value of the option.
    pub fn from_args(args: &Args) -> Places {
        if args.choice("places").name() == "first" { Places::First } else { Places::All }
    }

    /// The number of places that are played for.
    pub fn count(self) -> usize {
        self as usize + 1
    }

    /// Whether all of them are taken.
    #[inline]
    pub fn decided(self, taken: &Taken) -> bool {
        taken[self as usize].is_some()
    }

    /// The payoffs of the places: 1, 1/2 and 0, or all to the first where only that is played for.
    /// Players without a place share the rest.
    ///
    /// ```
    /// # use mctslab_core::Player;
    /// # use mctslab_games::boards::places::Places;
    /// let second = Some(Player::SECOND);
    /// assert_eq!(Places::All.pay([second, None]).as_slice(), [0.25, 1.0, 0.25]);
    /// assert_eq!(Places::All.pay([second, Some(Player::FIRST)]).as_slice(), [0.5, 1.0, 0.0]);
    /// assert_eq!(Places::First.pay([second, None]).as_slice(), [0.0, 1.0, 0.0]);
    /// ```
    #[inline]
    pub fn pay(self, taken: Taken) -> Payoffs {
        let (rest, none) = if self == Places::First { (0.0, 1.0 / 3.0) } else { (0.25, 0.5) };
        let Some(first) = taken[0] else { return Payoffs::new(&[none; 3]) };
        let mut payoffs = [rest; 3];
        if let Some(second) = taken[1] {
            payoffs = [0.0; 3];
            payoffs[second.index()] = 0.5;
        }
        payoffs[first.index()] = 1.0;
        Payoffs::new(&payoffs)
    }

    /// The sum of all payoffs.
    pub fn payoff_sum(self) -> f64 {
        if self == Places::First { 1.0 } else { 1.5 }
    }
}

/// The players who have a place, with its name.
pub fn named(taken: &Taken) -> impl Iterator<Item = (Player, &'static str)> {
    taken.iter().flatten().copied().zip(["first", "second"])
}
