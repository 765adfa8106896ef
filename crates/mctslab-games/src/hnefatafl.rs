//! Hnefatafl (Fetlar): 24 attackers, who start, surround a king and his 12 defenders on 11 x 11
//! squares. All pieces slide like rooks; only the king may stop on or cross the centre and the
//! corners. A piece that moved removes each enemy man between it and a friend (the king is one),
//! the centre or a corner. The king is captured when an attacker moves next to him and all squares
//! around him are attackers, the centre or corners. The king on a corner wins for the defenders. A
//! side that cannot move passes. `max-plies` draws.
//!
//! A move is the square left and the square entered, `d1d4`, or `pass`. A position is the board
//! from the top row down with attackers `a`, defenders `d` and the king `k`, the side to move (`x`
//! the attackers, `o` the defenders) and the number of plies played. A board without king is one on
//! which he was just captured. Empty centre and corners are drawn as `×`.
//!
//! Known values: random games last 550 plies and the attackers win 4 % of them; unsolved. Sources:
//! rules of the Fetlar Hnefatafl Panel as simplified by Ludii 1.3.14, whose games and trees agree
//! with this file's.

mod board;
mod text;

use std::hash::{Hash, Hasher};

use mctslab_core::spec::{Args, Entry, Param, SpecError};
use mctslab_core::view::{Cell, letters, numbers_down};
use mctslab_core::{Eval, Family, Game, GameInfo, Payoffs, Player, Playout, Rng, TextError, View, Visit};

use self::board::{Board, CAPTURED, SIDE, SQUARES, TaflPiece};
use self::text::{letter, name, read_board, read_move, square};
use crate::boards::{plies, rows, symmetry};

/// The attackers.
const ATTACKERS: Player = Player::FIRST;
/// Men of each side at the start, the king not counted.
const MEN: [u32; 2] = [24, 12];

/// The rules of Hnefatafl, with the options that a spec names.
pub struct Hnefatafl {
    max_plies: u32,
}

/// A position. Attackers move at even plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State {
    board: Board,
    plies: u16,
}

/// The square left and the square entered, numbered by rows from the bottom left; both 0 for a
/// pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    from: u8,
    to: u8,
}

const PASS: Move = Move { from: 0, to: 0 };

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.board.key(), self.plies).hash(hasher);
    }
}

impl State {
    #[inline]
    fn mover(&self) -> Player {
        Player::new(usize::from(self.plies & 1))
    }
}

impl Hnefatafl {
    /// The player who has won by the king's fate.
    #[inline]
    fn winner(board: &Board) -> Option<Player> {
        if board.king() == CAPTURED {
            return Some(ATTACKERS);
        }
        board.king_escaped().then_some(ATTACKERS.other())
    }

    /// One random ply of either side.
    #[inline]
    fn random_ply<const ATTACK: bool>(board: &mut Board, rng: &mut Rng) {
        let slides = board.slides::<ATTACK>();
        if slides.count > 0 {
            let (from, to) = slides.nth(rng.below(slides.count));
            board.slide::<ATTACK>(from, to);
        }
    }

    fn check(state: &State) -> Result<(), TextError> {
        let (men, king) = (state.board.men(), state.board.king());
        if men[0] > MEN[0] || men[1] > MEN[1] {
            let found = format!("{} attackers and {} defenders", men[0], men[1]);
            return Err(TextError::new(found, format!("at most {} `a` and {} `d`", MEN[0], MEN[1])));
        }
        // A move captures on at most three sides of the square entered: it came from the fourth.
        let plies = u32::from(state.plies);
        let most = [plies / 2, plies.div_ceil(2)].map(|moves| 3 * moves);
        if MEN[0] - men[0] > most[0] || MEN[1] - men[1] > most[1] {
            let found = format!("{} attackers and {} defenders after {plies} plies", men[0], men[1]);
            return Err(TextError::new(found, "at most three men captured by each move of the other side"));
        }
        if Self::winner(&state.board) == Some(state.mover()) {
            let found = format!("`{}` to move, who has won by the king's fate", rows::letter(state.mover()));
            return Err(TextError::new(found, "the loser to move"));
        }
        let was_there = |&square: &usize| state.board.piece(square).is_none() && !board::is_corner(square);
        let surrounded = |square| state.board.surrounded(square as u8);
        if king == CAPTURED && !(0..SQUARES).filter(was_there).any(surrounded) {
            return Err(TextError::new("no `k`", "one king, or a surrounded square where he was captured"));
        }
        Ok(())
    }

    /// The estimate from the men left, for `player`.
    fn men_lead(_: &Self, state: &State, player: Player) -> f64 {
        let [attackers, defenders] = state.board.men().map(f64::from);
        let better = (attackers - 2.0 * defenders) / f64::from(2 * (MEN[0] + 1));
        if player == ATTACKERS { 0.5 + better } else { 0.5 - better }
    }
}

impl Family for Hnefatafl {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "hnefatafl",
            doc: "a king escapes to a corner or is surrounded",
            params: &[Param::needed_plies("2500")],
        },
        source: include_str!("hnefatafl.rs"),
        samples: &["hnefatafl", "hnefatafl(max-plies=50)"],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        Ok(visit.visit(Hnefatafl { max_plies: args.integer("max-plies") as u32 }))
    }
}

impl Game for Hnefatafl {
    type State = State;
    type Move = Move;

    fn initial(&self) -> State {
        State { board: Board::initial(), plies: 0 }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        let over = Self::winner(&state.board).is_some() || u32::from(state.plies) >= self.max_plies;
        if over { None } else { Some(state.mover()) }
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        let Some(player) = self.turn(state) else { return };
        let slides = slides(&state.board, player);
        if slides.count == 0 {
            out.push(PASS);
        }
        out.extend(slides.iter().map(|(from, to)| Move { from, to }));
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        match state.mover() {
            _ if mv == PASS => {}
            ATTACKERS => state.board.slide::<true>(mv.from, mv.to),
            _ => state.board.slide::<false>(mv.from, mv.to),
        }
        state.plies += 1;
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        Payoffs::duel(Self::winner(&state.board))
    }

    #[inline]
    fn index(&self, mv: Move) -> usize {
        // The square left, and the column or the row entered. No slide leads away from the corner
        // 0, so the index of the pass is its own.
        let (from, to) = (usize::from(mv.from), usize::from(mv.to));
        let along = if from / SIDE == to / SIDE { to % SIDE } else { SIDE + to / SIDE };
        2 * SIDE * from + along
    }

    fn index_bound(&self) -> usize {
        2 * SIDE * SQUARES
    }

    fn max_plies(&self) -> u32 {
        self.max_plies
    }

    fn move_text(&self, _: &State, mv: Move) -> String {
        if mv == PASS { "pass".to_string() } else { name(mv.from) + &name(mv.to) }
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, TextError> {
        let wanted = text.trim().to_ascii_lowercase();
        let mut legal = Vec::new();
        self.moves(state, &mut legal);
        // Reading the text is much faster than writing all moves, of which there are many.
        let read = read_move(&wanted).filter(|mv| legal.contains(mv) && self.move_text(state, *mv) == wanted);
        read.ok_or_else(|| {
            let texts: Vec<String> = legal.iter().map(|&mv| self.move_text(state, mv)).collect();
            TextError::illegal_move(text.trim(), &texts)
        })
    }

    fn state_text(&self, state: &State) -> String {
        let board = rows::write(SIDE, SIDE, |row, column| state.board.piece(square(row, column)).map(letter));
        format!("{board} {} {}", rows::letter(state.mover()), state.plies)
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        let (rest, plies) = plies::split(text, self.max_plies)?;
        let [board, side] = rows::fields(rest, "board side plies, as in 11/11/5a5/4aka4/5a5/11/11/11/11/11/11 o 17")?;
        let state = State { board: read_board(board)?, plies };
        plies::check_mover(plies.into(), rows::side(side)?, || format!("`{side}` to move after {plies} plies"))?;
        Self::check(&state)?;
        Ok(state)
    }

    fn view(&self, state: &State, last: Option<Move>) -> View {
        let mut view = View::grid(numbers_down(SIDE), letters(SIDE), |row, column| {
            let place = square(row, column);
            let piece = state.board.piece(place);
            let owner = piece.map(|piece| if piece == TaflPiece::Attacker { ATTACKERS } else { ATTACKERS.other() });
            let part = |mv: Move| mv != PASS && [mv.from, mv.to].contains(&(place as u8));
            let text = match piece {
                Some(piece) => letter(piece).to_string(),
                None if board::is_special(place) => "×".to_string(),
                None => String::new(),
            };
            Cell { text, owner, highlighted: last.is_some_and(part) }
        });
        view.notes.push(plies::note(state.plies, self.max_plies));
        match Self::winner(&state.board) {
            Some(ATTACKERS) => view.notes.push("the king is captured".to_string()),
            Some(_) => view.notes.push("the king has escaped".to_string()),
            None => {}
        }
        view
    }

    fn symmetries(&self) -> usize {
        symmetry::SQUARE
    }

    fn transform(&self, symmetry: usize, state: &State) -> State {
        let pieces = (0..SQUARES).filter_map(|place| Some((state.board.piece(place)?, place)));
        let board = pieces.fold(Board::EMPTY, |board, (piece, place)| board.with(piece, turn_square(symmetry, place)));
        State { board, ..*state }
    }

    #[inline]
    fn count_moves(&self, state: &State, _: &mut Vec<Move>) -> usize {
        // A side that cannot slide has one move: the pass.
        self.turn(state).map_or(0, |player| slides(&state.board, player).count.max(1) as usize)
    }

    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        let slides = slides(&state.board, self.turn(state)?);
        if slides.count == 0 {
            return Some(PASS);
        }
        let (from, to) = slides.nth(rng.below(slides.count));
        Some(Move { from, to })
    }

    #[inline(never)]
    fn playout(&self, state: &mut State, rng: &mut Rng, _: &mut Vec<Move>) -> Playout {
        let before = u32::from(state.plies);
        let mut ply = before;
        let mut winner = Self::winner(&state.board);
        while winner.is_none() && ply < self.max_plies {
            if ply & 1 == 0 {
                Self::random_ply::<true>(&mut state.board, rng);
            } else {
                Self::random_ply::<false>(&mut state.board, rng);
            }
            winner = Self::winner(&state.board);
            ply += 1;
        }
        Playout { payoffs: Payoffs::duel(winner), plies: Some(ply - before) }
    }

    fn evals(&self) -> &'static [Eval<Self>] {
        const { &[Eval::new("pieces", "who has more of his men left: an attacker counts 1, a defender 2", Self::men_lead)] }
    }
}

/// All slides of the player.
#[inline]
fn slides(board: &Board, player: Player) -> board::TaflSlides {
    if player == ATTACKERS { board.slides::<true>() } else { board.slides::<false>() }
}

/// The square to which a symmetry of the board moves a square.
fn turn_square(symmetry: usize, square: usize) -> usize {
    let (row, column) = symmetry::square(symmetry, SIDE as u32, ((square / SIDE) as u32, (square % SIDE) as u32));
    row as usize * SIDE + column as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: Hnefatafl = Hnefatafl { max_plies: 2500 };

    /// The position after one move.
    fn after(text: &str, mv: &str) -> Result<State, TextError> {
        let mut state = GAME.parse_state(text)?;
        let mv = GAME.parse_move(&state, mv)?;
        GAME.play(&mut state, mv);
        Ok(state)
    }

    #[test]
    fn men_are_captured_against_friends_and_hostile_squares() {
        for (why, before, mv, expected) in [
            ("the king is an anvil", "11/11/11/11/11/11/11/11/3ak6/2d8/11 o 17", "c2c3", "8/2d1k6/11/11 x 18"),
            ("the king is a hammer", "11/11/11/11/11/11/11/11/2da7/4k6/11 o 17", "e2e3", "8/2d1k6/11/11 x 18"),
            ("a corner", "11/11/11/11/11/11/11/11/4k6/2d8/1a9 o 17", "c2c1", "8/4k6/11/2d8 x 18"),
            ("the centre", "11/11/11/11/11/4d6/3a7/11/k10/11/11 x 16", "d5d6", "5/3a7/11/11/k10/11/11 o 17"),
            ("the king's centre", "11/11/11/11/11/4dk5/3a7/11/11/11/11 x 16", "d5d6", "5/3a1k5/11/11/11/11/11 o 17"),
            ("not the edge", "11/11/11/11/11/11/11/k10/11/d1a8/11 x 16", "c2b2", "7/k10/11/da9/11 o 17"),
            ("not the mover", "11/11/11/11/11/11/11/k10/a1a8/1d9/11 o 17", "b2b3", "7/k10/ada8/11/11 x 18"),
            (
                "not around the edge",
                "11/10d/9a1/11/11/11/11/k10/11/11/11 x 16",
                "j9j10",
                "1/9ad/11/11/11/11/11/k10/11/11/11 o 17",
            ),
        ] {
            // The number stands for this many empty rows at the top.
            let (rows, rest) = expected.split_once('/').expect("rows and the rest");
            let expected = "11/".repeat(rows.parse().expect("a number")) + rest;
            assert_eq!(GAME.state_text(&after(before, mv).expect("a legal move")), expected, "{why}");
        }
    }

    #[test]
    fn the_king_is_captured_only_by_a_move_next_to_him() {
        for (why, text, mv, expected) in [
            ("in the open", "11/11/5a5/4aka4/1a9/11/11/11/11/11/11 x 16", "b7f7", Some(ATTACKERS)),
            ("at the edge", "11/11/11/11/11/a10/ka9/2a8/11/11/11 x 16", "c4a4", Some(ATTACKERS)),
            ("beside the centre", "11/11/6a4/5a5/4ak5/11/11/11/11/11/11 x 16", "g9g7", Some(ATTACKERS)),
            ("beside a corner", "11/11/11/11/11/11/11/11/2a8/ka9/11 x 16", "c3a3", Some(ATTACKERS)),
            ("beside a friend", "11/11/5d5/4aka4/1a9/11/11/11/11/11/11 x 16", "b7f7", None),
            ("by another move", "11/11/5a5/4aka4/5a5/11/11/11/11/11/1a9 x 16", "b1b2", None),
            ("on a corner he wins", "11/11/11/11/11/11/11/11/11/k10/11 o 17", "a2a1", Some(ATTACKERS.other())),
        ] {
            let state = after(text, mv).expect("a legal move");
            assert_eq!(Hnefatafl::winner(&state.board), expected, "{why}");
            assert_eq!(GAME.turn(&state).is_none(), expected.is_some(), "{why}");
        }
        let stuck = after("11/11/5a5/4aka4/5a5/11/11/11/11/11/1a9 x 16", "b1b2").expect("a legal move");
        assert_eq!(GAME.parse_move(&stuck, "pass"), Ok(PASS));
        assert_eq!(GAME.count_moves(&stuck, &mut Vec::new()), 1);
    }

    #[test]
    fn only_the_king_crosses_the_centre_and_enters_corners() {
        for (text, king) in
            [("11/11/11/11/11/2k8/11/11/11/11/11 o 17", true), ("11/11/11/11/11/2d8/11/11/11/k10/11 o 17", false)]
        {
            for mv in ["c6f6", "c6g6"] {
                assert_eq!(after(text, mv).is_ok(), king, "{mv} in {text}");
            }
        }
        let text = "11/11/11/11/11/11/11/11/k10/11/d10 x 16";
        assert!(GAME.parse_state(text).is_err());
        let text = "11/11/11/11/11/11/11/11/k10/11/3d7 o 17";
        assert!(after(text, "d1b1").is_ok() && after(text, "d1a1").is_err() && after(text, "a3a1").is_ok());
    }

    #[test]
    fn empty_corners_and_centre_are_marked() {
        let marked = |text: &str| {
            let view = GAME.view(&GAME.parse_state(text).expect("a position"), None);
            let places = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column)));
            let crosses = places.filter(|&(row, column)| view.rows[row].cells[column].text == "×");
            crosses.map(|(row, column)| name(square(row, column) as u8)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(marked(&GAME.state_text(&GAME.initial())), "a11 k11 a1 k1");
        assert_eq!(marked("k10/11/11/11/11/11/11/11/11/11/11 x 18"), "k11 f6 a1 k1");
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (text, reason) in [
            ("11/aaaaaaaaaaa/aaaaaaaaaaa/aaa8/11/5k5/11/11/11/11/11 x 16", "at most 24"),
            ("11/11/11/11/11/5k5/11/11/11/11/11 x 14", "at most three men captured"),
            ("3aaaaa3/5a5/11/a9a/a9a/aa3k3aa/a9a/a9a/11/5a5/3aaaaa3 o 5", "at most three men captured"),
            ("11/11/11/11/11/k4k5/11/11/11/11/11 x 16", "one `k`"),
            ("11/11/11/11/11/a10/11/11/11/11/11 o 17", "one king, or"),
            ("11/11/11/11/11/5d5/k10/11/11/11/11 x 16", "only the king"),
            ("a10/11/11/11/11/5k5/11/11/11/11/11 x 16", "only the king"),
            ("k10/11/11/11/11/11/11/11/11/11/11 o 17", "the loser to move"),
            ("11/11/5a5/4a1a4/5a5/11/11/11/11/11/11 x 18", "the loser to move"),
            ("11/11/11/11/11/5k5/11/11/11/11/11 o 18", "after an even number"),
            ("11/11/11/11/11/5k5/11/11/11/11/11 x 2501", "0 to 2500"),
        ] {
            let error = GAME.parse_state(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        assert!(GAME.parse_state("3aaaaa3/5a5/11/a9a/a9a/aa3k3aa/a9a/a9a/11/5a5/3aaaaa3 o 7").is_ok());
        assert!(GAME.parse_state("11/11/5a5/4a1a4/5a5/11/11/11/11/11/11 o 19").is_ok());
    }
}
