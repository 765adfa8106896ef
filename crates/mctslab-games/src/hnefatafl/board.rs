//! Pieces that slide like rooks on 11 x 11 squares, without a loop over pieces or squares.
//!
//! A set of squares is kept four times, once for each direction of sliding, in layouts in which
//! that direction leads upwards in the bits: the rows lie one after the other with a gap between
//! them that is never an empty square. Adding a bit to the empty squares just in front of a piece
//! makes a carry run over all squares the piece can slide to. A square is reached by at most one
//! piece from each direction, so the number of slides is the number of squares reached, and the
//! piece that slides is the first occupied square behind.
//!
//! Men never stand on the corners, so the four corners need no bit and everything fits into 127 of
//! them.

use crate::boards::bits::{nth_set_bit, positions};

/// Squares along each side.
pub(super) const SIDE: usize = 11;
/// All squares.
pub(super) const SQUARES: usize = SIDE * SIDE;
/// The square in the middle.
pub(super) const CENTRE: u8 = 60;
/// The place of a king who was captured.
pub(super) const CAPTURED: u8 = SQUARES as u8;

/// A set of squares in the four layouts: sliding right, left, up and down.
type BoardLanes = [u128; 4];

/// From a square to the next one in each direction.
const STEPS: [i32; 4] = [1, -1, SIDE as i32, -(SIDE as i32)];
/// The bit of the centre and those of the corners at the upper ends of lanes, the same in all
/// layouts. The other two corners are never beyond a man in a lane.
const HOSTILE: u128 = 1 << 63 | 1 << 9 | 1 << 127;

/// Row and column in the layout of each direction.
const fn turned(square: usize, lane: usize) -> (usize, usize) {
    let (row, column) = (square / SIDE, square % SIDE);
    match lane {
        0 => (row, column),
        1 => (SIDE - 1 - row, SIDE - 1 - column),
        2 => (column, row),
        _ => (SIDE - 1 - column, SIDE - 1 - row),
    }
}

/// The bit of a square that is no corner. Next to the first and the last row a corner makes the gap
/// between the rows.
const fn bit(square: usize, lane: usize) -> usize {
    let (row, column) = turned(square, lane);
    if row == 0 { column - 1 } else { 12 * row + column - 2 - row / 10 }
}

pub(super) const fn is_corner(square: usize) -> bool {
    matches!(square, 0 | 10 | 110 | 120)
}

/// The centre and the corners: hostile, and closed to men.
pub(super) const fn is_special(square: usize) -> bool {
    square == CENTRE as usize || is_corner(square)
}

/// Each square alone; nothing for the corners and for a captured king.
static ALONE: [BoardLanes; SQUARES + 1] = {
    let mut table = [[0; 4]; SQUARES + 1];
    let mut square = 0;
    while square < SQUARES {
        let mut lane = 0;
        while lane < 4 && !is_corner(square) {
            table[square][lane] = 1 << bit(square, lane);
            lane += 1;
        }
        square += 1;
    }
    table
};

/// The square of each bit.
static SQUARE_OF: [[u8; 128]; 4] = {
    let mut table = [[CAPTURED; 128]; 4];
    let mut square = 0;
    while square < SQUARES {
        let mut lane = 0;
        while lane < 4 && !is_corner(square) {
            table[lane][bit(square, lane)] = square as u8;
            lane += 1;
        }
        square += 1;
    }
    table
};

/// The squares next to each one where attackers must stand to capture a king: not the centre and
/// the corners, which are hostile by themselves. In the first layout.
static AROUND: [u128; SQUARES + 1] = {
    let mut table = [0; SQUARES + 1];
    let mut square = 0;
    while square < SQUARES {
        let mut lane = 0;
        while lane < 4 {
            if turned(square, lane).1 < SIDE - 1 {
                let next = (square as i32 + STEPS[lane]) as usize;
                if !is_special(next) {
                    table[square] |= 1 << bit(next, 0);
                }
            }
            lane += 1;
        }
        square += 1;
    }
    table
};

/// The squares on which men may stop: all but the centre and the corners. The set is the same in
/// all layouts.
const OPEN: u128 = {
    let mut set = 0;
    let mut square = 0;
    while square < SQUARES {
        if !is_special(square) {
            set |= 1 << bit(square, 0);
        }
        square += 1;
    }
    set
};

/// The pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Board {
    attackers: BoardLanes,
    /// Without the king.
    defenders: BoardLanes,
    king: u8,
}

/// A piece on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TaflPiece {
    Attacker,
    Defender,
    King,
}

/// All slides of one side.
pub(super) struct TaflSlides {
    empty: BoardLanes,
    /// The squares reached in each direction.
    reached: BoardLanes,
    /// The number of slides of men before those of each direction, and their total.
    before: [u32; 5],
    king: u8,
    /// The number of squares that the king can go in each direction.
    king_steps: [u32; 4],
    /// The number of slides, with those of the king last.
    pub(super) count: u32,
}

impl Board {
    /// No pieces at all.
    pub(super) const EMPTY: Board = Board { attackers: [0; 4], defenders: [0; 4], king: CAPTURED };

    /// The board with one more piece, on an empty square.
    pub(super) fn with(mut self, piece: TaflPiece, square: usize) -> Board {
        match piece {
            TaflPiece::Attacker => self.attackers = or(&self.attackers, &ALONE[square]),
            TaflPiece::Defender => self.defenders = or(&self.defenders, &ALONE[square]),
            TaflPiece::King => self.king = square as u8,
        }
        self
    }

    /// The initial position of Fetlar.
    pub(super) fn initial() -> Board {
        let mut board = Board::EMPTY.with(TaflPiece::King, CENTRE.into());
        for square in 0..SQUARES {
            let (row, column) = (square / SIDE, square % SIDE);
            let (near, far) = (row.abs_diff(5).min(column.abs_diff(5)), row.abs_diff(5).max(column.abs_diff(5)));
            match (far, near) {
                (5, 0..=2) | (4, 0) => board = board.with(TaflPiece::Attacker, square),
                (1, 0 | 1) | (2, 0) => board = board.with(TaflPiece::Defender, square),
                _ => {}
            }
        }
        board
    }

    /// The piece on the square.
    pub(super) fn piece(&self, square: usize) -> Option<TaflPiece> {
        let alone = ALONE[square][0];
        if usize::from(self.king) == square {
            Some(TaflPiece::King)
        } else if self.attackers[0] & alone != 0 {
            Some(TaflPiece::Attacker)
        } else {
            (self.defenders[0] & alone != 0).then_some(TaflPiece::Defender)
        }
    }

    /// The square of the king, or [`CAPTURED`].
    #[inline]
    pub(super) fn king(&self) -> u8 {
        self.king
    }

    /// The sets that determine the board, for hashing.
    pub(super) fn key(&self) -> (u128, u128, u8) {
        (self.attackers[0], self.defenders[0], self.king)
    }

    /// The numbers of attackers and defenders, without the king.
    pub(super) fn men(&self) -> [u32; 2] {
        [self.attackers[0].count_ones(), self.defenders[0].count_ones()]
    }

    /// Whether the king escaped.
    #[inline]
    pub(super) fn king_escaped(&self) -> bool {
        self.king < CAPTURED && is_corner(self.king.into())
    }

    /// Whether a king on the square would have hostile squares and attackers on all sides.
    #[inline]
    pub(super) fn surrounded(&self, square: u8) -> bool {
        AROUND[usize::from(square)] & !self.attackers[0] == 0
    }

    /// The slides of the attackers, or of the defenders and the king.
    #[inline]
    pub(super) fn slides<const ATTACK: bool>(&self) -> TaflSlides {
        let king = &ALONE[usize::from(self.king)];
        let (mut empty, mut reached, mut before) = ([0; 4], [0; 4], [0; 5]);
        for lane in 0..4 {
            empty[lane] = OPEN & !(self.attackers[lane] | self.defenders[lane] | king[lane]);
            let men = if ATTACK { self.attackers[lane] } else { self.defenders[lane] };
            // The carry of every run of empty squares ends in the square that closes the run, which
            // is in no run.
            let run_starts = (men << 1) & empty[lane];
            reached[lane] = ((empty[lane] + run_starts) ^ empty[lane]) & empty[lane];
            before[lane + 1] = before[lane] + reached[lane].count_ones();
        }
        let king_steps = if ATTACK { [0; 4] } else { self.king_steps() };
        let count = before[4] + king_steps.iter().sum::<u32>();
        TaflSlides { empty, reached, before, king: self.king, king_steps, count }
    }

    /// The number of squares that the king, who is not on a corner, can go in each direction: over
    /// the centre, and onto corners.
    #[inline]
    fn king_steps(&self) -> [u32; 4] {
        std::array::from_fn(|lane| {
            let above = SIDE - 1 - turned(self.king.into(), lane).1;
            let occupied = self.attackers[lane] | self.defenders[lane];
            (occupied >> (bit(self.king.into(), lane) + 1)).trailing_zeros().min(above as u32)
        })
    }

    /// Moves a piece and removes the pieces that it captures.
    #[inline]
    pub(super) fn slide<const ATTACK: bool>(&mut self, from: u8, to: u8) {
        let (left, entered) = (&ALONE[usize::from(from)], &ALONE[usize::from(to)]);
        if ATTACK {
            toggle(&mut self.attackers, left, entered);
            capture(&self.attackers, &mut self.defenders, entered);
            if AROUND[usize::from(self.king)] & entered[0] != 0 && self.surrounded(self.king) {
                self.king = CAPTURED;
            }
            return;
        }
        if from == self.king {
            self.king = to;
        } else {
            toggle(&mut self.defenders, left, entered);
        }
        let friends = or(&self.defenders, &ALONE[usize::from(self.king)]);
        capture(&friends, &mut self.attackers, entered);
    }
}

#[inline]
fn or(a: &BoardLanes, b: &BoardLanes) -> BoardLanes {
    std::array::from_fn(|lane| a[lane] | b[lane])
}

#[inline]
fn toggle(men: &mut BoardLanes, left: &BoardLanes, entered: &BoardLanes) {
    for lane in 0..4 {
        men[lane] ^= left[lane] | entered[lane];
    }
}

/// Removes the enemies between the square just entered and a friend or a hostile square.
#[inline]
fn capture(friends: &BoardLanes, enemies: &mut BoardLanes, entered: &BoardLanes) {
    let caught: BoardLanes =
        std::array::from_fn(|lane| (entered[lane] << 1) & enemies[lane] & ((friends[lane] | HOSTILE) >> 1));
    if caught[0] | caught[1] | caught[2] | caught[3] != 0 {
        remove(enemies, &caught);
    }
}

#[cold]
fn remove(men: &mut BoardLanes, caught: &BoardLanes) {
    for lane in (0..4).filter(|&lane| caught[lane] != 0) {
        let square = SQUARE_OF[lane][caught[lane].trailing_zeros() as usize];
        toggle(men, &ALONE[usize::from(square)], &[0; 4]);
    }
}

impl TaflSlides {
    /// Slide number `n`, below the count: the squares left and entered.
    #[inline]
    pub(super) fn nth(&self, n: u32) -> (u8, u8) {
        if n >= self.before[4] {
            return self.nth_of_king(n - self.before[4]);
        }
        // Sums of comparisons, since no processor can predict the direction of a random slide.
        let lane = (1..4).map(|lane| usize::from(n >= self.before[lane])).sum::<usize>();
        let n = n - self.before[lane];
        let (low, high) = (self.reached[lane] as u64, (self.reached[lane] >> 64) as u64);
        let to = match n.checked_sub(low.count_ones()) {
            None => nth_set_bit(low, n),
            Some(n) => 64 + nth_set_bit(high, n),
        };
        self.squares_of(lane, to)
    }

    /// The squares of the slide that ends at the bit.
    #[inline]
    fn squares_of(&self, lane: usize, to: u32) -> (u8, u8) {
        let behind = !self.empty[lane] & ((1 << to) - 1);
        let from = behind.leading_zeros() ^ 127;
        (SQUARE_OF[lane][(from & 127) as usize], SQUARE_OF[lane][(to & 127) as usize])
    }

    #[inline]
    fn nth_of_king(&self, mut n: u32) -> (u8, u8) {
        let mut lane = 0;
        while n >= self.king_steps[lane & 3] {
            n -= self.king_steps[lane & 3];
            lane += 1;
        }
        (self.king, (i32::from(self.king) + STEPS[lane & 3] * (n as i32 + 1)) as u8)
    }

    /// All slides in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u8, u8)> {
        let men = (0..4).flat_map(move |lane| {
            let (low, high) = (self.reached[lane] as u64, (self.reached[lane] >> 64) as u64);
            positions(low).chain(positions(high).map(|bit| 64 + bit)).map(move |to| self.squares_of(lane, to))
        });
        men.chain((0..self.count - self.before[4]).map(|n| self.nth_of_king(n)))
    }
}
