//! How a game enters the list, and from there the command line, the tests and the documentation.

use crate::Game;
use crate::spec::{Args, Entry, SpecError};

/// What a game says of itself.
pub struct GameInfo {
    /// Name, one-line description and options.
    pub entry: Entry,
    /// The rules, text formats, sources and known values: the head of the game's own file (see [`crate::text::head`]).
    pub source: &'static str,
    /// Specs that together use every option: what the conformance suite runs on.
    pub samples: &'static [&'static str],
}

/// A game with all its options: what the list of games holds.
pub trait Family {
    /// What it says of itself.
    const INFO: GameInfo;

    /// Builds the game of the given options and hands it to `visit`. Options were checked against [`GameInfo::entry`];
    /// what is left to refuse are combinations. A family may build different types for different sizes.
    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError>;
}

/// Something to be done with a game of any type.
pub trait Visit {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: Game>(self, game: G) -> Self::Output;
}
