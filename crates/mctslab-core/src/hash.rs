//! Hashing of states: the same on every 64-bit machine, and strong enough that different positions
//! differ.
//!
//! Every word is mixed in by a multiplication to 128 bits whose halves are folded together. Hashes
//! that only multiply (such as `FxHash`) do not carry high bits, where boards keep stones too, into
//! any other bits: different Othello positions collided.

use std::hash::{BuildHasher, Hasher};

/// Makes [`StateHasher`]s.
#[derive(Clone, Copy, Default, Debug)]
pub struct StateHash;

impl BuildHasher for StateHash {
    type Hasher = StateHasher;
    fn build_hasher(&self) -> StateHasher {
        StateHasher(0x243f_6a88_85a3_08d3)
    }
}

/// The hash so far.
#[derive(Clone, Copy, Debug)]
pub struct StateHasher(u64);

impl StateHasher {
    #[inline]
    fn fold(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }
}

impl Hasher for StateHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.fold(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.fold(value.into());
    }

    fn write_u16(&mut self, value: u16) {
        self.fold(value.into());
    }

    fn write_u32(&mut self, value: u32) {
        self.fold(value.into());
    }

    fn write_u64(&mut self, value: u64) {
        self.fold(value);
    }

    fn write_u128(&mut self, value: u128) {
        self.fold(value as u64);
        self.fold((value >> 64) as u64);
    }

    fn write_usize(&mut self, value: usize) {
        self.fold(value as u64);
    }

    fn finish(&self) -> u64 {
        // Once more, so that the last word reaches every bit too.
        let mut end = *self;
        end.fold(0xa409_3822_299f_31d0);
        end.0
    }
}
