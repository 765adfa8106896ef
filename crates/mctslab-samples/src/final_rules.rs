//! The choice of every final rule after the same search.

use mctslab_core::rng::mix;
use mctslab_core::spec::{Entry, Spec, resolve};
use mctslab_core::{Rng, Thoughts, Unit};
use mctslab_search::finish::FINISHES;
use mctslab_search::tree::{Node, Proof};

/// The choice of each final rule with its usual options, by name, from the findings of a search.
/// Empty if the search counts no iterations by move. Ties are broken at random by the seed.
pub(crate) fn choices<M: Copy>(thoughts: &Thoughts<M>, seed: u64) -> Vec<(&'static str, M)> {
    let counted = thoughts.unit == Unit::Iterations && thoughts.moves.iter().any(|thought| thought.visits > 0);
    if !counted {
        return Vec::new();
    }
    let node = |visits: u64, value: Option<f64>, proven: Option<f64>| {
        let proof = proven.and_then(|value| Some((Proof::of(value)?, value)));
        let visits = u32::try_from(visits).unwrap_or(u32::MAX);
        Node::copied(if value.is_some() { visits } else { 0 }, value.unwrap_or(0.0), proof)
    };
    let nodes: Vec<Node> =
        thoughts.moves.iter().map(|thought| node(thought.visits, thought.value, thought.proven)).collect();
    let entries: Vec<Entry> = FINISHES.iter().map(|row| row.entry).collect();
    let choice = |(place, row): (usize, &mctslab_search::finish::FinishRow)| {
        let spec = Spec { name: row.entry.name.to_string(), args: Vec::new() };
        let args = resolve(&spec, "final choice", &entries, &[]).expect("every option of a rule has a default");
        let chosen = (row.build)(&args).choose(&nodes, &mut Rng::new(mix(&[seed, place as u64])))?;
        Some((row.entry.name, thoughts.moves[chosen].mv))
    };
    FINISHES.iter().enumerate().filter_map(choice).collect()
}

#[cfg(test)]
mod tests {
    use mctslab_core::MoveThought;

    use super::*;

    fn thoughts(moves: &[(char, u64, Option<f64>, Option<f64>)]) -> Thoughts<char> {
        let moves = moves.iter().map(|&(mv, visits, value, proven)| MoveThought { mv, visits, value, proven });
        Thoughts { unit: Unit::Iterations, moves: moves.collect(), ..Thoughts::default() }
    }

    #[test]
    fn each_rule_chooses_by_its_own_measure() {
        // b has the most visits, c the greatest mean, but its few visits are not enough for a lower
        // bound.
        let found = thoughts(&[('a', 20, Some(0.3), None), ('b', 1000, Some(0.6), None), ('c', 3, Some(0.7), None)]);
        let chosen = choices(&found, 1);
        let by = |rule: &str| chosen.iter().find(|(name, _)| *name == rule).expect("a rule").1;
        assert_eq!((by("visits"), by("mean"), by("lcb"), by("softmax")), ('b', 'c', 'b', 'b'));
        assert_eq!(chosen.len(), FINISHES.len());
    }

    #[test]
    fn a_proven_win_is_played_by_all_and_without_counts_there_are_none() {
        let found = thoughts(&[('a', 90, Some(0.9), None), ('b', 5, Some(1.0), Some(1.0)), ('c', 0, None, None)]);
        assert!(choices(&found, 1).iter().all(|(_, mv)| *mv == 'b'));
        assert!(choices(&thoughts(&[('a', 0, None, None)]), 1).is_empty());
        assert!(choices(&Thoughts { unit: Unit::Nodes, ..found }, 1).is_empty());
    }
}
