//! Skirmish: chess without check. Set-up and moves are those of chess, with the double step,
//! capture in passing and castling (king and rook unmoved, nothing between them, attacks do not
//! matter); a king may be captured like any piece, and play goes on. A pawn that reaches the last
//! row stays there, and its owner moves again to make it a queen, knight, bishop or rook. The game
//! ends after `max-plies` plies, promotions included, or when the player to move cannot move; the
//! player with more pieces, of whatever kind, wins.
//!
//! A move is the square left and the square entered, `e2e4`, also for castling: `e1g1`. A promotion
//! is `=q`, `=n`, `=b` or `=r`. A position is written as in chess, with the plies played instead of
//! the two counters: board from the top row down, side to move, castling rights, the square where a
//! pawn may be captured in passing, plies: `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
//! 0`. A pawn on its last row is to be promoted.
//!
//! Known values: up to three plies there are as many games as in chess, of four 197,742, where
//! chess has 197,281. Random games nearly always last 100 plies, and the first player scores 49 %
//! in them. Sources: Ludii 1.3.14 (its Skirmish (GDL)) has the same trees and random games.

mod position;
#[cfg(test)]
mod tests;
mod text;

use mctslab_core::spec::{Args, Entry, Param, SpecError};
use mctslab_core::view::{Cell, View, letters, numbers_down};
use mctslab_core::{Eval, Family, Game, GameInfo, Payoffs, Player, Playout, Rng, TextError, Visit};

pub use position::Piece;
use position::SkirmishPosition;

/// The pieces behind the pawns, from left to right as the first player sees them.
const FIRST_ROW: [Piece; 8] =
    [Piece::Rook, Piece::Knight, Piece::Bishop, Piece::Queen, Piece::King, Piece::Bishop, Piece::Knight, Piece::Rook];

/// The rules of Skirmish, with the options that a spec names.
pub struct Skirmish {
    max_plies: u32,
}

/// A position with the number of plies played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    at: SkirmishPosition,
    mover: Player,
    plies: u16,
}

/// A move. Squares are counted as the mover sees them, `8 * row + column` from his lower left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A piece goes from one square to another.
    Go {
        /// The square left.
        from: u8,
        /// The square entered.
        to: u8,
    },
    /// The pawn that has just reached the last row becomes this piece.
    Promote {
        /// The square of the pawn.
        on: u8,
        /// The piece that it becomes.
        piece: Piece,
    },
}

impl Move {
    #[inline]
    fn go((from, to): (u64, u64)) -> Move {
        Move::Go { from: from.trailing_zeros() as u8, to: to.trailing_zeros() as u8 }
    }
}

/// A square as `player` sees it, from its place on the board, and back.
fn seen_by(player: Player, square: u8) -> u8 {
    if player == Player::FIRST { square } else { square ^ 0o70 }
}

impl State {
    /// The position as the first player sees it, his pieces counting as `mine`.
    fn upright(&self) -> SkirmishPosition {
        if self.mover == Player::FIRST { self.at } else { self.at.turned() }
    }

    /// The number of pieces of each player.
    #[inline]
    fn pieces(&self) -> [u32; 2] {
        let [mine, theirs] = [self.at.mine, self.at.theirs()].map(u64::count_ones);
        if self.mover == Player::FIRST { [mine, theirs] } else { [theirs, mine] }
    }

    /// Gives the turn to the other player, unless there is a pawn to promote.
    #[inline]
    fn pass_turn(&mut self) {
        if self.at.promoting() == 0 {
            self.at = self.at.turned();
            self.mover = self.mover.other();
        }
    }

    /// Makes a random move; `false` if there is none.
    #[inline]
    fn play_randomly(&mut self, rng: &mut Rng) -> bool {
        if self.at.promoting() != 0 {
            self.at.promote(Piece::PROMOTIONS[rng.below(4) as usize]);
        } else if let Some((from, to)) = self.at.random_step(rng) {
            self.at.go(from, to);
        } else {
            return false;
        }
        self.pass_turn();
        true
    }
}

impl Family for Skirmish {
    const INFO: GameInfo = GameInfo {
        entry: Entry {
            name: "skirmish",
            doc: "chess without check, more pieces win",
            params: &[Param::needed_plies("100")],
        },
        source: include_str!("skirmish.rs"),
        samples: &["skirmish", "skirmish(max-plies=400)"],
    };

    fn build<V: Visit>(args: &Args, visit: V) -> Result<V::Output, SpecError> {
        Ok(visit.visit(Skirmish { max_plies: args.integer("max-plies") as u32 }))
    }
}

impl Skirmish {
    /// The estimate from the difference in pieces, for `player`.
    fn piece_lead(_: &Self, state: &State, player: Player) -> f64 {
        let pieces = state.pieces().map(f64::from);
        0.5 + (pieces[player.index()] - pieces[player.other().index()]) / 34.0
    }
}

impl Game for Skirmish {
    type State = State;
    type Move = Move;

    fn initial(&self) -> State {
        let mut at = SkirmishPosition::EMPTY;
        for (column, piece) in FIRST_ROW.into_iter().enumerate() {
            for (row, piece) in [(0, piece), (1, Piece::Pawn), (6, Piece::Pawn), (7, piece)] {
                at.put(1 << (8 * row + column), piece, row < 2);
            }
        }
        at.special = position::KINGS_HOME | position::ROOKS_HOME;
        State { at, mover: Player::FIRST, plies: 0 }
    }

    #[inline]
    fn turn(&self, state: &State) -> Option<Player> {
        let on = u32::from(state.plies) < self.max_plies && (state.at.promoting() != 0 || state.at.can_move());
        on.then_some(state.mover)
    }

    fn moves(&self, state: &State, out: &mut Vec<Move>) {
        if u32::from(state.plies) >= self.max_plies {
            return;
        }
        let pawn = state.at.promoting();
        if pawn == 0 {
            out.extend(state.at.steps().map(Move::go));
        } else {
            let on = pawn.trailing_zeros() as u8;
            out.extend(Piece::PROMOTIONS.map(|piece| Move::Promote { on, piece }));
        }
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        match mv {
            Move::Go { from, to } => state.at.go(1 << (from & 63), 1 << (to & 63)),
            Move::Promote { piece, .. } => state.at.promote(piece),
        }
        state.plies += 1;
        state.pass_turn();
    }

    fn payoffs(&self, state: &State) -> Payoffs {
        let [first, second] = state.pieces();
        Payoffs::by_score(first, second)
    }

    #[inline]
    fn index(&self, mv: Move) -> usize {
        match mv {
            Move::Go { from, to } => usize::from(from) << 6 | usize::from(to),
            Move::Promote { piece, .. } => 64 * 64 + piece as usize,
        }
    }

    fn index_bound(&self) -> usize {
        64 * 64 + Piece::ALL.len()
    }

    fn max_plies(&self) -> u32 {
        self.max_plies
    }

    fn move_text(&self, state: &State, mv: Move) -> String {
        text::move_text(state.mover, mv)
    }

    fn state_text(&self, state: &State) -> String {
        text::write(state)
    }

    fn parse_state(&self, text: &str) -> Result<State, TextError> {
        text::read(text, self.max_plies)
    }

    fn view(&self, state: &State, last: Option<Move>) -> View {
        let at = state.upright();
        // The player who reached the last row has not finished his turn.
        let last_mover = if state.at.promoting() != 0 { state.mover } else { state.mover.other() };
        let squares = match last {
            None => vec![],
            Some(Move::Go { from, to }) => vec![from, to],
            Some(Move::Promote { on, .. }) => vec![on],
        };
        let highlighted = squares.iter().fold(0u64, |set, &square| set | 1 << seen_by(last_mover, square));
        let mut view = View::grid(numbers_down(8), letters(8), |row, column| {
            let square = 1 << (8 * (7 - row) + column);
            let cell = text::letter(&at, square).map_or_else(Cell::empty, |letter| Cell {
                text: letter.to_string(),
                owner: Some(if at.mine & square != 0 { Player::FIRST } else { Player::SECOND }),
                highlighted: false,
            });
            Cell { highlighted: highlighted & square != 0, ..cell }
        });
        view.notes = text::notes(state, self.max_plies);
        view
    }

    #[inline]
    fn count_moves(&self, state: &State, _: &mut Vec<Move>) -> usize {
        if u32::from(state.plies) >= self.max_plies {
            0
        } else if state.at.promoting() != 0 {
            Piece::PROMOTIONS.len()
        } else {
            state.at.count() as usize
        }
    }

    #[inline]
    fn random_move(&self, state: &State, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        if u32::from(state.plies) >= self.max_plies {
            return None;
        }
        let pawn = state.at.promoting();
        if pawn != 0 {
            let piece = Piece::PROMOTIONS[rng.below(4) as usize];
            return Some(Move::Promote { on: pawn.trailing_zeros() as u8, piece });
        }
        state.at.random_step(rng).map(Move::go)
    }

    #[inline(never)]
    fn playout(&self, state: &mut State, rng: &mut Rng, _: &mut Vec<Move>) -> Playout {
        let limit = self.max_plies.saturating_sub(u32::from(state.plies));
        let mut now = *state;
        let mut plies = 0;
        while plies < limit && now.play_randomly(rng) {
            plies += 1;
        }
        Playout { payoffs: self.payoffs(&now), plies: Some(plies) }
    }

    fn score(&self, state: &State, player: Player) -> Option<u32> {
        Some(state.pieces()[player.index()])
    }

    fn evals(&self) -> &'static [Eval<Self>] {
        const { &[Eval::new("pieces", "who has more pieces", Self::piece_lead)] }
    }
}
