//! GRAVE, generalised rapid action value estimation (Cazenave 2015), and RAVE (Gelly, Silver 2007), its special case.
//!
//! A move that did well later in the iterations that passed through a node is likely to be good in the node itself. The mean of
//! a child with n visits is mixed with the all-moves-as-first estimate of its move, a mean over ñ iterations:
//! (1 − β) · mean + β · estimate with β = weight · ñ / (ñ + n + bias · n · ñ). Then UCB1 chooses; c = 0 is the original.
//! The estimate is that of the nearest node above, the node itself included, with at least `ref` visits; with `ref=0` it is the
//! node itself, which is RAVE. A node keeps estimates from a tenth of `ref` visits on. A move made more than once in an
//! iteration counts once. With `expand=all`, a child without
//! visits is worth its estimate alone, so that bad moves need never be tried; `expand=one(order=table)` tries moves in the order
//! of their estimates.
//!
//! With weight = 0 it is UCB1.

use mctslab_core::spec::{Args, Entry, Kind, Param};
use mctslab_core::{Payoffs, Player};

use crate::tree::Node;

const BIAS: Param =
    Param::new("bias", Kind::Real { min: 0.0, max: 1e6 }, "0.00001", "how soon a child's own mean is trusted");
const WEIGHT: Param = Param::new("weight", Kind::Real { min: 0.0, max: 1.0 }, "1", "of the estimate; 0: plain ucb1");

pub(super) const ENTRY: Entry = Entry {
    name: "grave",
    doc: "ucb1 on means mixed with all-moves-as-first estimates of a well-visited node above",
    params: &[
        Param::new("ref", Kind::Integer { min: 0, max: 1_000_000_000 }, "50", "visits of the node asked"),
        BIAS,
        WEIGHT,
    ],
};

pub(super) const RAVE: Entry =
    Entry { name: "rave", doc: "grave with ref=0: each node's own estimates", params: &[BIAS, WEIGHT] };

/// Number of a node's table of estimates, from 1 on; 0 is none.
pub type TableId = u32;

/// All tables of estimates of a tree.
pub struct Grave {
    reference: u32,
    bias: f64,
    weight: f64,
    codes: usize,
    /// Sum of rewards and count, by table and code.
    entries: Vec<f32>,
    /// What the iteration at hand adds to a table: reward and one for each move made.
    news: Vec<f32>,
    /// The moves in `news`, each once, where they are few.
    made: Vec<u32>,
}

impl Grave {
    /// Estimates of nodes with at least `reference` visits, for `codes` move codes.
    pub fn new(reference: u32, bias: f64, weight: f64, codes: usize) -> Grave {
        Grave { reference, bias, weight, codes, entries: Vec::new(), news: vec![0.0; 2 * codes], made: Vec::new() }
    }

    pub(super) fn build(args: &Args, codes: usize) -> Grave {
        let reference = if args.name() == "rave" { 0 } else { args.integer("ref") as u32 };
        Grave::new(reference, args.real("bias"), args.real("weight"), codes)
    }

    /// Visits that make a node's own estimates count.
    pub fn reference(&self) -> u32 {
        self.reference
    }

    /// Visits from which on a node keeps estimates: most nodes are never asked, and tables are large.
    pub fn keeps_from(&self) -> u32 {
        self.reference / 10
    }

    /// Throws all tables away.
    pub fn forget(&mut self) {
        self.entries.clear();
    }

    /// Memory that the tables take.
    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<f32>()
    }

    /// A new table, unless that would take more than `most` bytes.
    pub fn add_table(&mut self, most: usize) -> Option<TableId> {
        if self.bytes() + 2 * self.codes * size_of::<f32>() > most {
            return None;
        }
        self.entries.resize(self.entries.len() + 2 * self.codes, 0.0);
        Some((self.entries.len() / (2 * self.codes)) as TableId)
    }

    /// Keeps only these tables, in this order: the first becomes number 1.
    pub fn keep_tables(&mut self, tables: &[TableId]) {
        let mut kept = Vec::with_capacity(tables.len() * 2 * self.codes);
        for &table in tables {
            kept.extend_from_slice(self.table(table));
        }
        self.entries = kept;
    }

    #[inline]
    fn table(&self, table: TableId) -> &[f32] {
        let start = (table as usize - 1) * 2 * self.codes;
        &self.entries[start..start + 2 * self.codes]
    }

    /// The estimate of a move by a table, if it has one.
    #[inline]
    pub fn rate(&self, table: TableId, code: u32) -> Option<f64> {
        if table == 0 {
            return None;
        }
        let place = 2 * code as usize;
        let entry = &self.table(table)[place..place + 2];
        (entry[1] > 0.0).then(|| f64::from(entry[0] / entry[1]))
    }

    /// Mixes the estimates of a table into the means of the children that the moves of these codes lead to.
    #[inline]
    pub fn adjust(&self, table: TableId, codes: impl Iterator<Item = u32>, children: &mut [Node]) {
        if table == 0 {
            return;
        }
        let table = self.table(table);
        for (code, child) in codes.zip(children) {
            let entry = &table[2 * code as usize..2 * code as usize + 2];
            let (sum, count) = (entry[0], entry[1]);
            if count == 0.0 || child.proof().is_some() {
                continue;
            }
            let (sum, count) = (f64::from(sum), f64::from(count));
            let visits = f64::from(child.visits());
            if child.visits() == 0 {
                child.set_mean(sum / count);
                continue;
            }
            // β · estimate, with one division for both: β · sum / count.
            let share = self.weight / (count + visits + self.bias * visits * count);
            child.set_mean(child.mean() * (1.0 - share * count) + share * sum);
        }
    }

    /// Takes note, in the tables of the nodes passed, of the moves made from there on. `passed` are the tables of the nodes
    /// from the root on, 0 where there is none; the first of the `codes` was made at the root. `codes_per_player` codes belong to
    /// each player.
    pub fn learn(
        &mut self,
        passed: impl DoubleEndedIterator<Item = TableId> + ExactSizeIterator,
        codes: &[u32],
        codes_per_player: usize,
        payoffs: &Payoffs,
    ) {
        let mut rewards = [0.0; Player::MOST];
        rewards.iter_mut().zip(payoffs.as_slice()).for_each(|(reward, &payoff)| *reward = payoff as f32);
        let reward = |code: u32| rewards[(code as usize / codes_per_player) & (Player::MOST - 1)];
        let nodes = passed.len();
        // Where many of all moves were made, adding whole tables, eight numbers at a time, is faster than move by move.
        let dense = 8 * codes.len() > self.codes;
        for &code in codes.get(nodes..).unwrap_or_default() {
            self.note(code, reward(code), dense);
        }
        // From the last node up: each has one move more below it than the next.
        for (depth, table) in (0..nodes).rev().zip(passed.rev()) {
            if let Some(&code) = codes.get(depth) {
                self.note(code, reward(code), dense);
            }
            if table > 0 {
                self.add_news(table, dense);
            }
        }
        for &code in codes {
            let news = &mut self.news[2 * code as usize..2 * code as usize + 2];
            (news[0], news[1]) = (0.0, 0.0);
        }
        self.made.clear();
    }

    /// Notes a move that was made. Made once more, it makes no difference.
    #[inline]
    fn note(&mut self, code: u32, reward: f32, dense: bool) {
        let news = &mut self.news[2 * code as usize..2 * code as usize + 2];
        if !dense && news[1] == 0.0 {
            self.made.push(code);
        }
        news[0] = reward;
        news[1] = 1.0;
    }

    fn add_news(&mut self, table: TableId, dense: bool) {
        let start = (table as usize - 1) * 2 * self.codes;
        let entries = &mut self.entries[start..start + 2 * self.codes];
        if dense {
            entries.iter_mut().zip(&self.news).for_each(|(entry, news)| *entry += news);
            return;
        }
        for &code in &self.made {
            let place = 2 * code as usize;
            let (entry, news) = (&mut entries[place..place + 2], &self.news[place..place + 2]);
            entry[0] += news[0];
            entry[1] += news[1];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::testing::children;

    #[test]
    fn estimates_by_hand() {
        // Two players with four moves each. The first iteration: 0 plays 1, 1 plays 3 (code 7), 0 plays 1 again, 1 plays 2.
        let mut grave = Grave::new(0, 0.5, 1.0, 8);
        let (root, child) = (grave.add_table(1 << 20).unwrap(), grave.add_table(1 << 20).unwrap());
        grave.learn([root, child].into_iter(), &[1, 7, 1, 6], 4, &Payoffs::new(&[1.0, 0.0]));
        grave.learn([root].into_iter(), &[0, 6, 1], 4, &Payoffs::new(&[0.0, 1.0]));
        assert_eq!([1, 7, 6, 0].map(|code| grave.rate(root, code)), [Some(0.5), Some(0.0), Some(0.5), Some(0.0)]);
        assert_eq!([1, 7, 0].map(|code| grave.rate(child, code)), [Some(1.0), Some(0.0), None]);
        assert_eq!(grave.rate(root, 2), None, "never made");
        // Code 1 at the root: ñ = 2, estimate 0.5; n = 3, mean 0.2: β = 2 / (2 + 3 + 0.5 · 3 · 2) = 0.25; 0.75·0.2 + 0.25·0.5.
        let mut nodes = children(&[(3, 0.2), (0, 0.0), (3, 0.2)]);
        grave.adjust(root, [1, 6, 2].into_iter(), &mut nodes);
        assert!((nodes[0].mean() - 0.275).abs() < 1e-12, "{}", nodes[0].mean());
        assert_eq!(nodes[1].mean(), 0.5, "without visits the estimate alone");
        assert_eq!(nodes[2].mean(), 0.2, "no estimate, no change");
    }

    #[test]
    fn tables_can_be_kept_and_are_limited() {
        let mut grave = Grave::new(0, 0.0, 1.0, 2);
        let tables: Vec<TableId> = (0..3).map(|_| grave.add_table(48).unwrap()).collect();
        assert_eq!(grave.add_table(48), None);
        grave.learn([tables[2]].into_iter(), &[0], 1, &Payoffs::new(&[1.0, 0.0]));
        grave.keep_tables(&[tables[2], tables[0]]);
        assert_eq!((grave.rate(1, 0), grave.rate(2, 0), grave.bytes()), (Some(1.0), None, 32));
    }
}
