//! Playouts that stop early, and what a game that was cut short is worth.
//!
//! Every playout takes these options. With `limit=PLIES` it stops after this many moves unless the
//! game ended before, and the position reached is valued by the game's estimate `eval`: as it is
//! with `score=eval`, or as a win, a draw or a loss by who is ahead in it with `score=ahead`. With
//! `limit=0` no move is made at all: the leaf of the tree itself is valued.

use crate::PartCatalog;
pub(super) use crate::minimax::EVAL;
use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Eval, Game, Payoffs, Player};

pub(super) const LIMIT: Param = Param::new(
    "limit",
    Kind::Limit { min: 0, max: 60_000 },
    "none",
    "stop after this many plies; `none`: only at the end of the game",
);
pub(super) const SCORE: Param =
    Param::new("score", Kind::Choice(SCORES), "eval", "the result of a playout that was stopped");

const SCORES: &[Entry] = &[
    Entry::word("eval", "the value of the estimate"),
    Entry::word("ahead", "a win for whoever is ahead by the estimate, a draw if all are level"),
];

/// When a playout stops, and what it is worth then.
#[derive(Debug)]
pub struct Cut<G: Game> {
    limit: Option<u32>,
    ahead: bool,
    eval: Eval<G>,
}

impl<G: Game> Cut<G> {
    /// Never: playouts go on to the end of the game.
    pub fn never() -> Cut<G> {
        Cut { limit: None, ahead: false, eval: Eval::HALF }
    }

    /// What the options of a playout say.
    pub(super) fn build(game: &G, args: &Args, parts: &PartCatalog) -> Result<Cut<G>, SpecError> {
        let limit = args.limit("limit").map(|plies| plies as u32);
        let eval = parts.eval(game, args.choice("eval"))?;
        Ok(Cut { limit, ahead: args.choice("score").name() == "ahead", eval })
    }

    /// Whether playouts go on to the end of the game.
    pub(super) fn is_never(&self) -> bool {
        self.limit.is_none()
    }

    /// The most plies of a playout.
    #[inline]
    pub(super) fn plies(&self) -> u32 {
        self.limit.unwrap_or(u32::MAX)
    }

    /// What the game pays if it is over, else what the position is worth.
    #[inline]
    pub(super) fn payoffs(&self, game: &G, state: &G::State) -> Payoffs {
        if self.is_never() || game.turn(state).is_none() {
            return game.payoffs(state);
        }
        let mut values = [0.0; Player::MOST];
        let values = &mut values[..game.players()];
        for (player, value) in values.iter_mut().enumerate() {
            *value = self.eval.of(game, state, Player::new(player));
        }
        if self.ahead {
            settle(values, game.payoff_sum());
        }
        Payoffs::new(values)
    }
}

/// Makes results of estimates. One player wins with more than one half. Where more than two players
/// share one win, those ahead share it here too; in all other games they are paid by their places.
fn settle(values: &mut [f64], payoff_sum: Option<f64>) {
    let players = values.len();
    if players == 1 {
        values[0] = 0.5 + (values[0] - 0.5).total_cmp(&0.0) as i8 as f64 / 2.0;
        return;
    }
    if players > 2 && payoff_sum == Some(1.0) {
        let most = values.iter().copied().fold(0.0, f64::max);
        let leaders = values.iter().filter(|value| **value == most).count() as f64;
        for value in values {
            *value = if *value == most { 1.0 / leaders } else { 0.0 };
        }
        return;
    }
    // Estimates are positive, and the bits of positive numbers are ordered as the numbers are.
    let mut bits = [0; Player::MOST];
    for (bits, value) in bits.iter_mut().zip(&*values) {
        *bits = value.to_bits();
    }
    values.copy_from_slice(Payoffs::by_places(&bits[..players]).as_slice());
}

#[cfg(test)]
mod tests {
    use super::settle;

    fn settled(estimates: &[f64], payoff_sum: Option<f64>) -> Vec<f64> {
        let mut values = estimates.to_vec();
        settle(&mut values, payoff_sum);
        values
    }

    #[test]
    fn who_is_ahead_wins() {
        assert_eq!(settled(&[0.51, 0.49], Some(1.0)), [1.0, 0.0]);
        assert_eq!(settled(&[0.2, 0.8], Some(1.0)), [0.0, 1.0]);
        assert_eq!(settled(&[0.5, 0.5], Some(1.0)), [0.5, 0.5]);
        assert_eq!(settled(&[0.4], None), [0.0]);
        assert_eq!(settled(&[0.5], None), [0.5]);
        assert_eq!(settled(&[0.6], None), [1.0]);
    }

    #[test]
    fn three_players_are_paid_as_the_game_pays() {
        assert_eq!(settled(&[0.4, 0.6, 0.5], Some(1.5)), [0.0, 1.0, 0.5]);
        assert_eq!(settled(&[0.4, 0.2, 0.4], Some(1.0)), [0.5, 0.0, 0.5]);
    }
}
