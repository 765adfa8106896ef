//! The numbers that Govani's player compares, exactly and nearly.
//!
//! The root of a quotient for every child is what a choice by upper bounds takes longest for. A
//! product of tabled numbers is the same but for rounding, so that the choice is made by these, and
//! by the exact numbers only if two children are closer than rounding can tell.

/// Keeps divisions by no visits finite, and breaks ties.
pub(super) const BUFFER: f64 = 1e-6;

/// Of two numbers that are further apart than this, one exact and one near or both near, the
/// greater is the greater in exact numbers too: rewards are at most 100 and explorations at most
/// 10,000, so that rounding changes them by less than a hundredth of this.
pub(super) const CLEAR: f64 = 1e-9;

/// Numbers of visits that are tabled.
const TABLED: u64 = 1 << 14;

/// What a reward sum is worth after so many visits.
#[inline]
pub(super) fn estimate(sum: f64, visits: u32) -> f64 {
    sum / (f64::from(visits) + BUFFER)
}

/// What the root adds to that, so that rare moves are tried too; `log` is ln(N + 1).
#[inline]
pub(super) fn exploration(log: f64, visits: u32) -> f64 {
    2.0 * (log / (f64::from(visits) + BUFFER)).sqrt()
}

/// What follows from a number of visits.
#[derive(Clone, Copy)]
pub(super) struct Count {
    /// ln(N + 1), from `libm`, so that it is the same on every machine.
    pub(super) log: f64,
    /// Twice the root of that.
    urge: f64,
    /// 1/(n + 1e-6).
    inverse: f64,
    /// The root of that.
    rarity: f64,
}

impl Count {
    fn new(visits: u32) -> Count {
        let log = libm::log(f64::from(visits) + 1.0);
        let inverse = 1.0 / (f64::from(visits) + BUFFER);
        Count { log, urge: 2.0 * log.sqrt(), inverse, rarity: inverse.sqrt() }
    }

    /// Nearly the estimate and the exploration of a child together, this being its visits.
    #[inline]
    pub(super) fn near_bound(&self, sum: f64, parent: &Count) -> f64 {
        sum * self.inverse + parent.urge * self.rarity
    }
}

/// A table of counts.
pub(super) struct Counts(Vec<Count>);

impl Counts {
    /// For searches of so many iterations.
    pub(super) fn up_to(iterations: u64) -> Counts {
        Counts((0..=iterations.min(TABLED) as u32).map(Count::new).collect())
    }

    /// What follows from that many visits.
    #[inline]
    pub(super) fn of(&self, visits: u32) -> Count {
        self.0.get(visits as usize).copied().unwrap_or_else(|| Count::new(visits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_gives_the_values_worked_out_by_hand() {
        // 216.5 of 483 visits, 2000 iterations: 0.44824 + 2 sqrt(7.60140 / 483) = 0.44824 +
        // 0.25090.
        assert!((estimate(216.5, 483) - 0.448_240).abs() < 1e-6);
        assert!((exploration(libm::log(2001.0), 483) - 0.250_902).abs() < 1e-6);
        // Without visits of the parent nothing is explored; without own ones, first of all.
        assert_eq!(exploration(libm::log(1.0), 0), 0.0);
        assert!(exploration(libm::log(2.0), 0) > 1000.0);
    }

    #[test]
    fn near_bounds_are_near() {
        let counts = Counts::up_to(1000);
        let numbers = [0, 1, 2, 3, 7, 50, 483, 1000, 1001, 20_000, 1_000_003, u32::MAX];
        for parent in numbers {
            for visits in numbers.into_iter().filter(|&visits| visits <= parent) {
                for mean in [-100.0, -0.3, 0.0, 1e-7, 0.5, 0.9, 1.0, 15.0, 100.0] {
                    let sum = mean * f64::from(visits);
                    let exact = estimate(sum, visits) + exploration(counts.of(parent).log, visits);
                    let near = counts.of(visits).near_bound(sum, &counts.of(parent));
                    assert!((near - exact).abs() < CLEAR / 100.0, "{sum} of {visits}, {parent}: {near} for {exact}");
                }
            }
        }
    }
}
