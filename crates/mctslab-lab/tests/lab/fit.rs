//! The fitted strength against players of known curves.

use mctslab_core::Rng;
use mctslab_lab::complexity::{Fit, FitPlan, FitStatus, Goodness, Outcome};

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
        while let Some((iterations, games)) = fit.next_batch() {
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

/// Four targets of each shape: weak and strong, with and without draws and a better seat.
fn targets(odds: fn(f64, f64) -> f64) -> [Synthetic; 4] {
    [(50.0, 0.0, 0.0), (50.0, 0.3, 0.5), (1000.0, 0.0, 0.0), (1000.0, 0.3, 0.5)]
        .map(|(crossing, draws, seat)| Synthetic { odds, crossing, draws, seat })
}

/// The share of so many runs whose range holds the true crossing.
fn coverage(odds: fn(f64, f64) -> f64, precision: f64, runs: u64) -> f64 {
    let targets = targets(odds);
    let covered = (0..runs).filter(|&seed| {
        let target = &targets[(seed % 4) as usize];
        let fit = target.fit(precision, 100_000, seed);
        assert_eq!(fit.status(), Some(FitStatus::Ok), "seed {seed}");
        let range = fit.range();
        range.low <= target.crossing && target.crossing <= range.high
    });
    covered.count() as f64 / runs as f64
}

#[test]
fn ranges_hold_the_truth() {
    for (name, odds) in [("logistic", STRAIGHT), ("flat below 8", FLAT_START), ("slope halves", HALVING)] {
        let share = coverage(odds, 0.2, 80);
        assert!(share >= 0.875, "{name}: {share} of 80 runs");
    }
}

#[test]
#[ignore = "minutes: 2,000 runs of each shape"]
fn ranges_hold_the_truth_as_often_as_they_say() {
    for (name, odds) in [("logistic", STRAIGHT), ("flat below 8", FLAT_START), ("slope halves", HALVING)] {
        let share = coverage(odds, 0.1, 2000);
        println!("{name}: {share}");
        assert!((0.93..=0.97).contains(&share), "{name}: {share} of 2,000 runs");
    }
}

/// Games that no method can do without: the variance of a game over the squared slope of the score and standard error.
#[test]
fn few_games_are_spent() {
    let mut ratios = Vec::new();
    for (place, target) in targets(STRAIGHT).iter().enumerate() {
        for seed in 0..10 {
            let fit = target.fit(0.05, 100_000, 100 * place as u64 + seed);
            let range = fit.range();
            let error = (range.high / range.low).log2() / (2.0 * 1.96);
            let (slope, draws) = (0.25 * 0.6, target.draws);
            let bound = (0.25 - draws / 4.0) / (slope * error).powi(2);
            ratios.push(fit.games() as f64 / bound);
        }
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    println!("games over the bound: {mean:.2}");
    assert!(mean < 1.5, "{mean} times the bound");
}

#[test]
fn a_random_player_is_as_strong_as_the_whole_flat_stretch() {
    let random = Synthetic { odds: |x, _| 0.7 * (x - 3.0).max(0.0), crossing: 1.0, draws: 0.0, seat: 0.3 };
    for seed in 0..5 {
        let fit = random.fit(0.1, 100_000, seed);
        let range = fit.range();
        assert_eq!(fit.status(), Some(FitStatus::Ok), "seed {seed}");
        assert_eq!((fit.estimate(), range.low), (1.0, 1.0), "seed {seed}: the lower end");
        assert!(range.high > 5.0 && range.high < 11.0, "seed {seed}: {range:?}");
    }
}

#[test]
fn edges_are_told_and_never_searched_for_ever() {
    let weak = Synthetic { odds: |_, _| 2.0, crossing: 1.0, draws: 0.0, seat: 0.0 };
    let strong = Synthetic { odds: |_, _| -2.0, crossing: 1.0, draws: 0.0, seat: 0.0 };
    let drawn = Synthetic { odds: |_, _| 0.0, crossing: 1.0, draws: 1.0, seat: 0.0 };
    let hopeless = Synthetic { odds: |_, _| -50.0, crossing: 1.0, draws: 0.0, seat: 0.0 };
    let perfect = Synthetic { odds: |x, _| (0.8 * (x - 6.0)).min(0.0), crossing: 64.0, draws: 0.8, seat: 0.0 };
    for (target, status) in [
        (weak, FitStatus::BelowRange),
        (strong, FitStatus::AboveRange),
        (hopeless, FitStatus::AboveRange),
        (drawn, FitStatus::NoCrossing),
        (perfect, FitStatus::NoCrossing),
    ] {
        let fit = target.fit(0.1, 5000, 3);
        assert_eq!(fit.status(), Some(status));
        assert!(fit.games() < 20_000, "{status:?}: {} games", fit.games());
        assert!(fit.estimate().is_finite() && fit.range().low.is_finite() && fit.range().high.is_finite());
    }
}

#[test]
fn a_curve_that_falls_is_said_to_fall() {
    let rising = Synthetic { odds: STRAIGHT, crossing: 50.0, draws: 0.0, seat: 0.0 };
    assert_eq!(Goodness::of(&rising.fit(0.1, 100_000, 1)).fall, None);
    assert!(Goodness::of(&rising.fit(0.1, 100_000, 1)).p.is_some_and(|p| p > 0.001));
    // Better with few iterations than with many: seen as far as the search looks.
    let falling = Synthetic {
        odds: |x, _| if (3.0..4.5).contains(&x) { 1.0 } else { -1.0 },
        crossing: 8.0,
        draws: 0.0,
        seat: 0.0,
    };
    let falls = (0..10).filter(|&seed| Goodness::of(&falling.fit(0.1, 1000, seed)).fall.is_some()).count();
    assert!(falls >= 5, "{falls} of 10");
}

#[test]
fn the_same_games_lead_to_the_same_decisions() {
    let target = Synthetic { odds: STRAIGHT, crossing: 200.0, draws: 0.1, seat: 0.2 };
    let (one, other) = (target.fit(0.2, 10_000, 9), target.fit(0.2, 10_000, 9));
    assert_eq!(one.path(), other.path());
    assert_ne!(one.path(), target.fit(0.2, 10_000, 10).path());
}
