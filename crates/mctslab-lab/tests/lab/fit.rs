//! The fitted strength against players of known curves.

use mctslab_core::Rng;
use mctslab_lab::complexity::{Fit, FitPlan, FitStatus, Outcome};

/// A target against which the touchstone's score is known.
struct Synthetic {
    /// Log-odds of the score by doublings of iterations.
    odds: fn(f64, f64) -> f64,
    /// Where it crosses one half, in iterations.
    crossing: f64,
    /// The share of draws.
    draws: f64,
    /// What the first seat is worth, in log-odds.
    seat: f64,
}

fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + (-odds).exp())
}

impl Synthetic {
    /// Plays a fit against the target.
    fn fit(&self, precision: f64, max: u64, seed: u64) -> Fit {
        let mut rng = Rng::new(seed);
        let plan = FitPlan { min: 1, max, goal: 0.5, precision, games: 200_000, cycle: 2, seats: 2 };
        let mut fit = Fit::new(plan);
        while let Some((iterations, games)) = fit.next() {
            let odds = (self.odds)((iterations as f64).log2(), self.crossing.log2());
            for game in 0..games {
                let seat = (game % 2) as usize;
                let mean = logistic(odds + if seat == 1 { self.seat } else { -self.seat });
                // Draws come off wins and losses alike, as far as there are any.
                let draws = self.draws.min(2.0 * mean.min(1.0 - mean));
                let roll = rng.unit();
                let score = if roll < mean - draws / 2.0 {
                    1.0
                } else if roll < mean + draws / 2.0 {
                    0.5
                } else {
                    0.0
                };
                fit.add(&Outcome { score, seat, plies: 10 });
            }
        }
        fit
    }
}

const STRAIGHT: fn(f64, f64) -> f64 = |x, crossing| 0.6 * (x - crossing);
const FLAT_START: fn(f64, f64) -> f64 = |x, crossing| 0.6 * (x.max(3.0) - crossing);
const HALVING: fn(f64, f64) -> f64 =
    |x, crossing| if x < crossing { 0.8 * (x - crossing) } else { 0.4 * (x - crossing) };

fn coverage(target: &Synthetic, precision: f64, runs: u64) -> (f64, f64, f64) {
    let (mut covered, mut games, mut ok) = (0, 0, 0);
    for seed in 0..runs {
        let fit = target.fit(precision, 100_000, seed);
        let range = fit.range();
        covered += u64::from(range.low <= target.crossing && target.crossing <= range.high);
        ok += u64::from(fit.status() == Some(FitStatus::Ok));
        games += fit.games();
    }
    (covered as f64 / runs as f64, games as f64 / runs as f64, ok as f64 / runs as f64)
}

#[test]
#[ignore = "exploration"]
fn explore() {
    let runs = std::env::var("RUNS").ok().and_then(|r| r.parse().ok()).unwrap_or(200);
    for (name, odds) in [("flat start", FLAT_START), ("halving", HALVING)] {
        for crossing in [20.0, 300.0] {
            for (draws, seat) in [(0.0, 0.0), (0.3, 0.5)] {
                for precision in [0.1, 0.2] {
                    let target = Synthetic { odds, crossing, draws, seat };
                    let begin = std::time::Instant::now();
                    let (covered, games, ok) = coverage(&target, precision, runs);
                    println!(
                        "{name} {crossing} draws {draws} ±{precision}: covered {covered:.3}, {games:.0} games, ok {ok:.3}, {:?}",
                        begin.elapsed()
                    );
                }
            }
        }
    }
}

#[test]
#[ignore = "exploration"]
fn trace() {
    let target = Synthetic { odds: STRAIGHT, crossing: 50.0, draws: 0.0, seat: 0.0 };
    let begin = std::time::Instant::now();
    let fit = target.fit(0.1, 100_000, 1);
    for step in fit.path() {
        println!("{step:?}");
    }
    println!("{:?} {:?}", fit.status(), begin.elapsed());
}
