//! Tic-tac-toe: on a 3x3 board each player in turn marks an empty cell; three in a row wins, a full
//! board draws.
//!
//! Moves are cells, `a1` at the bottom left to `c3` at the top right. A position is the board from
//! the top row down and the side to move, `x` or `o`: `3/1x1/3 o`.
//!
//! Known values: a draw; 765 positions up to symmetry; 255,168 games.
//! Sources: Ludii 1.3.14 and OpenSpiel 2.0.2 agree with this file's trees.

use mctslab_core::spec::{Args, Entry, Param, SpecError};
use mctslab_core::view::{Cell, letters, numbers_down};
use mctslab_core::{Family, Game, GameInfo, Payoffs, Player, TextError, View, Visit};

use crate::boards::bits::positions;
use crate::boards::three::{HAS_LINE, turn_cell};
use crate::boards::{plies, rows, symmetry};

/// The rules of Tic-Tac-Toe, with the options that a spec names.
pub struct TicTacToe {
    max_plies: u32,
}

/// The marks of each player; bit `3 * row + column` with row 0 at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    marks: [u16; 2],
}

const FULL: u16 = 0b111_111_111;
impl TicTacToe {
    fn ply(state: &State) -> u32 {
        (state.marks[0] | state.marks[1]).count_ones()
    }
}

impl Family for TicTacToe {
    const INFO: GameInfo = GameInfo {
        entry: Entry { name: "tic-tac-toe", doc: "three in a row on 3x3", params: &[Param::max_plies("0")] },
        source: include_str!("tic_tac_toe.rs"),
        samples: &["tic-tac-toe", "tic-tac-toe(max-plies=6)"],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        let max_plies = plies::within(args.integer("max-plies") as u32, 9);
        Ok(visit.visit(TicTacToe { max_plies }))
    }
}

impl Game for TicTacToe {
    type State = State;
    type Move = u8;

    fn initial(&self) -> State {
        State { marks: [0, 0] }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        let ply = Self::ply(state);
        let last = state.marks[(ply & 1) as usize ^ 1];
        if HAS_LINE[last as usize] || ply >= self.max_plies { None } else { Some(Player::new((ply & 1) as usize)) }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        if self.turn(state).is_some() {
            out.extend(positions(u64::from(FULL & !(state.marks[0] | state.marks[1]))).map(|cell| cell as u8));
        }
    }

    #[inline]
    fn play(&self, state: &mut State, cell: u8) {
        state.marks[(Self::ply(state) & 1) as usize] |= 1 << cell;
    }

    #[inline]
    fn payoffs(&self, state: &State) -> Payoffs {
        let winner = [Player::FIRST, Player::SECOND].into_iter().find(|p| HAS_LINE[state.marks[p.index()] as usize]);
        Payoffs::duel(winner)
    }

    fn index(&self, cell: u8) -> usize {
        cell as usize
    }

    fn index_bound(&self) -> usize {
        9
    }

    fn max_plies(&self) -> u32 {
        self.max_plies
    }

    fn move_text(&self, _: &State, cell: u8) -> String {
        format!("{}{}", char::from(b'a' + cell % 3), cell / 3 + 1)
    }

    fn state_text(&self, state: &State) -> String {
        let board = rows::write(3, 3, |row, column| owner(state, row, column).map(rows::letter));
        let side = rows::letter(Player::new((Self::ply(state) & 1) as usize));
        format!("{board} {side}")
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let [board, side] = rows::fields(text, "board side, as in 3/1x1/3 o")?;
        let mut state = self.initial();
        rows::read(board, 3, 3, "`x`, `o`", |row, column, piece| {
            let player = rows::owner(piece, 2);
            player.map(|p| state.marks[p.index()] |= 1 << (3 * (2 - row) + column)).is_some()
        })?;
        let [x, o] = state.marks.map(u16::count_ones);
        let side = rows::side(side)?;
        rows::check_counts(x, o, side)?;
        plies::refuse_more(x + o, self.max_plies, || format!("{} marks", x + o))?;
        if HAS_LINE[state.marks[side.index()] as usize] {
            return Err(TextError::quoted(text, "no line of the side to move: the game would have ended before"));
        }
        Ok(state)
    }

    fn symmetries(&self) -> usize {
        symmetry::SQUARE
    }

    fn transform(&self, symmetry: usize, state: &State) -> State {
        let turned = |marks: u16| symmetry::transform_bits(u64::from(marks), |cell| turn_cell(symmetry, cell)) as u16;
        State { marks: state.marks.map(turned) }
    }

    fn view(&self, state: &State, last: Option<u8>) -> View {
        View::grid(numbers_down(3), letters(3), |row, column| {
            let mut cell = owner(state, row, column).map_or_else(Cell::empty, Cell::stone);
            cell.highlighted = last == Some((3 * (2 - row) + column) as u8);
            cell
        })
    }
}

/// The player who marked the cell, with row 0 at the top.
fn owner(state: &State, row: usize, column: usize) -> Option<Player> {
    let bit = 1 << (3 * (2 - row) + column);
    [Player::FIRST, Player::SECOND].into_iter().find(|p| state.marks[p.index()] & bit != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_marks_than_plies_are_refused() {
        let text = "xox/1x1/o2 o";
        let error = TicTacToe { max_plies: 2 }.parse_state(text).expect_err(text).to_string();
        assert!(error.contains("at most 2 plies"), "{error}");
        assert!(TicTacToe { max_plies: 5 }.parse_state(text).is_ok());
    }
}
