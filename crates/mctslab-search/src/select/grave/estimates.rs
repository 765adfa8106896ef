//! The tables of estimates: a count and a sum of rewards for each move of each player, for nodes
//! that are visited enough.

use std::ops::Range;

use mctslab_core::Player;

use super::siblings::{Brood, Siblings};
use super::{Grave, TableId};
use crate::trail::{LANES, Lanes};

/// Visits after which what a table has counted is halved: sums of single precision grow no further
/// at twice as many.
pub(super) const HALVED_EVERY: u32 = 1 << 23;

impl Grave {
    /// Throws all tables away.
    pub fn forget(&mut self) {
        self.tables.clear();
        self.broods.clear();
        self.siblings.clear();
    }

    /// Memory that the tables take.
    pub fn bytes(&self) -> usize {
        self.tables.len() * size_of::<Lanes>() + self.broods.len() * size_of::<Brood>() + self.siblings.bytes()
    }

    /// Lanes of a table.
    #[inline]
    fn lanes(&self) -> usize {
        2 * self.players * self.width
    }

    /// A new table, unless that would take more than `most` bytes.
    #[cold]
    pub fn add_table(&mut self, most: usize) -> Option<TableId> {
        // With copies of the children of all that have tables, should they come to be compared.
        let each = self.lanes() * size_of::<Lanes>() + size_of::<Brood>() + Siblings::most_bytes(self.bound);
        if (self.broods.len() + 1) * each > most {
            return None;
        }
        self.tables.resize(self.tables.len() + self.lanes(), [0.0; LANES]);
        self.broods.push(Brood::default());
        Some(self.broods.len() as TableId)
    }

    /// Keeps only these tables, in this order: the first becomes number 1.
    pub fn keep_tables(&mut self, tables: &[TableId]) {
        let mut kept = Vec::with_capacity(tables.len() * self.lanes());
        for &table in tables {
            kept.extend_from_slice(&self.tables[self.range(table)]);
        }
        self.tables = kept;
        self.siblings.clear();
        self.broods.clear();
        self.broods.resize(tables.len(), Brood::default());
    }

    /// Makes room in the table of a node with this number of visits for as many again, where it is
    /// time.
    #[inline]
    pub fn refresh(&mut self, table: TableId, visits: u32) {
        if table != 0 && visits.is_multiple_of(HALVED_EVERY) {
            self.halve(table);
        }
    }

    #[cold]
    fn halve(&mut self, table: TableId) {
        let range = self.range(table);
        self.tables[range].as_flattened_mut().iter_mut().for_each(|number| *number *= 0.5);
    }

    #[inline]
    pub(super) fn range(&self, table: TableId) -> Range<usize> {
        let start = (table as usize - 1) * self.lanes();
        start..start + self.lanes()
    }

    /// The counts and the sums of a player in a table: as many of one as of the other.
    #[inline]
    pub(super) fn of_player(&self, table: TableId, player: Player) -> (&[f32], &[f32]) {
        of_player(&self.tables[self.range(table)], player, self.width)
    }

    /// The estimate of a move by a table, if it has one.
    #[inline]
    pub fn rate(&self, table: TableId, player: Player, index: usize) -> Option<f64> {
        if table == 0 {
            return None;
        }
        let (counts, sums) = self.of_player(table, player);
        (counts[index] > 0.0).then(|| f64::from(sums[index] / counts[index]))
    }
}

/// The counts and the sums of a player in a table: as many of one as of the other.
#[inline]
pub(super) fn of_player(table: &[Lanes], player: Player, width: usize) -> (&[f32], &[f32]) {
    let (counts, sums) = table.split_at(table.len() / 2);
    let mine = player.index() * width..(player.index() + 1) * width;
    let counts = counts[mine.clone()].as_flattened();
    (counts, &sums[mine].as_flattened()[..counts.len()])
}
