//! Tic-tac-chess: each player has a queen, a king and a rook in hand and in turn places one on any
//! empty cell of a 3x3 board; when all six are placed, a move takes one own piece to an empty cell.
//! The queen slides in eight directions, the rook in four, the king steps to any neighbour; nothing
//! is captured, but any piece may hop over one adjacent enemy, in any of eight directions, to the
//! empty cell beyond. Three own pieces in a row win, in both phases. A player always has a move.
//! After `max-plies` the game is drawn.
//!
//! A move is the piece placed and its cell, `Qb2`, then the cell left and the cell entered, `b2c3`.
//! A position is the board from the top row down (capitals for the first player), the pieces in
//! hand, or `-` for none, the side to move, `x` for the first player and `o` for the second, and
//! the number of plies played: `3/1Q1/3 KRqkr o 1`.
//!
//! Known values: without a limit neither player can force a win, but a first move with the rook to
//! the middle of an edge loses in 8 plies (all 132,508 positions solved backwards). Random games
//! last 14 plies and the first player wins 52 % of them. Sources: the game of Ludii 1.3.14, which
//! agrees with this file's trees.

use mctslab_core::spec::{Args, Entry, Param, SpecError};
use mctslab_core::view::{Cell, letters, numbers_down};
use mctslab_core::{Family, Game, GameInfo, Payoffs, Player, Playout, Rng, TextError, View, Visit};

use crate::boards::bits::{isolate_nth, positions};
use crate::boards::three::{HAS_LINE, turn_cell};
use crate::boards::{plies, rows, symmetry};

/// The rules of Tic-Tac-Chess, with the options that a spec names.
pub struct TicTacChess {
    /// The limit of plies, at least 1: the rules alone do not end every game.
    max_plies: u32,
}

/// A position. The side to move follows from the number of plies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    armies: [Army; 2],
    plies: u16,
}

/// The pieces of a player: nine bits each for the cell of queen, king and rook, none set for a
/// piece in hand. Cells are numbered `3 * row + column` with row 0 at the bottom. The legal moves
/// have the same form: each bit a piece and its new cell.
type Army = u32;

/// The cell left, or 9 and more for a piece from the hand, and the cell entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    from: u8,
    to: u8,
}

/// The letters of the pieces in the order of their bits.
const PIECES: [char; 3] = ['Q', 'K', 'R'];
/// All cells.
const FULL: u32 = 0o777;
/// The lowest cell for each piece.
const LOWEST_CELLS: u32 = 1 | 1 << 9 | 1 << 18;
/// The first value of [`Move::from`] that stands for a piece in hand.
const FIRST_HAND: u8 = 9;

/// The cells next to each cell: in four directions, and in eight.
static NEXT: [[u32; 9]; 2] = [cells_around(1), cells_around(2)];

/// For each cell and set of cells: the cells two steps away from it with a cell of the set between.
static BEYOND: [[u16; 512]; 9] = {
    let mut table = [[0; 512]; 9];
    let mut pair = 0;
    while pair < 81 {
        let (from, to) = (pair / 9, pair % 9);
        let (row, column) = (from / 3 + to / 3, from % 3 + to % 3);
        // Where both sums are even, the cells are the same or two steps apart with a cell in the
        // middle.
        if from != to && row % 2 == 0 && column % 2 == 0 {
            let middle = 3 * (row / 2) + column / 2;
            let mut set = 0;
            while set < 512 {
                table[from][set] |= ((set >> middle & 1) << to) as u16;
                set += 1;
            }
        }
        pair += 1;
    }
    table
};

/// For each cell the others in the rows and columns next to it, at a distance of at most `far` rows
/// and columns together.
const fn cells_around(far: usize) -> [u32; 9] {
    let mut around = [0; 9];
    let mut pair = 0usize;
    while pair < 81 {
        let (from, to) = (pair / 9, pair % 9);
        let (rows, columns) = ((from / 3).abs_diff(to / 3), (from % 3).abs_diff(to % 3));
        if from != to && rows <= 1 && columns <= 1 && rows + columns <= far {
            around[from] |= 1 << to;
        }
        pair += 1;
    }
    around
}

/// The cells of all pieces of an army.
#[inline]
fn cells(army: Army) -> u32 {
    (army | army >> 9 | army >> 18) & FULL
}

/// Whether the army has three in a row.
#[inline]
fn has_line(army: Army) -> bool {
    HAS_LINE[cells(army) as usize]
}

/// The cells to which each piece of `army` can go, in the form of an army.
#[inline]
fn targets(army: Army, enemy: Army) -> Army {
    let (mine, theirs) = (cells(army), cells(enemy));
    let empty = FULL & !(mine | theirs);
    let [queen, king, rook] = [0, 9, 18].map(|shift| army >> shift & FULL);
    if mine.count_ones() < 3 {
        let in_hand = |piece: u32| if piece == 0 { empty } else { 0 };
        return in_hand(queen) | in_hand(king) << 9 | in_hand(rook) << 18;
    }
    let reach = |cell: u32, near: &[u32; 9], over: u32| {
        let cell = cell.trailing_zeros() as usize;
        empty & (near[cell] | u32::from(BEYOND[cell][over as usize]))
    };
    // From two cells away a piece slides over an empty cell and hops over an enemy.
    let straight = NEXT[0][rook.trailing_zeros() as usize];
    reach(queen, &NEXT[1], FULL & !mine)
        | reach(king, &NEXT[1], theirs) << 9
        | reach(rook, &NEXT[0], theirs | straight & !mine) << 18
}

/// The army after one of its [`targets`].
#[inline]
fn moved(army: Army, target: Army) -> Army {
    let piece = if target <= FULL {
        FULL
    } else if target < 1 << 18 {
        FULL << 9
    } else {
        FULL << 18
    };
    army & !piece | target
}

/// The number of one of the [`targets`] as a move.
#[inline]
fn as_move(army: Army, target: u32) -> Move {
    let piece = target / 9;
    let cell = army >> (9 * piece) & FULL;
    let from = if cell == 0 { FIRST_HAND + piece as u8 } else { cell.trailing_zeros() as u8 };
    Move { from, to: (target % 9) as u8 }
}

/// The name of a cell, `a1` for cell 0.
fn name(cell: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % 3), cell / 3 + 1)
}

/// The letter of a piece, for the given player.
fn letter(piece: usize, player: Player) -> char {
    if player == Player::FIRST { PIECES[piece] } else { PIECES[piece].to_ascii_lowercase() }
}

impl State {
    /// The player to move, if the game were not over.
    #[inline]
    fn mover(&self) -> Player {
        Player::new(usize::from(self.plies & 1))
    }

    /// The armies of the player to move and of the other one.
    #[inline]
    fn sides(&self) -> [Army; 2] {
        [self.armies[self.mover().index()], self.armies[self.mover().other().index()]]
    }

    /// Number and owner of the piece on a cell.
    fn piece(&self, cell: u8) -> Option<(usize, Player)> {
        let mut pieces = (0..6).map(|n| (n % 3, Player::new(n / 3)));
        pieces.find(|&(piece, player)| self.armies[player.index()] >> (9 * piece) & 1 << cell != 0)
    }

    /// The letters of the pieces that `player` has not placed.
    fn hand(&self, player: Player) -> String {
        let in_hand = |&piece: &usize| self.armies[player.index()] >> (9 * piece) & FULL == 0;
        (0..3).filter(in_hand).map(|piece| letter(piece, player)).collect()
    }

    /// The letters of the pieces in both hands, as a field of the text.
    fn hands(&self) -> String {
        let hands = self.hand(Player::FIRST) + &self.hand(Player::SECOND);
        if hands.is_empty() { "-".to_string() } else { hands }
    }

    fn check(&self, hands: &str, side: Player) -> Result<(), TextError> {
        if hands != self.hands() {
            let expected = format!("`{}`, the pieces that are not on the board", self.hands());
            return Err(TextError::new(format!("`{hands}` in hand"), expected));
        }
        let placed = self.armies.map(u32::count_ones);
        let plies = u32::from(self.plies);
        let expected = [plies.div_ceil(2).min(3), (plies / 2).min(3)];
        if placed != expected {
            let found = format!("{} pieces of x and {} of o on the board after {plies} plies", placed[0], placed[1]);
            return Err(TextError::new(found, format!("{} and {}: pieces are placed first", expected[0], expected[1])));
        }
        if side != self.mover() {
            let found = format!("`{}` to move after {plies} plies", rows::letter(side));
            return Err(TextError::new(found, format!("`{}`: moves alternate", rows::letter(self.mover()))));
        }
        if has_line(self.sides()[0]) {
            let found = format!("three in a row of `{}`, who is to move", rows::letter(side));
            return Err(TextError::new(found, "none: the game would have ended before"));
        }
        Ok(())
    }
}

impl Family for TicTacChess {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "tic-tac-chess",
            doc: "three in a row with queen, king and rook on 3x3",
            params: &[Param::needed_plies("2500")],
        },
        source: include_str!("tic_tac_chess.rs"),
        samples: &["tic-tac-chess", "tic-tac-chess(max-plies=11)", "tic-tac-chess(max-plies=4)"],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        Ok(visit.visit(TicTacChess { max_plies: args.integer("max-plies") as u32 }))
    }
}

impl Game for TicTacChess {
    type State = State;
    type Move = Move;

    fn initial(&self) -> State {
        State { armies: [0, 0], plies: 0 }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        let over = has_line(state.sides()[1]) || u32::from(state.plies) >= self.max_plies;
        if over { None } else { Some(state.mover()) }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if self.turn(state).is_some() {
            let [mine, theirs] = state.sides();
            out.extend(positions(u64::from(targets(mine, theirs))).map(|target| as_move(mine, target)));
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        let army = &mut state.armies[usize::from(state.plies & 1)];
        if mv.from >= FIRST_HAND {
            *army |= 1 << (9 * (mv.from - FIRST_HAND) + mv.to);
        } else {
            let piece = *army & (LOWEST_CELLS << mv.from);
            *army = *army & !piece | piece >> mv.from << mv.to;
        }
        state.plies += 1;
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        Payoffs::duel(has_line(state.sides()[1]).then(|| state.mover().other()))
    }

    #[inline]
    fn index(&self, mv: Move) -> usize {
        usize::from(9 * mv.from + mv.to)
    }

    fn index_bound(&self) -> usize {
        9 * (9 + PIECES.len())
    }

    fn max_plies(&self) -> u32 {
        self.max_plies
    }

    fn move_text(&self, _: &State, mv: Move) -> String {
        let from =
            if mv.from >= FIRST_HAND { PIECES[usize::from(mv.from - FIRST_HAND)].to_string() } else { name(mv.from) };
        from + &name(mv.to)
    }

    fn state_text(&self, state: &State) -> String {
        let board = rows::write(3, 3, |row, column| {
            state.piece((3 * (2 - row) + column) as u8).map(|(piece, player)| letter(piece, player))
        });
        format!("{board} {} {} {}", state.hands(), rows::letter(state.mover()), state.plies)
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let (text, plies) = plies::split(text, self.max_plies)?;
        let [board, hands, side] = rows::fields(text, "board hands side plies, as in 3/1Q1/3 KRqkr o 1")?;
        let mut state = State { plies, ..self.initial() };
        let mut twice = None;
        rows::read(board, 3, 3, "`Q`, `K`, `R`, `q`, `k`, `r`", |row, column, found| {
            let known = PIECES.iter().position(|piece| piece.eq_ignore_ascii_case(&found));
            let army = &mut state.armies[usize::from(found.is_ascii_lowercase())];
            known.is_some_and(|piece| {
                twice = twice.or((*army >> (9 * piece) & FULL != 0).then_some(found));
                *army |= 1 << (9 * piece + 3 * (2 - row) + column);
                true
            })
        })?;
        if let Some(piece) = twice {
            return Err(TextError::new(format!("more than one `{piece}`"), "at most one of each piece"));
        }
        state.check(hands, rows::side(side)?)?;
        Ok(state)
    }

    fn view(&self, state: &State, last: Option<Move>) -> View {
        let mut view = View::grid(numbers_down(3), letters(3), |row, column| {
            let number = (3 * (2 - row) + column) as u8;
            let piece = state.piece(number);
            let text = piece.map(|(piece, player)| letter(piece, player).to_string()).unwrap_or_default();
            let highlighted = last.is_some_and(|mv| mv.from == number || mv.to == number);
            Cell { text, owner: piece.map(|(_, player)| player), highlighted }
        });
        for player in [Player::FIRST, Player::SECOND] {
            let hand = state.hand(player);
            if !hand.is_empty() {
                view.notes.push(format!("{} has {hand} in hand", rows::letter(player)));
            }
        }
        view.notes.push(plies::note(state.plies, self.max_plies));
        view
    }

    fn symmetries(&self) -> usize {
        symmetry::SQUARE
    }

    fn transform(&self, symmetry: usize, state: &State) -> State {
        let turn = |bit: u32| bit - bit % 9 + turn_cell(symmetry, bit % 9);
        let armies = state.armies.map(|army| symmetry::transform_bits(u64::from(army), turn) as Army);
        State { armies, ..*state }
    }

    #[inline]
    fn count_moves(&self, state: &State, _: &mut Vec<Move>) -> usize {
        let [mine, theirs] = state.sides();
        if self.turn(state).is_some() { targets(mine, theirs).count_ones() as usize } else { 0 }
    }

    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        self.turn(state)?;
        let [mine, theirs] = state.sides();
        let all = targets(mine, theirs);
        let target = isolate_nth(u64::from(all), rng.below(all.count_ones()));
        Some(as_move(mine, target.trailing_zeros()))
    }

    #[inline(never)]
    fn playout(&self, state: &mut State, rng: &mut Rng, _: &mut Vec<Move>) -> Playout {
        let start = u32::from(state.plies);
        let [mut mine, mut theirs] = state.sides();
        let mut won = has_line(theirs);
        let mut ply = start;
        while !won && ply < self.max_plies {
            let all = targets(mine, theirs);
            let target = isolate_nth(u64::from(all), rng.below(all.count_ones())) as Army;
            (mine, theirs) = (theirs, moved(mine, target));
            won = has_line(theirs);
            ply += 1;
        }
        let winner = won.then(|| Player::new((ply & 1) as usize ^ 1));
        Playout { payoffs: Payoffs::duel(winner), plies: Some(ply - start) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: TicTacChess = TicTacChess { max_plies: 2500 };

    fn legal(text: &str) -> Vec<String> {
        let state = GAME.parse_state(text).expect("a position");
        let mut moves = Vec::new();
        GAME.moves(&state, &mut moves);
        let mut texts: Vec<String> = moves.iter().map(|&mv| GAME.move_text(&state, mv)).collect();
        texts.sort();
        texts
    }

    #[test]
    fn pieces_slide_step_and_hop() {
        assert_eq!(legal("1rq/Rk1/Q1K - x 6"), ["a1b1", "a2a3", "a2c2", "c1a3", "c1b1", "c1c2"]);
        // The rook hops along the diagonal, too; the queen cannot hop over her own king.
        assert_eq!(legal("QK1/kr1/Rq1 - x 6"), ["a1c1", "a1c3", "a3c1", "b3c2", "b3c3"]);
    }

    #[test]
    fn a_player_always_has_a_move() {
        let mut least = u32::MAX;
        for placing in 0..9usize.pow(6) {
            let digits: [u32; 6] = std::array::from_fn(|i| (placing / 9usize.pow(i as u32) % 9) as u32);
            let army = |cells: &[u32]| 1 << cells[0] | 1 << (9 + cells[1]) | 1 << (18 + cells[2]);
            let (mine, theirs) = (army(&digits[..3]), army(&digits[3..]));
            if (cells(mine) | cells(theirs)).count_ones() == 6 {
                least = least.min(targets(mine, theirs).count_ones());
            }
        }
        assert_eq!(least, 2);
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (text, reason) in [
            ("3/1Q1/3 KRqk o 1", "`KRqkr`, the pieces that are not on the board"),
            ("3/QQ1/3 KRqkr x 2", "more than one `Q`"),
            ("3/QK1/3 Rqkr x 2", "1 and 1"),
            ("3/Qk1/3 KRqr x 4", "2 and 2"),
            ("3/Qk1/3 KRqr o 2", "`x`: moves alternate"),
            ("qkr/3/QKR - x 6", "the game would have ended before"),
            ("3/1Q1/3 KRqkr o", "number of plies"),
            ("3/1B1/3 KRqkr o 1", "3 squares"),
        ] {
            let error = GAME.parse_state(text).expect_err("impossible").to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
    }
}
