//! Ultimate tic-tac-toe: nine tic-tac-toe boards in a 3x3 square; a player who wins a board owns
//! it, and three owned boards in a row win. A mark on some square of its board sends the opponent
//! to the board at that place in the large square. A board that is won or full is closed: a player
//! who is sent there plays on any other board that is open. When all are closed, the game is a
//! draw.
//!
//! Moves are squares of the whole, `a1` at the bottom left to `i9` at the top right. A position is
//! the whole from the top row down, the side to move, and the board to be played on, `a1` at the
//! bottom left to `c3` at the top right or `-` for any that is open: `9/9/9/9/4x4/9/9/9/9 o b2`.
//!
//! Known values: none that is proven for these rules. Random games take 59 plies on average.
//! Sources: Ludii 1.3.14 and OpenSpiel 2.0.2 agree with this file's trees.

use mctslab_core::spec::{Args, Entry, Param, SpecError};
use mctslab_core::view::{Cell, letters, numbers_down};
use mctslab_core::{Eval, Family, Game, GameInfo, Listener, Payoffs, Player, Playout, Rng, TextError, View, Visit};

use crate::boards::bits::{isolate_nth, nth_set_bit, positions};
use crate::boards::three::{HAS_LINE, turn_cell};
use crate::boards::{plies, rows, symmetry};

/// The rules of Ultimate Tic-Tac-Toe, with the options that a spec names.
pub struct UltimateTicTacToe {
    max_plies: u32,
}

/// A position. Boards, and squares within a board, are numbered `3 * row + column` with row 0 at
/// the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The marks of each player on each board.
    marks: [[u16; 9]; 2],
    /// The boards that each player owns.
    won: [u16; 2],
    /// The boards that are won or full.
    closed: u16,
    /// The board on which to play, or [`ANY_BOARD`]; never a closed one.
    target: u8,
    plies: u8,
}

/// Every square of a board, and every board.
const FULL: u16 = 0b111_111_111;
/// The player may choose the board.
const ANY_BOARD: u8 = 9;

/// Sets of squares of all boards: seven boards of nine bits in the first word, two in the second.
#[derive(Clone, Copy)]
struct Squares(u64, u64);

impl Squares {
    /// The squares on one board; none for [`ANY_BOARD`].
    #[inline]
    fn on(self, board: u32) -> u64 {
        let (word, shift) = if board < 7 { (self.0, 9 * board) } else { (self.1, 9 * (board - 7)) };
        word >> shift & u64::from(FULL)
    }

    /// Turns squares of one board on or off.
    #[inline]
    fn toggle(&mut self, board: u32, squares: u64) {
        if board < 7 {
            self.0 ^= squares << (9 * board);
        } else {
            self.1 ^= squares << (9 * (board - 7));
        }
    }

    /// The number of squares.
    #[inline]
    fn count(self) -> u32 {
        self.0.count_ones() + self.1.count_ones()
    }

    /// A uniformly random square as board and bit. There must be one.
    #[inline]
    fn pick(self, rng: &mut Rng) -> (u32, u64) {
        let first = self.0.count_ones();
        let n = rng.below(self.count());
        let square = if n < first { nth_set_bit(self.0, n) } else { 63 + nth_set_bit(self.1, n - first) };
        (square / 9, 1 << (square % 9))
    }
}

impl State {
    /// The player to move, if the game were not over.
    #[inline]
    fn mover(&self) -> usize {
        usize::from(self.plies & 1)
    }

    /// The empty squares of a board, if it is open.
    #[inline]
    fn open(&self, board: usize) -> u16 {
        let empty = FULL & !(self.marks[0][board] | self.marks[1][board]);
        if self.closed >> board & 1 == 0 { empty } else { 0 }
    }

    /// The empty squares of all open boards.
    #[inline]
    fn all_open(&self) -> Squares {
        let mut open = Squares(0, 0);
        for board in 0..9 {
            open.toggle(board, u64::from(self.open(board as usize)));
        }
        open
    }

    /// Updates the owned and the closed boards after a mark on the board.
    #[inline]
    fn settle(&mut self, board: usize, player: usize) {
        let won = HAS_LINE[self.marks[player][board] as usize];
        self.won[player] |= u16::from(won) << board;
        let full = self.marks[0][board] | self.marks[1][board] == FULL;
        self.closed |= u16::from(won | full) << board;
    }

    /// The owner of the mark on the square, with row 0 at the top.
    fn owner(&self, row: usize, column: usize) -> Option<Player> {
        let (board, square) = place(8 - row, column);
        (0..2).find(|&player| self.marks[player][board] >> square & 1 == 1).map(Player::new)
    }

    /// Refuses a board on which both players have a line, or one has two lines that no single mark
    /// completed.
    fn check_board(&self, board: usize) -> Result<(), TextError> {
        let lines = [0, 1].map(|player| HAS_LINE[self.marks[player][board] as usize]);
        let completed = |player: usize| {
            let marks = self.marks[player][board];
            positions(u64::from(marks)).any(|square| !HAS_LINE[(marks ^ 1 << square) as usize])
        };
        if lines == [true, true] || (0..2).any(|player| lines[player] && !completed(player)) {
            let found = format!("board {} with marks after it was won", name(board));
            return Err(TextError::new(found, "boards that are closed once there is a line"));
        }
        Ok(())
    }

    /// Whether the last move can have been on this square: its board was open and the game was not
    /// over.
    fn can_be_last(&self, board: usize, square: usize) -> bool {
        let last = self.mover() ^ 1;
        let marks = self.marks[last][board];
        let before = (marks ^ 1 << square) as usize;
        marks >> square & 1 == 1
            && !HAS_LINE[before]
            && !HAS_LINE[self.marks[last ^ 1][board] as usize]
            && !HAS_LINE[(self.won[last] & !(1 << board)) as usize]
    }

    /// Refuses a board to play on that no last move leads to.
    fn check_target(&self) -> Result<(), TextError> {
        let sent = |square: usize| if self.closed >> square & 1 == 1 { ANY_BOARD } else { square as u8 };
        let leads = |square: &usize| (0..9).any(|board| self.can_be_last(board, *square));
        let targets: Vec<u8> = (0..9).filter(leads).map(sent).collect();
        if targets.contains(&self.target) || self.plies == 0 && self.target == ANY_BOARD {
            return Ok(());
        }
        let found = format!("`{}` as the board to be played on", target_text(self.target));
        Err(TextError::new(
            found,
            "a board that the last move leads to, or `-` if that one is closed or before any move",
        ))
    }
}

/// Board and square within it; row 0 at the bottom.
fn place(row: usize, column: usize) -> (usize, usize) {
    (row / 3 * 3 + column / 3, row % 3 * 3 + column % 3)
}

/// `a1` to `c3`, for a board within the whole.
fn name(board: usize) -> String {
    format!("{}{}", char::from(b'a' + board as u8 % 3), board / 3 + 1)
}

fn target_text(target: u8) -> String {
    if target == ANY_BOARD { "-".to_string() } else { name(target.into()) }
}

impl Family for UltimateTicTacToe {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "ultimate-tic-tac-toe",
            doc: "nine boards of tic-tac-toe, three of them in a row win",
            params: &[Param::max_plies("0")],
        },
        source: include_str!("ultimate_tic_tac_toe.rs"),
        samples: &["ultimate-tic-tac-toe", "ultimate-tic-tac-toe(max-plies=50)"],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        let max_plies = plies::within(args.integer("max-plies") as u32, 81);
        Ok(visit.visit(UltimateTicTacToe { max_plies }))
    }
}

impl UltimateTicTacToe {
    /// The estimate from the difference of owned boards, for `player`.
    fn board_lead(_: &Self, state: &State, player: Player) -> f64 {
        let owned = |player: Player| f64::from(state.won[player.index()].count_ones());
        0.5 + (owned(player) - owned(player.other())) / 20.0
    }
}

impl Game for UltimateTicTacToe {
    type State = State;
    /// `9 * board + square`.
    type Move = u8;

    fn initial(&self) -> State {
        State { marks: [[0; 9]; 2], won: [0; 2], closed: 0, target: ANY_BOARD, plies: 0 }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        let won = HAS_LINE[state.won[state.mover() ^ 1] as usize];
        let over = won || state.closed == FULL || u32::from(state.plies) >= self.max_plies;
        if over { None } else { Some(Player::new(state.mover())) }
    }

    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        if self.turn(state).is_none() {
            return;
        }
        let boards = if state.target == ANY_BOARD { 0..9 } else { state.target..state.target + 1 };
        for board in boards {
            let open = u64::from(state.open(board.into()));
            out.extend(positions(open).map(|square| 9 * board + square as u8));
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: u8) {
        let (board, square) = (usize::from(mv / 9), mv % 9);
        let player = state.mover();
        state.marks[player][board] |= 1 << square;
        state.settle(board, player);
        state.target = if state.closed >> square & 1 == 1 { ANY_BOARD } else { square };
        state.plies += 1;
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        let last = state.mover() ^ 1;
        Payoffs::duel(HAS_LINE[state.won[last] as usize].then(|| Player::new(last)))
    }

    fn index(&self, mv: u8) -> usize {
        mv as usize
    }

    fn index_bound(&self) -> usize {
        81
    }

    fn max_plies(&self) -> u32 {
        self.max_plies
    }

    fn move_text(&self, _: &State, mv: u8) -> String {
        let (board, square) = (mv / 9, mv % 9);
        let (row, column) = (board / 3 * 3 + square / 3, board % 3 * 3 + square % 3);
        format!("{}{}", char::from(b'a' + column), row + 1)
    }

    fn state_text(&self, state: &State) -> String {
        let board = rows::write(9, 9, |row, column| state.owner(row, column).map(rows::letter));
        format!("{board} {} {}", rows::letter(Player::new(state.mover())), target_text(state.target))
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let [board, side, target] = rows::fields(text, "squares side board, as in 9/9/9/9/4x4/9/9/9/9 o b2")?;
        let mut state = self.initial();
        rows::read(board, 9, 9, "`x`, `o`", |row, column, piece| {
            let (board, square) = place(8 - row, column);
            rows::owner(piece, 2).map(|p| state.marks[p.index()][board] |= 1 << square).is_some()
        })?;
        let side = rows::side(side)?;
        let [x, o] = state.marks.map(|boards| boards.iter().map(|marks| marks.count_ones()).sum::<u32>());
        rows::check_counts(x, o, side)?;
        for board in 0..9 {
            state.check_board(board)?;
            (0..2).for_each(|player| state.settle(board, player));
        }
        if HAS_LINE[state.won[side.index()] as usize] {
            return Err(TextError::quoted(text, "no line of the side to move: the game would have ended before"));
        }
        plies::refuse_more(x + o, self.max_plies, || format!("{} marks", x + o))?;
        state.plies = (x + o) as u8;
        let found = (0..=ANY_BOARD).find(|&known| target_text(known) == target);
        state.target = found.ok_or_else(|| TextError::quoted(target, "a board from `a1` to `c3`, or `-` for any"))?;
        state.check_target()?;
        Ok(state)
    }

    fn symmetries(&self) -> usize {
        symmetry::SQUARE
    }

    fn transform(&self, symmetry: usize, state: &State) -> State {
        let turn = |cell: u32| turn_cell(symmetry, cell);
        let turned = |cells: u16| symmetry::transform_bits(u64::from(cells), turn) as u16;
        let mut marks = [[0; 9]; 2];
        for board in 0..9 {
            for (player, boards) in marks.iter_mut().enumerate() {
                boards[turn(board) as usize] = turned(state.marks[player][board as usize]);
            }
        }
        let target = if state.target == ANY_BOARD { ANY_BOARD } else { turn(state.target.into()) as u8 };
        State { marks, won: state.won.map(turned), closed: turned(state.closed), target, plies: state.plies }
    }

    fn view(&self, state: &State, last: Option<u8>) -> View {
        let mut view = View::grid(numbers_down(9), letters(9), |row, column| {
            let (board, square) = place(8 - row, column);
            let mut cell = state.owner(row, column).map_or_else(Cell::empty, Cell::stone);
            cell.highlighted = last == Some((9 * board + square) as u8);
            cell
        });
        view.block = 3;
        if let Some(player) = self.turn(state) {
            let target =
                if state.target == ANY_BOARD { "any open board".to_string() } else { name(state.target.into()) };
            view.notes.push(format!("{} plays on {target}", rows::letter(player)));
        }
        for (player, &won) in state.won.iter().enumerate().filter(|(_, won)| **won != 0) {
            let names: Vec<String> = positions(won.into()).map(|board| name(board as usize)).collect();
            view.notes.push(format!("{} owns {}", rows::letter(Player::new(player)), names.join(" ")));
        }
        view
    }

    #[inline]
    fn count_moves(&self, state: &State, _: &mut Vec<u8>) -> usize {
        if self.turn(state).is_none() {
            return 0;
        }
        if state.target != ANY_BOARD {
            return state.open(state.target.into()).count_ones() as usize;
        }
        state.all_open().count() as usize
    }

    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<u8>) -> Option<u8> {
        self.turn(state)?;
        if state.target != ANY_BOARD {
            let open = u64::from(state.open(state.target.into()));
            return Some(9 * state.target + nth_set_bit(open, rng.below(open.count_ones())) as u8);
        }
        let (board, bit) = state.all_open().pick(rng);
        Some((9 * board + bit.trailing_zeros()) as u8)
    }

    #[inline(never)]
    fn playout(&self, state: &mut State, rng: &mut Rng, _: &mut Vec<u8>) -> Playout {
        let start = u32::from(state.plies);
        if self.turn(state).is_none() {
            return Playout { payoffs: self.payoffs(state), plies: Some(0) };
        }
        let mut open = state.all_open();
        let (mut target, mut ply) = (u32::from(state.target), start);
        let winner = loop {
            let player = (ply & 1) as usize;
            let choice = open.on(target);
            let (board, bit) = if choice == 0 {
                open.pick(rng)
            } else {
                (target, isolate_nth(choice, rng.below(choice.count_ones())))
            };
            let marks = &mut state.marks[player][board as usize];
            *marks |= bit as u16;
            open.toggle(board, bit);
            ply += 1;
            if HAS_LINE[*marks as usize] {
                open.toggle(board, open.on(board));
                state.won[player] |= 1 << board;
                if HAS_LINE[state.won[player] as usize] {
                    break Some(Player::new(player));
                }
            }
            if open.0 | open.1 == 0 || ply >= self.max_plies {
                break None;
            }
            target = bit.trailing_zeros();
        };
        Playout { payoffs: Payoffs::duel(winner), plies: Some(ply - start) }
    }

    fn playout_reporting(
        &self,
        state: &mut State,
        rng: &mut Rng,
        scratch: &mut Vec<u8>,
        listener: &mut impl Listener,
    ) -> Payoffs {
        // All marks of a player as one set.
        let joined = |marks: [u16; 9]| marks.into_iter().rev().fold(0, |set: u128, marks| set << 9 | u128::from(marks));
        let before = state.marks.map(joined);
        let payoffs = self.playout(state, rng, scratch).payoffs;
        for (player, (marks, before)) in state.marks.map(joined).into_iter().zip(before).enumerate() {
            let made = marks ^ before;
            listener.report_all(Player::new(player), 0, made as u64);
            listener.report_all(Player::new(player), 64, (made >> 64) as u64);
        }
        payoffs
    }

    fn evals(&self) -> &'static [Eval<Self>] {
        const { &[Eval::new("boards", "difference of owned boards", Self::board_lead)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> UltimateTicTacToe {
        UltimateTicTacToe { max_plies: 81 }
    }

    #[test]
    fn a_closed_board_leaves_the_choice() {
        let game = game();
        let mut state = game.parse_state("9/9/9/o8/4o4/9/9/9/xxx6 o c1").expect("x just won the lower left board");
        let mv = game.parse_move(&state, "g1").expect("a legal move");
        game.play(&mut state, mv);
        assert_eq!(game.state_text(&state), "9/9/9/o8/4o4/9/9/9/xxx3o2 x -");
        assert_eq!(game.count_moves(&state, &mut Vec::new()), 81 - 9 - 3);
    }

    #[test]
    fn three_owned_boards_in_a_row_win() {
        let game = game();
        let state = game.parse_state("oo1oo1oo1/2o2o3/9/9/9/9/9/9/xxxxxxxxx o -").expect("x just won");
        assert_eq!(game.turn(&state), None);
        assert_eq!(game.payoffs(&state), Payoffs::duel(Some(Player::FIRST)));
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (text, expected) in [
            ("9/9/9/o8/4o4/9/9/9/xxx6 o a3", "the last move leads to"),
            ("9/9/9/o8/4o4/9/9/9/xxx6 o a1", "the last move leads to"),
            ("9/9/9/9/9/9/9/9/9 x b2", "the last move leads to"),
            ("9/9/9/9/9/9/9/9/9 x d1", "a board from `a1` to `c3`"),
            ("9/9/9/9/4x4/9/9/9/9 x b2", "as many of each"),
            ("9/9/9/9/9/9/9/ooo6/xxx6 x -", "closed once there is a line"),
            ("9/9/9/9/4o4/3ooooo1/9/xxx6/xxx6 x -", "closed once there is a line"),
            ("oo1oo1oo1/2o2o2o/9/9/9/9/9/9/xxxxxxxxx x -", "no line of the side to move"),
        ] {
            let error = game().parse_state(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
