//! Which child is best by its own statistics and the estimate of its move together.

use std::hint::cold_path;

use mctslab_core::Player;

use super::estimates::of_player;
use super::siblings::{Copied, Mixing};
use super::{Grave, TableId};
use crate::tree::Node;

impl Grave {
    /// The mean of a child, mixed with the estimate of its move: a sum of rewards over a count.
    #[inline]
    fn mixed(&self, child: &Node, count: f32, sum: f32) -> f64 {
        let (count, sum) = (f64::from(count), f64::from(sum));
        // One test for what is rare: without visits or proven.
        if child.rarity() <= 0.0 {
            let estimated = count > 0.0 && child.proof().is_none();
            return if estimated { sum / count } else { child.mean() };
        }
        let visits = f64::from(child.visits());
        // β · estimate, with one division for both: β · sum / count. It is 0 where nothing was
        // counted.
        let share = self.weight / (count + visits + self.bias * visits * count);
        child.mean() * (1.0 - share * count) + share * sum
    }

    /// Mixes the estimates of a table into the means of the children that the moves of `player`
    /// with these indices lead to.
    #[inline]
    pub fn adjust(&self, table: TableId, player: Player, indices: impl Iterator<Item = usize>, children: &mut [Node]) {
        if table == 0 {
            return;
        }
        let (counts, sums) = self.of_player(table, player);
        for (index, child) in indices.zip(children) {
            child.set_mean(self.mixed(child, counts[index], sums[index]));
        }
    }

    /// Whether this number of children is worth copies (see [`Grave::pick`]), and their moves few
    /// enough for them.
    #[inline]
    pub fn copies(&self, children: usize) -> bool {
        const MANY: usize = 12;
        children >= MANY && u16::try_from(self.bound).is_ok()
    }

    /// The place of the child with the greatest mixed mean + `scale` · rarity, of equals the first:
    /// what [`Grave::adjust`] and then UCB1 would choose, but in single precision. There must be
    /// such a table `asked`. `own` is the table of the parent itself, or 0; if it is given, copies
    /// of the children are compared, eight at a time. All children were visited or are proven. The
    /// `moves` of `player` lead to them.
    #[inline]
    pub fn pick<M: Copy>(
        &mut self,
        (asked, own): (TableId, TableId),
        player: Player,
        moves: &[M],
        index: impl Fn(M) -> usize,
        children: &[Node],
        scale: f64,
    ) -> usize {
        let mixing = Mixing { scale: scale as f32, ..self.mixing };
        if own != 0 {
            let brood = &mut self.broods[own as usize - 1];
            if !brood.exists() {
                cold_path();
                *brood = self.siblings.add(children, moves.iter().map(|&mv| index(mv)), self.bound);
            }
            let (counts, sums) = of_player(&self.tables[self.range(asked)], player, self.width);
            return self.siblings.pick(self.broods[own as usize - 1], counts, sums, mixing);
        }
        let (counts, sums) = self.of_player(asked, player);
        let (mut best, mut best_score) = (0, f32::NEG_INFINITY);
        for (place, (&mv, child)) in moves.iter().zip(children).enumerate() {
            let index = index(mv);
            let score = mixing.score(&Copied::of(child), counts[index], sums[index]);
            if score > best_score {
                (best, best_score) = (place, score);
            }
        }
        best
    }

    /// Whether children of any node are kept.
    #[inline]
    pub fn keeps_any_children(&self) -> bool {
        !self.siblings.is_empty()
    }

    /// Whether children of the node that has this table are kept, and [`Grave::update`] wants to
    /// know of changes.
    #[inline]
    pub fn keeps_children(&self, own: TableId) -> bool {
        own != 0 && self.broods[own as usize - 1].exists()
    }

    /// Takes note of what has changed at the child of that place, whose move has that index.
    #[inline]
    pub fn update(&mut self, own: TableId, place: usize, index: usize, child: &Node) {
        self.siblings.set(self.broods[own as usize - 1], place, index, child);
    }
}
