//! The order of the moves of `ribeiro` and `ribeiro-minimax`, which breaks their ties.

use mctslab_core::spec::{Args, Entry};
use mctslab_core::{Game, Player};

use crate::squares::two_squares;

pub(super) const ORDERS: &[Entry] = &[
    Entry::word(
        "stones",
        "that of the program: stone by stone from the top left, near squares before far ones, where moves name two squares",
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

/// The steps of the program in its order, rows down and columns to the right: all clones, then all
/// jumps.
const STEPS: [(i32, i32); 24] = [
    (-1, 1),
    (0, 1),
    (1, 1),
    (-1, 0),
    (1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
    (-2, 2),
    (-2, 1),
    (-2, 0),
    (-2, -1),
    (-2, -2),
    (-1, 2),
    (-1, -2),
    (0, 2),
    (0, -2),
    (1, 2),
    (1, -2),
    (2, 2),
    (2, 1),
    (2, 0),
    (2, -1),
    (2, -2),
];

/// The rank of a move as it is written, the same for all moves that do not name two squares. Steps
/// that are not among those of the program follow by their length.
fn rank(text: &str) -> u32 {
    let Some((from, to)) = two_squares(text) else { return u32::MAX };
    let step = (from.0 as i32 - to.0 as i32, to.1 as i32 - from.1 as i32);
    let longest = step.0.unsigned_abs().max(step.1.unsigned_abs()) as usize;
    let place = STEPS.iter().position(|known| *known == step).unwrap_or(STEPS.len() + longest);
    [from.1, place.min(127) as u32, to.0, to.1]
        .into_iter()
        .zip([5, 7, 6, 5])
        .fold(63 - from.0, |rank, (part, bits)| rank << bits | part.min((1 << bits) - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_come_from_the_top_left_and_steps_as_the_program_lists_them() {
        let listed = ["g10g9", "a7b7", "a7b6", "a7a6", "a7c7", "a7c6", "a7c5", "a7b5", "a7a5", "b7c6", "g7g6", "a1b2"];
        let mut texts = listed;
        texts.reverse();
        texts.sort_by_key(|text| rank(text));
        assert_eq!(texts, listed);
        assert!(rank("0000") > rank("a1b2") && rank("c5") == rank("0000"));
        // Steps of other games: the shorter before the longer.
        assert!(rank("a8a5") < rank("a8a4") && rank("a8c6") < rank("a8a5"));
    }
}
