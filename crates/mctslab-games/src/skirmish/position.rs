//! Chessmen as bits, from the point of view of the player to move: his side is at the bottom and
//! his pawns go up.
//!
//! Moves are stored in lanes: sets of squares entered, one for each way to go. Squares on a lane
//! have one origin each, even for pieces that slide, as a piece on the way would stop the one
//! behind it. So all moves are counted, and one of them is chosen, without examining single pieces,
//! and nearly without a branch.

use std::array;
use std::hint::select_unpredictable;

use mctslab_core::Rng;

use crate::boards::bits::{apart, isolate_nth, positions};
use crate::boards::eights::{COLUMN_A, COLUMN_H};

/// The mover's first row.
pub(super) const ROW_1: u64 = 0xff;
const ROW_3: u64 = ROW_1 << 16;
/// The row of the squares that pawns captured in passing have crossed.
pub(super) const ROW_6: u64 = ROW_1 << 40;
/// The row where pawns are promoted.
const ROW_8: u64 = ROW_1 << 56;
/// The home squares of both kings.
pub(super) const KINGS_HOME: u64 = 0x10 | 0x10 << 56;
/// The home squares of all rooks.
pub(super) const ROOKS_HOME: u64 = 0x81 | 0x81 << 56;
const KING_1: u64 = 0x10;

/// The piece on a square, whoever owns it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Piece {
    /// Slides along rows and columns.
    Rook = 1,
    /// Slides along diagonals.
    Bishop,
    /// Slides along both.
    Queen,
    /// Moves straight, captures diagonally.
    Pawn,
    /// Jumps.
    Knight,
    /// Steps to all sides; may be captured like any other piece.
    King,
}

impl Piece {
    /// All kinds, in the order of their numbers.
    pub(super) const ALL: [Piece; 6] =
        [Piece::Rook, Piece::Bishop, Piece::Queen, Piece::Pawn, Piece::Knight, Piece::King];
    /// The pieces that a pawn may become.
    pub(super) const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Knight, Piece::Bishop, Piece::Rook];

    /// The letter of the piece in lower case.
    pub(super) fn letter(self) -> char {
        char::from(b"rbqpnk"[self as usize - 1])
    }
}

/// The board and the rights that follow from its past. The number of a piece is the sum of the
/// three sets that contain it: `straight` 1, `diagonal` 2, `short` 4.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct SkirmishPosition {
    /// Rooks, queens and knights.
    straight: u64,
    /// Bishops, queens and kings.
    diagonal: u64,
    /// Pawns, knights and kings.
    short: u64,
    /// The mover's pieces.
    pub(super) mine: u64,
    /// On the first and the last row: kings and rooks that may still castle. On the sixth row: the
    /// square where a pawn may be captured in passing, if there is a pawn to do it.
    pub(super) special: u64,
}

/// The number of lanes in a group.
const LANES_PER_GROUP: usize = 4;
/// The number of groups of lanes: up and down the board for pieces that slide and for the king, the
/// same for knights, then pawns.
const GROUPS: usize = 5;
/// The first lane that is not of slides: its origin and those of later lanes are one step away.
const FIRST_JUMP_LANE: usize = 8;
/// The lane of pawns that move straight and, on the first row, of a king that castles. Two steps
/// and captures follow.
const PUSH_LANE: usize = 16;
/// The number of bits by which each lane rotates the board.
const STEPS: [u32; LANES_PER_GROUP * GROUPS] = [1, 7, 8, 9, 63, 57, 56, 55, 6, 10, 15, 17, 58, 54, 49, 47, 8, 16, 7, 9];
const KNIGHT_STEPS: [u32; LANES_PER_GROUP] = [6, 10, 15, 17];
const TWO_LEFT: u64 = COLUMN_A | COLUMN_A << 1;
const TWO_RIGHT: u64 = COLUMN_H | COLUMN_H >> 1;
/// The squares that the lanes of the first four groups can enter: a step over an edge ends on none
/// of them.
const UP: [u64; LANES_PER_GROUP] = [!COLUMN_A, !COLUMN_H, !0, !COLUMN_A];
const DOWN: [u64; LANES_PER_GROUP] = [!COLUMN_H, !COLUMN_A, !0, !COLUMN_H];
const KNIGHTS_UP: [u64; LANES_PER_GROUP] = [!TWO_RIGHT, !TWO_LEFT, !COLUMN_H, !COLUMN_A];
const KNIGHTS_DOWN: [u64; LANES_PER_GROUP] = [!TWO_LEFT, !TWO_RIGHT, !COLUMN_A, !COLUMN_H];
/// Castling to the right and to the left: king and rook at home, the squares between, and the
/// squares that the king and the rook enter.
const CASTLING: [[u64; 4]; 2] = [[0x90, 0x60, 0x40, 0x20], [0x11, 0x0e, 0x04, 0x08]];

impl SkirmishPosition {
    /// The empty board.
    pub(super) const EMPTY: SkirmishPosition =
        SkirmishPosition { straight: 0, diagonal: 0, short: 0, mine: 0, special: 0 };

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, square: u64, piece: Piece, mine: bool) {
        let number = piece as u8;
        self.straight |= if number & 1 != 0 { square } else { 0 };
        self.diagonal |= if number & 2 != 0 { square } else { 0 };
        self.short |= if number & 4 != 0 { square } else { 0 };
        self.mine |= if mine { square } else { 0 };
    }

    /// The piece on the square.
    pub(super) fn piece(&self, square: u64) -> Option<Piece> {
        Piece::ALL.into_iter().find(|&piece| self.all(piece) & square != 0)
    }

    /// All pieces of a kind, of both players.
    pub(super) fn all(&self, piece: Piece) -> u64 {
        let number = piece as u8;
        let spelled = |set: u64, bit: u8| if number & bit != 0 { set } else { !set };
        spelled(self.straight, 1) & spelled(self.diagonal, 2) & spelled(self.short, 4)
    }

    #[inline]
    fn occupied(&self) -> u64 {
        self.straight | self.diagonal | self.short
    }

    /// The other player's pieces.
    #[inline]
    pub(super) fn theirs(&self) -> u64 {
        self.occupied() & !self.mine
    }

    #[inline]
    fn pawns(&self) -> u64 {
        self.short & !(self.straight | self.diagonal)
    }

    /// The mover's pawn that has reached the last row and must now be promoted.
    #[inline]
    pub(super) fn promoting(&self) -> u64 {
        self.pawns() & self.mine & ROW_8
    }

    /// The squares that can be entered, lane by lane. Not for a position in which a pawn is being
    /// promoted.
    #[expect(
        clippy::inline_always,
        reason = "words counted where they are made need not be written before: a sixth faster"
    )]
    #[inline(always)]
    fn lanes(&self) -> [[u64; LANES_PER_GROUP]; GROUPS] {
        let SkirmishPosition { straight, diagonal, short, mine, .. } = *self;
        let empty = !self.occupied();
        let (long, king) = (mine & !short, mine & short & diagonal);
        let movers = [long & straight, long & diagonal, long & straight, long & diagonal];
        let knights = mine & short & straight;
        let up = slides(movers, king, empty, |set, by| set << by, UP);
        let down = slides(movers, king, empty, |set, by| set >> by, DOWN);
        let knights_up = array::from_fn(|way| knights << KNIGHT_STEPS[way] & KNIGHTS_UP[way]);
        let knights_down = array::from_fn(|way| knights >> KNIGHT_STEPS[way] & KNIGHTS_DOWN[way]);
        let [up, down, knights_up, knights_down] =
            [up, down, knights_up, knights_down].map(|group| group.map(|targets| apart(targets & !mine)));
        [up, down, knights_up, knights_down, self.pawn_lanes(empty)]
    }

    #[inline]
    fn pawn_lanes(&self, empty: u64) -> [u64; LANES_PER_GROUP] {
        let pawns = self.pawns() & self.mine;
        let prey = self.theirs() | self.special & ROW_6;
        let push = pawns << 8 & empty;
        let double = (push & ROW_3) << 8 & empty;
        [push | self.castling(empty), double, pawns << 7 & !COLUMN_H & prey, pawns << 9 & !COLUMN_A & prey]
    }

    /// Whether a pawn of the mover could capture on the square.
    pub(super) fn captures_on(&self, square: u64) -> bool {
        let origins = square >> 7 & !COLUMN_A | square >> 9 & !COLUMN_H;
        origins & self.pawns() & self.mine != 0
    }

    /// The squares to which the king can castle.
    #[inline]
    fn castling(&self, empty: u64) -> u64 {
        let able = |[home, between, target, _]: [u64; 4]| {
            let can = self.special & home == home && empty & between == between;
            if can { target } else { 0 }
        };
        able(CASTLING[0]) | able(CASTLING[1])
    }

    /// The origin of the piece that enters square `to` on a lane.
    #[inline]
    fn origin(&self, lane: usize, to: u64) -> u64 {
        if lane == PUSH_LANE && to & ROW_1 != 0 {
            return KING_1;
        }
        let step = STEPS[lane];
        // Back over empty squares, doubling the distance; the first square that is not empty is the
        // origin.
        let open = select_unpredictable(lane < FIRST_JUMP_LANE, !self.occupied(), 0);
        let mut passed = to | open & to.rotate_right(step);
        let open = open & open.rotate_right(step);
        passed |= open & passed.rotate_right(2 * step);
        let open = open & open.rotate_right(2 * step);
        passed |= open & passed.rotate_right(4 * step);
        passed.rotate_right(step) & self.mine
    }

    /// Whether the mover can move at all.
    #[inline]
    pub(super) fn can_move(&self) -> bool {
        let pawns = self.pawns() & self.mine;
        pawns << 8 & !self.occupied() != 0 || self.lanes().as_flattened().iter().any(|&targets| targets != 0)
    }

    /// The number of moves.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.lanes().as_flattened().iter().map(|targets| targets.count_ones()).sum()
    }

    /// All moves, each as the squares left and entered.
    pub(super) fn steps(&self) -> impl Iterator<Item = (u64, u64)> {
        let lanes = self.lanes().into_iter().flatten().enumerate();
        lanes.flat_map(move |(lane, targets)| {
            positions(targets).map(move |to| 1 << to).map(move |to| (self.origin(lane, to), to))
        })
    }

    /// A uniformly random move; `None` if there are none.
    #[inline]
    pub(super) fn random_step(&self, rng: &mut Rng) -> Option<(u64, u64)> {
        let lanes = self.lanes();
        let totals = lanes.map(|group| group.map(u64::count_ones).iter().sum());
        let total = totals.iter().sum();
        if total == 0 {
            return None;
        }
        let (group, rest) = share(totals, rng.below(total));
        let targets = &lanes[group];
        // Counted in place: a copy of the group would wait until each of its parts is written.
        let counts: [u32; LANES_PER_GROUP] = array::from_fn(|way| targets[way].count_ones());
        let (way, rest) = share(counts, rest);
        let to = isolate_nth(targets[way], rest);
        Some((self.origin(LANES_PER_GROUP * group + way, to), to))
    }

    /// Makes a move, without giving the turn to the other player.
    #[inline]
    pub(super) fn go(&mut self, from: u64, to: u64) {
        let pawn = from & self.pawns();
        let in_passing = select_unpredictable(pawn != 0, to & self.special & ROW_6, 0);
        let left = !(from | to | in_passing >> 8);
        let moved = |set: u64| set & left | select_unpredictable(set & from != 0, to, 0);
        self.straight = moved(self.straight);
        self.diagonal = moved(self.diagonal);
        self.short = moved(self.short);
        self.mine = moved(self.mine);
        let unmoved = self.special & !ROW_6;
        self.special = unmoved;
        if unmoved & (from | to) != 0 {
            self.lose_castling(from, to);
        }
        if pawn << 16 == to {
            // The other player sees the square on the sixth row once the board is turned.
            let beside = to << 1 & !COLUMN_A | to >> 1 & !COLUMN_H;
            self.special |= if beside & self.pawns() & !self.mine != 0 { to >> 8 } else { 0 };
        }
    }

    /// The effects on castling of a move of, or onto, a king or rook that might have castled: its
    /// right is lost, and the rook follows a king that castles.
    fn lose_castling(&mut self, from: u64, to: u64) {
        let castling = CASTLING.into_iter().find(|squares| from == KING_1 && to == squares[2]);
        if let Some([home, _, _, target]) = castling {
            let rook = home & !KING_1 | target;
            self.straight ^= rook;
            self.mine ^= rook;
        }
        let unmoved = self.special & !(from | to);
        let able = |row: u64| {
            let both = unmoved & row & KINGS_HOME != 0 && unmoved & row & ROOKS_HOME != 0;
            if both { unmoved & row } else { 0 }
        };
        self.special = able(ROW_1) | able(ROW_8);
    }

    /// Replaces the pawn on the last row.
    #[inline]
    pub(super) fn promote(&mut self, piece: Piece) {
        let square = self.promoting();
        self.short ^= square;
        self.put(square, piece, true);
    }

    /// The position as the other player sees it.
    #[inline]
    pub(super) fn turned(&self) -> SkirmishPosition {
        SkirmishPosition {
            straight: self.straight.swap_bytes(),
            diagonal: self.diagonal.swap_bytes(),
            short: self.short.swap_bytes(),
            mine: self.theirs().swap_bytes(),
            special: self.special.swap_bytes(),
        }
    }
}

/// The part into which the `n`-th item falls when the parts are laid end to end, and its number in
/// that part.
#[inline]
fn share<const PARTS: usize>(sizes: [u32; PARTS], n: u32) -> (usize, u32) {
    let (mut part, mut before, mut sum) = (0, 0, 0);
    for size in &sizes[..PARTS - 1] {
        sum += size;
        // No processor can predict a random choice, so there is no branch on it.
        part += usize::from(n >= sum);
        before = select_unpredictable(n >= sum, sum, before);
    }
    (part, n - before)
}

/// The squares reached by sliding, doubling the distance three times, or by one step of the king.
#[inline]
fn slides(
    movers: [u64; LANES_PER_GROUP],
    king: u64,
    empty: u64,
    shift: impl Fn(u64, u32) -> u64,
    inside: [u64; LANES_PER_GROUP],
) -> [u64; LANES_PER_GROUP] {
    array::from_fn(|way| {
        let step = STEPS[way];
        let open = empty & inside[way];
        let mut reached = movers[way];
        reached |= open & shift(reached, step);
        let open = open & shift(open, step);
        reached |= open & shift(reached, 2 * step);
        let open = open & shift(open, 2 * step);
        reached |= open & shift(reached, 4 * step);
        shift(reached | king, step) & inside[way]
    })
}
