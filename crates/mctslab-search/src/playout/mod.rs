//! How a game is played to its end below the tree.

mod chance;
mod cut;
mod grams;
mod greedy;
mod keys;
mod look_ahead;
mod mast;
mod means;
mod minimax;
mod nst;
mod pool;
mod uniform;

use std::any::type_name;

use mctslab_core::spec::{Args, Entry, SpecError};
use mctslab_core::{Game, Payoffs, Player, Rng, Row, Watch};

pub(crate) use chance::CHOOSE;
pub use cut::Cut;
pub use greedy::Greedy;
pub use look_ahead::{ChooseAhead, LookAhead};
pub use mast::Mast;
pub(crate) use means::{DECAY, SUMS};
pub use minimax::Minimax;
pub use nst::Nst;
pub use uniform::Uniform;

use crate::PartCatalog;
use crate::by_game::ByGame;
use crate::trail::Trail;

/// A way to finish a game: one virtual call per playout, none per ply.
pub trait Policy<G: Game>: Send {
    /// Plays to the end and says what that pays. The moves made are pushed onto the trail, which is
    /// on if [`Policy::learns`], or another part of the search, wants it. `state` is left as it was
    /// at the end if the policy was built to do so (see [`build`]); otherwise it is of no meaning
    /// afterwards. It keeps nothing of the playout but buffers, so that the same generator makes
    /// the same moves: what it learns, it learns by [`Policy::learn`].
    fn playout(&mut self, game: &G, state: &mut G::State, rng: &mut Rng, trail: &mut Trail) -> Payoffs;

    /// What the policy is, for tests that every name makes its own.
    fn name(&self) -> &'static str {
        type_name::<Self>()
    }

    /// Plays as [`Policy::playout`] does. A policy that visits many positions for each of its moves
    /// reports them to the watch, and once the search is over makes the rest of its moves at
    /// random.
    fn playout_within(
        &mut self,
        game: &G,
        state: &mut G::State,
        rng: &mut Rng,
        trail: &mut Trail,
        _watch: &mut Watch<'_>,
    ) -> Payoffs {
        self.playout(game, state, rng, trail)
    }

    /// Whether it learns from what the moves of an iteration were worth.
    fn learns(&self) -> bool {
        false
    }

    /// Takes note of what an iteration paid: of the moves in the tree and of those of the playout.
    fn learn(&mut self, _game: &G, _trail: &Trail, _payoffs: &Payoffs) {}

    /// Forgets what it learned: a new search begins.
    fn forget(&mut self) {}

    /// Becomes as it was when it was made: a new game begins, which must not depend on those
    /// before.
    fn new_game(&mut self) {
        self.forget();
    }

    /// What it learned about a move after those of the trail, greater being better; `None` if it
    /// learns nothing.
    fn rate(&self, _game: &G, _player: Player, _mv: G::Move, _trail: &Trail) -> Option<f64> {
        None
    }
}

/// What a playout counts as work of an iteration (see [`Watch::piece`]): after each of several the
/// flag is looked at.
pub(crate) const A_PLAYOUT: u64 = 256;

/// A playout for a game, or what is wrong with its options.
pub type BuiltPlayout<G> = Result<Box<dyn Policy<G>>, SpecError>;

/// What a playout says of itself.
pub type PlayoutInfo = Row<()>;

/// A playout with all its options: what the list of playouts holds.
trait PlayoutFamily {
    /// What it says of itself.
    const INFO: PlayoutInfo;

    /// The policy of checked options (see [`build`]).
    fn build<G: Game>(game: &G, args: &Args, parts: &PartCatalog, to_end: bool) -> BuiltPlayout<G>;
}

macro_rules! playouts {
    ($($module:ident::$family:ident,)*) => {
        /// The playouts that the search comes with: one file, its `mod` line and one row each.
        pub static PLAYOUTS: &[PlayoutInfo] = &[$($module::$family::INFO),*];

        /// The listed playout of checked options. With `to_end` it leaves the state as it is when
        /// the playout is over, so that stones can be counted.
        pub fn build<G: Game>(game: &G, args: &Args, parts: &PartCatalog, to_end: bool) -> BuiltPlayout<G> {
            $(if args.name() == $module::$family::INFO.entry.name {
                return $module::$family::build(game, args, parts, to_end);
            })*
            args.unlisted()
        }
    };
}

playouts! {
    uniform::UniformFamily,
    mast::MastFamily,
    nst::NstFamily,
    greedy::GreedyFamily,
    minimax::MinimaxFamily,
}

/// What never looks anything up has nothing to learn either: the same random numbers make the same
/// moves as `uniform`.
fn unless_uniform<G: Game>(
    game: &G,
    args: &Args,
    parts: &PartCatalog,
    to_end: bool,
    policy: impl FnOnce() -> BuiltPlayout<G>,
) -> BuiltPlayout<G> {
    if args.real("eps") == 1.0 { uniform::UniformFamily::build(game, args, parts, to_end) } else { policy() }
}

/// How a playout comes to serve a game.
#[derive(Clone)]
pub enum MakePlayout {
    /// It serves every game, by [`build`].
    Listed,
    /// It was added, for games of some types.
    Added(ByGame),
}

/// What makes a playout for one type of game, of checked options, and whether it must leave the
/// state as it is at the end.
pub type BuildPlayout<G> = Box<dyn Fn(&G, &Args, bool) -> BuiltPlayout<G> + Send + Sync>;

/// A playout to be added to a catalog: it serves games of the types that it names.
pub struct PlayoutRow(pub(crate) Row<MakePlayout>);

impl PlayoutRow {
    /// A playout that serves no game yet. `source` starts with a comment that explains it, as the
    /// heads of our own files do; it may be empty.
    pub fn new(entry: Entry, source: &'static str) -> PlayoutRow {
        PlayoutRow(Row { entry, source, build: MakePlayout::Added(ByGame::default()) })
    }

    /// The same playout, which also serves games of the type `G`.
    pub fn serving<G: Game>(
        mut self,
        build: impl Fn(&G, &Args, bool) -> BuiltPlayout<G> + Send + Sync + 'static,
    ) -> PlayoutRow {
        let build: BuildPlayout<G> = Box::new(build);
        if let MakePlayout::Added(games) = &mut self.0.build {
            games.insert::<G, _>(build);
        }
        self
    }
}
