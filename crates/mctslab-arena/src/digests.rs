//! The set of games played before, as 64-bit digests; it grows in parts.
//!
//! A single table doubles by making a new one while it keeps the old: ten million games would need
//! 223 megabytes for a moment, and 151 after that. With 64 tables the peak is less than two
//! megabytes above the rest.

use std::collections::HashSet;

const PARTS: usize = 64;

/// A set of digests.
#[derive(Clone, Debug)]
pub(crate) struct Digests {
    parts: Vec<HashSet<u64>>,
}

impl Digests {
    pub(crate) fn new() -> Digests {
        Digests { parts: vec![HashSet::new(); PARTS] }
    }

    /// Adds a digest, whose bits must all be as good as random. Whether it is new.
    pub(crate) fn insert(&mut self, digest: u64) -> bool {
        self.parts[digest as usize % PARTS].insert(digest)
    }

    /// The number of different digests.
    pub(crate) fn len(&self) -> u64 {
        self.parts.iter().map(|part| part.len() as u64).sum()
    }
}

#[cfg(test)]
mod tests {
    use mctslab_core::rng::mix;

    use super::*;

    #[test]
    fn equal_digests_count_once() {
        let mut digests = Digests::new();
        for number in 0..3000 {
            assert_eq!(digests.insert(mix(&[number % 1000])), number < 1000, "{number}");
        }
        assert_eq!(digests.len(), 1000);
    }
}
