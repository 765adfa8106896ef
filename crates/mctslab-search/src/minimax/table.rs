//! A table of positions already searched to a depth, with bounds and best moves.
//!
//! An entry answers only for the very depth it was searched to, so a search with a table finds what
//! one without finds. The one exception changes nothing: a result that rests on finished games
//! alone, not on any estimate, also answers for every greater depth. Positions are distinguished by
//! all 64 bits of `Game::hash`: with a full table of 64 megabytes a billion look-ups get a wrong
//! answer with a chance of about one in ten thousand, and in proportion to the size otherwise.
//!
//! Every position has two places. The first keeps what was searched deepest, the second what came
//! last besides. The table begins every game small and grows when it is a quarter full, so that
//! short searches stay in fast memory.

/// Entries of a table at first.
const SMALLEST: usize = 1024;
/// How much larger a table gets when it grows: a power of two.
const GROWTH: usize = 4;

/// How the value of an entry relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value is no less.
    Lower,
    /// It is the true value.
    Exact,
    /// The true value is no greater.
    Upper,
}

/// What is known of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableEntry {
    /// The hash of the position.
    pub(super) key: u64,
    /// The value for the first player, or a bound of it.
    pub(super) value: f64,
    /// Index of the best move found.
    pub(super) mv: u32,
    /// Plies it was searched.
    pub(super) depth: u8,
    /// What the value is.
    pub(super) bound: Bound,
    /// No estimate had a part in it, so that a deeper search would find the same.
    pub(super) lasting: bool,
    /// Which game it is from; 0 in places never used.
    generation: u8,
}

impl TableEntry {
    const EMPTY: TableEntry =
        TableEntry { key: 0, value: 0.0, mv: 0, depth: 0, bound: Bound::Exact, lasting: false, generation: 0 };

    /// An entry, to be handed to [`TranspositionTable::put`].
    pub(super) fn new(key: u64, value: f64, mv: u32, depth: u8, bound: Bound, lasting: bool) -> TableEntry {
        TableEntry { key, value, mv, depth, bound, lasting, generation: 0 }
    }

    /// What a search to `depth` in the window from `alpha` to `beta` may return at once, if the
    /// entry knows it.
    pub(super) fn answer(&self, depth: u32, alpha: f64, beta: f64) -> Option<f64> {
        let own = u32::from(self.depth);
        if own != depth && !(self.lasting && own < depth) {
            return None;
        }
        let enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        };
        enough.then_some(self.value)
    }
}

/// The table.
pub(super) struct TranspositionTable {
    entries: Vec<TableEntry>,
    most: usize,
    /// Entries of this generation.
    filled: usize,
    generation: u8,
}

impl TranspositionTable {
    /// A table that grows to about `bytes`.
    pub(super) fn new(bytes: usize) -> TranspositionTable {
        let most = 1usize << (bytes / size_of::<TableEntry>()).max(SMALLEST).ilog2();
        TranspositionTable { entries: vec![TableEntry::EMPTY; SMALLEST], most, filled: 0, generation: 1 }
    }

    /// Forgets everything, its size included, and keeps the memory.
    pub(super) fn forget(&mut self) {
        self.filled = 0;
        // Which entries give way to others depends on the size, and a game must not depend on those
        // before.
        self.entries.truncate(SMALLEST);
        if self.generation < u8::MAX {
            self.generation += 1;
            return;
        }
        self.generation = 1;
        self.entries.fill(TableEntry::EMPTY);
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.entries.len() * size_of::<TableEntry>()
    }

    /// What is known of the position with hash `key`.
    pub(super) fn get(&self, key: u64) -> Option<TableEntry> {
        let place = self.place(key);
        let pair = [self.entries[place], self.entries[place | 1]];
        pair.into_iter().find(|entry| entry.generation == self.generation && entry.key == key)
    }

    /// Takes note of an entry.
    pub(super) fn put(&mut self, entry: TableEntry) {
        if 4 * self.filled >= self.entries.len() && self.entries.len() < self.most {
            self.grow();
        }
        let place = self.place(entry.key);
        let new = TableEntry { generation: self.generation, ..entry };
        let pair = &mut self.entries[place..place + 2];
        let current = [0, 1].map(|at| pair[at].generation == self.generation);
        // The same position is never kept twice.
        if let Some(same) = (0..2).find(|&at| current[at] && pair[at].key == new.key) {
            pair[same] = new;
            return;
        }
        self.filled += usize::from(current != [true; 2]);
        if current[0] && new.depth < pair[0].depth {
            pair[1] = new;
            return;
        }
        if current[0] {
            pair[1] = pair[0];
        }
        pair[0] = new;
    }

    /// Makes the table larger; entries keep what they know.
    fn grow(&mut self) {
        let larger = (GROWTH * self.entries.len()).min(self.most);
        let old = self.entries.clone();
        self.entries.clear();
        self.entries.resize(larger, TableEntry::EMPTY);
        self.filled = 0;
        let generation = self.generation;
        old.into_iter().filter(|entry| entry.generation == generation).for_each(|entry| self.put(entry));
    }

    /// The first of the two places of a position.
    fn place(&self, key: u64) -> usize {
        // The high bits of a product are the well mixed ones.
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.entries.len().ilog2())) as usize & !1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, depth: u8) -> TableEntry {
        TableEntry::new(key, 0.25, 7, depth, Bound::Lower, false)
    }

    #[test]
    fn what_is_put_is_found_until_forgotten() {
        let mut table = TranspositionTable::new(1_000_000);
        for _ in 0..600 {
            assert!(table.get(12).is_none(), "another game's entry");
            table.put(entry(12, 3));
            table.put(entry(12, 5));
            assert_eq!(table.get(12).map(|found| (found.depth, found.mv)), Some((5, 7)));
            assert!(table.get(13).is_none());
            table.forget();
        }
    }

    #[test]
    fn a_table_that_forgot_is_like_a_new_one() {
        let (mut used, mut new) = (TranspositionTable::new(1_000_000), TranspositionTable::new(1_000_000));
        (0..50_000).for_each(|key| used.put(entry(key, 2)));
        used.forget();
        for key in (0..3000).map(|key: u64| key.wrapping_mul(0xd134_2543_de82_ef95)) {
            for table in [&mut used, &mut new] {
                table.put(entry(key, (key % 7) as u8));
            }
        }
        assert_eq!(used.bytes(), new.bytes());
        let found = |table: &TranspositionTable| {
            (0..3000u64).map(|key| table.get(key.wrapping_mul(0xd134_2543_de82_ef95)).is_some()).collect::<Vec<_>>()
        };
        assert_eq!(found(&used), found(&new));
    }

    #[test]
    fn deep_entries_survive_shallow_ones() {
        let mut table = TranspositionTable::new(0);
        table.put(entry(u64::MAX, 9));
        for key in 0..100_000 {
            table.put(entry(key, 2));
        }
        assert!(table.get(u64::MAX).is_some());
        assert!(table.get(99_999).is_some(), "what came last is kept too");
        assert_eq!(table.bytes(), SMALLEST * size_of::<TableEntry>(), "it was told not to grow");
    }

    #[test]
    fn a_table_grows_as_far_as_it_may() {
        let mut table = TranspositionTable::new(1_000_000);
        let spread = |key: u64| key.wrapping_mul(0xd134_2543_de82_ef95);
        for key in 0..100_000 {
            table.put(entry(spread(key), 2));
            assert!(table.get(spread(key)).is_some(), "key {key}");
        }
        assert!((500_000..=1_000_000).contains(&table.bytes()), "{} bytes", table.bytes());
        let kept = (0..100_000).filter(|&key| table.get(spread(key)).is_some()).count();
        assert!(2 * kept > table.entries.len(), "{kept} of {} places hold something", table.entries.len());
    }

    #[test]
    fn an_entry_answers_for_its_depth_and_on_its_side_of_the_window() {
        let lower = entry(1, 3);
        assert_eq!(lower.answer(3, 0.0, 0.2), Some(0.25));
        assert_eq!(lower.answer(3, 0.0, 0.3), None);
        assert_eq!((lower.answer(2, 0.0, 0.2), lower.answer(4, 0.0, 0.2)), (None, None));
        let upper = TableEntry { bound: Bound::Upper, lasting: true, ..lower };
        assert_eq!(upper.answer(3, 0.3, 1.0), Some(0.25));
        assert_eq!(upper.answer(3, 0.2, 1.0), None);
        assert_eq!((upper.answer(2, 0.3, 1.0), upper.answer(4, 0.3, 1.0)), (None, Some(0.25)));
    }
}
