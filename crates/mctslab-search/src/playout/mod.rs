//! How a game is played to its end below the tree.

mod uniform;

use mctslab_core::spec::{Args, Entry, SpecError};
use mctslab_core::{Game, Payoffs, Player, Rng};

pub use uniform::Uniform;

use crate::trail::Trail;

/// A way to finish a game: one virtual call per playout, none per ply.
pub trait Policy<G: Game>: Send {
    /// Plays to the end and says what that pays. The moves made are pushed onto the trail, which is on if
    /// [`Policy::learns`], or another part of the search, wants it. `state` is left as it was at the end if the policy was
    /// built to do so (see [`build`]); otherwise it is of no meaning afterwards.
    fn playout(&mut self, game: &G, state: &mut G::State, rng: &mut Rng, trail: &mut Trail) -> Payoffs;

    /// Whether it wants to be told what the moves of an iteration were worth.
    fn learns(&self) -> bool {
        false
    }

    /// Takes note of what an iteration paid: of the moves in the tree and of those of the playout.
    fn learn(&mut self, _game: &G, _trail: &Trail, _payoffs: &Payoffs) {}

    /// Forgets what it learned: a new search begins.
    fn forget(&mut self) {}

    /// What it learned about a move after those of the trail, greater being better; `None` if it learns nothing.
    fn rate(&self, _game: &G, _player: Player, _mv: G::Move, _trail: &Trail) -> Option<f64> {
        None
    }
}

/// The playouts on offer.
pub const PLAYOUTS: &[Entry] = &[uniform::ENTRY];

/// The playout of resolved options. With `to_end` it leaves the state as it is when the playout is over, so that stones can be
/// counted.
pub fn build<G: Game>(_game: &G, args: &Args, to_end: bool) -> Result<Box<dyn Policy<G>>, SpecError> {
    debug_assert_eq!(args.name(), uniform::ENTRY.name);
    Ok(Box::new(Uniform::new(to_end)))
}
