//! What each sequence of moves was worth on average, for `nst`.
//!
//! A sequence of n moves is its last move after the n - 1 before it, its context. Sequences lie in
//! one table of fixed size, those of one context side by side in a row: the row begins where the
//! hash of the context says, and the last move is the place in it. So the moves to be compared in
//! one position are compared by walking along a row. Rows overlap, and every place says by further
//! bits of the hash whose row it belongs to. Hashes start from the number of the search in the
//! game: what earlier searches of the game left behind is never found again. Between games the
//! table is emptied, since which sequences fall on one place depends on that number.
//!
//! Of two sequences that fall on one place, one that was seen often enough to count stays;
//! otherwise the newer takes it. Means that count are kept ready in a second array, and a filter
//! says which contexts have any: in most games most have none, and none of their moves needs to be
//! looked up.

use std::hint::select_unpredictable;

use mctslab_core::{Payoffs, Player};

use super::means::{Means, faded};
use super::pool::{Group, Pool};

/// The longest sequence.
pub(super) const LONGEST: usize = 5;

/// Number of bits of the filter of contexts.
const FILTER_BITS: u32 = 12;

/// The least and the most bits of the number of places where rows begin.
const START_BITS: (u32, u32) = (10, 16);

/// The number that a new table's hashes start from; empty places have 0.
const FIRST_SEARCH: u32 = 1;

/// Where the sequences of one context lie.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GramContext {
    first: u32,
    tag: u32,
}

/// The contexts of a position that may have means that count.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Contexts {
    found: [GramContext; LONGEST - 1],
    length: usize,
}

impl Contexts {
    /// Those contexts.
    #[inline]
    pub(super) fn as_slice(&self) -> &[GramContext] {
        &self.found[..self.length]
    }
}

/// The moves of one player after one context, by their index.
#[derive(Clone, Copy, Debug)]
pub(super) struct GramRow<'a> {
    ready: &'a [Ready],
    tag: u32,
}

impl GramRow<'_> {
    /// The mean of the move of that index, if it counts.
    pub(super) fn mean(&self, index: usize) -> Option<f32> {
        let ready = self.ready[index];
        (ready.tag == self.tag).then_some(ready.mean)
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
struct GramTotal {
    tag: u32,
    search: u32,
    count: u32,
    mean: f32,
}

/// Means of rewards by sequences of two moves and more.
pub(super) struct Grams {
    longest: usize,
    least: u32,
    bound: usize,
    search: u32,
    mask: usize,
    ready: Vec<Ready>,
    totals: Vec<GramTotal>,
    /// The groups of `totals`, where sums are shared; otherwise empty.
    groups: Vec<Group>,
    filter: Vec<u32>,
    /// Whether anything was searched since the table was empty.
    is_used: bool,
}

/// The reciprocals of how many means a value is the average of.
const SHARES: [f32; 8] = [1.0, 1.0, 1.0 / 2.0, 1.0 / 3.0, 1.0 / 4.0, 1.0 / 5.0, 0.0, 0.0];

/// The average of the mean of a single move and of the means that count of the sequences ending in
/// it.
#[inline]
pub(super) fn average(rows: &[GramRow], index: usize, single: f32) -> f32 {
    let (mut sum, mut count) = (single, 1);
    for row in rows {
        let ready = row.ready[index];
        let counts = ready.tag == row.tag;
        // No branch could guess this; of integers processors can choose without one.
        sum += f32::from_bits(select_unpredictable(counts, ready.mean.to_bits(), 0));
        count += select_unpredictable(counts, 1, 0);
    }
    sum * SHARES[count & 7]
}

impl Grams {
    /// A table of sequences up to `longest` moves that count after `least` visits. Of the game it
    /// must be known how many moves ([`mctslab_core::Game::index_bound`]) and how many players
    /// there are; with `pooled` sums are shared.
    pub(super) fn new(longest: usize, least: u32, pooled: bool, bound: usize, players: usize) -> Grams {
        let codes = bound * players;
        // Small games have few sequences, and a small table stays in the fastest cache.
        let bits = (usize::BITS - (8 * codes * codes).leading_zeros()).clamp(START_BITS.0, START_BITS.1);
        let places = (1 << bits) + codes;
        Grams {
            longest,
            least,
            bound,
            search: FIRST_SEARCH,
            mask: (1 << bits) - 1,
            ready: vec![Ready::default(); places],
            totals: vec![GramTotal::default(); places],
            groups: vec![0; if pooled { places } else { 0 }],
            filter: vec![0; 1 << FILTER_BITS],
            is_used: false,
        }
    }

    /// Forgets everything, without a look at the table.
    pub(super) fn forget(&mut self) {
        self.search = self.search.wrapping_add(1);
        self.is_used = true;
    }

    /// Keeps that share of all counts, rounded down.
    pub(super) fn fade(&mut self, decay: f64) {
        self.is_used = true;
        for (total, ready) in self.totals.iter_mut().zip(&mut self.ready) {
            total.count = faded(total.count, decay);
            if total.count < self.least {
                *ready = Ready::default();
            }
            if total.count == 0 {
                *total = GramTotal::default();
            }
        }
    }

    /// Empties the table, as if it were new.
    pub(super) fn new_game(&mut self) {
        if self.is_used {
            self.is_used = false;
            self.search = FIRST_SEARCH;
            self.ready.fill(Ready::default());
            self.totals.fill(GramTotal::default());
            self.filter.fill(0);
        }
    }

    /// The contexts that may have means that count, after moves of which `codes` are the last.
    #[inline]
    pub(super) fn contexts(&self, codes: &[u32], means: &Means) -> Contexts {
        let mut contexts = Contexts::default();
        let mut hash = self.seed();
        for &code in codes.iter().rev().take(self.longest - 1) {
            hash = fold(hash, Self::key(code, means));
            if self.filter[sieve(hash)] == self.search {
                let first = self.start(hash) as u32;
                contexts.found[contexts.length] = GramContext { first, tag: hash as u32 };
                contexts.length += 1;
            }
        }
        contexts
    }

    /// What `player` may do after a context.
    #[inline]
    pub(super) fn row(&self, context: GramContext, player: Player) -> GramRow<'_> {
        let first = context.first as usize + player.index() * self.bound;
        GramRow { ready: &self.ready[first..first + self.bound], tag: context.tag }
    }

    /// What a move is worth to `player` after a context, if that counts and sums are shared.
    pub(super) fn pooled(&self, context: GramContext, player: Player, index: usize, pool: &Pool) -> Option<f32> {
        let place = context.first as usize + player.index() * self.bound + index;
        let counts = self.ready[place].tag == context.tag;
        counts.then(|| pool.value(self.groups[place], player, self.totals[place].count))
    }

    /// Takes note of what a game brought, for all sequences of its moves.
    pub(super) fn learn(&mut self, codes: &[u32], payoffs: &Payoffs, means: &Means) {
        for (last, &code) in codes.iter().enumerate() {
            let (player, index) = means.split(code);
            let mut hash = self.seed();
            for &before in codes[..last].iter().rev().take(self.longest - 1) {
                hash = fold(hash, Self::key(before, means));
                if means.is_shared(index) {
                    for (player, &paid) in payoffs.as_slice().iter().enumerate() {
                        self.add(hash, player * self.bound + index, paid as f32);
                    }
                } else {
                    self.add(hash, code as usize, payoffs.of(player) as f32);
                }
            }
        }
    }

    /// The same where sums are shared: the sums of the last playout, to which the means have added
    /// its single moves.
    pub(super) fn learn_pooled(&mut self, codes: &[u32], means: &mut Means) {
        for (last, &code) in codes.iter().enumerate() {
            let (_, index) = means.split(code);
            let mut hash = self.seed();
            for &before in codes[..last].iter().rev().take(self.longest - 1) {
                hash = fold(hash, Self::key(before, means));
                let shared = means.is_shared(index);
                let players = if shared { index..means.codes() } else { code as usize..code as usize + 1 };
                let Some(pool) = means.pool_mut() else { return };
                let mut added = false;
                for code in players.step_by(self.bound) {
                    self.add_pooled(hash, code, pool, &mut added);
                }
            }
        }
    }

    /// A move as contexts have it: of anybody, if it is the same whoever makes it. No move of the
    /// first player is taken for one of anybody, since an index is either or.
    #[inline]
    fn key(code: u32, means: &Means) -> u32 {
        let (_, index) = means.split(code);
        if means.is_shared(index) { index as u32 } else { code }
    }

    /// One more visit of a sequence. Its group gets what the last playout paid, once for all
    /// players, unless that playout is the first to see it.
    fn add_pooled(&mut self, hash: u64, code: usize, pool: &mut Pool, added: &mut bool) {
        let (tag, place) = (hash as u32, self.start(hash) + code);
        let total = &mut self.totals[place];
        if total.search != self.search || total.tag != tag {
            if total.search == self.search && total.count >= self.least {
                return;
            }
            *total = GramTotal { tag, search: self.search, count: 0, mean: 0.0 };
            self.groups[place] = pool.last();
        } else if !*added {
            pool.add_last(self.groups[place]);
            *added = true;
        }
        total.count += 1;
        if total.count >= self.least {
            self.ready[place] = Ready { tag, mean: 0.0 };
            self.filter[sieve(hash)] = self.search;
        }
    }

    #[inline]
    fn add(&mut self, hash: u64, code: usize, paid: f32) {
        let (tag, place) = (hash as u32, self.start(hash) + code);
        let total = &mut self.totals[place];
        if total.search != self.search || total.tag != tag {
            if total.search == self.search && total.count >= self.least {
                return;
            }
            *total = GramTotal { tag, search: self.search, count: 0, mean: 0.0 };
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

    /// Where the row of a context begins.
    #[inline]
    fn start(&self, hash: u64) -> usize {
        (hash >> 32) as usize & self.mask
    }
}

/// The hash of a context that reaches one move further back.
#[inline]
fn fold(hash: u64, mv: u32) -> u64 {
    let odd = (2 * u64::from(mv) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let product = u128::from(hash ^ 0x243f_6a88_85a3_08d3) * u128::from(odd);
    (product as u64) ^ ((product >> 64) as u64)
}

/// The place of a context in the filter.
#[inline]
fn sieve(hash: u64) -> usize {
    (hash >> (64 - FILTER_BITS)) as usize
}
