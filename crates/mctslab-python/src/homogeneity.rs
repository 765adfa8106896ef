//! Do the results of all workers agree? A game is a pure function of its number, so the results of a worker may differ from those of the others
//! by chance alone: by which games it happened to be given.
//!
//! Games of the same agents in the same seats of one run are a stratum. Of the games of a stratum, those of one worker are a sample
//! without replacement; so the sum of what they paid the first seat has the mean and the variance of such a sample. Summed over the
//! strata, the difference by its standard deviation is nearly normal (the test of Mantel and Haenszel, 1959, for payoffs). The
//! probability of a difference at least as large is multiplied by the number of workers that are looked at.

use std::collections::HashMap;

use mctslab_lab::arena::{Record, Seats};
use mctslab_stats::normal;

/// A worker is reported if chance would bring so large a difference less often than this.
const LEVEL: f64 = 1e-6;
/// Of fewer games than this nothing is said.
const FEWEST: f64 = 30.0;

#[derive(Clone, Copy, Default)]
struct Sums {
    games: f64,
    paid: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, payoff: f64) {
        self.games += 1.0;
        self.paid += payoff;
        self.squares += payoff * payoff;
    }

    fn without(self, other: &Sums) -> Sums {
        Sums { games: self.games - other.games, paid: self.paid - other.paid, squares: self.squares - other.squares }
    }
}

/// How a worker compares with the others.
struct Judged {
    /// How many standard deviations it is from what was expected.
    deviations: f64,
    games: f64,
    /// What its games paid beyond that, each.
    more: f64,
}

/// What workers reported, as far as it is compared.
#[derive(Default)]
pub(crate) struct Homogeneity {
    strata: HashMap<(usize, Seats), (Sums, HashMap<u32, Sums>)>,
    names: Vec<String>,
}

impl Homogeneity {
    /// Takes a game of a run that a worker played.
    pub(crate) fn add(&mut self, worker: &str, run: usize, record: &Record) {
        let number = self.names.iter().position(|name| name == worker).unwrap_or_else(|| {
            self.names.push(worker.to_string());
            self.names.len() - 1
        });
        let Some(&payoff) = record.payoffs.as_slice().first() else { return };
        let (all, by_worker) = self.strata.entry((run, record.seats)).or_default();
        all.add(payoff);
        by_worker.entry(number as u32).or_default().add(payoff);
    }

    /// The workers whose results differ from those of the others beyond chance, in words. One that differs changes what the others
    /// are compared with, so the one that differs most is taken out before the rest are looked at again.
    pub(crate) fn report(&self) -> Vec<String> {
        let (mut strange, mut reports) = (Vec::new(), Vec::new());
        loop {
            let left = (0..self.names.len() as u32).filter(|worker| !strange.contains(worker));
            let judged = left.filter_map(|worker| Some((worker, self.judge(worker, &strange)?)));
            let Some((worker, found)) = judged.max_by(|a, b| a.1.deviations.total_cmp(&b.1.deviations)) else { break };
            let p = 2.0 * (1.0 - normal::cumulative(found.deviations)) * self.names.len() as f64;
            if p >= LEVEL {
                break;
            }
            reports.push(format!(
                "the results of worker `{}` differ from those of the other workers beyond chance: in {} games the first seat was \
                 paid {:+.4} more than expected (p = {p:.1e}); look at its machine, and play its games again",
                self.names[worker as usize], found.games, found.more
            ));
            strange.push(worker);
        }
        reports
    }

    /// How a worker compares with those that are not strange; `None` if there is too little to say.
    fn judge(&self, worker: u32, strange: &[u32]) -> Option<Judged> {
        let (difference, variance, games) = self.difference(worker, strange);
        let enough = games >= FEWEST && variance > 0.0;
        enough.then(|| Judged { deviations: difference.abs() / variance.sqrt(), games, more: difference / games })
    }

    /// What a worker's games paid beyond what was expected, its variance, and their number.
    fn difference(&self, worker: u32, strange: &[u32]) -> (f64, f64, f64) {
        let (mut difference, mut variance, mut games) = (0.0, 0.0, 0.0);
        for (all, by_worker) in self.strata.values() {
            let Some(own) = by_worker.get(&worker) else { continue };
            let all = strange.iter().filter_map(|one| by_worker.get(one)).fold(*all, Sums::without);
            if all.games < 2.0 {
                continue;
            }
            let mean = all.paid / all.games;
            let spread = (all.squares / all.games - mean * mean).max(0.0) * all.games / (all.games - 1.0);
            difference += own.paid - own.games * mean;
            variance += spread * own.games * (all.games - own.games) / all.games;
            games += own.games;
        }
        (difference, variance, games)
    }
}
