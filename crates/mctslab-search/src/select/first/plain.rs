//! The first of the greatest scores, one child at a time.

use std::hint::select_unpredictable;

use super::score;
use crate::tree::Node;

/// The place of the greatest score, of equals the first.
#[expect(clippy::needless_range_loop, reason = "an iterator divides by the size of a node to count them")]
#[inline]
pub(in crate::select) fn place_of_first(children: &[Node], scale: f64) -> usize {
    if children.len() >= 16 {
        return place_of_first_of_many(children, scale);
    }
    let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
    for place in 0..children.len() {
        let score = score(&children[place], scale);
        let better = score > best_score;
        // Which child it will be is hard to predict, so that a jump would often go wrong.
        best = select_unpredictable(better, place, best);
        best_score = if better { score } else { best_score };
    }
    best
}

/// The same for many children: it looks for the best four and then for the best of those, which
/// takes a third fewer instructions than one child at a time.
#[inline(never)]
fn place_of_first_of_many(children: &[Node], scale: f64) -> usize {
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
