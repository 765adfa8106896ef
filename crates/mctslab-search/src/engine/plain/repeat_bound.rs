//! Lower bound on the consecutive visits of the child that UCB1 chooses.
//!
//! Let the child have n visits, the mean m and the bonus b = c · sqrt(ln N / n). After i more
//! visits, all of them lost, its mean is m · n / (n + i), and its bonus at least b · n / (n + i),
//! since N grows and the root of a fraction is greater than the fraction. The others keep their
//! means, and their bonuses grow with sqrt(ln N) alone. If u is the greatest score that one of them
//! can have by then, the child is chosen again while (m + b) · n / (n + i) > u, which is while
//! i < n · (m + b - u) / u. Payoffs are at least 0, or this would not hold.

use crate::select::Rival;
use crate::tree::Node;

/// The bound is never greater than this, nor than an eighth of the parent's visits.
const MOST_REPEATS: u32 = 64;

/// Below so many visits of the parent the bound is 1.
const LEAST_VISITS: u32 = 32;

/// By how much sqrt(ln N) grows at most, as a share of it: while N grows by an eighth, and, to be
/// divided by N, while it grows by [`MOST_REPEATS`]. The root of 1 + x is at most 1 + x/2, ln(1 +
/// x) at most x, and ln N is at least that of [`LEAST_VISITS`], 3.46.
const GROWTH: (f64, f64) = (1.0 / 8.0 / 6.9, MOST_REPEATS as f64 / 6.9);

/// More than rounding can take from a bonus, as a share of it: it has 24 bits.
const BONUS_ROUNDING: f64 = 2.5e-7;

/// More than rounding can take from a mean in so many steps.
const MEAN_ROUNDING: f64 = 2e-12;

/// How many consecutive visits the best child of a node with so many visits gets at least, where
/// `scale` is c · sqrt(ln N).
#[inline]
pub(super) fn repeat_bound(visits: u32, best: &Node, rival: Rival, scale: f64) -> u32 {
    let parent = f64::from(visits);
    let rival = rival.score + scale * GROWTH.0.min(GROWTH.1 / parent) * rival.rarity + MEAN_ROUNDING;
    let own = best.mean() + scale * best.rarity() * (1.0 - BONUS_ROUNDING);
    // What is below zero, or no number, becomes zero.
    let more = (f64::from(best.visits()) * (own - rival) / rival - 1e-6) as u32;
    let most = if visits < LEAST_VISITS || best.proof().is_some() { 0 } else { MOST_REPEATS.min(visits / 8) - 1 };
    1 + more.min(most)
}

#[cfg(test)]
mod tests {
    use mctslab_core::Rng;

    use super::super::next_child::pick_and_bound;
    use crate::select::{Ties, Ucb1};
    use crate::tree::{Layout, Node, Proof, ROOT, Tree};

    /// A node with all its children, of random statistics; one in five children is proven.
    fn node(rng: &mut Rng) -> Tree<u8> {
        let mut tree = Tree::new(1 << 16, Layout::default());
        let count = 1 + rng.below(20) as usize;
        tree.set_total(ROOT, count);
        let mut all = 0;
        for place in 0..count {
            let child = tree.add_child(ROOT, place as u8).expect("there is room");
            let most = [4, 100, 10_000][rng.below(3) as usize];
            let visits = 1 + rng.below(4) * rng.below(most);
            tree.set(child, visits, rng.unit());
            all += visits;
            match rng.below(15) {
                0 => tree.prove(child, Proof::Loss, 0.0),
                1 => tree.prove(child, Proof::Draw, 0.5),
                2 => tree.prove(child, Proof::Win, 1.0),
                _ => {}
            }
        }
        tree.set(ROOT, all, 0.5);
        tree
    }

    #[test]
    fn a_child_that_leads_is_chosen_as_often_as_was_said_whatever_happens() {
        let mut rng = Rng::new(1);
        let (mut said, mut more) = (0, 0);
        for round in 0..3000 {
            let tree = node(&mut rng);
            let ucb1 = Ucb1::new([0.0, 0.1, 0.4, 1.4][round % 4], Ties::First);
            let (first, bound) = pick_and_bound(ucb1, tree.node(ROOT).visits(), tree.children(ROOT));
            assert_eq!(first, ucb1.pick_first(tree.node(ROOT).visits(), tree.children(ROOT)), "round {round}");
            // All lost, all won, and anything between.
            for luck in [0.0, 1.0, 0.5] {
                let mut children: Vec<Node> = tree.children(ROOT).to_vec();
                let mut visits = tree.node(ROOT).visits();
                let mut lasted = 0;
                while lasted < 200 && ucb1.pick_first(visits, &children) == first {
                    lasted += 1;
                    visits += 1;
                    let reward = if rng.unit() < luck { 1.0 } else { 0.0 };
                    let node = &children[first];
                    let (count, proof) = (node.visits() + 1, node.proof().map(|proof| (proof, node.mean())));
                    let mean = node.mean() + (reward - node.mean()) / f64::from(count);
                    children[first] = Node::copied(count, mean, proof);
                }
                assert!(lasted >= bound, "round {round}, {luck}: {lasted} visits in a row, not {bound}");
                (said, more) = (said + bound - 1, more + if luck == 0.0 { lasted - 1 } else { 0 });
            }
        }
        // Not by never promising anything: more than half of what comes true if all is lost.
        assert!(6 * said > more, "{said} promised three times, {more} came");
    }
}
