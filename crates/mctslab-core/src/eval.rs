//! Estimates of unfinished positions.

use std::fmt;

use crate::spec::Entry;
use crate::{Game, Player};

/// An estimate of unfinished positions, used by `greedy`, `alphabeta` and playouts that stop early.
///
/// A game lists its own under [`Game::evals`]; [`Eval::HALF`], which knows nothing, serves every
/// game.
///
/// ```
/// use mctslab_core::Eval;
/// # use mctslab_core::{Game, Payoffs, Player};
/// # struct Heap;
/// # impl Heap {
/// #     fn multiples(&self, &(stones, player): &(u32, Player), of: Player) -> f64 {
/// #         if (stones % 4 == 0) == (player == of) { 0.25 } else { 0.75 }
/// #     }
/// # }
/// # impl Game for Heap {
/// #     type State = (u32, Player);
/// #     type Move = u32;
/// #     fn initial(&self) -> Self::State { (8, Player::FIRST) }
/// #     fn turn(&self, state: &Self::State) -> Option<Player> { (state.0 > 0).then_some(state.1) }
/// #     fn moves(&self, state: &Self::State, out: &mut Vec<u32>) { out.extend(1..=state.0.min(3)); }
/// #     fn play(&self, state: &mut Self::State, taken: u32) { *state = (state.0 - taken, state.1.other()); }
/// #     fn payoffs(&self, state: &Self::State) -> Payoffs { Payoffs::duel(Some(state.1.other())) }
/// #     fn index(&self, taken: u32) -> usize { taken as usize - 1 }
/// #     fn index_bound(&self) -> usize { 3 }
/// #     fn max_plies(&self) -> u32 { 8 }
/// // in `impl Game for Heap`:
/// fn evals(&self) -> &'static [Eval<Heap>] {
///     const { &[Eval::new("multiples", "a multiple of four loses", Heap::multiples)] }
/// }
/// # }
/// // elsewhere:
/// let names: Vec<&str> = Eval::all(&Heap).map(|eval| eval.entry.name).collect();
/// assert_eq!(names, ["multiples", "half"]);
/// assert_eq!(Eval::first(&Heap).of(&Heap, &Heap.initial(), Player::FIRST), 0.25);
/// ```
pub struct Eval<G: Game> {
    /// The name of the estimate in specs, and a description in one line; it has no parameters.
    pub entry: Entry,
    /// The expected payoff of a player in an unfinished state: strictly between 0 and 1; the sum
    /// over the players is [`Game::payoff_sum`] where that is declared.
    pub value: fn(&G, &G::State, Player) -> f64,
}

impl<G: Game> Eval<G> {
    /// The estimate that gives every player the same share. Every game has it, after its own ones.
    pub const HALF: Eval<G> =
        Eval::new("half", "the same for every player: it knows nothing before the end of the game", |game, _, _| {
            game.payoff_sum().map_or(0.5, |sum| sum / game.players() as f64)
        });

    /// An estimate with this name.
    pub const fn new(name: &'static str, doc: &'static str, value: fn(&G, &G::State, Player) -> f64) -> Eval<G> {
        Eval { entry: Entry::word(name, doc), value }
    }

    /// The estimates of a game: its own, the best first, and then [`Eval::HALF`].
    pub fn all(game: &G) -> impl Iterator<Item = Eval<G>> + use<G> {
        game.evals().iter().copied().chain([Eval::HALF])
    }

    /// The default estimate of a game: its own first one, else [`Eval::HALF`].
    pub fn first(game: &G) -> Eval<G> {
        game.evals().first().copied().unwrap_or(Eval::HALF)
    }

    /// The expected payoff of `player` in an unfinished state.
    #[inline]
    pub fn of(&self, game: &G, state: &G::State, player: Player) -> f64 {
        (self.value)(game, state, player)
    }
}

impl<G: Game> Clone for Eval<G> {
    fn clone(&self) -> Eval<G> {
        *self
    }
}

impl<G: Game> Copy for Eval<G> {}

impl<G: Game> fmt::Debug for Eval<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Eval").field(&self.entry.name).finish()
    }
}
