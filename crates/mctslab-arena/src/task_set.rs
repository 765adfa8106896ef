//! Sets of finished tasks, as ranges of numbers, of which there are few, because tasks are done
//! roughly in their order.

use std::ops::Range;

/// A set of task numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskSet {
    /// In ascending order, with gaps between them.
    ranges: Vec<Range<u64>>,
}

impl TaskSet {
    /// Adds numbers, some of which may be in the set already.
    pub fn insert(&mut self, range: Range<u64>) {
        if range.is_empty() {
            return;
        }
        if let Some(last) = self.ranges.last_mut().filter(|last| last.end == range.start) {
            last.end = range.end;
            return;
        }
        // All ranges that touch the new one are joined with it.
        let first = self.ranges.partition_point(|old| old.end < range.start);
        let last = self.ranges.partition_point(|old| old.start <= range.end);
        let whole = self.ranges[first..last]
            .iter()
            .fold(range, |whole, old| whole.start.min(old.start)..whole.end.max(old.end));
        self.ranges.splice(first..last, [whole]);
    }

    /// The numbers of `wanted` that are not in the set, as ranges in ascending order.
    pub fn missing_in(&self, wanted: &Range<u64>) -> Vec<Range<u64>> {
        let mut missing = Vec::new();
        let mut next = wanted.start;
        for range in self.ranges.iter().filter(|range| range.end > wanted.start && range.start < wanted.end) {
            if range.start > next {
                missing.push(next..range.start);
            }
            next = range.end;
        }
        if next < wanted.end {
            missing.push(next..wanted.end);
        }
        missing
    }

    /// Whether `id` is in the set.
    pub fn contains(&self, id: u64) -> bool {
        let place = self.ranges.partition_point(|range| range.end <= id);
        self.ranges.get(place).is_some_and(|range| range.contains(&id))
    }

    /// The number of elements of the set in `wanted`.
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
        let mut done = TaskSet::default();
        for id in [5, 0, 20, 8, 1, 7, 2, 7] {
            done.insert(id..id + 1);
        }
        for id in 0..30 {
            assert_eq!(done.contains(id), numbers.contains(&id), "{id}");
        }
        assert_eq!((done.count_in(&(0..30)), done.count_in(&(2..8)), done.count_in(&(9..20))), (7, 3, 0));
        assert_eq!(done.missing_in(&(1..9)), [3..5, 6..7]);
        assert_eq!(done.missing_in(&(9..22)), [9..20, 21..22]);
        assert_eq!(done.missing_in(&(0..3)), []);
        done.insert(3..20);
        assert_eq!((done.ranges.len(), &done.ranges[0]), (1, &(0..21)));
    }
}
