//! Which child to visit next.
//!
//! A rule compares statistics that contain no game type: one file each, one virtual call per node
//! passed, none per child. Rules that know more than a node's own statistics ([`Grave`],
//! [`History`]) are [`Advice`]: they shift the means of the children before UCB1 compares them.

mod advice;
mod argmax;
mod epsilon_greedy;
mod grave;
mod history;
mod prior;
mod puct;
mod thompson;
mod ucb1;
mod ucb1_tuned;
mod uniform;

use std::any::type_name;

use mctslab_core::spec::{Args, Entry};
use mctslab_core::{Rng, Row, ScoreTerm};

pub use advice::{Advice, Advisor};
pub(crate) use argmax::{Rival, argmax_and_rival};
pub use epsilon_greedy::EpsilonGreedy;
pub use grave::{Grave, TableId};
pub use history::History;
pub(crate) use prior::scale;
pub use prior::{EstimatePrior, Prior};
pub use puct::Puct;
pub use thompson::Thompson;
pub use ucb1::Ucb1;
pub use ucb1_tuned::Ucb1Tuned;
pub use uniform::UniformSelect;

use crate::tree::Node;

/// The defaults of `uct` that a rule wants in place of the usual ones, as keys and values.
pub(crate) fn wanted(rule: &str) -> &'static [(&'static str, &'static str)] {
    match rule {
        "grave" | "rave" => grave::WANTED,
        _ => &[],
    }
}

/// A rule of selection: one virtual call per node passed, none per child.
pub trait Select: Send {
    /// The place of the child to visit, of at least one.
    fn pick(&mut self, choice: &Choice, rng: &mut Rng) -> usize;

    /// What the score is made of by which [`Select::pick`] compares the child at `place` with the
    /// others: terms whose sum it is. Nothing for a rule that compares no scores. A rule that draws
    /// scores gets the generator as `pick` would, and is asked for one child after the other.
    fn terms(&self, _choice: &Choice, _place: usize, _rng: &mut Rng) -> Vec<ScoreTerm> {
        Vec::new()
    }

    /// For a rule that visits the child with the greatest mean + s · rarity, of equals the first
    /// made: the factor s under a parent with that many visits. Such a rule can compare children
    /// and estimates of their moves in one go ([`Grave::pick`]).
    fn scale(&self, _visits: u32) -> Option<f64> {
        None
    }

    /// The rule itself if it is UCB1 that takes the first of equals: the plain search calls it
    /// without a detour.
    fn as_ucb1(&self) -> Option<Ucb1> {
        None
    }

    /// What the rule is, for tests that every name makes its own.
    fn name(&self) -> &'static str {
        type_name::<Self>()
    }

    /// Whether [`Choice::squares`] are needed.
    fn wants_squares(&self) -> bool {
        false
    }

    /// Whether [`Choice::priors`] are needed. All children of a node are then made at once, and
    /// many may never be visited.
    fn wants_priors(&self) -> bool {
        false
    }
}

/// What a rule of selection may look at.
pub struct Choice<'a> {
    /// Visits of the parent.
    pub visits: u32,
    /// The children, in the order in which they were made.
    pub children: &'a [Node],
    /// The mean of the squared rewards of each child, if the rule asked for them.
    pub squares: &'a [f32],
    /// What was thought of each child before it was tried, if the rule asked for that: numbers that
    /// add up to one.
    pub priors: &'a [f32],
}

/// Which of equally good children is visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// Children are made in random order, and the first of the equal ones is taken: each is equally
    /// likely, without the cost of drawing lots.
    Random,
    /// The first in the order of the move list (with `expand=one`: the one made first).
    First,
    /// The last in that order.
    Last,
}

/// A rule on offer: one file, its `mod` line and one row of [`SELECTS`].
pub type SelectRow = Row<fn(&Context) -> Selection>;

/// The rules that the search comes with.
pub static SELECTS: &[SelectRow] = &[
    ucb1::ROW,
    ucb1_tuned::ROW,
    epsilon_greedy::ROW,
    uniform::ROW,
    thompson::ROW,
    puct::ROW,
    grave::ROW,
    grave::RAVE,
    history::ROW,
];

/// What a rule is made of.
pub struct Context<'a> {
    /// Its own options.
    pub args: &'a Args,
    /// The exploration constant.
    pub c: f64,
    /// Which of equal children is visited.
    pub ties: Ties,
    /// Players of the game.
    pub players: usize,
    /// Indices of moves of the game ([`Game::index_bound`](mctslab_core::Game::index_bound)).
    pub bound: usize,
}

/// A rule of selection, with the advice it goes by.
pub struct Selection {
    /// The rule.
    pub rule: Box<dyn Select>,
    /// The advice; without weight it is none: the search is then plain UCB1, playouts included.
    pub advice: Option<Advisor>,
    /// The prior it starts from, if it wants one.
    pub prior: Option<EstimatePrior>,
}

impl Selection {
    /// A rule that looks at statistics alone.
    pub fn by(rule: impl Select + 'static) -> Selection {
        Selection { rule: Box::new(rule), advice: None, prior: None }
    }

    /// UCB1 on means that the advice has shifted.
    pub fn advised(context: &Context, advice: Option<Advisor>) -> Selection {
        Selection { advice, ..Selection::by(Ucb1::new(context.c, context.ties)) }
    }
}

/// The ways to break ties on offer.
pub const TIES: &[Entry] = &[
    Entry::word("random", "a random one: children are stored in random order, and the first is taken"),
    Entry::word("first", "the first in the move list (expand=one: the one expanded first)"),
    Entry::word("last", "the last in the move list (expand=one: the one expanded last)"),
];

impl Ties {
    /// The way of that name.
    pub fn of(args: &Args) -> Ties {
        match args.name() {
            "first" => Ties::First,
            "last" => Ties::Last,
            "random" => Ties::Random,
            _ => args.unlisted(),
        }
    }
}

/// A mean and what is added to it to explore.
fn mean_and_exploration([mean, exploration]: [f64; 2]) -> Vec<ScoreTerm> {
    vec![ScoreTerm { name: MEAN, value: mean }, ScoreTerm { name: "exploration", value: exploration }]
}

/// The name of the term that is the mean of a child.
pub(crate) const MEAN: &str = "mean";

/// The place of the greatest score, and among equals the first or the last.
#[inline]
fn place_of_greatest(scores: impl Iterator<Item = f64>, ties: Ties) -> usize {
    let mut best = 0;
    let mut best_score = f64::NEG_INFINITY;
    for (place, score) in scores.enumerate() {
        if score > best_score || ties == Ties::Last && score == best_score {
            best_score = score;
            best = place;
        }
    }
    best
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::tree::{Layout, ROOT, Tree};

    /// Children with the given visits and means.
    pub(crate) fn children(statistics: &[(u32, f64)]) -> Vec<Node> {
        let mut tree: Tree<u16> = Tree::new(1 << 20, Layout::default());
        tree.set_total(ROOT, statistics.len());
        for (mv, &(visits, mean)) in statistics.iter().enumerate() {
            let child = tree.add_child(ROOT, mv as u16).expect("there is room");
            (0..visits).for_each(|_| tree.record(child, mean));
        }
        tree.children(ROOT).to_vec()
    }

    /// What the rule picks.
    pub(crate) fn pick(rule: &mut dyn Select, visits: u32, children: &[Node]) -> usize {
        rule.pick(&Choice { visits, children, squares: &[], priors: &[] }, &mut Rng::new(1))
    }

    /// How often the rule picks each child in this number of tries, with seed 1.
    pub(crate) fn picks(rule: &mut dyn Select, visits: u32, children: &[Node], tries: u32) -> Vec<u32> {
        let mut rng = Rng::new(1);
        let mut counts = vec![0; children.len()];
        for _ in 0..tries {
            counts[rule.pick(&Choice { visits, children, squares: &[], priors: &[] }, &mut rng)] += 1;
        }
        counts
    }
}
