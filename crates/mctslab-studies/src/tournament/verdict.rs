//! The verdict of a tournament in one sentence: who is best, and by what evidence.
//!
//! The evidence are the pairs of agents who met, with Holm's correction for their number: the first
//! by rating is the best only if it is significantly better than each of the others.

use mctslab_page::Tone;

use super::comparisons::{Comparison, pair_of};

/// More names than these are counted.
const NAMED: usize = 3;

/// The agents of a tournament, and how they compare.
pub(super) struct Standings<'a> {
    pub(super) names: &'a [String],
    /// The agents by rank.
    pub(super) order: &'a [usize],
    pub(super) compared: &'a [Comparison],
    /// Who won a knock-out.
    pub(super) winner: Option<usize>,
}

impl Standings<'_> {
    /// Whoever won, or is rated first; `None` without agents.
    pub(super) fn first(&self) -> Option<usize> {
        self.winner.or_else(|| self.order.first().copied())
    }

    /// The verdict on the first agent, whose score is given in words, and how sure it is.
    pub(super) fn verdict(&self, first: usize, score: &str) -> (String, Tone) {
        let (mut beaten, mut level, mut lost, mut unmet) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for &other in self.order.iter().filter(|&&other| other != first) {
            let group = match pair_of(self.compared, first, other) {
                None => &mut unmet,
                Some(pair) if !pair.is_significant() => &mut level,
                Some(pair) if pair.score > 0.5 => &mut beaten,
                Some(_) => &mut lost,
            };
            group.push(self.names[other].as_str());
        }
        let (name, all) = (&self.names[first], self.names.len());
        if beaten.len() + 1 == all {
            let (others, pairs) = match self.compared.len() {
                1 => ("the other", String::new()),
                pairs => ("each of the others", format!(" (at 5 % over all {pairs} pairs, Holm)")),
            };
            let words = format!(
                "{name} is the best of {all} agents, with a score of {score}: significantly better than {others}{pairs}"
            );
            return (words, Tone::Good);
        }
        let head = match self.winner {
            Some(_) => format!("{name} wins the knock-out of {all} agents"),
            None => format!("{name} is first of {all} agents, with a score of {score}"),
        };
        let mut parts = Vec::new();
        if beaten.is_empty() && lost.is_empty() && unmet.is_empty() {
            parts.push("but not significantly better than any other".to_string());
        } else {
            parts.extend(listed(&beaten).map(|names| format!("significantly better than {names}")));
            parts.extend(listed(&level).map(|names| format!("not significantly better than {names}")));
            parts.extend(listed(&lost).map(|names| format!("significantly worse than {names}")));
            parts.extend(listed(&unmet).map(|names| format!("with no game against {names}")));
        }
        (format!("{head}, {}", parts.join(", ")), Tone::Open)
    }
}

/// `a`, `a and b`, `a, b and c`, or how many there are; `None` of nobody.
fn listed(names: &[&str]) -> Option<String> {
    match names {
        [] => None,
        [one] => Some((*one).to_string()),
        [all @ .., last] if names.len() <= NAMED => Some(format!("{} and {last}", all.join(", "))),
        _ => Some(format!("{} others", names.len())),
    }
}

#[cfg(test)]
mod tests {
    use mctslab_stats::Interval;

    use super::*;

    fn pair(a: usize, b: usize, score: f64, p_holm: f64) -> Comparison {
        Comparison { a, b, games: 10, score, interval: Interval { low: 0.0, high: 1.0 }, p: p_holm, p_holm }
    }

    fn said(compared: &[Comparison], winner: Option<usize>) -> (String, Tone) {
        let names = ["a", "b", "c"].map(str::to_string);
        let standings = Standings { names: &names, order: &[1, 0, 2], compared, winner };
        standings.verdict(standings.first().expect("agents"), "0.700")
    }

    #[test]
    fn the_best_is_better_than_each_of_the_others() {
        let best = said(&[pair(0, 1, 0.2, 0.01), pair(0, 2, 0.6, 0.3), pair(1, 2, 0.9, 0.001)], None);
        assert_eq!(best.1, Tone::Good);
        assert_eq!(
            best.0,
            "b is the best of 3 agents, with a score of 0.700: significantly better than each of the others (at 5 % over all 3 pairs, Holm)"
        );
    }

    #[test]
    fn what_is_not_decided_is_said() {
        let some = said(&[pair(0, 1, 0.4, 0.2), pair(0, 2, 0.6, 0.3), pair(1, 2, 0.9, 0.001)], None);
        assert_eq!(some.1, Tone::Open);
        assert_eq!(
            some.0,
            "b is first of 3 agents, with a score of 0.700, significantly better than c, not significantly better than a"
        );
        let none = said(&[pair(0, 1, 0.4, 0.2), pair(0, 2, 0.6, 0.3), pair(1, 2, 0.6, 0.4)], None);
        assert_eq!(
            none.0,
            "b is first of 3 agents, with a score of 0.700, but not significantly better than any other"
        );
        let knockout = said(&[pair(0, 2, 0.1, 0.001), pair(1, 2, 0.4, 0.4)], Some(2));
        assert_eq!(
            knockout.0,
            "c wins the knock-out of 3 agents, significantly better than a, not significantly better than b"
        );
        let unmet = said(&[pair(1, 2, 0.9, 0.001)], None);
        assert!(unmet.0.ends_with("significantly better than c, with no game against a"), "{}", unmet.0);
    }
}
