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

use mctslab_core::Payoffs;
use mctslab_core::spec::{Args, Entry, Kind, Param};

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

/// All tables of estimates of a tree. A table is a count for each code and then a sum of rewards for each code.
pub struct Grave {
    reference: u32,
    keeps_from: u32,
    bias: f64,
    weight: f64,
    /// Lanes that the codes fill.
    width: usize,
    tables: Vec<Lanes>,
    /// What the iteration at hand is worth to the player of each code.
    rewards: Vec<Lanes>,
    // of the iteration at hand, where there are no marks
    /// The moves made, each once.
    list: Vec<u32>,
    /// Whether a move is in the list.
    listed: Vec<bool>,
}

/// Numbers that are added at once.
type Lanes = [f32; LANES];

const LANES: usize = 8;

/// Up to so many codes, whole tables are added, eight numbers at a time; with more it is faster to go by the moves made.
const MOST_MARKS: usize = 640;

impl Grave {
    /// Estimates of nodes with at least `reference` visits, for `codes` move codes.
    pub fn new(reference: u32, bias: f64, weight: f64, codes: usize) -> Grave {
        let (keeps_from, width) = (reference / 10, codes.div_ceil(LANES));
        let (tables, rewards) = (Vec::new(), vec![[0.0; LANES]; width]);
        let (list, listed) = (Vec::new(), vec![false; codes]);
        Grave { reference, keeps_from, bias, weight, width, tables, rewards, list, listed }
    }

    /// Marks to give to the trail that [`Grave::learn`] is told of: none where there are too many codes for them.
    pub fn marks(&self) -> Vec<f32> {
        if self.width * LANES > MOST_MARKS { Vec::new() } else { vec![0.0; self.width * LANES] }
    }

    pub(super) fn build(args: &Args, codes: usize) -> Grave {
        let reference = if args.name() == "rave" { 0 } else { args.integer("ref") as u32 };
        Grave::new(reference, args.real("bias"), args.real("weight"), codes)
    }

    /// Visits that make a node's own estimates count.
    #[inline]
    pub fn reference(&self) -> u32 {
        self.reference
    }

    /// Visits from which on a node keeps estimates: most nodes are never asked, and tables are large.
    #[inline]
    pub fn keeps_from(&self) -> u32 {
        self.keeps_from
    }

    /// Throws all tables away.
    pub fn forget(&mut self) {
        self.tables.clear();
    }

    /// Memory that the tables take.
    pub fn bytes(&self) -> usize {
        self.tables.len() * size_of::<Lanes>()
    }

    /// A new table, unless that would take more than `most` bytes.
    pub fn add_table(&mut self, most: usize) -> Option<TableId> {
        if self.bytes() + 2 * self.width * size_of::<Lanes>() > most {
            return None;
        }
        self.tables.resize(self.tables.len() + 2 * self.width, [0.0; LANES]);
        Some((self.tables.len() / (2 * self.width)) as TableId)
    }

    /// Keeps only these tables, in this order: the first becomes number 1.
    pub fn keep_tables(&mut self, tables: &[TableId]) {
        let mut kept = Vec::with_capacity(tables.len() * 2 * self.width);
        for &table in tables {
            kept.extend_from_slice(&self.tables[self.range(table)]);
        }
        self.tables = kept;
    }

    #[inline]
    fn range(&self, table: TableId) -> std::ops::Range<usize> {
        let start = (table as usize - 1) * 2 * self.width;
        start..start + 2 * self.width
    }

    /// The counts and the sums of a table: as many of one as of the other.
    #[inline]
    fn table(&self, table: TableId) -> (&[f32], &[f32]) {
        let (counts, sums) = self.tables[self.range(table)].split_at(self.width);
        (counts.as_flattened(), &sums.as_flattened()[..counts.as_flattened().len()])
    }

    /// The estimate of a move by a table, if it has one.
    #[inline]
    pub fn rate(&self, table: TableId, code: u32) -> Option<f64> {
        if table == 0 {
            return None;
        }
        let (counts, sums) = self.table(table);
        let count = counts[code as usize];
        (count > 0.0).then(|| f64::from(sums[code as usize] / count))
    }

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
        // β · estimate, with one division for both: β · sum / count. It is 0 where nothing was counted.
        let share = self.weight / (count + visits + self.bias * visits * count);
        child.mean() * (1.0 - share * count) + share * sum
    }

    /// Mixes the estimates of a table into the means of the children that the moves of these codes lead to.
    #[inline]
    pub fn adjust(&self, table: TableId, codes: impl Iterator<Item = u32>, children: &mut [Node]) {
        if table == 0 {
            return;
        }
        let (counts, sums) = self.table(table);
        for (code, child) in codes.zip(children) {
            child.set_mean(self.mixed(child, counts[code as usize], sums[code as usize]));
        }
    }

    /// The place of the child with the greatest mixed mean + `scale` · rarity, of equals the first: what [`Grave::adjust`] and
    /// then UCB1 would choose, without a copy of the children. There must be such a table.
    #[inline]
    pub fn pick(&self, table: TableId, codes: impl Iterator<Item = u32>, children: &[Node], scale: f64) -> usize {
        let (counts, sums) = self.table(table);
        let mut best = 0;
        let mut best_score = f64::NEG_INFINITY;
        for (place, (code, child)) in codes.zip(children).enumerate() {
            let score = self.mixed(child, counts[code as usize], sums[code as usize]) + scale * child.rarity();
            if score > best_score {
                best_score = score;
                best = place;
            }
        }
        best
    }

    /// Takes note, in the tables of the nodes passed, of the moves made from there on. `passed` are the tables of the nodes
    /// from the root on, 0 where there is none; the first of the `codes` was made at the root. `codes_per_player` codes belong to
    /// each player. `marks` are none or those of [`Grave::marks`], 1 for moves made below the nodes passed; all are 0 afterwards.
    pub fn learn(
        &mut self,
        passed: impl DoubleEndedIterator<Item = TableId> + ExactSizeIterator,
        codes: &[u32],
        marks: &mut [f32],
        codes_per_player: usize,
        payoffs: &Payoffs,
    ) {
        let rewards = self.rewards.as_flattened_mut();
        for (player, &payoff) in payoffs.as_slice().iter().enumerate() {
            rewards[player * codes_per_player..(player + 1) * codes_per_player].fill(payoff as f32);
        }
        for &code in codes.get(passed.len()..).unwrap_or_default() {
            self.note(code, marks);
        }
        // From the last node up: each has one move more below it than the next.
        for (depth, table) in (0..passed.len()).rev().zip(passed.rev()) {
            if let Some(&code) = codes.get(depth) {
                self.note(code, marks);
            }
            if table > 0 {
                self.add_to(table, marks);
            }
        }
        marks.fill(0.0);
        self.list.drain(..).for_each(|code| self.listed[code as usize] = false);
    }

    /// Notes a move that was made. Made once more, it makes no difference.
    #[inline]
    fn note(&mut self, code: u32, marks: &mut [f32]) {
        if let Some(mark) = marks.get_mut(code as usize) {
            *mark = 1.0;
        } else if !std::mem::replace(&mut self.listed[code as usize], true) {
            self.list.push(code);
        }
    }

    /// Adds the moves noted to a table.
    #[inline]
    fn add_to(&mut self, table: TableId, marks: &[f32]) {
        let range = self.range(table);
        let (counts, sums) = self.tables[range].split_at_mut(self.width);
        if marks.is_empty() {
            let (counts, sums) = (counts.as_flattened_mut(), sums.as_flattened_mut());
            for &code in &self.list {
                counts[code as usize] += 1.0;
                sums[code as usize] += self.rewards.as_flattened()[code as usize];
            }
            return;
        }
        let news = marks.as_chunks::<LANES>().0.iter().zip(&self.rewards);
        for ((made, rewards), (counts, sums)) in news.zip(counts.iter_mut().zip(sums)) {
            // Whole lanes at once, so that no order of reading and writing stands between them.
            let more: Lanes = std::array::from_fn(|lane| counts[lane] + made[lane]);
            let worth: Lanes = std::array::from_fn(|lane| sums[lane] + made[lane] * rewards[lane]);
            (*counts, *sums) = (more, worth);
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
        for marked in [false, true] {
            let mut grave = Grave::new(0, 0.5, 1.0, 8);
            let mut marks = if marked { grave.marks() } else { Vec::new() };
            let (root, child) = (
                grave.add_table(1 << 20).expect("room for a table"),
                grave.add_table(1 << 20).expect("room for a table"),
            );
            grave.learn([root, child].into_iter(), &[1, 7, 1, 6], &mut marks, 4, &Payoffs::new(&[1.0, 0.0]));
            grave.learn([root].into_iter(), &[0, 6, 1], &mut marks, 4, &Payoffs::new(&[0.0, 1.0]));
            assert!(marks.iter().all(|&mark| mark == 0.0), "set back");
            assert_eq!([1, 7, 6, 0].map(|code| grave.rate(root, code)), [Some(0.5), Some(0.0), Some(0.5), Some(0.0)]);
            assert_eq!([1, 7, 0].map(|code| grave.rate(child, code)), [Some(1.0), Some(0.0), None]);
            assert_eq!(grave.rate(root, 2), None, "never made");
            // Code 1 at the root: ñ = 2, estimate 0.5; n = 3, mean 0.2: β = 2 / (2 + 3 + 0.5 · 3 · 2) = 0.25; 0.75·0.2 + 0.25·0.5.
            let mut nodes = children(&[(3, 0.2), (0, 0.0), (3, 0.2)]);
            assert_eq!(grave.pick(root, [1, 6, 2].into_iter(), &nodes, 0.0), 1, "0.275, 0.5, 0.2");
            assert_eq!(grave.pick(root, [1, 2, 6].into_iter(), &nodes[..1], 0.0), 0);
            grave.adjust(root, [1, 6, 2].into_iter(), &mut nodes);
            assert!((nodes[0].mean() - 0.275).abs() < 1e-12, "{}", nodes[0].mean());
            assert_eq!(nodes[1].mean(), 0.5, "without visits the estimate alone");
            assert_eq!(nodes[2].mean(), 0.2, "no estimate, no change");
        }
    }

    #[test]
    fn marks_count_at_every_node_passed() {
        let mut grave = Grave::new(0, 0.5, 1.0, 8);
        let mut marks = grave.marks();
        let (root, child) =
            (grave.add_table(1 << 20).expect("room for a table"), grave.add_table(1 << 20).expect("room for a table"));
        (marks[2], marks[6]) = (1.0, 1.0);
        grave.learn([root, child].into_iter(), &[1, 7], &mut marks, 4, &Payoffs::new(&[1.0, 0.0]));
        for table in [root, child] {
            assert_eq!([2, 6, 7].map(|code| grave.rate(table, code)), [Some(1.0), Some(0.0), Some(0.0)]);
        }
        assert_eq!([root, child].map(|table| grave.rate(table, 1)), [Some(1.0), None], "made above the child");
    }

    #[test]
    fn many_codes_have_no_marks() {
        assert_eq!([8, 9, 640, 641].map(|codes| Grave::new(0, 0.0, 1.0, codes).marks().len()), [8, 16, 640, 0]);
    }

    #[test]
    fn tables_can_be_kept_and_are_limited() {
        let mut grave = Grave::new(0, 0.0, 1.0, 2);
        let tables: Vec<TableId> = (0..3).map(|_| grave.add_table(192).expect("room for a table")).collect();
        assert_eq!(grave.add_table(192), None);
        grave.learn([tables[2]].into_iter(), &[0], &mut [], 1, &Payoffs::new(&[1.0, 0.0]));
        grave.keep_tables(&[tables[2], tables[0]]);
        assert_eq!((grave.rate(1, 0), grave.rate(2, 0), grave.bytes()), (Some(1.0), None, 128));
    }
}
