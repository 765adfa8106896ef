//! Connect Four: drop a disc into a column that is not full; four or more in a row through it win,
//! a full board draws.
//!
//! Moves are columns, `1` to `7` from the left. A position is the board from the top row down and
//! the side to move, `7/7/7/7/3o3/3x3 x`, or the columns played so far, `44` or `4 4`; no columns
//! are the initial position.
//!
//! Known values: a win for the first player who starts in the middle (Allen 1988, Allis 1988);
//! 4,531,985,219,092 positions. Sources: Ludii 1.3.14 and OpenSpiel 2.0.2 agree with this file's
//! trees. The estimate `score4` is that of the program Score4 by Thanassis Tsiodras.

use std::hint::cold_path;

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::view::{Cell, View};
use mctslab_core::{Eval, Family, Game, GameInfo, Listener, Payoffs, Player, Playout, Rng, TextError, Visit};

use crate::boards::bits::{isolate_nth, positions};
use crate::boards::{plies, rows, symmetry};

/// The rules, with masks for the size of the board.
///
/// Square (column, row) is bit `column * (height + 1) + row`, row 0 at the bottom; the row above
/// the board stays empty, so that lines do not run from one column into the next.
pub struct ConnectFour {
    width: u32,
    height: u32,
    max_plies: u32,
    /// The lowest square of every column.
    bottom: u64,
    /// Every square.
    full: u64,
    /// Steps to the next square upwards, right, and along both diagonals.
    steps: [u64; 4],
    /// The column of each square: a look-up is faster than a division.
    columns: [u8; 64],
    /// Every line of four, for `score4`.
    windows: Vec<u64>,
}

/// A position. The discs of the player who just moved are `all & !mine`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Discs of the player to move.
    mine: u64,
    /// Discs of both.
    all: u64,
    /// The player who just moved has four in a row.
    won: bool,
}

impl State {
    /// Discs of the player to move and of the other one. Square (column, row), row 0 at the bottom,
    /// is bit `column * (height + 1) + row`.
    #[inline]
    pub fn sides(&self) -> [u64; 2] {
        [self.mine, self.all & !self.mine]
    }
}

impl ConnectFour {
    fn new(width: u32, height: u32, max_plies: u32) -> ConnectFour {
        let bottom = (0..width).fold(0, |bits, column| bits | 1 << (column * (height + 1)));
        let full = (0..height).fold(0, |bits, row| bits | bottom << row);
        let squares = width * height;
        let max_plies = plies::within(max_plies, squares);
        let columns = std::array::from_fn(|square| square as u8 / (height as u8 + 1));
        let steps = [1, height + 1, height + 2, height].map(u64::from);
        let mut game = ConnectFour { width, height, max_plies, bottom, full, steps, columns, windows: Vec::new() };
        for direction in steps {
            let line = 1 | 1 << direction | 1 << (2 * direction) | 1 << (3 * direction);
            let starts = 0..64 - 3 * direction;
            game.windows.extend(starts.map(|start| line << start).filter(|window| window & full == *window));
        }
        game
    }

    /// Drops a disc, and returns all discs of the player who dropped it.
    #[inline]
    fn drop_disc(&self, state: &mut State, column: u8) -> u64 {
        let moved = state.mine | self.landing(state, u32::from(column));
        let theirs = state.all & !state.mine;
        state.all |= moved;
        state.mine = theirs;
        moved
    }

    /// Columns and rows.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Every line of four squares, as sets of squares.
    pub fn windows(&self) -> &[u64] {
        &self.windows
    }

    /// The column of a square.
    #[inline]
    pub fn column(&self, square: u32) -> u8 {
        self.columns[square as usize & 63]
    }

    /// Plays random moves to the end, and reports every disc dropped.
    #[inline]
    fn play_to_the_end(&self, state: &State, rng: &mut Rng, mut report: impl FnMut(Player, u64)) -> Playout {
        let start = state.all.count_ones();
        let State { mut mine, mut all, mut won } = *state;
        let mut ply = start;
        let mut open = self.open(all);
        let mut columns = open.count_ones();
        while !won && ply < self.max_plies {
            let disc = isolate_nth(open, rng.below(columns));
            report(Player::new((ply & 1) as usize), disc);
            let moved = mine | disc;
            mine ^= all;
            all |= moved;
            let above = (disc << 1) & self.full;
            open = (open ^ disc) | above;
            if above == 0 {
                // A branch, mostly predicted right: the next number is then drawn before this disc
                // has landed.
                cold_path();
                columns -= 1;
            }
            won = self.connected(moved);
            ply += 1;
        }
        let winner = won.then(|| Player::new((ply & 1) as usize ^ 1));
        Playout { payoffs: Payoffs::duel(winner), plies: Some(ply - start) }
    }

    /// Whether the discs have four in a row.
    #[inline]
    pub fn connected(&self, discs: u64) -> bool {
        // All directions at once, as lanes of a vector.
        let pairs: [u64; 4] = std::array::from_fn(|i| discs & (discs >> (self.steps[i] & 63)));
        let fours: [u64; 4] = std::array::from_fn(|i| pairs[i] & (pairs[i] >> ((2 * self.steps[i]) & 63)));
        fours.into_iter().fold(0, |found, four| found | four) != 0
    }

    /// The lowest empty square of every column that has one.
    #[inline]
    pub fn open(&self, all: u64) -> u64 {
        (all + self.bottom) & self.full
    }

    /// The square where a disc in `column` lands, as a bit.
    #[inline]
    fn landing(&self, state: &State, column: u32) -> u64 {
        self.open(state.all) & (((1 << self.height) - 1) << (column * (self.height + 1)))
    }

    /// The player to move, if the game were not over.
    fn mover(state: &State) -> Player {
        Player::new((state.all.count_ones() & 1) as usize)
    }

    /// The owner of the disc on the square, with row 0 at the bottom.
    fn owner(&self, state: &State, column: u32, row: u32) -> Option<Player> {
        let bit = 1 << (column * (self.height + 1) + row);
        match (state.all & bit != 0, state.mine & bit != 0) {
            (false, _) => None,
            (true, true) => Some(Self::mover(state)),
            (true, false) => Some(Self::mover(state).other()),
        }
    }

    fn parse_columns(&self, text: &str) -> Result<State, TextError> {
        let mut state = self.initial();
        for (i, c) in text.chars().filter(|c| !c.is_whitespace()).enumerate() {
            let column = c.to_digit(10).filter(|column| (1..=self.width).contains(column));
            let column = column.ok_or_else(|| {
                TextError::quoted(&c.to_string(), format!("columns from `1` to `{}`, as in `4453`", self.width))
            })? - 1;
            if self.turn(&state).is_none() {
                let found = format!("more columns after the end of the game at ply {i}");
                return Err(TextError::new(found, "columns up to the end of the game"));
            }
            if self.landing(&state, column) == 0 {
                let found = format!("column `{c}` at ply {} in `{text}`", i + 1);
                return Err(TextError::new(found, "a column that is not full"));
            }
            self.play(&mut state, column as u8);
        }
        Ok(state)
    }

    fn parse_board(&self, text: &str) -> Result<State, TextError> {
        let shape = "columns played, as in 4453, or board and side, as in 7/7/7/7/3o3/3x3 x";
        let [board, side] = rows::fields(text, shape)?;
        let side = rows::side(side)?;
        let mut discs = [0u64; 2];
        rows::read(board, self.height as usize, self.width as usize, "`x`, `o`", |row, column, piece| {
            let bit = 1 << (column as u32 * (self.height + 1) + self.height - 1 - row as u32);
            rows::owner(piece, 2).map(|p| discs[p.index()] |= bit).is_some()
        })?;
        let all = discs[0] | discs[1];
        let [x, o] = discs.map(u64::count_ones);
        rows::check_counts(x, o, side)?;
        plies::refuse_more(x + o, self.max_plies, || format!("{} discs", x + o))?;
        // Adding one disc to the bottom of each column carries up to the first gap: a floating disc
        // survives below it.
        if all & (all + self.bottom) & self.full != 0
            || ((all + self.bottom) ^ all).count_ones() != all.count_ones() + self.width
        {
            return Err(TextError::quoted(board, "no disc above an empty square"));
        }
        if self.connected(discs[side.index()]) {
            return Err(TextError::quoted(
                text,
                "no four in a row of the side to move: the game would have ended before",
            ));
        }
        let last = discs[side.other().index()];
        let won = self.connected(last);
        // The last disc has nothing above it, and without it neither player had won.
        let tops = last & !(all >> 1);
        if won && positions(tops).all(|square| self.connected(last & !(1 << square))) {
            return Err(TextError::quoted(
                text,
                "a disc on top of its column that completed every four in a row: the game would have ended before",
            ));
        }
        Ok(State { mine: discs[side.index()], all, won })
    }

    /// The estimate of Score4: the difference of my discs and the other player's over all windows
    /// of four squares, weighted 1, 2 and 5.
    pub fn score4(&self, mine: u64, theirs: u64) -> i32 {
        const WEIGHTS: [i32; 9] = [0, -5, -2, -1, 0, 1, 2, 5, 0];
        let lead = |window: &u64| 4 + (mine & window).count_ones() - (theirs & window).count_ones();
        self.windows.iter().map(|window| WEIGHTS[lead(window) as usize]).sum()
    }

    /// The estimate from the score of [`ConnectFour::score4`], for `player`.
    fn window_lead(&self, state: &State, player: Player) -> f64 {
        let [mine, theirs] = state.sides();
        let score = f64::from(self.score4(mine, theirs)) / (10 * self.windows.len() + 1) as f64;
        if player == Self::mover(state) { 0.5 + score } else { 0.5 - score }
    }
}

impl Family for ConnectFour {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "connect-four",
            doc: "four in a row, discs fall down",
            params: &[
                Param::new("width", Kind::Integer { min: 4, max: 9 }, "7", "columns"),
                Param::new("height", Kind::Integer { min: 4, max: 9 }, "6", "rows; width * (height + 1) is at most 64"),
                Param::max_plies("0"),
            ],
        },
        source: include_str!("connect_four.rs"),
        samples: &["connect-four", "connect-four(width=5,height=4)", "connect-four(width=9,height=6,max-plies=20)"],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        let (width, height) = (args.integer("width") as u32, args.integer("height") as u32);
        if width * (height + 1) > 64 {
            let reason = format!("width={width} and height={height} is too large: width * (height + 1) is at most 64");
            return Err(SpecError::combination("connect-four", reason));
        }
        Ok(visit.visit(ConnectFour::new(width, height, args.integer("max-plies") as u32)))
    }
}

impl Game for ConnectFour {
    type State = State;
    type Move = u8;

    fn initial(&self) -> State {
        State { mine: 0, all: 0, won: false }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        let over = state.won || state.all.count_ones() >= self.max_plies;
        if over { None } else { Some(Self::mover(state)) }
    }

    fn moves(&self, state: &State, out: &mut Vec<u8>) {
        if self.turn(state).is_some() {
            out.extend(positions(self.open(state.all)).map(|square| self.columns[square as usize & 63]));
        }
    }

    #[inline]
    fn play(&self, state: &mut State, column: u8) {
        let moved = self.drop_disc(state, column);
        state.won = self.connected(moved);
    }

    #[inline]
    fn play_on(&self, state: &mut State, column: u8) {
        self.drop_disc(state, column);
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        Payoffs::duel(state.won.then(|| Self::mover(state).other()))
    }

    fn index(&self, column: u8) -> usize {
        column as usize
    }

    fn index_bound(&self) -> usize {
        self.width as usize
    }

    fn max_plies(&self) -> u32 {
        self.max_plies
    }

    fn move_text(&self, _: &State, column: u8) -> String {
        (column + 1).to_string()
    }

    fn state_text(&self, state: &State) -> String {
        let (height, width) = (self.height as usize, self.width as usize);
        let board = rows::write(height, width, |row, column| {
            self.owner(state, column as u32, self.height - 1 - row as u32).map(rows::letter)
        });
        format!("{board} {}", rows::letter(Self::mover(state)))
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let text = text.trim();
        if text.chars().all(|c| c.is_ascii_digit() || c.is_whitespace()) {
            return self.parse_columns(text);
        }
        self.parse_board(text)
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, symmetry: usize, state: &State) -> State {
        let stride = self.height + 1;
        let mirrored = |discs| {
            symmetry::transform_bits(discs, |square| (self.width - 1 - square / stride) * stride + square % stride)
        };
        if symmetry == 0 {
            *state
        } else {
            State { mine: mirrored(state.mine), all: mirrored(state.all), won: state.won }
        }
    }

    fn view(&self, state: &State, last: Option<u8>) -> View {
        let labels = (1..=self.width).map(|column| column.to_string());
        let blank = (0..self.height).map(|_| String::new());
        View::grid(blank, labels, |row, column| {
            let (column, row) = (column as u32, self.height - 1 - row as u32);
            let mut cell = self.owner(state, column, row).map_or_else(Cell::empty, Cell::stone);
            let top = self.owner(state, column, row + 1).is_none();
            cell.highlighted = last == Some(column as u8) && top && cell.owner.is_some();
            cell
        })
    }

    #[inline]
    fn count_moves(&self, state: &State, _: &mut Vec<u8>) -> usize {
        if self.turn(state).is_some() { self.open(state.all).count_ones() as usize } else { 0 }
    }

    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<u8>) -> Option<u8> {
        self.turn(state)?;
        let open = self.open(state.all);
        let square = isolate_nth(open, rng.below(open.count_ones())).trailing_zeros();
        Some(self.columns[square as usize & 63])
    }

    #[inline(never)]
    fn playout(&self, state: &mut State, rng: &mut Rng, _: &mut Vec<u8>) -> Playout {
        self.play_to_the_end(state, rng, |_, _| {})
    }

    #[inline]
    fn playout_reporting(
        &self,
        state: &mut State,
        rng: &mut Rng,
        _: &mut Vec<u8>,
        listener: &mut impl Listener,
    ) -> Payoffs {
        let report = |player, disc: u64| listener.report(player, self.index(self.column(disc.trailing_zeros())));
        self.play_to_the_end(state, rng, report).payoffs
    }

    #[inline]
    fn playout_moves(
        &self,
        state: &mut State,
        rng: &mut Rng,
        _: &mut Vec<u8>,
        mut take: impl FnMut(Player, u8),
    ) -> Payoffs {
        self.play_to_the_end(state, rng, |player, disc| take(player, self.column(disc.trailing_zeros()))).payoffs
    }

    fn evals(&self) -> &'static [Eval<Self>] {
        const { &[Eval::new("score4", "discs in windows of four, weighted as in the program Score4", Self::window_lead)] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn score4_of_a_hand_counted_position() {
        let game = ConnectFour::new(7, 6, 0);
        assert_eq!(game.windows.len(), 69);
        // One disc in the lower left corner is in three windows, one in the bottom middle in seven.
        let score = |columns| {
            let [mine, theirs] = game.parse_columns(columns).expect("a position").sides();
            game.score4(mine, theirs)
        };
        assert_eq!(score("1"), -3);
        assert_eq!(score("41"), 7 - 3);
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = ConnectFour::new(7, 6, 0);
        for text in [
            // Two separate fours, and one that is buried.
            "7/7/x5x/xo3ox/xo3ox/xoo2ox o",
            "7/7/7/7/1ooxo2/1xxxxo1 o",
        ] {
            let error = game.parse_state(text).expect_err(text).to_string();
            assert!(error.contains("completed every four"), "{text}: {error}");
        }
        let text = "7/7/7/7/ooo4/xxxx3 o";
        assert!(game.parse_state(text).is_ok());
        let error = ConnectFour::new(7, 6, 2).parse_state(text).expect_err(text).to_string();
        assert!(error.contains("at most 2 plies"), "{error}");
    }

    #[test]
    fn floating_discs_are_refused() {
        let game = ConnectFour::new(7, 6, 0);
        for text in ["7/7/7/7/x6/7 o", "x6/7/7/7/7/7 o", "7/7/7/o6/7/x6 x", "x6/o6/x6/o6/x6/7 o"] {
            let error = game.parse_state(text).unwrap_err().to_string();
            assert!(error.contains("no disc above an empty square"), "{text}: {error}");
        }
        assert!(game.parse_state("x6/o6/x6/o6/x6/o6 x").is_ok());
    }
}
