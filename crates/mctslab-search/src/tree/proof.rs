//! What is proven about a node.

/// What is proven about a node, for the player who moved into it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Proof {
    /// The mover loses.
    Loss,
    /// The game is drawn.
    Draw,
    /// The mover wins.
    Win,
}

impl Proof {
    /// The payoff it stands for.
    pub fn payoff(self) -> f64 {
        match self {
            Proof::Loss => 0.0,
            Proof::Draw => 0.5,
            Proof::Win => 1.0,
        }
    }

    /// The proof that an exact payoff is, if it is one of the three.
    pub fn of(payoff: f64) -> Option<Proof> {
        [Proof::Loss, Proof::Draw, Proof::Win].into_iter().find(|proof| proof.payoff() == payoff)
    }

    /// The same from the other side of a two-player game.
    #[must_use]
    pub fn flipped(self) -> Proof {
        match self {
            Proof::Loss => Proof::Win,
            Proof::Draw => Proof::Draw,
            Proof::Win => Proof::Loss,
        }
    }
}
