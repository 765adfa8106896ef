//! UCB1 (Auer, Cesa-Bianchi, Fischer 2002; for trees Kocsis, Szepesvári 2006).
//!
//! Visits the child with the greatest mean + c · sqrt(ln N / n): N visits of the parent, n of the
//! child, payoffs in [0, 1]. The original has c = sqrt(2).
//!
//! Unvisited children come first, proven losses never while there is another choice. With c = 0 it
//! is greedy.

use std::sync::atomic::{AtomicU64, Ordering};

use mctslab_core::spec::Entry;
use mctslab_core::{Rng, ScoreTerm};

use super::argmax::{argmax, score};
use super::{Choice, Select, SelectRow, Selection, Ties, mean_and_exploration, place_of_greatest};
use crate::prefetch::prefetch;
use crate::tree::Node;

pub(super) const ROW: SelectRow = SelectRow {
    entry: Entry::word("ucb1", "greatest mean + c·sqrt(ln N / n)"),
    source: include_str!("ucb1.rs"),
    build: |context| Selection::by(Ucb1::new(context.c, context.ties)),
};

/// The rule with its exploration constant.
#[derive(Clone, Copy)]
pub struct Ucb1 {
    c: f64,
    ties: Ties,
}

/// sqrt(ln N) as bits, for N below 16.8 million; 0 until it is first wanted. One table for all
/// searches of the process: a search whose root has N visits fills 8 bytes for each of them, the
/// rest is address space that no memory stands behind. Few nodes are visited so often, but they are
/// on every path: without a table a logarithm for each of them was a quarter of the time of a
/// search of two million iterations.
static SQRT_LN: [AtomicU64; 1 << 24] = [const { AtomicU64::new(0) }; 1 << 24];

/// sqrt(ln N) where it is not in the table yet, or N is beyond it.
#[cold]
#[inline(never)]
fn enter_sqrt_ln(visits: u32) -> f64 {
    let value = sqrt_ln(visits);
    if let Some(entry) = SQRT_LN.get(visits as usize) {
        // Whoever else computes it at the same time computes the same.
        entry.store(value.to_bits(), Ordering::Relaxed);
    }
    value
}

/// sqrt(ln N), with the logarithm from `libm`, so that it is the same on every machine.
fn sqrt_ln(visits: u32) -> f64 {
    libm::log(f64::from(visits.max(1))).sqrt()
}

impl Ucb1 {
    /// UCB1 with exploration constant `c`.
    pub fn new(c: f64, ties: Ties) -> Ucb1 {
        Ucb1 { c, ties }
    }

    /// Asks for what [`Ucb1::factor`] will need of the table after so many visits.
    #[inline]
    pub(crate) fn prefetch(visits: u32) {
        prefetch(&SQRT_LN, visits as usize, 1);
    }

    /// c · sqrt(ln N): what the rarity of a child is multiplied by.
    #[inline]
    pub(crate) fn factor(&self, visits: u32) -> f64 {
        let bits = SQRT_LN.get(visits as usize).map_or(0, |entry| entry.load(Ordering::Relaxed));
        self.c * if bits == 0 { enter_sqrt_ln(visits) } else { f64::from_bits(bits) }
    }

    /// What [`Select::pick`] does, of equals the first.
    #[inline]
    pub(crate) fn pick_first(&self, visits: u32, children: &[Node]) -> usize {
        argmax(children, self.factor(visits))
    }
}

impl Select for Ucb1 {
    fn pick(&mut self, choice: &Choice, _: &mut Rng) -> usize {
        if self.ties == Ties::Last {
            let scale = self.factor(choice.visits);
            return place_of_greatest(choice.children.iter().map(|child| score(child, scale)), Ties::Last);
        }
        self.pick_first(choice.visits, choice.children)
    }

    fn terms(&self, choice: &Choice, place: usize, _: &mut Rng) -> Vec<ScoreTerm> {
        let child = &choice.children[place];
        let exploration = self.factor(choice.visits) * child.rarity();
        // A proven loss without exploration has no score (0 · ∞), and is never chosen.
        mean_and_exploration([child.mean(), if exploration.is_nan() { f64::NEG_INFINITY } else { exploration }])
    }

    fn scale(&self, visits: u32) -> Option<f64> {
        (self.ties != Ties::Last).then(|| self.factor(visits))
    }

    fn as_ucb1(&self) -> Option<Ucb1> {
        (self.ties != Ties::Last).then_some(*self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::testing::{children, pick};
    use crate::tree::Proof;

    #[test]
    fn the_formula_by_hand() {
        // N = 10: sqrt(ln 10 / n) is 0.7587 for n = 4, 0.8760 for 3, 0.8760 for 3.
        let nodes = children(&[(4, 0.75), (3, 0.6), (3, 0.5)]);
        assert_eq!(pick(&mut Ucb1::new(0.0, Ties::First), 10, &nodes), 0, "greedy");
        assert_eq!(pick(&mut Ucb1::new(1.2, Ties::First), 10, &nodes), 0, "1.6604, 1.6512, 1.5512");
        assert_eq!(pick(&mut Ucb1::new(1.4, Ties::First), 10, &nodes), 1, "1.8122, 1.8264, 1.7264");
    }

    #[test]
    fn ties_go_where_they_are_told() {
        let nodes = children(&[(2, 0.1), (2, 0.5), (2, 0.5), (2, 0.2)]);
        assert_eq!(pick(&mut Ucb1::new(0.4, Ties::First), 8, &nodes), 1);
        assert_eq!(pick(&mut Ucb1::new(0.4, Ties::Last), 8, &nodes), 2);
        assert_eq!(pick(&mut Ucb1::new(0.4, Ties::Random), 8, &nodes), 1, "children lie in random order");
    }

    #[test]
    fn the_first_of_the_greatest_is_found_wherever_it_is() {
        for count in 1..24 {
            for best in 0..count {
                let mean = |place: usize| if place == best || place + 2 == count { 0.75 } else { 0.25 };
                let nodes = children(&(0..count).map(|place| (3, mean(place))).collect::<Vec<_>>());
                let first = if count >= 2 { best.min(count - 2) } else { best };
                assert_eq!(pick(&mut Ucb1::new(0.4, Ties::First), 40, &nodes), first, "{best} of {count}");
            }
        }
    }

    #[test]
    fn proven_losses_are_never_chosen_before_others() {
        let lost = Node::copied(3, 0.0, Some((Proof::Loss, 0.0)));
        let open = Node::copied(3, 0.1, None);
        for c in [0.0, 0.4] {
            for count in 1..20 {
                for place in 0..count {
                    let mut nodes = vec![lost; count];
                    nodes[place] = open;
                    assert_eq!(pick(&mut Ucb1::new(c, Ties::First), 40, &nodes), place, "c={c}, {place} of {count}");
                }
                assert_eq!(pick(&mut Ucb1::new(c, Ties::First), 40, &vec![lost; count]), 0, "c={c}, {count} losses");
            }
        }
    }

    #[test]
    fn tables_hold_what_would_be_computed() {
        let rule = Ucb1::new(1.0, Ties::First);
        for visits in [0, 1, 2, 3, 4096, 1_000_000, (1 << 24) - 1, 1 << 24, u32::MAX] {
            // Computed when it is first asked for, and then read.
            assert_eq!([rule.factor(visits); 2], [sqrt_ln(visits); 2], "{visits} visits");
        }
    }

    #[test]
    fn unvisited_children_come_first() {
        let nodes = children(&[(2, 1.0), (0, 0.0), (2, 1.0), (0, 0.0)]);
        assert_eq!(pick(&mut Ucb1::new(1.0, Ties::First), 4, &nodes), 1);
        assert_eq!(pick(&mut Ucb1::new(1.0, Ties::Last), 4, &nodes), 3);
    }
}
