//! Random results with fixed seeds.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A stream of random numbers.
pub(crate) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number from 0 to below 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The payoff of a game that is won and drawn with these probabilities.
    pub(crate) fn payoff(&mut self, win: f64, draw: f64) -> f64 {
        let u = self.unit();
        if u < win {
            1.0
        } else if u < win + draw {
            0.5
        } else {
            0.0
        }
    }
}

/// The least and greatest of many shares, and the cells they came from.
#[derive(Debug)]
pub(crate) struct Extremes {
    pub(crate) least: (f64, String),
    pub(crate) greatest: (f64, String),
    pub(crate) cells: usize,
}

impl Extremes {
    pub(crate) fn new() -> Extremes {
        Extremes { least: (1.0, String::new()), greatest: (0.0, String::new()), cells: 0 }
    }

    pub(crate) fn add(&mut self, share: f64, cell: &str) {
        self.cells += 1;
        if share < self.least.0 {
            self.least = (share, cell.to_string());
        }
        if share > self.greatest.0 {
            self.greatest = (share, cell.to_string());
        }
    }
}
