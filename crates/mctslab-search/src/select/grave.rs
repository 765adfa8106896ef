//! GRAVE, generalised rapid action value estimation (Cazenave 2015), and RAVE (Gelly, Silver 2007), its special case.
//!
//! A move that did well later in the iterations that passed through a node is likely to be good in the node itself. The mean of
//! a child with n visits is mixed with the all-moves-as-first estimate of its move, a mean over ñ iterations:
//! (1 − β) · mean + β · estimate with β = weight · ñ / (ñ + n + bias · n · ñ). Then UCB1 chooses; c = 0 is the original.
//! The estimate is that of the nearest node above, the node itself included, with at least `ref` visits; with `ref=0` it is the
//! node itself, which is RAVE. A node keeps estimates from half of `ref` visits on, and where they are of use only once all its
//! moves were tried, not before half of those were. A move made more than once in an iteration counts once. With `expand=all`, a
//! child without visits is worth its estimate alone, so that bad moves need never be tried; `expand=one(order=table)` tries moves
//! in the order of their estimates.
//!
//! With weight = 0 it is UCB1.

use std::array::from_fn;
use std::hint::cold_path;

use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_core::{Listener, Payoffs, Player};

use super::siblings::{Brood, Copied, Mixing, Siblings};
use super::{Advice, Advisor, Context, SelectRow, Selection};
use crate::trail::{LANES, Lanes, Marks};
use crate::tree::Node;

const BIAS: Param =
    Param::new("bias", Kind::Real { min: 0.0, max: 1e6 }, "0.00001", "how soon a child's own mean is trusted");
const WEIGHT: Param = Param::new("weight", Kind::Real { min: 0.0, max: 1.0 }, "1", "of the estimate; 0: plain ucb1");

pub(super) const ROW: SelectRow = SelectRow {
    entry: Entry {
        name: "grave",
        doc: "ucb1 on means mixed with all-moves-as-first estimates of a well-visited node above",
        params: &[
            Param::new("ref", Kind::Integer { min: 0, max: 1_000_000_000 }, "50", "visits of the node asked"),
            BIAS,
            WEIGHT,
        ],
    },
    source: include_str!("grave.rs"),
    build: |context| build(context, context.args.integer("ref") as u32),
};

pub(super) const RAVE: SelectRow = SelectRow {
    entry: Entry { name: "rave", doc: "grave with ref=0: each node's own estimates", params: &[BIAS, WEIGHT] },
    source: include_str!("grave.rs"),
    build: |context| build(context, 0),
};

fn build(context: &Context, reference: u32) -> Selection {
    let (bias, weight) = (context.args.real("bias"), context.args.real("weight"));
    let grave = || Grave::new(reference, bias, weight, context.players, context.bound);
    Selection::advised(context, (weight > 0.0).then(|| Advisor::Grave(Box::new(grave()))))
}

/// Number of a node's table of estimates, from 1 on; 0 is none.
pub type TableId = u32;

/// All tables of estimates of a tree. A table has a count for each move of each player, and then a sum of rewards for each.
pub struct Grave {
    reference: u32,
    keeps_from: u32,
    bias: f64,
    weight: f64,
    /// Both in single precision.
    mixing: Mixing,
    players: usize,
    /// Indices of moves of each player.
    bound: usize,
    /// Lanes that they fill for each player.
    width: usize,
    tables: Vec<Lanes>,
    /// The children of the node that has each table, once they were compared.
    broods: Vec<Brood>,
    siblings: Siblings,
    // of the iteration at hand
    /// The moves made, each once, where there are no marks.
    list: Vec<u32>,
    /// Whether a move is in the list.
    listed: Vec<bool>,
}

/// Up to so many codes, whole tables are added, eight numbers at a time; with more it is faster to go by the moves made.
const MOST_MARKS: usize = 640;

/// Visits after which what a table has counted is halved: sums of single precision grow no further at twice as many.
const HALVED_EVERY: u32 = 1 << 23;

impl Grave {
    /// Estimates of nodes with at least `reference` visits, for `players` whose moves have indices below `bound`.
    pub fn new(reference: u32, bias: f64, weight: f64, players: usize, bound: usize) -> Grave {
        let (keeps_from, width) = (reference / 2, bound.div_ceil(LANES));
        Grave {
            reference,
            keeps_from,
            bias,
            weight,
            mixing: Mixing { weight: weight as f32, bias: bias as f32, scale: 0.0 },
            players,
            bound,
            width,
            tables: Vec::new(),
            broods: Vec::new(),
            siblings: Siblings::default(),
            list: Vec::new(),
            listed: vec![false; players * bound],
        }
    }

    /// Marks to give to the trail that [`Grave::learn`] is told of: none where there are too many codes for them.
    pub fn marks(&self) -> Marks {
        if self.players * self.bound > MOST_MARKS { Marks::default() } else { Marks::new(self.players, self.bound) }
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

    /// Makes room in the table of a node with so many visits for as many again, where it is time.
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
    fn range(&self, table: TableId) -> std::ops::Range<usize> {
        let start = (table as usize - 1) * self.lanes();
        start..start + self.lanes()
    }

    /// The counts and the sums of a player in a table: as many of one as of the other.
    #[inline]
    fn of_player(&self, table: TableId, player: Player) -> (&[f32], &[f32]) {
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

    /// Mixes the estimates of a table into the means of the children that the moves of `player` with these indices lead to.
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

    /// Whether so many children are worth copies (see [`Grave::pick`]), and their moves few enough for them.
    #[inline]
    pub fn copies(&self, children: usize) -> bool {
        const MANY: usize = 12;
        children >= MANY && u16::try_from(self.bound).is_ok()
    }

    /// The place of the child with the greatest mixed mean + `scale` · rarity, of equals the first: what [`Grave::adjust`] and
    /// then UCB1 would choose, but in single precision. There must be such a table `asked`. `own` is the table of the parent itself,
    /// or 0; if it is given, copies of the children are compared, eight at a time. All children were visited or are proven. The
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

    /// Whether children of the node that has this table are kept, and [`Grave::update`] wants to know of changes.
    #[inline]
    pub fn keeps_children(&self, own: TableId) -> bool {
        own != 0 && self.broods[own as usize - 1].exists()
    }

    /// Takes note of what has changed at the child of that place, whose move has that index.
    #[inline]
    pub fn update(&mut self, own: TableId, place: usize, index: usize, child: &Node) {
        self.siblings.set(self.broods[own as usize - 1], place, index, child);
    }

    /// Takes note, in the tables of the nodes passed, of the moves made from there on. `passed` are the tables of the nodes
    /// from the root on, 0 where there is none; the first of the `codes` was made at the root. `marks` are none or those of
    /// [`Grave::marks`], set for moves made below the nodes passed; none is set afterwards.
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
            marks.tell(player, index);
        } else if !std::mem::replace(&mut self.listed[code as usize], true) {
            self.list.push(code);
        }
    }

    /// Who made the move of that code, and its index. There are few players, so that subtracting is faster than dividing.
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

/// Adds numbers times a factor, whole lanes at once, so that no order of reading and writing stands between them.
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

/// The counts and the sums of a player in a table: as many of one as of the other.
#[inline]
fn of_player(table: &[Lanes], player: Player, width: usize) -> (&[f32], &[f32]) {
    let (counts, sums) = table.split_at(table.len() / 2);
    let mine = player.index() * width..(player.index() + 1) * width;
    let counts = counts[mine.clone()].as_flattened();
    (counts, &sums[mine].as_flattened()[..counts.len()])
}

impl Advice for Grave {
    fn name(&self) -> String {
        format!("estimates of nodes with {} visits", self.reference)
    }

    fn adjust(&self, table: TableId, player: Player, indices: &[usize], children: &mut [Node]) {
        Grave::adjust(self, table, player, indices.iter().copied(), children);
    }

    fn rate(&self, table: TableId, player: Player, index: usize) -> Option<f64> {
        Grave::rate(self, table, player, index)
    }

    fn learn(&mut self, passed: &[TableId], codes: &[u32], marks: &mut Marks, rewards: &Payoffs) {
        Grave::learn(self, passed.iter().copied(), codes, marks, rewards);
    }

    fn forget(&mut self) {
        Grave::forget(self);
    }

    fn bytes(&self) -> usize {
        Grave::bytes(self)
    }
}

#[cfg(test)]
mod tests {
    use mctslab_core::Rng;

    use super::*;
    use crate::select::testing::children;
    use crate::tree::Proof;

    const BOTH: [Player; 2] = [Player::FIRST, Player::SECOND];

    #[test]
    fn estimates_by_hand() {
        // Two players with four moves each. The first iteration: 0 plays 1, 1 plays 3 (code 7), 0 plays 1 again, 1 plays 2.
        for marked in [false, true] {
            let mut grave = Grave::new(0, 0.5, 1.0, 2, 4);
            let mut marks = if marked { grave.marks() } else { Marks::default() };
            let (root, child) = (
                grave.add_table(1 << 20).expect("room for a table"),
                grave.add_table(1 << 20).expect("room for a table"),
            );
            grave.learn([root, child].into_iter(), &[1, 7, 1, 6], &mut marks, &Payoffs::new(&[1.0, 0.0]));
            grave.learn([root].into_iter(), &[0, 6, 1], &mut marks, &Payoffs::new(&[0.0, 1.0]));
            assert!(marks.lanes().as_flattened().iter().all(|&mark| mark == 0.0), "set back");
            let [first, second] = BOTH.map(|player| [0, 1, 2, 3].map(|index| grave.rate(root, player, index)));
            assert_eq!(first, [Some(0.0), Some(0.5), None, None], "2 and 3 were never made");
            assert_eq!(second, [None, None, Some(0.5), Some(0.0)]);
            let [first, second] = BOTH.map(|player| [0, 1, 2, 3].map(|index| grave.rate(child, player, index)));
            assert_eq!(first, [None, Some(1.0), None, None]);
            assert_eq!(second, [None, None, Some(0.0), Some(0.0)]);
            // Index 1 at the root: ñ = 2, estimate 0.5; n = 3, mean 0.2: β = 2 / (2 + 3 + 0.5 · 3 · 2) = 0.25; 0.75·0.2 + 0.25·0.5.
            let mut nodes = children(&[(3, 0.2), (0, 0.0), (3, 0.2)]);
            grave.adjust(root, Player::FIRST, [1, 0, 2].into_iter(), &mut nodes);
            assert!((nodes[0].mean() - 0.275).abs() < 1e-12, "{}", nodes[0].mean());
            assert_eq!(nodes[1].mean(), 0.0, "without visits the estimate alone");
            assert_eq!(nodes[2].mean(), 0.2, "no estimate, no change");
        }
    }

    #[test]
    fn marks_count_at_every_node_passed() {
        let mut grave = Grave::new(0, 0.5, 1.0, 2, 4);
        let mut marks = grave.marks();
        let (root, child) =
            (grave.add_table(1 << 20).expect("room for a table"), grave.add_table(1 << 20).expect("room for a table"));
        for player in BOTH {
            marks.tell(player, 2);
        }
        grave.learn([root, child].into_iter(), &[1, 7], &mut marks, &Payoffs::new(&[1.0, 0.0]));
        for table in [root, child] {
            let [first, second] = BOTH.map(|player| grave.rate(table, player, 2));
            assert_eq!((first, second, grave.rate(table, Player::SECOND, 3)), (Some(1.0), Some(0.0), Some(0.0)));
        }
        let made_first = [root, child].map(|table| grave.rate(table, Player::FIRST, 1));
        assert_eq!(made_first, [Some(1.0), None], "made above the child");
    }

    #[test]
    fn many_codes_have_no_marks() {
        let lanes = [(2, 4), (3, 9), (2, 320), (2, 321)].map(|(players, bound)| {
            let grave = Grave::new(0, 0.0, 1.0, players, bound);
            grave.marks().lanes().len()
        });
        assert_eq!(lanes, [2, 6, 80, 0]);
    }

    #[test]
    fn tables_can_be_kept_and_are_limited() {
        let mut grave = Grave::new(0, 0.0, 1.0, 2, 1);
        let each = 4 * size_of::<Lanes>() + size_of::<Brood>();
        let room = 3 * (each + Siblings::most_bytes(1));
        let tables: Vec<TableId> = (0..3).map(|_| grave.add_table(room).expect("room for a table")).collect();
        assert_eq!(grave.add_table(room), None);
        grave.learn([tables[2]].into_iter(), &[0], &mut Marks::default(), &Payoffs::new(&[1.0, 0.0]));
        grave.keep_tables(&[tables[2], tables[0]]);
        let rate = |table| grave.rate(table, Player::FIRST, 0);
        assert_eq!((rate(1), rate(2), grave.bytes()), (Some(1.0), None, 2 * each));
    }

    #[test]
    fn long_searches_leave_room_for_more() {
        let mut grave = Grave::new(0, 0.0, 1.0, 1, 1);
        let table = grave.add_table(1 << 20).expect("room for a table");
        for paid in [1.0, 0.0, 1.0, 1.0] {
            grave.learn([table].into_iter(), &[0], &mut Marks::default(), &Payoffs::new(&[paid]));
        }
        grave.refresh(table, HALVED_EVERY - 1);
        assert_eq!(grave.of_player(table, Player::FIRST).0[0], 4.0);
        grave.refresh(table, HALVED_EVERY);
        assert_eq!(
            (grave.of_player(table, Player::FIRST).0[0], grave.rate(table, Player::FIRST, 0)),
            (2.0, Some(0.75))
        );
    }

    /// Children of random statistics, some proven, and moves of random indices below `bound`.
    fn family(count: usize, bound: usize, rng: &mut Rng) -> (Vec<Node>, Vec<usize>) {
        let mut indices: Vec<usize> = (0..bound).collect();
        for place in 0..count {
            indices.swap(place, place + rng.below((bound - place) as u32) as usize);
        }
        indices.truncate(count);
        let children = (0..count).map(|_| {
            let (visits, mean) = (1 + rng.below(40), rng.unit());
            let proof = match rng.below(8) {
                0 => Some((Proof::Loss, 0.0)),
                1 => Some((Proof::Draw, 0.5)),
                _ => None,
            };
            Node::copied(visits, mean, proof)
        });
        (children.collect(), indices)
    }

    #[test]
    fn the_choice_is_that_of_adjusted_means_and_ucb1() {
        let mut rng = Rng::new(3);
        for case in 0..2000 {
            // From few to many moves, with few or many of the indices.
            let bound = [7, 30, 64, 200][case % 4];
            let count = 1 + rng.below(bound as u32) as usize;
            let mut grave = Grave::new(0, 1e-5 * f64::from(rng.below(2000)), rng.unit(), 2, bound);
            let (table, other) =
                (grave.add_table(1 << 20).expect("room for a table"), grave.add_table(1 << 20).expect("room"));
            let (mut children, indices) = family(count, bound, &mut rng);
            for _ in 0..40 {
                let codes: Vec<u32> = (0..20).map(|_| rng.below(2 * bound as u32)).collect();
                let payoffs = Payoffs::duel([None, Some(Player::FIRST), Some(Player::SECOND)][rng.below(3) as usize]);
                grave.learn([table].into_iter(), &codes, &mut Marks::default(), &payoffs);
            }
            let scale = rng.unit();
            // By the children themselves, by copies, and by copies that were told of a change.
            for own in [0, other, other] {
                let mut adjusted = children.clone();
                grave.adjust(table, Player::SECOND, indices.iter().copied(), &mut adjusted);
                let score = |place: usize| {
                    let score = adjusted[place].mean() + scale * adjusted[place].rarity();
                    if score.is_nan() { f64::NEG_INFINITY } else { score }
                };
                let greatest = (0..count).map(score).fold(f64::NEG_INFINITY, f64::max);
                let tables = (table, own);
                let picked = grave.pick(tables, Player::SECOND, &indices, |index| index, &children, scale);
                let found = score(picked);
                assert!(found >= greatest - 1e-5, "case {case}, {own}: {found} at {picked} of {greatest}");
                if own != 0 {
                    let place = rng.below(count as u32) as usize;
                    children[place] = family(1, 1, &mut rng).0[0];
                    grave.update(own, place, indices[place], &children[place]);
                }
            }
        }
    }

    #[test]
    fn of_equals_the_first_child_is_taken() {
        let mut grave = Grave::new(0, 0.0, 1.0, 2, 24);
        let tables: Vec<TableId> = (0..3).map(|_| grave.add_table(1 << 20).expect("room for a table")).collect();
        let mut indices: Vec<usize> = (0..20).rev().collect();
        let mut children = children(&[(3, 0.5); 20]);
        // The slots of copies are in the order of indices first, and in that of the children then.
        for (own, many) in [(tables[1], 20), (tables[2], 11)] {
            let (children, indices) = (&mut children[..many], &mut indices[..many]);
            let mut pick =
                |children: &[Node]| grave.pick((tables[0], own), Player::FIRST, indices, |at| at, children, 0.4);
            assert_eq!(pick(children), 0);
        }
        for place in [4, 9] {
            children[place] = Node::copied(3, 0.75, None);
            grave.update(tables[1], place, indices[place], &children[place]);
            grave.update(tables[2], place, indices[place], &children[place]);
        }
        for (own, many) in [(0, 20), (tables[1], 20), (tables[2], 11)] {
            let picked = grave.pick((tables[0], own), Player::FIRST, &indices[..many], |at| at, &children[..many], 0.4);
            assert_eq!(picked, 4);
        }
    }
}
