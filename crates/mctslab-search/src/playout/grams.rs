//! What each sequence of moves was worth on average, for `nst`.
//!
//! A sequence of n moves is its last move after the n - 1 before it, its context. Sequences lie in one table of fixed size, at the
//! place of the hash of their context plus the code of their last move, so that the moves to be compared in one position lie side
//! by side. A place tells by further bits of the hash whose it is. Hashes start from the number of the search, so that what
//! earlier searches left behind is never found again.
//!
//! Of two sequences that fall on one place, one that was seen often enough to count stays; otherwise the newer takes it. Means
//! that count are kept ready in a second array, and a filter tells which contexts have any: in most games most have none, and
//! none of their moves needs to be looked up.

use mctslab_core::Payoffs;

use super::means::Means;

/// The longest sequence.
pub(super) const LONGEST: usize = 5;

/// Number of bits of the filter of contexts.
const FILTER_BITS: u32 = 12;

/// The table has between 2 to the power of these many places.
const PLACES_BITS: (u32, u32) = (10, 17);

/// The moves before, the latest first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct History {
    moves: [u32; LONGEST - 1],
    length: usize,
}

impl History {
    /// One more move.
    #[inline]
    pub(super) fn push(&mut self, mv: u32) {
        self.moves.copy_within(..LONGEST - 2, 1);
        self.moves[0] = mv;
        self.length = (self.length + 1).min(LONGEST - 1);
    }
}

/// Where the sequences of one context lie.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    first: u32,
    tag: u32,
}

impl Row {
    #[inline]
    fn of(hash: u64) -> Row {
        Row { first: (hash >> 32) as u32, tag: hash as u32 }
    }

    /// What tells the sequence that ends in the move of that code from others at its place.
    #[inline]
    fn tag(self, code: u32) -> u32 {
        self.tag.wrapping_add(code.wrapping_mul(0x9e37_79b1))
    }

    #[inline]
    fn place(self, code: u32, mask: u32) -> usize {
        (self.first.wrapping_add(code) & mask) as usize
    }
}

/// The contexts of a position that may have means that count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rows {
    rows: [Row; LONGEST - 1],
    length: usize,
}

impl Rows {
    /// Whether there are none.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.length == 0
    }
}

/// A mean that counts.
#[derive(Clone, Copy, Debug, Default)]
struct Ready {
    tag: u32,
    mean: f32,
}

/// A mean in the making.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    tag: u32,
    search: u32,
    count: u32,
    mean: f32,
}

/// Means of rewards by sequences of two moves and more.
pub(super) struct Grams {
    grams: usize,
    least: u32,
    shared: bool,
    search: u32,
    mask: u32,
    ready: Vec<Ready>,
    totals: Vec<Total>,
    filter: Vec<u32>,
}

/// The reciprocals of how many means a value is the average of.
const SHARES: [f32; LONGEST + 1] = [1.0, 1.0, 1.0 / 2.0, 1.0 / 3.0, 1.0 / 4.0, 1.0 / 5.0];

impl Grams {
    /// A table of sequences up to `grams` moves that count after `least` visits, for a game with so many codes of moves.
    pub(super) fn new(grams: usize, least: u32, shared: bool, codes: usize) -> Grams {
        // Small games have few sequences, and a small table stays in the fastest cache.
        let pairs = (codes * codes).saturating_mul(8);
        let bits = (usize::BITS - pairs.leading_zeros()).clamp(PLACES_BITS.0, PLACES_BITS.1);
        Grams {
            grams,
            least,
            shared,
            search: 1,
            mask: (1 << bits) - 1,
            ready: vec![Ready::default(); 1 << bits],
            totals: vec![Total::default(); 1 << bits],
            filter: vec![0; 1 << FILTER_BITS],
        }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.search = self.search.wrapping_add(1);
    }

    /// The contexts after those moves that may have means that count.
    #[inline]
    pub(super) fn rows(&self, history: &History) -> Rows {
        let mut rows = Rows::default();
        let mut hash = self.seed();
        for &mv in &history.moves[..history.length.min(self.grams - 1)] {
            hash = fold(hash, mv);
            if self.filter[sieve(hash)] == self.search {
                rows.rows[rows.length] = Row::of(hash);
                rows.length += 1;
            }
        }
        rows
    }

    /// The average of the mean of a single move and of the means that count of the sequences ending in it.
    #[inline]
    pub(super) fn value(&self, rows: &Rows, code: u32, single: f32) -> f32 {
        let (mut sum, mut count) = (single, 1);
        for row in &rows.rows[..rows.length] {
            let ready = self.ready[row.place(code, self.mask)];
            let counts = ready.tag == row.tag(code);
            sum += if counts { ready.mean } else { 0.0 };
            count += usize::from(counts);
        }
        sum * SHARES[count]
    }

    /// Takes note of what a game brought, for all sequences of its moves.
    pub(super) fn learn(&mut self, codes: &[u32], payoffs: &Payoffs, means: &Means) {
        let mut history = History::default();
        for &code in codes {
            let mut hash = self.seed();
            for &mv in &history.moves[..history.length.min(self.grams - 1)] {
                hash = fold(hash, mv);
                if self.shared {
                    for (player, &paid) in payoffs.as_slice().iter().enumerate() {
                        self.add(hash, means.code(player, means.index(code) as u32), paid as f32);
                    }
                } else {
                    self.add(hash, code, payoffs.of(means.player(code)) as f32);
                }
            }
            history.push(if self.shared { means.index(code) as u32 } else { code });
        }
    }

    #[inline]
    fn add(&mut self, hash: u64, code: u32, paid: f32) {
        let row = Row::of(hash);
        let (tag, place) = (row.tag(code), row.place(code, self.mask));
        let total = &mut self.totals[place];
        if total.search != self.search || total.tag != tag {
            if total.search == self.search && total.count >= self.least {
                return;
            }
            *total = Total { tag, search: self.search, count: 0, mean: 0.0 };
        }
        total.count += 1;
        total.mean += (paid - total.mean) / total.count as f32;
        if total.count >= self.least {
            self.ready[place] = Ready { tag, mean: total.mean };
            self.filter[sieve(hash)] = self.search;
        }
    }

    /// What hashes start from.
    #[inline]
    fn seed(&self) -> u64 {
        u64::from(self.search)
    }
}

/// The hash of a context that reaches one move further back.
#[inline]
fn fold(hash: u64, mv: u32) -> u64 {
    let product = u128::from(hash ^ 0x243f_6a88_85a3_08d3)
        * u128::from((u64::from(mv) << 1 | 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (product as u64) ^ ((product >> 64) as u64)
}

/// The place of a context in the filter.
#[inline]
fn sieve(hash: u64) -> usize {
    (hash >> (64 - FILTER_BITS)) as usize
}
