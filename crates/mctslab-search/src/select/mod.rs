//! Which child to visit next.
//!
//! A rule compares statistics that contain no game type: one file each, one virtual call per node passed, none per child. Rules
//! that know more than a node's own statistics ([`Grave`], [`History`]) are *advice*: they shift the means of the children
//! before UCB1 compares them.

mod epsilon_greedy;
mod grave;
mod history;
mod siblings;
mod thompson;
mod ucb1;
mod ucb1_tuned;
mod uniform;

use mctslab_core::spec::{Args, Entry};
use mctslab_core::{Game, Rng};

pub use epsilon_greedy::EpsilonGreedy;
pub use grave::{Grave, TableId};
pub use history::History;
pub use thompson::Thompson;
pub use ucb1::Ucb1;
pub use ucb1_tuned::Ucb1Tuned;
pub use uniform::Uniform;

use crate::trail::code_bound;
use crate::tree::Node;

/// A rule of selection: one virtual call per node passed, none per child.
pub trait Select: Send {
    /// The place of the child to visit, of at least one.
    fn pick(&mut self, choice: &Choice, rng: &mut Rng) -> usize;

    /// For a rule that visits the child with the greatest mean + s · rarity, of equals the first made: the factor s under a
    /// parent of so many visits. Such a rule reads the trees that threads share where they are; for the others, which say
    /// `None`, the children are copied.
    fn scale(&self, _visits: u32) -> Option<f64> {
        None
    }

    /// Whether [`Choice::squares`] are needed.
    fn wants_squares(&self) -> bool {
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
}

/// Which of equally good children is visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// Children are made in random order, and the first of the equal ones is taken: each is equally likely, without the cost of
    /// drawing lots.
    Random,
    /// The first in the order of the move list (with `expand=one`: the one made first).
    First,
    /// The last in that order.
    Last,
}

/// Knowledge beyond a node's own statistics, which shifts the means that UCB1 compares.
pub enum Advice {
    /// Rapid action value estimates.
    Grave(Box<Grave>),
    /// How well a move did anywhere.
    History(History),
}

/// The rules on offer.
pub const SELECTS: &[Entry] = &[
    ucb1::ENTRY,
    ucb1_tuned::ENTRY,
    epsilon_greedy::ENTRY,
    uniform::ENTRY,
    thompson::ENTRY,
    grave::ENTRY,
    grave::RAVE,
    history::ENTRY,
];

/// The rules with the heads of their files: the idea, the formula, the paper.
pub(crate) const HEADS: &[(Entry, &str)] = &[
    (ucb1::ENTRY, include_str!("ucb1.rs")),
    (ucb1_tuned::ENTRY, include_str!("ucb1_tuned.rs")),
    (epsilon_greedy::ENTRY, include_str!("epsilon_greedy.rs")),
    (uniform::ENTRY, include_str!("uniform.rs")),
    (thompson::ENTRY, include_str!("thompson.rs")),
    (grave::ENTRY, include_str!("grave.rs")),
    (grave::RAVE, include_str!("grave.rs")),
    (history::ENTRY, include_str!("history.rs")),
];

/// The ways to break ties on offer.
pub const TIES: &[Entry] = &[
    Entry::word("random", "any of them: children lie in random order, the first is taken"),
    Entry::word("first", "the first in the move list (expand=one: the one made first)"),
    Entry::word("last", "the last in the move list (expand=one: the one made last)"),
];

impl Ties {
    /// The way of that name.
    pub fn of(args: &Args) -> Ties {
        match args.name() {
            "first" => Ties::First,
            "last" => Ties::Last,
            _ => Ties::Random,
        }
    }
}

/// The rule of resolved options, with the advice it goes by, for `game`. Advice without weight is none: the search is then
/// plain UCB1, playouts included.
pub fn build<G: Game>(game: &G, args: &Args, c: f64, ties: Ties) -> (Box<dyn Select>, Option<Advice>) {
    let rule: Box<dyn Select> = match args.name() {
        "ucb1-tuned" => Box::new(Ucb1Tuned::new(c, ties)),
        "epsilon-greedy" => Box::new(EpsilonGreedy::new(args.real("eps"), ties)),
        "uniform" => Box::new(Uniform),
        "thompson" => Box::new(Thompson::new(ties)),
        _ => Box::new(Ucb1::new(c, ties)),
    };
    let advice = match args.name() {
        "grave" | "rave" if args.real("weight") > 0.0 => Some(Advice::Grave(Box::new(Grave::build(game, args)))),
        "progressive-history" if args.real("w") > 0.0 => {
            Some(Advice::History(History::new(args.real("w"), code_bound(game))))
        }
        _ => None,
    };
    (rule, advice)
}

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

    /// Children with so many visits, of such a mean.
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
        rule.pick(&Choice { visits, children, squares: &[] }, &mut Rng::new(1))
    }

    /// How often the rule picks each child in so many tries, with seed 1.
    pub(crate) fn picks(rule: &mut dyn Select, visits: u32, children: &[Node], tries: u32) -> Vec<u32> {
        let mut rng = Rng::new(1);
        let mut counts = vec![0; children.len()];
        for _ in 0..tries {
            counts[rule.pick(&Choice { visits, children, squares: &[] }, &mut rng)] += 1;
        }
        counts
    }
}
