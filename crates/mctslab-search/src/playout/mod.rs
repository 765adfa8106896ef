//! How a game is played to its end below the tree.

mod uniform;

use mctslab_core::spec::{Args, Entry};
use mctslab_core::{Game, Payoffs, Rng};

pub use uniform::Uniform;

/// A way to finish a game: one virtual call per playout, none per ply.
pub trait Policy<G: Game>: Send {
    /// Plays to the end and says what that pays. The state is of no meaning afterwards.
    fn playout(&mut self, game: &G, state: &mut G::State, rng: &mut Rng) -> Payoffs;
}

/// The playouts on offer.
pub const PLAYOUTS: &[Entry] = &[uniform::ENTRY];

/// The playout of resolved options.
pub fn build<G: Game>(args: &Args) -> Box<dyn Policy<G>> {
    debug_assert_eq!(args.name(), uniform::ENTRY.name);
    Box::new(Uniform::default())
}
