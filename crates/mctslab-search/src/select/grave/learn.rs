//! What tables learn from an iteration: which moves were made below their nodes, and what that was
//! worth.

use std::array::from_fn;

use mctslab_core::{Listener, Payoffs, Player};

use super::{Grave, TableId};
use crate::trail::{LANES, Lanes, Marks};

impl Grave {
    /// Takes note, in the tables of the nodes passed, of the moves made from there on. `passed` are
    /// the tables of the nodes from the root on, 0 where there is none; the first of the `codes`
    /// was made at the root. `marks` are none or those of [`Grave::marks`], set for moves made
    /// below the nodes passed; none is set afterwards.
    pub fn learn(
        &mut self,
        passed: impl DoubleEndedIterator<Item = TableId> + ExactSizeIterator,
        codes: &[u32],
        marks: &mut Marks,
        payoffs: &Payoffs,
    ) {
        for &code in codes.get(passed.len()..).unwrap_or_default() {
            self.note(code, marks);
        }
        // From the last node up: each has one move more below it than the next.
        for (depth, table) in (0..passed.len()).rev().zip(passed.rev()) {
            if let Some(&code) = codes.get(depth) {
                self.note(code, marks);
            }
            if table > 0 {
                self.add_to(table, marks, payoffs);
            }
        }
        marks.clear();
        self.list.drain(..).for_each(|code| self.listed[code as usize] = false);
    }

    /// Notes a move that was made. Made once more, it makes no difference.
    #[inline]
    fn note(&mut self, code: u32, marks: &mut Marks) {
        if !marks.is_none() {
            let (player, index) = self.player_and_index(code);
            marks.report(player, index);
        } else if !std::mem::replace(&mut self.listed[code as usize], true) {
            self.list.push(code);
        }
    }

    /// Who made the move of that code, and its index. There are few players, so that subtracting is
    /// faster than dividing.
    #[inline]
    fn player_and_index(&self, code: u32) -> (Player, usize) {
        let (mut player, mut index) = (0, code as usize);
        while index >= self.bound {
            (player, index) = (player + 1, index - self.bound);
        }
        (Player::new(player), index)
    }

    /// Adds the moves noted to a table.
    #[expect(clippy::inline_always, reason = "small tables take less than a call for each of them")]
    #[inline(always)]
    fn add_to(&mut self, table: TableId, marks: &Marks, payoffs: &Payoffs) {
        if marks.is_none() {
            return self.add_list_to(table, payoffs);
        }
        let (range, made) = (self.range(table), marks.lanes());
        let (counts, sums) = self.tables[range].split_at_mut(made.len());
        add(counts, made, 1.0);
        // Who lost gains nothing.
        let mut first = 0;
        for &payoff in payoffs.as_slice() {
            let end = first + self.width;
            if payoff != 0.0 {
                add(&mut sums[first..end], &made[first..end], payoff as f32);
            }
            first = end;
        }
    }

    /// The same where the moves are a list.
    fn add_list_to(&mut self, table: TableId, payoffs: &Payoffs) {
        let range = self.range(table);
        for &code in &self.list {
            let (player, index) = self.player_and_index(code);
            let place = player.index() * self.width * LANES + index;
            let (counts, sums) = self.tables[range.clone()].split_at_mut(self.players * self.width);
            counts.as_flattened_mut()[place] += 1.0;
            sums.as_flattened_mut()[place] += payoffs.of(player) as f32;
        }
    }
}

/// Adds numbers times a factor, whole lanes at once, so that no order of reading and writing stands
/// between them.
#[inline]
fn add(sums: &mut [Lanes], numbers: &[Lanes], factor: f32) {
    let grown = |sum: &Lanes, number: &Lanes| -> Lanes { from_fn(|lane| sum[lane] + number[lane] * factor) };
    if sums.len() < 8 {
        // A loop that is too simple to be unrolled has nothing to get ready.
        let numbers = &numbers[..sums.len()];
        let mut place = 0;
        while place < sums.len() {
            sums[place] = grown(&sums[place], &numbers[place]);
            place += 1;
        }
    } else {
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum = grown(sum, number));
    }
}
