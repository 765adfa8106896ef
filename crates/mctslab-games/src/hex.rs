//! Hex: on a rhombus of hexagons each player in turn puts a stone on an empty cell. `x`, who
//! starts, wins by joining the top and bottom rows with a chain of stones, `o` by joining the left
//! and right columns. There are no draws.
//!
//! With `swap=on` the second player may answer the first stone with `swap`: the players exchange
//! colours, the stone stays, and the first player goes on with `o`. With `swap=noop` the move
//! `swap` exchanges nothing: the second player has `o` as before and moves again. (So it was in the
//! program of Debets et al. (2021), which did not exchange its agents.)
//!
//! Moves are cells, column letter and row number from the top, `a1` at the upper left, or `swap`.
//! Cell b2 touches b1, c1, a2, c2, a3 and b3. A position is the board from the top row down and the
//! colour to move, then `swapped` if the swap was made and still matters: `3/1x1/3 o swapped`.
//!
//! Known values: a win for the first player on every size (Nash), but with `swap=on` for the
//! second. Sources: Ludii 1.3.14 (mirrored) and OpenSpiel 2.0.2 agree with this file's trees.

pub mod rhombus;

use std::hint::select_unpredictable;

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::view::{BoardRow, Cell, letters};
use mctslab_core::{Family, Game, GameInfo, Listener, Payoffs, Player, Playout, Rng, TextError, View, Visit};

use crate::boards::bits::positions;
use crate::boards::rows;
use crate::boards::swap::Swap;
use rhombus::{Cells, Rhombus, count, nth};

/// Hex of every size.
pub struct Hex;

/// The rules on a board of at most `64 * WORDS` cells.
pub struct Rules<const WORDS: usize> {
    board: Rhombus<WORDS>,
    swap: Swap,
    /// The greatest number of plies; also the end of a game that `limited` cuts.
    max_plies: u32,
    /// Whether `max_plies` can end an undecided game.
    limited: bool,
}

/// A position. Colour 0 is `x`, colour 1 is `o`; the colours take turns, whichever player has them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<const WORDS: usize> {
    /// The stones of each colour.
    stones: [Cells<WORDS>; 2],
    /// The number of stones.
    placed: u16,
    /// Whether the swap was made. It is cleared once it makes no difference, so that equal
    /// positions are equal states.
    swapped: bool,
    /// Whether the colour that just moved is connected.
    won: bool,
}

impl<const WORDS: usize> State<WORDS> {
    /// The colour of the stone on a cell.
    fn colour(&self, cell: usize) -> Option<usize> {
        (0..2).find(|&colour| self.stones[colour][cell / 64] >> (cell % 64) & 1 == 1)
    }
}

impl<const WORDS: usize> Rules<WORDS> {
    fn new(size: u32, swap: Swap, max_plies: u32) -> Rules<WORDS> {
        let board = Rhombus::new(size);
        let longest = board.area() + u32::from(swap != Swap::Off);
        let limited = (1..longest).contains(&max_plies);
        Rules { board, swap, max_plies: if limited { max_plies } else { longest }, limited }
    }

    /// The move that is not a cell.
    fn swap_move(&self) -> u16 {
        self.board.area() as u16
    }

    #[inline]
    fn can_swap(&self, state: &State<WORDS>) -> bool {
        self.swap != Swap::Off && state.placed == 1 && !state.swapped
    }

    /// The empty cells; `None` when the game is over.
    #[inline]
    fn open(&self, state: &State<WORDS>) -> Option<Cells<WORDS>> {
        self.turn(state)?;
        Some(self.board.outside(&state.stones[0], &state.stones[1]))
    }

    /// The player of the colour.
    #[inline]
    fn player(&self, colour: usize, swapped: bool) -> Player {
        Player::new(colour ^ usize::from(swapped && self.swap == Swap::On))
    }

    /// Whether the stones of the colour join its two sides.
    #[inline]
    fn connected(&self, colour: usize, stones: &Cells<WORDS>) -> bool {
        if colour == 0 {
            return self.board.joins_top_and_bottom(stones);
        }
        // If every other cell were an `x`, would `x` still be cut off?
        !self.board.joins_top_and_bottom(&self.board.outside(stones, stones))
    }

    /// Whether the swap still makes a difference to the state's future.
    fn remembers_swap(&self, placed: u16) -> bool {
        self.swap == Swap::On || self.limited || placed == 1
    }

    /// Fills the board with stones in turn and returns the colour that is connected then.
    ///
    /// Moves after a win do not change the winner, so this is random play to the end. The cells
    /// that `x` gets are a uniformly random set of known size: half of the empty cells are drawn by
    /// coin flips, then uniformly chosen ones are turned until the number is right.
    #[inline]
    fn fill(&self, state: &State<WORDS>, rng: &mut Rng) -> (usize, Cells<WORDS>) {
        let empty = self.board.outside(&state.stones[0], &state.stones[1]);
        let share = self.board.area().div_ceil(2) - count(&state.stones[0]);
        let drawn = rng.in_registers(|rng| {
            let mut drawn = empty.map(|word| word & rng.bits());
            let found = count(&drawn);
            // Whether too few or too many were drawn cannot be predicted, so there is no branch on
            // it.
            let few = found < share;
            let turned = select_unpredictable(few, u64::MAX, 0);
            let mut pool: Cells<WORDS> = std::array::from_fn(|word| drawn[word] ^ empty[word] & turned);
            let mut left = select_unpredictable(few, count(&empty) - found, found);
            for _ in 0..found.abs_diff(share) {
                let (chosen, bit) = nth(&pool, rng.below(left));
                for word in 0..WORDS {
                    let bit = select_unpredictable(word == chosen, bit, 0);
                    pool[word] ^= bit;
                    drawn[word] ^= bit;
                }
                left -= 1;
            }
            drawn
        });
        let x = std::array::from_fn(|word| state.stones[0][word] | drawn[word]);
        (usize::from(!self.board.joins_top_and_bottom(&x)), drawn)
    }

    /// Whether a swap that is still possible is made in a random game. Whichever stone comes first,
    /// one answer in `area` is to swap; it does not change the colours' chances.
    #[inline]
    fn swaps(&self, state: &State<WORDS>, rng: &mut Rng) -> bool {
        let to_come = self.swap != Swap::Off && state.placed <= 1 && !state.swapped;
        state.swapped || to_come && rng.below(self.board.area()) == 0
    }

    /// Whether some last stone made the connection: without that stone there is none.
    fn just_connected(&self, colour: usize, stones: &Cells<WORDS>) -> bool {
        let without = |word: usize, bit: u32| {
            let mut fewer = *stones;
            fewer[word] ^= 1 << bit;
            fewer
        };
        (0..WORDS).any(|word| positions(stones[word]).any(|bit| !self.connected(colour, &without(word, bit))))
    }

    fn parse_stones(&self, board: &str) -> Result<[Cells<WORDS>; 2], TextError> {
        let size = self.board.size() as usize;
        let mut stones = [[0; WORDS]; 2];
        rows::read(board, size, size, "`x`, `o`", |row, column, piece| {
            let cell = row * size + column;
            rows::owner(piece, 2).map(|p| stones[p.index()][cell / 64] |= 1 << (cell % 64)).is_some()
        })?;
        Ok(stones)
    }
}

impl Family for Hex {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "hex",
            doc: "join opposite sides of a rhombus of hexagons",
            params: &[
                Param::new("size", Kind::Integer { min: 3, max: 19 }, "11", "cells along each side"),
                Swap::PARAM,
                Param::max_plies("0"),
            ],
        },
        source: include_str!("hex.rs"),
        samples: &[
            "hex(size=5)",
            "hex(size=3,swap=on)",
            "hex(size=4,swap=noop)",
            "hex(size=4,swap=noop,max-plies=13)",
            "hex(size=5,swap=on,max-plies=20)",
            "hex(size=11)",
            "hex(size=12)",
        ],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        let size = args.integer("size") as u32;
        let max_plies = args.integer("max-plies") as u32;
        let swap = Swap::from_args(args);
        if size <= 11 {
            return Ok(visit.visit(Rules::<2>::new(size, swap, max_plies)));
        }
        Ok(visit.visit(Rules::<6>::new(size, swap, max_plies)))
    }
}

impl<const WORDS: usize> Game for Rules<WORDS> {
    type State = State<WORDS>;
    type Move = u16;

    fn initial(&self) -> State<WORDS> {
        State { stones: [[0; WORDS]; 2], placed: 0, swapped: false, won: false }
    }

    #[inline]
    fn turn(&self, state: &State<WORDS>) -> Option<Player> {
        let limit = self.limited && u32::from(state.placed) + u32::from(state.swapped) >= self.max_plies;
        if state.won || limit { None } else { Some(self.player(usize::from(state.placed & 1), state.swapped)) }
    }

    fn moves(&self, state: &State<WORDS>, out: &mut Vec<u16>) {
        for (word, bits) in self.open(state).iter().flatten().enumerate() {
            out.extend(positions(*bits).map(|bit| 64 * word as u16 + bit as u16));
        }
        if self.can_swap(state) && self.turn(state).is_some() {
            out.push(self.swap_move());
        }
    }

    #[inline]
    fn play(&self, state: &mut State<WORDS>, mv: u16) {
        if mv == self.swap_move() {
            state.swapped = true;
            return;
        }
        let colour = usize::from(state.placed & 1);
        state.stones[colour][usize::from(mv) / 64] |= 1 << (mv % 64);
        state.placed += 1;
        state.swapped &= self.remembers_swap(state.placed);
        let enough = u32::from(state.placed) + 1 >= 2 * self.board.size();
        state.won = enough && self.connected(colour, &state.stones[colour]);
    }

    fn payoffs(&self, state: &State<WORDS>) -> Payoffs {
        Payoffs::duel(state.won.then(|| self.player(usize::from(state.placed & 1 ^ 1), state.swapped)))
    }

    fn index(&self, mv: u16) -> usize {
        mv as usize
    }

    fn index_bound(&self) -> usize {
        self.board.area() as usize + usize::from(self.swap != Swap::Off)
    }

    fn max_plies(&self) -> u32 {
        self.max_plies
    }

    fn move_text(&self, _: &State<WORDS>, mv: u16) -> String {
        let size = self.board.size() as u16;
        if mv == self.swap_move() {
            return "swap".to_string();
        }
        format!("{}{}", char::from(b'a' + (mv % size) as u8), mv / size + 1)
    }

    fn state_text(&self, state: &State<WORDS>) -> String {
        let size = self.board.size() as usize;
        let letter = |colour| rows::letter(Player::new(colour));
        let board = rows::write(size, size, |row, column| state.colour(row * size + column).map(letter));
        let swapped = if state.swapped { " swapped" } else { "" };
        format!("{board} {}{swapped}", letter(usize::from(state.placed & 1)))
    }

    fn parse_state(&self, text: &str) -> Result<State<WORDS>, TextError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [board, side, rest @ ..] = words.as_slice() else {
            return Err(TextError::quoted(text, "board and side, as in `3/1x1/3 o`"));
        };
        let side = rows::side(side)?;
        let mut state = State { stones: self.parse_stones(board)?, ..self.initial() };
        let [x, o] = state.stones.map(|stones| count(&stones));
        rows::check_counts(x, o, side)?;
        state.placed = (x + o) as u16;
        state.swapped = self.swap.parse_made(rest, state.placed == 0, self.remembers_swap(state.placed))?;
        if x + o + u32::from(state.swapped) > self.max_plies {
            return Err(TextError::quoted(text, format!("at most {} plies", self.max_plies)));
        }
        let (next, last) = (side.index(), side.other().index());
        state.won = self.connected(last, &state.stones[last]);
        if self.connected(next, &state.stones[next]) || state.won && !self.just_connected(last, &state.stones[last]) {
            return Err(TextError::quoted(text, "no connection before the last move: the game would have ended then"));
        }
        Ok(state)
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, symmetry: usize, state: &State<WORDS>) -> State<WORDS> {
        let mut turned = *state;
        if symmetry != 0 {
            turned.stones = [[0; WORDS]; 2];
            for cell in 0..self.board.area() as usize {
                if let Some(colour) = state.colour(cell) {
                    let opposite = self.board.area() as usize - 1 - cell;
                    turned.stones[colour][opposite / 64] |= 1 << (opposite % 64);
                }
            }
        }
        turned
    }

    fn view(&self, state: &State<WORDS>, last: Option<u16>) -> View {
        let size = self.board.size() as usize;
        let cell = |at: usize| match state.colour(at) {
            None => Cell::empty(),
            Some(colour) => Cell {
                owner: Some(self.player(colour, state.swapped)),
                // A swap concerns the only stone on the board.
                highlighted: last.is_some_and(|mv| usize::from(mv) == at || mv == self.swap_move()),
                ..Cell::stone(Player::new(colour))
            },
        };
        let row = |row: usize| BoardRow {
            label: (row + 1).to_string(),
            indent: row,
            cells: (row * size..(row + 1) * size).map(cell).collect(),
        };
        let mut notes = vec!["x joins top and bottom, o joins left and right".to_string()];
        if state.swapped {
            notes.push(match self.swap {
                Swap::On => "swapped: the first player has o, the second x".to_string(),
                _ => "swapped, to no effect: the second player still has o".to_string(),
            });
        }
        View { rows: (0..size).map(row).collect(), columns: letters(size).collect(), hexagonal: true, block: 0, notes }
    }

    #[inline]
    fn count_moves(&self, state: &State<WORDS>, _: &mut Vec<u16>) -> usize {
        let cells = self.board.area() as usize - usize::from(state.placed);
        if self.turn(state).is_some() { cells + usize::from(self.can_swap(state)) } else { 0 }
    }

    #[inline]
    fn random_move(&self, state: &State<WORDS>, rng: &mut Rng, scratch: &mut Vec<u16>) -> Option<u16> {
        let open = self.open(state)?;
        let choice = rng.below(self.count_moves(state, scratch) as u32);
        if choice >= count(&open) {
            return Some(self.swap_move());
        }
        let (word, bit) = nth(&open, choice);
        Some(64 * word as u16 + bit.trailing_zeros() as u16)
    }

    #[inline(never)]
    fn playout(&self, state: &mut State<WORDS>, rng: &mut Rng, scratch: &mut Vec<u16>) -> Playout {
        if !self.limited {
            let (winner, _) = self.fill(state, rng);
            let swapped = self.swaps(state, rng);
            return Playout { payoffs: Payoffs::duel(Some(self.player(winner, swapped))), plies: None };
        }
        let mut plies = 0;
        while let Some(mv) = self.random_move(state, rng, scratch) {
            self.play(state, mv);
            plies += 1;
        }
        Playout { payoffs: self.payoffs(state), plies: Some(plies) }
    }

    #[inline]
    fn playout_reporting(
        &self,
        state: &mut State<WORDS>,
        rng: &mut Rng,
        scratch: &mut Vec<u16>,
        listener: &mut impl Listener,
    ) -> Payoffs {
        if self.limited {
            while let (Some(player), Some(mv)) = (self.turn(state), self.random_move(state, rng, scratch)) {
                listener.report(player, self.index(mv));
                self.play(state, mv);
            }
            return self.payoffs(state);
        }
        let empty = self.board.outside(&state.stones[0], &state.stones[1]);
        let (winner, drawn) = self.fill(state, rng);
        let swapped = self.swaps(state, rng);
        for word in 0..WORDS {
            let stones = [drawn[word], empty[word] & !drawn[word]];
            for (colour, stones) in stones.into_iter().enumerate() {
                listener.report_all(self.player(colour, swapped), 64 * word, stones);
            }
        }
        Payoffs::duel(Some(self.player(winner, swapped)))
    }
}

#[cfg(test)]
mod tests {
    use mctslab_core::testing::after;

    use super::*;

    #[test]
    fn a_swap_exchanges_the_players() {
        let game = Rules::<2>::new(3, Swap::On, 0);
        let swapped = after(&game, "b2 swap");
        assert_eq!(game.state_text(&swapped), "3/1x1/3 o swapped");
        assert_eq!(game.turn(&swapped), Some(Player::FIRST));
        assert!(game.parse_move(&swapped, "swap").is_err(), "only once");
        let over = after(&game, "b2 swap a1 b1 a2 b3");
        assert_eq!(game.turn(&over), None);
        assert_eq!(game.payoffs(&over), Payoffs::duel(Some(Player::SECOND)), "the swapper has the first stone");
    }

    #[test]
    fn a_swap_to_no_effect_is_forgotten_unless_plies_count() {
        let game = Rules::<2>::new(3, Swap::Noop, 0);
        assert_eq!(game.turn(&after(&game, "b2 swap")), Some(Player::SECOND));
        assert_eq!(after(&game, "b2 swap a1"), after(&game, "b2 a1"));
        let limited = Rules::<2>::new(3, Swap::Noop, 3);
        assert_eq!(limited.turn(&after(&limited, "b2 a1")), Some(Player::FIRST));
        assert_eq!(limited.turn(&after(&limited, "b2 swap a1")), None);
    }

    #[test]
    fn every_direction_of_touching_counts() {
        let game = Rules::<2>::new(3, Swap::Off, 0);
        // c1-b2-a3 is a chain, a1-b2-c3 is not.
        for (board, won) in [("oox/1x1/x2 o", true), ("x1o/oxo/oxx x", false), ("x1x/ooo/1x1 x", true)] {
            assert_eq!(game.parse_state(board).map(|state| state.won), Ok(won), "{board}");
        }
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = Rules::<2>::new(3, Swap::Off, 0);
        for (text, expected) in [
            ("3/1x1/3 x", "as many of each"),
            ("1x1/1x1/oxo x", "as many of each"),
            ("1x1/1x1/oxo o swapped", "no swap"),
            ("ox1/ox1/ox1 x", "no connection before"),
            ("1x1/1x1/ox2 o", "3 squares"),
        ] {
            let error = game.parse_state(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        // Two separate chains: whichever stone came last, there was one before it.
        let error = Rules::<2>::new(4, Swap::Off, 0).parse_state("xoox/xoox/xoox/x1ox o").unwrap_err().to_string();
        assert!(error.contains("no connection before"), "{error}");
    }
}
