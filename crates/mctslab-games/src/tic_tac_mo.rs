//! Tic-tac-mo: on a board of 3 rows and 5 columns each of three players, `x`, `o` and `y`, in turn
//! marks an empty cell; three in a row take the first place. With `places=all` the marks of the
//! winner stay, the other two go on, and the next three in a row take the second place; with
//! `places=first` the first line ends the game. A full board ends it.
//!
//! Places pay 1, 1/2 and 0, and players without a place share those that are left: 1/4 each after
//! one winner, 1/2 each without. With `places=first` the winner gets 1, the others nothing, and a
//! draw pays 1/3 each.
//!
//! Moves are cells, `a1` at the bottom left to `e3` at the top right. A position is the board from
//! the top row down and the side to move: `5/2x2/5 o`. Who won first follows: a player's number of
//! marks shows the round of the player's last move.
//!
//! Known values: random games last 14.4 plies with `places=all`, and the first player gets 0.54 on
//! average. Sources: the game of Ludii 1.3.14, which plays `places=all` and agrees with this file's
//! trees.

use mctslab_core::spec::{Args, Entry, Param, SpecError};
use mctslab_core::view::{Cell, letters, numbers_down};
use mctslab_core::{Family, Game, GameInfo, Listener, Payoffs, Player, Playout, Rng, TextError, View, Visit};

use crate::boards::bits::{isolate_nth, positions};
use crate::boards::places::{self, Places, Taken};
use crate::boards::{eights, plies, rows, symmetry};

/// The rules of Tic-Tac-Mo, with the options that a spec names.
pub struct TicTacMo {
    places: Places,
    max_plies: u32,
}

/// A position of Tic-Tac-Mo: whatever the rest of a game depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The marks of each player; bit `8 * row + column` with row 0 at the bottom, so that lines do
    /// not run over an edge.
    marks: [u32; 3],
    /// The player after each player; winners are skipped.
    next: [u8; 3],
    mover: u8,
    /// The players who took the first and the second place.
    winners: Taken,
}

const ROWS: usize = 3;
const COLUMNS: usize = 5;
const CELLS: u32 = (ROWS * COLUMNS) as u32;
/// Every cell.
const FULL: u32 = 0x1f_1f1f;

/// Whether the marks have three in a row.
#[inline]
fn has_line(marks: u32) -> bool {
    [1, 7, 8, 9].iter().fold(0, |found, step| found | marks & marks >> step & marks >> (2 * step)) != 0
}

impl State {
    #[inline]
    fn empty(&self) -> u32 {
        FULL & !(self.marks[0] | self.marks[1] | self.marks[2])
    }

    #[inline]
    fn plies(&self) -> u32 {
        self.marks.iter().map(|marks| marks.count_ones()).sum()
    }

    /// Marks a cell for the mover; whether that takes a place.
    #[inline]
    fn mark(&mut self, cell: u32) -> bool {
        let mover = usize::from(self.mover);
        self.marks[mover] |= cell;
        let next = self.next[mover];
        let won = has_line(self.marks[mover]);
        if won {
            let place = usize::from(self.winners[0].is_some());
            self.winners[place] = Some(Player::new(mover));
            for follower in &mut self.next {
                *follower = if usize::from(*follower) == mover { next } else { *follower };
            }
        }
        self.mover = next;
        won
    }

    /// The owner of the mark in the cell, with row 0 at the top.
    fn owner(&self, row: usize, column: usize) -> Option<Player> {
        let cell = 1 << (8 * (ROWS - 1 - row) + column);
        (0..3).find(|&player| self.marks[player] & cell != 0).map(Player::new)
    }
}

impl TicTacMo {
    #[inline]
    fn is_over(&self, state: &State) -> bool {
        self.places.decided(&state.winners) || state.plies() >= self.max_plies
    }

    /// The state with these marks: makes them in turn, leaving to the last for each player one that
    /// completes his lines.
    fn rebuild(&self, marks: [u32; 3]) -> Result<State, TextError> {
        let mut lasts = [0; 3];
        for player in 0..3 {
            lasts[player] = last_mark(marks[player]).ok_or_else(|| {
                let found = format!("lines of `{}` without a common cell", letter(player));
                TextError::new(found, "one line, or lines that the same mark completed")
            })?;
        }
        let mut state = self.initial();
        while state.marks != marks {
            let mover = usize::from(state.mover);
            let left = marks[mover] & !state.marks[mover];
            let early = left & !lasts[mover];
            let cell = if early == 0 { left } else { early & early.wrapping_neg() };
            if cell == 0 || self.is_over(&state) {
                return Err(self.bad_counts(marks));
            }
            state.mark(cell);
        }
        Ok(state)
    }

    fn bad_counts(&self, marks: [u32; 3]) -> TextError {
        let [x, o, y] = marks.map(u32::count_ones);
        let found = format!("{x} x, {o} o and {y} y");
        let places = if self.places == Places::First { "the first line" } else { "his own or the second line" };
        let expected = format!("at most {} marks made in turn, each player's up to {places}", self.max_plies);
        TextError::new(found, expected)
    }
}

/// A mark that may have been the last of a player: without it there is no line. 0 if he has no
/// marks.
fn last_mark(marks: u32) -> Option<u32> {
    let mut cells = positions(u64::from(marks)).map(|cell| 1 << cell);
    if marks == 0 { Some(0) } else { cells.find(|cell| !has_line(marks ^ cell)) }
}

/// The letter of a player.
fn letter(player: usize) -> char {
    rows::letter(Player::new(player))
}

/// The cell to which a symmetry of the board moves a cell: bit 0 mirrors the columns, bit 1 the
/// rows.
fn turn_cell(symmetry: usize, cell: u32) -> u32 {
    let (mut row, mut column) = (cell / 8, cell % 8);
    if symmetry & 1 != 0 {
        column = COLUMNS as u32 - 1 - column;
    }
    if symmetry & 2 != 0 {
        row = ROWS as u32 - 1 - row;
    }
    8 * row + column
}

impl Family for TicTacMo {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "tic-tac-mo",
            doc: "three players make three in a row on 3x5",
            params: &[Places::PARAM, Param::max_plies("0")],
        },
        source: include_str!("tic_tac_mo.rs"),
        samples: &[
            "tic-tac-mo",
            "tic-tac-mo(places=first)",
            "tic-tac-mo(max-plies=13)",
            "tic-tac-mo(places=first,max-plies=9)",
        ],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        let max_plies = plies::within(args.integer("max-plies") as u32, CELLS);
        Ok(visit.visit(TicTacMo { places: Places::from_args(args), max_plies }))
    }
}

impl Game for TicTacMo {
    type State = State;
    /// A cell, numbered `8 * row + column` as in [`State`].
    type Move = u8;

    fn initial(&self) -> State {
        State { marks: [0; 3], next: [1, 2, 0], mover: 0, winners: [None; 2] }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        if self.is_over(state) { None } else { Some(Player::new(usize::from(state.mover))) }
    }

    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        if !self.is_over(state) {
            out.extend(positions(u64::from(state.empty())).map(|cell| cell as u8));
        }
    }

    #[inline]
    fn play(&self, state: &mut State, cell: u8) {
        state.mark(1 << cell);
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        self.places.pay(state.winners)
    }

    #[inline]
    fn index(&self, cell: u8) -> usize {
        cell as usize
    }

    fn index_bound(&self) -> usize {
        8 * (ROWS - 1) + COLUMNS
    }

    fn max_plies(&self) -> u32 {
        self.max_plies
    }

    fn move_text(&self, _: &State, cell: u8) -> String {
        eights::name(cell)
    }

    fn state_text(&self, state: &State) -> String {
        let board = rows::write(ROWS, COLUMNS, |row, column| state.owner(row, column).map(rows::letter));
        format!("{board} {}", letter(usize::from(state.mover)))
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let [board, side] = rows::fields(text, "board side, as in 5/2x2/5 o")?;
        let mut marks = [0; 3];
        rows::read(board, ROWS, COLUMNS, "`x`, `o`, `y`", |row, column, piece| {
            let player = rows::owner(piece, 3);
            player.map(|player| marks[player.index()] |= 1 << (8 * (ROWS - 1 - row) + column)).is_some()
        })?;
        let side = rows::side_of(side, 3)?;
        let state = self.rebuild(marks)?;
        if side.index() != usize::from(state.mover) {
            let found = format!("`{}` to move", rows::letter(side));
            return Err(TextError::new(found, format!("`{}`, by the marks made", letter(usize::from(state.mover)))));
        }
        Ok(state)
    }

    fn view(&self, state: &State, last: Option<u8>) -> View {
        let mut view = View::grid(numbers_down(ROWS), letters(COLUMNS), |row, column| {
            let cell = state.owner(row, column).map_or_else(Cell::empty, Cell::stone);
            Cell { highlighted: last == Some((8 * (ROWS - 1 - row) + column) as u8), ..cell }
        });
        for (winner, place) in places::named(&state.winners) {
            view.notes.push(format!("{} has the {place} place", rows::letter(winner)));
        }
        view
    }

    fn players(&self) -> usize {
        3
    }

    fn payoff_sum(&self) -> Option<f64> {
        Some(self.places.payoff_sum())
    }

    fn symmetries(&self) -> usize {
        4
    }

    fn transform(&self, symmetry: usize, state: &State) -> State {
        let turned = |marks: u32| symmetry::transform_bits(u64::from(marks), |cell| turn_cell(symmetry, cell)) as u32;
        State { marks: state.marks.map(turned), ..*state }
    }

    #[inline]
    fn count_moves(&self, state: &State, _: &mut Vec<u8>) -> usize {
        if self.is_over(state) { 0 } else { state.empty().count_ones() as usize }
    }

    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<u8>) -> Option<u8> {
        if self.is_over(state) {
            return None;
        }
        let empty = state.empty();
        Some(isolate_nth(u64::from(empty), rng.below(empty.count_ones())).trailing_zeros() as u8)
    }

    #[inline(never)]
    fn playout(&self, state: &mut State, rng: &mut Rng, _: &mut Vec<u8>) -> Playout {
        let start = state.plies();
        let mut ply = start;
        let mut over = self.is_over(state);
        let mut empty = state.empty();
        while !over {
            let cell = isolate_nth(u64::from(empty), rng.below(CELLS - ply)) as u32;
            empty ^= cell;
            ply += 1;
            let won = state.mark(cell);
            over = won && self.places.decided(&state.winners) || ply >= self.max_plies;
        }
        Playout { payoffs: self.places.pay(state.winners), plies: Some(ply - start) }
    }

    fn playout_reporting(
        &self,
        state: &mut State,
        rng: &mut Rng,
        scratch: &mut Vec<u8>,
        listener: &mut impl Listener,
    ) -> Payoffs {
        let before = state.marks;
        let payoffs = self.playout(state, rng, scratch).payoffs;
        for (player, (marks, before)) in state.marks.into_iter().zip(before).enumerate() {
            listener.report_all(Player::new(player), 0, u64::from(marks ^ before));
        }
        payoffs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(places: Places, cells: &[&str]) -> (TicTacMo, State) {
        let game = TicTacMo { places, max_plies: CELLS };
        let mut state = game.initial();
        for cell in cells {
            let cell = game.parse_move(&state, cell).expect("a legal move");
            game.play(&mut state, cell);
        }
        (game, state)
    }

    #[test]
    fn two_play_on_for_the_second_place() {
        let mut cells = vec!["a1", "a2", "a3", "b1", "b2", "b3", "c1"];
        let (game, state) = played(Places::First, &cells);
        assert_eq!(game.turn(&state), None);
        assert_eq!(game.payoffs(&state).as_slice(), [1.0, 0.0, 0.0]);
        // The second player could win at once, but plays elsewhere; then the third does.
        cells.extend(["d1", "c3"]);
        let (game, state) = played(Places::All, &cells[..8]);
        assert_eq!(game.turn(&state), Some(Player::new(2)));
        let (_, state) = played(Places::All, &cells);
        assert_eq!(game.turn(&state), None);
        assert_eq!(game.payoffs(&state).as_slice(), [1.0, 0.0, 0.5]);
        assert_eq!(game.state_text(&state), "yyy2/oo3/xxxo1 o");
    }

    #[test]
    fn lines_do_not_run_over_an_edge() {
        for cells in [["d1", "e1", "a2"], ["e1", "a2", "b3"], ["d1", "e2", "a3"], ["a1", "e1", "d2"]] {
            let marks = cells.iter().map(|c| 8 * (c.as_bytes()[1] - b'1') + c.as_bytes()[0] - b'a');
            assert!(!has_line(marks.fold(0, |marks, cell| marks | 1 << cell)), "{cells:?}");
        }
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (places, text, reason) in [
            (Places::All, "5/2x2/5 x", "`o`, by the marks made"),
            (Places::All, "5/2xx1/5 o", "2 x, 0 o and 0 y"),
            (Places::All, "5/2z2/5 o", "`x`, `o`, `y`"),
            (Places::All, "5/2x2/5 z", "`x`, `o` or `y`"),
            (Places::All, "xxx2/oo1o1/y4 y", "3 x, 3 o and 1 y"),
            // The second line has ended the game.
            (Places::All, "xxx2/ooo2/yy1yy x", "3 x, 3 o and 4 y"),
            (Places::First, "xxx2/oo1o1/yy3 y", "3 x, 3 o and 2 y"),
            // No single mark can have completed two lines side by side.
            (Places::All, "xxxoo/xxxyy/yooyo x", "lines of `x` without a common cell"),
        ] {
            let game = TicTacMo { places, max_plies: CELLS };
            let error = game.parse_state(text).expect_err("impossible").to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        let text = "xx3/oo1oy/yy1x1 x";
        assert!(TicTacMo { places: Places::All, max_plies: 9 }.parse_state(text).is_ok());
        assert!(TicTacMo { places: Places::All, max_plies: 8 }.parse_state(text).is_err());
    }
}
