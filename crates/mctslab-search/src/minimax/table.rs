//! A table of positions already searched to a depth, with bounds and best moves.
//!
//! An entry answers only for the very depth it was searched to, so a search with a table finds what one without finds. The one
//! exception changes nothing: a result that rests on finished games alone, not on any estimate, also answers for every greater
//! depth. Positions are told apart by all 64 bits of `Game::hash`: with a full table of 64 megabytes a billion look-ups get a
//! wrong answer with a chance of about one in ten thousand, and in proportion to the size otherwise.
//!
//! Every position has two places. The first keeps what was searched deepest, the second what came last. Memory is taken in
//! pieces, as they are needed.

/// Entries that are allocated together.
const CHUNK: usize = 128;

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
pub(super) struct Entry {
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

impl Entry {
    const EMPTY: Entry =
        Entry { key: 0, value: 0.0, mv: 0, depth: 0, bound: Bound::Exact, lasting: false, generation: 0 };

    /// An entry, to be handed to [`Table::put`].
    pub(super) fn new(key: u64, value: f64, mv: u32, depth: u8, bound: Bound, lasting: bool) -> Entry {
        Entry { key, value, mv, depth, bound, lasting, generation: 0 }
    }

    /// What a search to `depth` in the window from `alpha` to `beta` may return at once, if the entry knows it.
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
pub(super) struct Table {
    chunks: Vec<Option<Box<[Entry]>>>,
    /// The hash is shifted right by so much to get a place.
    shift: u32,
    generation: u8,
    used: usize,
}

impl Table {
    /// A table of at most about `bytes`, and at least one piece.
    pub(super) fn new(bytes: usize) -> Table {
        let places = 1usize << (bytes / size_of::<Entry>()).max(CHUNK).ilog2();
        let chunks = vec![None; places / CHUNK];
        Table { chunks, shift: 64 - places.ilog2(), generation: 1, used: 0 }
    }

    /// Forgets everything, and keeps the memory.
    pub(super) fn forget(&mut self) {
        if self.generation < u8::MAX {
            self.generation += 1;
            return;
        }
        self.generation = 1;
        self.chunks.iter_mut().flatten().for_each(|chunk| chunk.fill(Entry::EMPTY));
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> usize {
        self.used * CHUNK * size_of::<Entry>()
    }

    /// What is known of the position with hash `key`.
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let place = self.place(key);
        let chunk = self.chunks[place / CHUNK].as_ref()?;
        let pair = [chunk[place % CHUNK], chunk[(place % CHUNK) ^ 1]];
        pair.into_iter().find(|entry| entry.generation == self.generation && entry.key == key)
    }

    /// Takes note of an entry.
    pub(super) fn put(&mut self, entry: Entry) {
        let place = self.place(entry.key);
        let chunk = &mut self.chunks[place / CHUNK];
        if chunk.is_none() {
            self.used += 1;
        }
        let chunk = chunk.get_or_insert_with(|| vec![Entry::EMPTY; CHUNK].into());
        let deepest = place % CHUNK & !1;
        let [first, second] = [chunk[deepest], chunk[deepest | 1]];
        let yields = first.generation != self.generation || first.key == entry.key || first.depth <= entry.depth;
        // The same position is never kept twice.
        let beside = second.generation == self.generation && second.key == entry.key;
        let target = if beside || !yields { deepest | 1 } else { deepest };
        chunk[target] = Entry { generation: self.generation, ..entry };
    }

    fn place(&self, key: u64) -> usize {
        // The high bits of a product are the well mixed ones.
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: u64, depth: u8) -> Entry {
        Entry::new(key, 0.25, 7, depth, Bound::Lower, false)
    }

    #[test]
    fn what_is_put_is_found_until_forgotten() {
        let mut table = Table::new(1_000_000);
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
    fn deep_entries_survive_shallow_ones() {
        let mut table = Table::new(0);
        table.put(entry(u64::MAX, 9));
        for key in 0..100_000 {
            table.put(entry(key, 2));
        }
        assert!(table.get(u64::MAX).is_some());
        assert!(table.get(99_999).is_some(), "what came last is kept too");
        assert!(table.bytes() <= CHUNK * size_of::<Entry>());
    }

    #[test]
    fn an_entry_answers_for_its_depth_and_on_its_side_of_the_window() {
        let lower = entry(1, 3);
        assert_eq!(lower.answer(3, 0.0, 0.2), Some(0.25));
        assert_eq!(lower.answer(3, 0.0, 0.3), None);
        assert_eq!((lower.answer(2, 0.0, 0.2), lower.answer(4, 0.0, 0.2)), (None, None));
        let upper = Entry { bound: Bound::Upper, lasting: true, ..lower };
        assert_eq!(upper.answer(3, 0.3, 1.0), Some(0.25));
        assert_eq!(upper.answer(3, 0.2, 1.0), None);
        assert_eq!((upper.answer(2, 0.3, 1.0), upper.answer(4, 0.3, 1.0)), (None, Some(0.25)));
    }
}
