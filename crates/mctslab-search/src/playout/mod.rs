//! How a game is played to its end below the tree.

mod chance;
mod cut;
mod grams;
mod greedy;
mod mast;
mod means;
mod minimax;
mod nst;
mod uniform;

use mctslab_core::spec::{Args, Entry, SpecError, find};
use mctslab_core::{Game, Payoffs, Player, Rng};

pub use cut::Cut;
pub use greedy::Greedy;
pub use mast::Mast;
pub use minimax::Minimax;
pub use nst::Nst;
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

    /// Becomes as it was when it was made: a new game begins, which must not depend on those before.
    fn new_game(&mut self) {
        self.forget();
    }

    /// What it learned about a move after those of the trail, greater being better; `None` if it learns nothing.
    fn rate(&self, _game: &G, _player: Player, _mv: G::Move, _trail: &Trail) -> Option<f64> {
        None
    }
}

/// The playouts on offer.
pub const PLAYOUTS: &[Entry] = &[uniform::ENTRY, mast::ENTRY, nst::ENTRY, greedy::ENTRY, minimax::ENTRY];

/// The playouts with the heads of their files: the idea, the paper, what differs.
pub(crate) const HEADS: &[(Entry, &str)] = &[
    (uniform::ENTRY, include_str!("uniform.rs")),
    (mast::ENTRY, include_str!("mast.rs")),
    (nst::ENTRY, include_str!("nst.rs")),
    (greedy::ENTRY, include_str!("greedy.rs")),
    (minimax::ENTRY, include_str!("minimax.rs")),
];

/// The playout of resolved options. With `to_end` it leaves the state as it is when the playout is over, so that stones can be
/// counted.
pub fn build<G: Game>(game: &G, args: &Args, to_end: bool) -> Result<Box<dyn Policy<G>>, SpecError> {
    let name = args.name();
    // What never looks anything up has nothing to learn either: the same random numbers make the same moves.
    if name == uniform::ENTRY.name || args.real("eps") == 1.0 {
        return Ok(Box::new(Uniform::cut(Cut::build(game, args), to_end)));
    }
    Ok(match name {
        "mast" => Box::new(Mast::new(game, args)),
        "nst" => Box::new(Nst::new(game, args)),
        "greedy" => Box::new(Greedy::new(game, args)),
        "minimax" => Box::new(Minimax::new(game, args)),
        _ => return Err(find(name, "playout", PLAYOUTS).expect_err("every listed playout was tried")),
    })
}
