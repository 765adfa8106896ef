//! Search to a depth, or to the end, with exact values of finished games.
//!
//! Two players are searched with values for the first player, whom the second player wants to have
//! little: so it does not matter who moves when.

mod best_first;
mod depth;
mod exhaustive;
mod frames;
mod maxn;
mod table;

pub use best_first::{BestFirst, Foresight};
pub use depth::AlphaBetaSearch;
pub use exhaustive::{Exhaustive, Unsolved};
pub use maxn::MaxN;

use mctslab_core::spec::{Param, SpecError};
use mctslab_core::{Game, Player};

/// Refuses games that are not for two players whose payoffs add up to one.
pub fn require_duel<G: Game>(game: &G, agent: &str, instead: &str) -> Result<(), SpecError> {
    if game.players() == 2 && game.payoff_sum() == Some(1.0) {
        return Ok(());
    }
    let reason = format!("needs a game of two players, and this one has {}; {instead}", game.players());
    Err(SpecError::combination(agent, reason))
}

/// The greater value for the first player if he is to move, the lesser otherwise.
#[inline]
fn improves(player: Player, value: f64, best: f64) -> bool {
    if player == Player::FIRST { value > best } else { value < best }
}

/// The option of an estimate.
pub const EVAL: Param =
    Param::first_of("eval", "eval", "estimate of unfinished positions; `explain GAME` lists those of a game");

/// What a value for the first player means to `player`.
pub(crate) fn payoff_to(player: Player, first: f64) -> f64 {
    if player == Player::FIRST { first } else { 1.0 - first }
}
