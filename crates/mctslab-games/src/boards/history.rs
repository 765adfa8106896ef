//! Earlier positions, for rules about repetition.

use std::hash::{Hash, Hasher};

/// A list of positions that keeps its memory: copying into it and clearing it never free memory, so
/// a search that copies a state over an old one does not allocate.
#[derive(Debug, Default)]
pub struct PositionHistory<T> {
    /// The list up to `len`; the rest has no meaning.
    slots: Vec<T>,
    len: usize,
}

impl<T: Copy + Default> PositionHistory<T> {
    /// The positions, the oldest first.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.slots[..self.len]
    }

    /// Bytes of memory of the list.
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<T>()
    }

    /// Adds a position.
    #[inline]
    pub fn push(&mut self, position: T) {
        let (slots, len) = self.room();
        slots[*len] = position;
        *len += 1;
    }

    /// Removes all positions.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The memory of the list with at least one free slot, and its length: for loops that write the
    /// list themselves.
    #[inline]
    pub fn room(&mut self) -> (&mut [T], &mut usize) {
        if self.len == self.slots.len() {
            self.grow();
        }
        (&mut self.slots, &mut self.len)
    }

    #[cold]
    fn grow(&mut self) {
        self.slots.resize((2 * self.len).max(64), T::default());
    }
}

impl<T: Copy + Default> Clone for PositionHistory<T> {
    fn clone(&self) -> PositionHistory<T> {
        PositionHistory { slots: self.as_slice().to_vec(), len: self.len }
    }

    fn clone_from(&mut self, source: &PositionHistory<T>) {
        if self.slots.len() < source.len {
            self.slots.resize(source.len, T::default());
        }
        self.slots[..source.len].copy_from_slice(source.as_slice());
        self.len = source.len;
    }
}

impl<T: Copy + Default + PartialEq> PartialEq for PositionHistory<T> {
    fn eq(&self, other: &PositionHistory<T>) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Copy + Default + Eq> Eq for PositionHistory<T> {}

impl<T: Copy + Default + Hash> Hash for PositionHistory<T> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.as_slice().hash(hasher);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_there_before_does_not_matter() {
        let mut long: PositionHistory<u8> = PositionHistory::default();
        (0..200).for_each(|position| long.push(position));
        let mut short = PositionHistory::default();
        short.push(7);
        long.clone_from(&short);
        assert_eq!((long.as_slice(), &long), (&[7][..], &short));
        short.clear();
        assert_ne!(long, short);
        long.push(8);
        assert_eq!(long.clone().as_slice(), [7, 8]);
    }
}
