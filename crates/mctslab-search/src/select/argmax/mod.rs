//! The child with the greatest score, of equals the first: the loop of every search.
//!
//! Eight or four children are compared at a time where the program is compiled for a processor that
//! can. The arithmetic is the same, and so are the choices, which a test compares.

#[cfg(all(target_feature = "avx2", not(target_feature = "avx512f")))]
mod avx2;
#[cfg(target_feature = "avx512f")]
mod avx512;
#[cfg(any(test, not(target_feature = "avx512f")))]
mod scalar;

#[cfg(all(target_feature = "avx2", not(target_feature = "avx512f")))]
pub(super) use avx2::argmax;
#[cfg(target_feature = "avx512f")]
pub(super) use avx512::argmax;
#[cfg(not(target_feature = "avx2"))]
pub(super) use scalar::argmax;

use crate::tree::Node;

/// The mean of a child, and what it gains by being rarely visited.
#[inline]
pub(super) fn score(child: &Node, scale: f64) -> f64 {
    child.mean() + scale * child.rarity()
}

/// What is known of the children that are not chosen: the greatest score of any, and a bound on
/// 1/sqrt(n) of all.
pub(crate) struct Rival {
    pub(crate) score: f64,
    pub(crate) rarity: f64,
}

impl Rival {
    /// Nobody.
    const NONE: Rival = Rival { score: 0.0, rarity: 0.0 };

    /// Takes another child into account. A proven loss counts nothing, whatever its score, which
    /// without exploration is no number, and on this side of the comparison.
    #[inline]
    fn add(&mut self, score: f64, rarity: f64) {
        self.score = if score > self.score { score } else { self.score };
        self.rarity = if rarity > self.rarity { rarity } else { self.rarity };
    }
}

/// The place of the greatest score, as [`argmax`] finds it, and what is known of the others.
#[inline]
pub(crate) fn argmax_and_rival(children: &[Node], scale: f64) -> (usize, Rival) {
    #[cfg(not(target_feature = "avx512f"))]
    if children.len() < scalar::MANY {
        return scalar::one_by_one::<true>(children, scale);
    }
    let best = argmax(children, scale);
    let mut rival = Rival::NONE;
    for (place, child) in children.iter().enumerate() {
        if place != best {
            rival.add(score(child, scale), child.rarity());
        }
    }
    (best, rival)
}

#[cfg(test)]
mod tests {
    use mctslab_core::Rng;

    use super::scalar::{argmax as scalar_argmax, one_by_one};
    use super::*;
    use crate::tree::Proof;

    #[test]
    fn vectors_choose_what_one_child_at_a_time_does() {
        let mut rng = Rng::new(1);
        for round in 0..20_000 {
            let count = 1 + rng.below(40) as usize;
            let nodes: Vec<Node> = (0..count)
                .map(|_| {
                    // Few values, so that there are equals.
                    let (visits, mean) = (rng.below(4), f64::from(rng.below(3)) / 2.0);
                    let proof =
                        [None, None, Some((Proof::Loss, 0.0)), Some((Proof::Draw, 0.5)), Some((Proof::Win, 1.0))];
                    Node::copied(visits, mean, proof[rng.below(5) as usize])
                })
                .collect();
            for scale in [0.0, 0.5, 2.0] {
                let (place, rival) = argmax_and_rival(&nodes, scale);
                let (wanted, others) = one_by_one::<true>(&nodes, scale);
                let places = [argmax(&nodes, scale), scalar_argmax(&nodes, scale), place];
                assert_eq!(places, [wanted; 3], "round {round}: {scale}, {nodes:?}");
                assert_eq!(rival.score, others.score, "round {round}: {scale}, {nodes:?}");
                assert!(rival.rarity <= others.rarity, "round {round}: a bound may count the best child as well");
            }
        }
    }
}
