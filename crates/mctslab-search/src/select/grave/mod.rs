//! GRAVE, generalised rapid action value estimation (Cazenave 2015), and RAVE (Gelly, Silver 2007),
//! its special case.
//!
//! A move that did well later in the iterations that passed through a node is likely to be good in
//! the node itself. The mean of a child with n visits is mixed with the all-moves-as-first estimate
//! of its move, a mean over ñ iterations: (1 − β) · mean + β · estimate with β = weight · ñ / (ñ +
//! n + bias · n · ñ). Then UCB1 chooses. In the papers there is no exploration term, and all
//! children of a node are there from the start, one without visits being worth its estimate: with
//! these rules `uct` has the defaults `c=0` and `expand=all`. The estimate is that of the nearest
//! node above, the node itself included, with at least `ref` visits; with `ref=0` it is the node
//! itself, which is RAVE. A node keeps estimates from half of `ref` visits on; where they are used
//! only once all its moves were tried, it keeps none before half of those were. A move made more
//! than once in an iteration counts once. With `expand=all` bad moves need never be tried;
//! `expand=one(order=table)` tries all, in the order of their estimates.
//!
//! With weight = 0 it is UCB1.

mod compare;
mod estimates;
mod learn;
mod siblings;
#[cfg(test)]
mod tests;

use mctslab_core::spec::{Entry, Kind, Param};
use mctslab_core::{Payoffs, Player};

use self::siblings::{Brood, Mixing, Siblings};
use super::{Advice, Advisor, Context, SelectRow, Selection};
use crate::trail::{LANES, Lanes, Marks};
use crate::tree::Node;

/// The defaults of `uct` with these rules: those of the papers.
pub(super) const WANTED: &[(&str, &str)] = &[("c", "0"), ("expand", "all")];

const BIAS: Param = Param::new(
    "bias",
    Kind::Real { min: 0.0, max: 1e6 },
    "0.00001",
    "how soon a child's own mean outweighs the estimate",
);
const WEIGHT: Param =
    Param::new("weight", Kind::Real { min: 0.0, max: 1.0 }, "1", "weight of the estimate; 0: plain ucb1");

pub(super) const ROW: SelectRow = SelectRow {
    entry: Entry {
        name: "grave",
        doc: "ucb1 on means mixed with all-moves-as-first estimates of a well-visited node above",
        params: &[
            Param::new(
                "ref",
                Kind::Integer { min: 0, max: 1_000_000_000 },
                "50",
                "least visits of the node whose estimates are used",
            ),
            BIAS,
            WEIGHT,
        ],
    },
    source: include_str!("mod.rs"),
    build: |context| build(context, context.args.integer("ref") as u32),
};

pub(super) const RAVE: SelectRow = SelectRow {
    entry: Entry { name: "rave", doc: "grave with ref=0: each node's own estimates", params: &[BIAS, WEIGHT] },
    source: include_str!("mod.rs"),
    build: |context| build(context, 0),
};

fn build(context: &Context, reference: u32) -> Selection {
    let (bias, weight) = (context.args.real("bias"), context.args.real("weight"));
    let grave = || Grave::new(reference, bias, weight, context.players, context.bound);
    Selection::advised(context, (weight > 0.0).then(|| Advisor::Grave(Box::new(grave()))))
}

/// Number of a node's table of estimates, from 1 on; 0 is none.
pub type TableId = u32;

/// All tables of estimates of a tree. A table has a count for each move of each player, and then a
/// sum of rewards for each.
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

/// Up to this number of codes, whole tables are added, eight numbers at a time; with more it is
/// faster to go by the moves made.
const MOST_MARKS: usize = 640;

impl Grave {
    /// Estimates of nodes with at least `reference` visits, for `players` whose moves have indices
    /// below `bound`.
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

    /// Marks to give to the trail that is passed to [`Grave::learn`]: none where there are too many
    /// codes for them.
    pub fn marks(&self) -> Marks {
        if self.players * self.bound > MOST_MARKS { Marks::default() } else { Marks::new(self.players, self.bound) }
    }

    /// Visits that make a node's own estimates count.
    #[inline]
    pub fn reference(&self) -> u32 {
        self.reference
    }

    /// Visits from which on a node keeps estimates: most nodes are never asked, and tables are
    /// large.
    #[inline]
    pub fn keeps_from(&self) -> u32 {
        self.keeps_from
    }
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
