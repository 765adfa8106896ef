//! The first of the greatest scores, one child at a time.

use std::hint::select_unpredictable;

use super::{Rival, score};
use crate::tree::Node;

/// From so many children on, they are compared in two steps.
pub(super) const MANY: usize = 16;

/// The place of the greatest score, of equals the first.
#[inline]
pub(in crate::select) fn argmax(children: &[Node], scale: f64) -> usize {
    if children.len() >= MANY {
        return argmax_of_many(children, scale);
    }
    one_by_one::<false>(children, scale).0
}

/// The place of the greatest score and, if asked for, what is known of the others.
#[expect(clippy::needless_range_loop, reason = "an iterator divides by the size of a node to count them")]
#[inline]
pub(super) fn one_by_one<const RIVAL: bool>(children: &[Node], scale: f64) -> (usize, Rival) {
    let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
    let mut rival = Rival::NONE;
    for place in 0..children.len() {
        let score = score(&children[place], scale);
        let better = score > best_score;
        if RIVAL {
            rival.add(if better { best_score } else { score }, children[place].rarity());
        }
        // Which child it will be is hard to predict, so that a jump would often go wrong.
        best = select_unpredictable(better, place, best);
        best_score = if better { score } else { best_score };
    }
    (best, rival)
}

/// Many children: it looks for the best four and then for the best of those, which takes a third
/// fewer instructions than one child at a time.
#[inline(never)]
fn argmax_of_many(children: &[Node], scale: f64) -> usize {
    let (fours, rest) = children.as_chunks::<4>();
    let (mut best_score, mut best_four) = (f64::NEG_INFINITY, 0);
    for (number, four) in fours.iter().enumerate() {
        let mut greatest = best_score;
        for child in four {
            let score = score(child, scale);
            // A proven loss without exploration has no score (0 · ∞), and so must be on this side
            // of the comparison.
            greatest = if score > greatest { score } else { greatest };
        }
        if greatest > best_score {
            (best_score, best_four) = (greatest, number);
        }
    }
    let mut best = None;
    for (place, child) in rest.iter().enumerate() {
        let score = score(child, scale);
        if score > best_score {
            (best_score, best) = (score, Some(4 * fours.len() + place));
        }
    }
    best.unwrap_or_else(|| {
        let found = fours[best_four].iter().position(|child| score(child, scale) == best_score);
        4 * best_four + found.unwrap_or(0)
    })
}
