//! How a playout chooses by what it knows: how often it ignores it, how it draws by it, and how it
//! chooses among equals.

use mctslab_core::Rng;
use mctslab_core::spec::{Args, Entry, Kind, Param};

const SHARE: Kind = Kind::Real { min: 0.0, max: 1.0 };

/// The share of random moves, with that default.
pub(super) const fn eps(default: &'static str) -> Param {
    Param::new("eps", SHARE, default, "share of moves chosen at random; 1 is `uniform` itself")
}

pub(crate) const CHOOSE: Param =
    Param::new("choose", Kind::Choice(CHOICES), "greedy", "how moves are chosen by what they are worth");

const CHOICES: &[Entry] = &[
    Entry::word("greedy", "a best one, or with probability eps a random one"),
    Entry {
        name: "gibbs",
        doc: "each with a probability proportional to exp(value / tau), without eps",
        params: &[Param::new(
            "tau",
            Kind::Real { min: 0.000_001, max: 1000.0 },
            "0.1",
            "the greater, the more alike the probabilities",
        )],
    },
];

/// The temperature that the option `choose` names; `None` for the greedy choice.
pub(super) fn temperature(args: &Args) -> Option<f64> {
    let choose = args.choice("choose");
    (choose.name() == "gibbs").then(|| choose.real("tau"))
}

/// A coin that falls on one side with a given probability.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coin {
    threshold: u64,
}

impl Coin {
    /// A coin that comes up with probability `share`, which is below 1.
    pub(super) fn new(share: f64) -> Coin {
        Coin { threshold: (share * (u64::MAX as f64)) as u64 }
    }

    /// Throws it; one that never comes up draws nothing.
    #[inline]
    pub(super) fn comes_up(self, rng: &mut Rng) -> bool {
        self.threshold > 0 && rng.bits() < self.threshold
    }
}

/// The greatest of the moves, of equals any with the same probability. There is at least one move.
///
/// Values are asked for again only where there are equals, which is rare once means have settled:
/// cheaper than a list of them.
#[inline]
pub(super) fn greatest<M: Copy>(moves: &[M], rng: &mut Rng, value: impl Fn(M) -> f32) -> M {
    let mut best = moves[0];
    let mut most = value(best);
    let mut equals = 1;
    for &mv in &moves[1..] {
        let value = value(mv);
        if value > most {
            (best, most, equals) = (mv, value, 1);
        } else if value == most {
            equals += 1;
        }
    }
    if equals > 1 {
        let mut skip = rng.below(equals);
        for &mv in moves {
            if value(mv) == most {
                if skip == 0 {
                    return mv;
                }
                skip -= 1;
            }
        }
    }
    best
}

/// One of the moves, each with a probability proportional to exp(value / tau). There is at least
/// one move. A move never seen, of infinite value, counts as one that always won, but no less than
/// the best of the others.
pub(super) fn gibbs<M: Copy>(moves: &[M], rng: &mut Rng, tau: f64, value: impl Fn(M) -> f32) -> M {
    let known = moves.iter().map(|&mv| value(mv)).filter(|value| value.is_finite());
    let most = known.fold(1.0, f32::max);
    let weight = |mv: M| (f64::from(value(mv).min(most) - most) / tau).exp();
    let mut left = rng.unit() * moves.iter().map(|&mv| weight(mv)).sum::<f64>();
    for &mv in moves {
        left -= weight(mv);
        if left < 0.0 {
            return mv;
        }
    }
    // Rounding left a little over.
    moves[moves.len() - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_are_equally_likely() {
        let values = [0.5, f32::INFINITY, 0.2, f32::INFINITY, f32::INFINITY];
        let mut counts = [0u32; 5];
        let mut rng = Rng::new(11);
        for _ in 0..30_000 {
            counts[greatest(&[0, 1, 2, 3, 4], &mut rng, |mv: usize| values[mv])] += 1;
        }
        assert_eq!((counts[0], counts[2]), (0, 0), "seed 11");
        assert!([1, 3, 4].iter().all(|&place| (9_700..10_300).contains(&counts[place])), "seed 11: {counts:?}");
    }

    #[test]
    fn the_gibbs_measure_weighs_values_by_the_exponential() {
        // exp(0), exp(-1), exp(-2) and, never seen, exp(0): shares 0.3995, 0.1470, 0.0541, 0.3995.
        let values = [1.0, 0.5, 0.0, f32::INFINITY];
        let mut counts = [0u32; 4];
        let mut rng = Rng::new(13);
        for _ in 0..40_000 {
            counts[gibbs(&[0, 1, 2, 3], &mut rng, 0.5, |mv: usize| values[mv])] += 1;
        }
        let shares = counts.map(|count| f64::from(count) / 40_000.0);
        for (share, expected) in shares.into_iter().zip([0.3995, 0.1470, 0.0541, 0.3995]) {
            assert!((share - expected).abs() < 0.01, "seed 13: {shares:?}");
        }
    }

    #[test]
    fn a_coin_comes_up_as_often_as_it_should() {
        let mut rng = Rng::new(12);
        for (share, low, high) in [(0.0, 0, 0), (0.1, 2_850, 3_150), (0.999, 29_940, 29_990)] {
            let coin = Coin::new(share);
            let seen = (0..30_000).filter(|_| coin.comes_up(&mut rng)).count();
            assert!((low..=high).contains(&seen), "seed 12: {seen} of 30000 with probability {share}");
        }
    }
}
