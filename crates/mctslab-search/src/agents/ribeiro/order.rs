//! The order of the moves of `ribeiro`, which breaks its ties.
//!
//! Squares are read from the moves as people write them: `a7b6` leads from `a7` to `b6`.

use mctslab_core::spec::{Args, Entry};
use mctslab_core::{Game, Player};

pub(super) const ORDERS: &[Entry] = &[
    Entry::word(
        "stones",
        "stone by stone from the top left, near squares before far ones, where moves name two squares",
    ),
    Entry::word("listed", "the game's list as it is"),
    Entry::word("reversed", "the game's list from its end: in ataxx all clones before all jumps"),
];

/// An order of moves.
pub(super) enum Order<G: Game> {
    Listed,
    Reversed,
    Stones(Stones<G>),
}

/// Ranks of moves by their squares, with a buffer.
///
/// Writing a move takes longer than making it, so ranks are kept for the length of one search. An
/// index distinguishes only the moves of one state, and the same move of the other player may be
/// written otherwise, so that a rank is known by the player and the move itself.
pub(super) struct Stones<G: Game> {
    /// By player and index: the move that was seen last, and its rank.
    ranks: Vec<Option<(G::Move, u32)>>,
    sorted: Vec<(u32, usize)>,
}

impl<G: Game> Order<G> {
    /// The order of that name.
    pub(super) fn new(game: &G, args: &Args) -> Order<G> {
        match args.name() {
            "listed" => Order::Listed,
            "reversed" => Order::Reversed,
            "stones" => {
                let ranks = vec![None; game.players() * game.index_bound()];
                Order::Stones(Stones { ranks, sorted: Vec::new() })
            }
            _ => args.unlisted(),
        }
    }

    /// Begins a search, which knows nothing of the ones before.
    pub(super) fn start(&mut self) {
        if let Order::Stones(stones) = self {
            stones.ranks.fill(None);
        }
    }

    /// Appends the moves of a state to `out` in this order. `scratch` is a buffer.
    pub(super) fn list(&mut self, game: &G, state: &G::State, scratch: &mut Vec<G::Move>, out: &mut Vec<G::Move>) {
        scratch.clear();
        game.moves(state, scratch);
        match self {
            Order::Listed => out.extend_from_slice(scratch),
            Order::Reversed => out.extend(scratch.iter().rev()),
            Order::Stones(stones) => {
                stones.sort(game, state, scratch);
                out.extend(stones.sorted.iter().map(|&(_, place)| scratch[place]));
            }
        }
    }
}

impl<G: Game> Stones<G> {
    fn sort(&mut self, game: &G, state: &G::State, moves: &[G::Move]) {
        self.sorted.clear();
        let first = game.turn(state).map_or(0, Player::index) * game.index_bound();
        for (place, &mv) in moves.iter().enumerate() {
            let known = &mut self.ranks[first + game.index(mv)];
            let rank = match *known {
                Some((seen, rank)) if seen == mv => rank,
                _ => {
                    let rank = rank(&game.move_text(state, mv));
                    *known = Some((mv, rank));
                    rank
                }
            };
            self.sorted.push((rank, place));
        }
        self.sorted.sort_unstable();
    }
}

/// The rank of a move as it is written, the same for all moves that do not name two squares.
fn rank(text: &str) -> u32 {
    let Some(((from, to), "")) =
        square(text).and_then(|(from, rest)| square(rest).map(|(to, rest)| ((from, to), rest)))
    else {
        return u32::MAX;
    };
    let distance = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1));
    [from.1, distance, to.0, to.1].into_iter().fold(255 - from.0, |rank, part| rank << 6 | part.min(63))
}

/// The row and the column of the square that a text begins with, and the rest of the text.
fn square(text: &str) -> Option<((u32, u32), &str)> {
    let column = text.chars().next().filter(char::is_ascii_lowercase)? as u32 - u32::from(b'a');
    let digits = text[1..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| end + 1);
    let row = text[1..digits].parse().ok().filter(|row| *row < 64)?;
    Some(((row, column), &text[digits..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_come_from_the_top_left_and_clones_before_jumps() {
        let mut texts = ["a1b2", "g7g6", "a7c7", "a7a6", "0000", "g10g9", "b7c6", "c5"];
        texts.sort_by_key(|text| rank(text));
        assert_eq!(texts, ["g10g9", "a7a6", "a7c7", "b7c6", "g7g6", "a1b2", "0000", "c5"]);
    }
}
