//! The child with the greatest score, of equals the first: the loop of every search.
//!
//! Eight or four children are compared at a time where the program is compiled for a processor that
//! can. The arithmetic is the same, and so are the choices, which a test compares.

#[cfg(target_feature = "avx512f")]
mod eight;
#[cfg(all(target_feature = "avx2", not(target_feature = "avx512f")))]
mod four;
#[cfg(any(test, not(target_feature = "avx512f")))]
mod plain;

#[cfg(target_feature = "avx512f")]
pub(super) use eight::place_of_first;
#[cfg(all(target_feature = "avx2", not(target_feature = "avx512f")))]
pub(super) use four::place_of_first;
#[cfg(not(target_feature = "avx2"))]
pub(super) use plain::place_of_first;

use crate::tree::Node;

/// The mean of a child, and what it gains by being rarely visited.
#[inline]
pub(super) fn score(child: &Node, scale: f64) -> f64 {
    child.mean() + scale * child.rarity()
}

#[cfg(test)]
mod tests {
    use mctslab_core::Rng;

    use super::plain::place_of_first as one_at_a_time;
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
                let (place, plain) = (place_of_first(&nodes, scale), one_at_a_time(&nodes, scale));
                assert_eq!(place, plain, "round {round}: {scale}, {nodes:?}");
            }
        }
    }
}
