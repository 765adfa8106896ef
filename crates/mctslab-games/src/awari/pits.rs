//! Sowing on two rows of six pits, each row kept in one word.
//!
//! Pit `a`, the leftmost of its owner, is the lowest byte, pit `f` the sixth, and the seventh byte
//! holds the seeds that the owner has captured. There are 48 seeds in all, so bytes never carry
//! into each other and all pits are tested at once.

use mctslab_core::TextError;

/// Seeds in the game.
pub const SEEDS: u32 = 48;
/// Pits in a row.
pub const PITS: usize = 6;
/// The bytes of the pits, without the store.
pub const ROW: u64 = (1 << STORE_SHIFT) - 1;

/// Where the store begins in the word.
const STORE_SHIFT: u32 = 48;
/// A one in every pit.
const ONE_EACH: u64 = 0x0101_0101_0101;
/// The top bit of every pit: tests of all pits leave their answers there, and sets of pits are
/// stored in it.
const TOPS: u64 = 0x80 * ONE_EACH;
/// Added to a row, sets the top bits of the pits that hold a seed.
const HOLDS: u64 = 0x7f * ONE_EACH;
/// Added to a row, sets the top bits of the pits whose seeds reach the other row: 6 from `a`, 1
/// from `f`.
const REACHES: u64 = 0x7f7e_7d7c_7b7a;
/// Added to a row, sets the top bits of the pits that hold four seeds or more.
const HOLDS_FOUR: u64 = 0x7c * ONE_EACH;

/// Both rows, from the point of view of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position {
    /// Row and store of the player to move.
    pub mine: u64,
    /// Row and store of the other player.
    pub theirs: u64,
}

/// The effect of a move that captures all seeds of the other row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GrandSlam {
    /// It captures nothing.
    Void,
    /// It is not legal.
    Forbidden,
    /// It captures them.
    Allowed,
}

/// Sowing and capturing, by tables.
pub struct Sowing {
    grand_slam: GrandSlam,
    /// Entry 64 * pit + seeds.
    table: Box<[Sow; 512]>,
}

/// The effect of sowing a number of seeds from a pit.
#[derive(Clone, Copy, Default)]
struct Sow {
    /// Added to the own row; takes the seeds out of their pit.
    mine: u64,
    /// Added to the other row.
    theirs: u64,
    /// The bytes of the other row from `a` to where the last seed fell; none if it fell elsewhere.
    reach: u64,
}

impl Position {
    /// Four seeds in each pit.
    pub const INITIAL: Position = Position { mine: 4 * ONE_EACH, theirs: 4 * ONE_EACH };

    /// The same position from the point of view of the other player.
    #[inline]
    pub fn turned(self) -> Position {
        Position { mine: self.theirs, theirs: self.mine }
    }

    /// Whether no pit holds more than one seed.
    #[inline]
    pub fn is_thin(self) -> bool {
        (self.mine | self.theirs) & (0xfe * ONE_EACH) == 0
    }
}

/// The row with these seeds in its pits and its store.
pub fn row(pits: [u8; PITS], store: u8) -> u64 {
    let [a, b, c, d, e, f] = pits;
    u64::from_le_bytes([a, b, c, d, e, f, store, 0])
}

/// Seeds in a pit of the row; pit 6 is the store.
#[inline]
pub fn seeds(row: u64, pit: usize) -> u8 {
    row.to_le_bytes()[pit]
}

/// Seeds captured by the owner of the row.
#[inline]
pub fn store(row: u64) -> u32 {
    (row >> STORE_SHIFT) as u32
}

/// Seeds in all pits of the row, of which there are no more than 48.
#[inline]
pub fn total(row: u64) -> u32 {
    sum(row & ROW) as u32
}

/// The seeds in the pits of the row as text.
///
/// ```
/// # use mctslab_games::awari::pits::{row, row_text};
/// assert_eq!(row_text(row([4, 0, 12, 1, 0, 0], 5)), "4,0,12,1,0,0");
/// ```
pub fn row_text(row: u64) -> String {
    let counts: Vec<String> = (0..PITS).map(|pit| seeds(row, pit).to_string()).collect();
    counts.join(",")
}

/// Reads the text of [`row_text`], with an empty store.
pub fn parse_row(text: &str) -> Result<u64, TextError> {
    let counts = text.split(',').map(parse_seeds).collect::<Option<Vec<u8>>>();
    let counts = counts.and_then(|counts| <[u8; PITS]>::try_from(counts).ok());
    let expected = || format!("the seeds in six pits, 0 to {SEEDS} each, separated by `,`");
    counts.map(|counts| row(counts, 0)).ok_or_else(|| TextError::quoted(text, expected()))
}

/// Reads the stores of both players, as in `12-7`, into rows without other seeds.
pub fn parse_stores(text: &str) -> Result<[u64; 2], TextError> {
    let stores = text.split_once('-').and_then(|(first, second)| Some([parse_seeds(first)?, parse_seeds(second)?]));
    // Captures take two seeds or more.
    let stores = stores.filter(|stores| !stores.contains(&1));
    let expected = || format!("the captured seeds of both players, 0 or 2 to {SEEDS}, as in `12-7`");
    let rows = stores.map(|stores| stores.map(|seeds| row([0; PITS], seeds)));
    rows.ok_or_else(|| TextError::quoted(text, expected()))
}

fn parse_seeds(text: &str) -> Option<u8> {
    text.parse().ok().filter(|&seeds: &u8| u32::from(seeds) <= SEEDS)
}

/// Whether every pit of the row holds a seed.
pub fn is_full(row: u64) -> bool {
    (row + HOLDS) & TOPS == TOPS
}

/// The lowest pit of a set, which is not empty.
#[inline]
pub fn lowest_pit(set: u64) -> u32 {
    set.trailing_zeros() >> 3
}

/// The sum of all bytes, which is below 256.
#[inline]
fn sum(bytes: u64) -> u64 {
    bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56
}

impl Sowing {
    /// With `jump_captures` false, a last seed that has just jumped over its origin captures
    /// nothing.
    pub fn new(grand_slam: GrandSlam, jump_captures: bool) -> Sowing {
        let mut table = Box::new([Sow::default(); 512]);
        for pit in 0..PITS {
            for seeds in 1..=SEEDS as usize {
                let jumped = seeds > 11 && seeds % 11 == 1;
                table[pit << 6 | seeds] = Sow::new(pit, seeds, jump_captures || !jumped);
            }
        }
        Sowing { grand_slam, table }
    }

    /// Moves a player may make, as a set of his pits.
    #[inline]
    pub fn legal(&self, at: Position) -> u64 {
        let hungry = at.theirs & ROW == 0;
        let open = (at.mine + if hungry { REACHES } else { HOLDS }) & TOPS;
        let sparing = match self.grand_slam {
            GrandSlam::Void => false,
            GrandSlam::Forbidden => true,
            GrandSlam::Allowed => hungry,
        };
        // A pit of four or more before the move holds as many after it, and is not captured.
        if sparing && (at.theirs + HOLDS_FOUR) & TOPS == 0 { self.sparing(at, open) } else { open }
    }

    /// Those of the moves that leave the opponent a seed.
    fn sparing(&self, at: Position, open: u64) -> u64 {
        let (mut left, mut spared) = (open, 0);
        while left != 0 {
            let pit = left & left.wrapping_neg();
            left ^= pit;
            if self.sow(at, lowest_pit(pit)).0.mine & ROW != 0 {
                spared |= pit;
            }
        }
        spared
    }

    /// Sows from a pit and captures: the position as the next player sees it, and the number of
    /// seeds captured. Pit 6 is a pass: the table sows nothing from it.
    #[inline]
    pub fn sow(&self, at: Position, pit: u32) -> (Position, u64) {
        let seeds = (at.mine >> (8 * pit)) & 0x3f;
        let sow = &self.table[(pit as usize & 7) << 6 | seeds as usize];
        let theirs = at.theirs + sow.theirs;
        // Bits are left in the reached pits that hold neither 2 nor 3: the last of these pits
        // breaks the chain.
        let unfit = (theirs ^ (2 * ONE_EACH)) & sow.reach & (0xfe * ONE_EACH);
        let chain = u64::MAX << ((u64::BITS + 7 - unfit.leading_zeros()) & !7);
        let mut prey = theirs & sow.reach & chain;
        if self.grand_slam == GrandSlam::Void && prey == theirs & ROW {
            prey = 0;
        }
        let captured = sum(prey);
        let mine = at.mine.wrapping_add(sow.mine) + (captured << STORE_SHIFT);
        (Position { mine: theirs - prey, theirs: mine }, captured)
    }
}

impl Sow {
    fn new(pit: usize, seeds: usize, captures: bool) -> Sow {
        let mut added = [0u64; 2 * PITS];
        let mut at = pit;
        for _ in 0..seeds {
            at = (at + 1) % (2 * PITS);
            if at == pit {
                at += 1;
            }
            added[at] += 1;
        }
        let word = |pits: &[u64]| pits.iter().rev().fold(0, |word, &seeds| word << 8 | seeds);
        let mine = word(&added[..PITS]).wrapping_sub((seeds as u64) << (8 * pit));
        let reach = if captures && at >= PITS { (1 << (8 * (at - PITS + 1))) - 1 } else { 0 };
        Sow { mine, theirs: word(&added[PITS..]), reach }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lap_skips_the_origin() {
        let at = Position { mine: row([0, 0, 0, 0, 0, 12], 0), theirs: row([0, 0, 3, 0, 0, 0], 0) };
        let own = [1, 1, 1, 1, 1, 0];
        // The twelfth seed jumps over its origin and makes the first enemy pit 2.
        let (next, captured) = Sowing::new(GrandSlam::Void, true).sow(at, 5);
        assert_eq!((next.mine, next.theirs, captured), (row([0, 1, 4, 1, 1, 1], 0), row(own, 2), 2));
        let (next, captured) = Sowing::new(GrandSlam::Void, false).sow(at, 5);
        assert_eq!((next.mine, next.theirs, captured), (row([2, 1, 4, 1, 1, 1], 0), row(own, 0), 0));
    }

    #[test]
    fn a_second_lap_skips_the_origin_again() {
        let at = Position { mine: row([0, 0, 24, 0, 0, 0], 0), theirs: row([1; PITS], 0) };
        let (next, captured) = Sowing::new(GrandSlam::Void, true).sow(at, 2);
        assert_eq!((next.mine, next.theirs, captured), (row([3; PITS], 0), row([2, 2, 0, 3, 3, 2], 0), 0));
    }

    #[test]
    fn captures_run_backwards_until_a_pit_is_not_two_or_three() {
        let at = Position { mine: row([0, 0, 0, 0, 0, 5], 4), theirs: row([1, 3, 1, 2, 1, 1], 0) };
        let (next, captured) = Sowing::new(GrandSlam::Void, true).sow(at, 5);
        assert_eq!((next.mine, next.theirs, captured), (row([2, 4, 0, 0, 0, 1], 0), row([0; PITS], 11), 7));
    }

    #[test]
    fn feeding_that_is_taken_back_is_none() {
        // 17 seeds from the last pit put two into each enemy pit and end in the last one: a grand
        // slam.
        let at = Position { mine: row([0, 0, 0, 0, 1, 17], 0), theirs: 0 };
        let legal = |grand_slam| Sowing::new(grand_slam, true).legal(at);
        assert_eq!(legal(GrandSlam::Void), 0x80 << 40);
        assert_eq!([legal(GrandSlam::Forbidden), legal(GrandSlam::Allowed)], [0, 0]);
    }
}
