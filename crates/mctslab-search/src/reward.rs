//! What the end of a game is worth to a search, in place of what the game pays.
//!
//! The tree keeps means of rewards, each node those of the player who moved into it; all players
//! are assumed to value results in this way. The styles are those of Govani, "Programming an
//! Adaptive Artificial Intelligence" (2015), loss/draw/win: balanced 0/½/1, offensive 0/0/1,
//! defensive 0/1/1, highly defensive 0/2/1. `fractional` is that of Ribeiro and Figueiredo,
//! "Performance of Monte Carlo Tree Search Algorithms when Playing the Game Ataxx" (2018): the
//! winner gets his share of all stones, everybody else nothing. `share` pays every player his
//! share, won or lost.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Game, Payoffs, Player, Row};

const VALUE: Kind = Kind::Real { min: -100.0, max: 100.0 };

/// The reward of any three numbers.
pub(crate) const VALUES: Entry = Entry {
    name: "values",
    doc: "any three numbers; payoffs between them are interpolated",
    params: &[
        Param::new("loss", VALUE, "0", "what a loss is worth"),
        Param::new("draw", VALUE, "0.5", "what a draw is worth"),
        Param::new("win", VALUE, "1", "what a win is worth"),
    ],
};

/// A reward on offer: one row of [`REWARDS`].
pub type RewardRow = Row<fn(&Args) -> Reward>;

const fn word(name: &'static str, doc: &'static str, build: fn(&Args) -> Reward) -> RewardRow {
    Row { entry: Entry::word(name, doc), source: include_str!("reward.rs"), build }
}

/// The rewards that the search comes with.
pub static REWARDS: &[RewardRow] = &[
    word("balanced", "what the game pays: a loss 0, a draw 1/2, a win 1", |_| Reward::Payoff),
    word("offensive", "a draw counts as a loss", |_| Reward::Values([0.0, 0.0, 1.0])),
    word("defensive", "a draw counts as a win", |_| Reward::Values([0.0, 1.0, 1.0])),
    word("highly-defensive", "a draw counts as two wins", |_| Reward::Values([0.0, 2.0, 1.0])),
    Row {
        entry: VALUES,
        source: include_str!("reward.rs"),
        build: |args| Reward::Values(["loss", "draw", "win"].map(|key| args.real(key))),
    },
    word("fractional", "the winner's share of all stones, in games that count them; nothing for others", |_| {
        Reward::Fractional
    }),
    word("share", "the player's share of all stones, in games that count them", |_| Reward::Share),
];

/// A way to value the end of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reward {
    /// What the game pays.
    Payoff,
    /// Worth of a loss, a draw and a win; other payoffs are interpolated.
    Values([f64; 3]),
    /// The winner's share of the stones.
    Fractional,
    /// Each player's share of the stones.
    Share,
}

impl Reward {
    /// The reward called `name` as `owner` can use it for a game; refused in games that count
    /// nothing if it needs a count.
    pub fn for_game<G: Game>(self, game: &G, name: &str, owner: &str) -> Result<Reward, SpecError> {
        let reward = self;
        if reward == Reward::Values([0.0, 0.5, 1.0]) {
            return Ok(Reward::Payoff);
        }
        if reward.counts() && game.score(&game.initial(), Player::FIRST).is_none() {
            let reason = format!(
                "`reward={name}` needs a game that counts stones, seeds or pieces, as othello, ataxx, awari, skirmish and triad do"
            );
            return Err(SpecError::combination(owner, reason));
        }
        Ok(reward)
    }

    /// Whether it counts stones, so that the position at the end must be at hand.
    pub fn counts(&self) -> bool {
        matches!(self, Reward::Fractional | Reward::Share)
    }

    /// What a payoff is worth, stones aside.
    #[inline]
    pub fn value(&self, payoff: f64) -> f64 {
        match self {
            Reward::Values([loss, draw, win]) => {
                if payoff <= 0.5 {
                    loss + (draw - loss) * 2.0 * payoff
                } else {
                    draw + (win - draw) * (2.0 * payoff - 1.0)
                }
            }
            _ => payoff,
        }
    }

    /// What a game that ended in `end` and paid `payoffs` is worth to each player.
    #[inline]
    pub fn of<G: Game>(&self, game: &G, end: &G::State, payoffs: Payoffs) -> Payoffs {
        if matches!(self, Reward::Payoff) { payoffs } else { self.in_place_of(game, end, payoffs) }
    }

    /// The same apart, so that the common case is not a call.
    fn in_place_of<G: Game>(&self, game: &G, end: &G::State, payoffs: Payoffs) -> Payoffs {
        match self {
            Reward::Payoff => payoffs,
            Reward::Values(_) => payoffs.map(|_, payoff| self.value(payoff)),
            Reward::Share => payoffs.map(|player, _| share(game, end, player)),
            Reward::Fractional => {
                payoffs.map(|player, payoff| if payoff == 1.0 { share(game, end, player) } else { 0.0 })
            }
        }
    }
}

/// The player's share of all that is held; an equal one of nothing.
fn share<G: Game>(game: &G, state: &G::State, player: Player) -> f64 {
    let held = |player: usize| game.score(state, Player::new(player)).unwrap_or(0);
    let all: u32 = (0..game.players()).map(held).sum();
    if all == 0 { 1.0 / game.players() as f64 } else { f64::from(held(player.index())) / f64::from(all) }
}
