//! What counts as the same move in the tables of learning playouts.

use mctslab_core::Game;
use mctslab_core::spec::{Args, Entry, Kind, Param};

use crate::squares::two_squares;

pub(super) const KEYS: Param = Param::new("keys", Kind::Choice(KEYINGS), "player", "what counts as the same move");

const KEYINGS: &[Entry] = &[
    Entry::word("player", "the same move of the same player"),
    Entry::word("move", "the same move, whoever made it; every player has a mean of what it paid to that player"),
    Entry::word(
        "piece",
        "the same move with the same piece: as `move` where it names two squares, and otherwise, as a stone is placed, as `player`",
    ),
];

/// Which moves are the same whoever makes them.
pub(super) enum Keys {
    /// None.
    Player,
    /// All.
    Move,
    /// Those that are known to lead from square to square, by their [`Game::index`].
    Piece(Vec<Known>),
}

/// What is known of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Known {
    Nothing,
    /// It places something of the player's own.
    Placing,
    /// It leads from square to square.
    Moving,
}

impl Keys {
    /// What the options say.
    pub(super) fn build<G: Game>(game: &G, args: &Args) -> Keys {
        match args.choice("keys").name() {
            "player" => Keys::Player,
            "move" => Keys::Move,
            "piece" => Keys::Piece(vec![Known::Nothing; game.index_bound()]),
            _ => args.choice("keys").unlisted(),
        }
    }

    /// Takes a look at a move that is about to be made, so that it is known when it is learned
    /// from.
    #[inline]
    pub(super) fn see<G: Game>(&mut self, game: &G, state: &G::State, mv: G::Move) {
        if let Keys::Piece(known) = self {
            let known = &mut known[game.index(mv)];
            if *known == Known::Nothing {
                let moving = two_squares(&game.move_text(state, mv)).is_some();
                *known = if moving { Known::Moving } else { Known::Placing };
            }
        }
    }

    /// Whether the move of that index is the same whoever makes it.
    #[inline]
    pub(super) fn is_shared(&self, index: usize) -> bool {
        match self {
            Keys::Player => false,
            Keys::Move => true,
            Keys::Piece(known) => known[index] == Known::Moving,
        }
    }
}
