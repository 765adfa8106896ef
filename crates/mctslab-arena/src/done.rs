//! Numbers of games that are done: ranges, of which there are few, because games are played about in their order.

use std::ops::Range;

/// A set of game numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// In rising order, with gaps between them.
    ranges: Vec<Range<u64>>,
}

impl Done {
    /// Adds a number greater than all before.
    pub fn push(&mut self, id: u64) {
        match self.ranges.last_mut() {
            Some(last) if last.end == id => last.end += 1,
            _ => self.ranges.push(id..id + 1),
        }
    }

    /// Whether `id` is one of them.
    pub fn contains(&self, id: u64) -> bool {
        let place = self.ranges.partition_point(|range| range.end <= id);
        self.ranges.get(place).is_some_and(|range| range.contains(&id))
    }

    /// How many of them are in `wanted`.
    pub fn count_in(&self, wanted: &Range<u64>) -> u64 {
        let overlap = |range: &Range<u64>| range.end.min(wanted.end).saturating_sub(range.start.max(wanted.start));
        self.ranges.iter().map(overlap).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_pushed_is_in_it_and_nothing_else() {
        let numbers = [0, 1, 2, 5, 7, 8, 20];
        let mut done = Done::default();
        for id in numbers {
            done.push(id);
        }
        for id in 0..30 {
            assert_eq!(done.contains(id), numbers.contains(&id), "{id}");
        }
        assert_eq!((done.count_in(&(0..30)), done.count_in(&(2..8)), done.count_in(&(9..20))), (7, 3, 0));
    }
}
