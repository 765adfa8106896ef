//! The paper's bisection, step by step and against players of known curves.

use mctslab_core::Rng;
use mctslab_stats::mean_and_error;
use mctslab_studies::{Bisection, BisectionBounds, BisectionPlan, Criterion, Outcome, Purpose, Trial};

const SCORE: Criterion = Criterion::Score { theta: 0.01, normalised: false };

fn plan(criterion: Criterion, bounds: BisectionBounds, games: u64, trials: u64) -> BisectionPlan {
    BisectionPlan { criterion, second: None, bounds, games, trials, width: 1, seed: 1 }
}

/// Plays a bisection in which the touchstone wins each game with a probability that its iterations
/// decide.
fn play(plan: BisectionPlan, wins: impl Fn(u64) -> f64, seed: u64) -> Bisection {
    let mut rng = Rng::new(seed);
    let mut bisection = Bisection::new(plan);
    while let Some((iterations, games)) = bisection.next_batch() {
        for game in 0..games {
            let score = f64::from(u8::from(rng.unit() < wins(iterations)));
            bisection.add(&Outcome { score, seat: (game % 2) as usize, plies: 1 });
        }
    }
    bisection
}

fn logistic(iterations: u64, crossing: f64) -> f64 {
    1.0 / (1.0 + (-0.57 * (iterations as f64 / crossing).log2()).exp())
}

#[test]
fn halves_the_interval_as_algorithm_1_does() {
    // Wins from 37 iterations on, always: no match is level.
    let plan =
        plan(Criterion::Score { theta: 0.0, normalised: false }, BisectionBounds::Given { min: 1, max: 100 }, 10, 1);
    let bisection = play(plan, |iterations| f64::from(u8::from(iterations >= 37)), 1);
    let tried: Vec<u64> = bisection.evaluations().iter().map(|one| one.iterations).collect();
    assert_eq!(tried, [50, 25, 37, 31, 34, 35, 36]);
    let trial = bisection.trials()[0];
    assert_eq!((trial.lower, trial.upper, trial.estimate), (36, 37, 36));
}

#[test]
fn finds_bounds_as_algorithm_3_does() {
    let searched = BisectionBounds::Searched { repeats: 10, games: 10, most: 100_000 };
    let bisection = play(plan(SCORE, searched, 10, 1), |iterations| f64::from(u8::from(iterations >= 350)), 1);
    assert_eq!(bisection.bounds().len(), 10);
    for &(lower, upper) in bisection.bounds() {
        // 100, then twice and up to a tenth more, until 350 are reached; the lower one up to a
        // tenth below the last that failed.
        assert!((400..=441).contains(&upper), "{upper}");
        assert!((180..=210).contains(&lower), "{lower}");
    }
    let weak = play(plan(SCORE, searched, 10, 1), |_| 1.0, 1);
    assert!(weak.bounds().iter().all(|&bounds| bounds == (1, 100)));
    let hopeless = play(plan(SCORE, searched, 10, 1), |_| 0.0, 1);
    assert!(hopeless.out_of_range() && hopeless.is_over() && hopeless.trials().is_empty());
}

#[test]
fn thresholds_are_shares_of_the_range_or_of_the_games() {
    let given = BisectionBounds::Given { min: 1, max: 2501 };
    // 510 of 1,000 wins differ by 20 from the losses: within 25 (a hundredth of the range), not
    // within 10 (of the games).
    let wins = |normalised: bool| {
        let mut bisection = Bisection::new(plan(Criterion::Score { theta: 0.01, normalised }, given, 1000, 1));
        bisection.next_batch();
        for game in 0..1000 {
            bisection.add(&Outcome { score: f64::from(u8::from(game < 510)), seat: 0, plies: 1 });
        }
        bisection.next_batch().is_none()
    };
    assert!(wins(false), "literal: level");
    assert!(!wins(true), "normalised: not level");
}

#[test]
fn both_criteria_come_near_a_known_strength() {
    for criterion in [SCORE, Criterion::TrueSkill { theta: 0.975 }] {
        let searched = BisectionBounds::Searched { repeats: 10, games: 100, most: 100_000 };
        let bisection = play(plan(criterion, searched, 1000, 10), |iterations| logistic(iterations, 500.0), 7);
        let estimates: Vec<f64> = bisection.trials().iter().map(|trial| trial.estimate as f64).collect();
        let (mean, error) = mean_and_error(&estimates);
        assert_eq!(estimates.len(), 10);
        assert!((mean - 500.0).abs() < 75.0, "{criterion:?}: {mean} ± {error:?}");
    }
}

/// How often the final interval misses the truth is why the interval of the fit is needed.
#[test]
fn the_final_interval_often_misses_the_truth() {
    let searched = BisectionBounds::Searched { repeats: 10, games: 100, most: 100_000 };
    let mut missed = 0;
    for seed in 0..10 {
        let bisection = play(plan(SCORE, searched, 1000, 10), |iterations| logistic(iterations, 500.0), seed);
        missed += Trial::misses(bisection.trials(), 500);
    }
    println!("missed in {missed} of 100 trials");
    assert!(missed >= 30, "{missed} of 100 trials");
}

#[test]
fn a_second_criterion_has_the_matches_of_the_first() {
    let (given, quality) = (BisectionBounds::Given { min: 1, max: 2500 }, Criterion::TrueSkill { theta: 0.975 });
    let curve = |iterations| logistic(iterations, 300.0);
    let mut shared = 0;
    for seed in 0..20 {
        let first = play(plan(SCORE, given, 1000, 3), curve, seed);
        let both = play(BisectionPlan { second: Some(quality), ..plan(SCORE, given, 1000, 3) }, curve, seed);
        // The first criterion finds what it finds alone, and plays its matches first.
        assert_eq!(both.trials(), first.trials());
        assert_eq!(&both.evaluations()[..first.evaluations().len()], first.evaluations());
        assert!(both.is_over() && both.second_trials().len() == 3 && both.share() == 1.0);
        let added = &both.evaluations()[first.evaluations().len()..];
        assert!(added.iter().all(|one| one.purpose == Purpose::SecondTrial));
        for (trial, ended) in (1..).zip(both.second_trials()) {
            // Algorithm 1 by hand, on the matches of this trial.
            let (mut lower, mut upper) = (1, 2500);
            let mut steps = 0;
            let estimate = loop {
                let iterations = u64::midpoint(lower, upper);
                if upper - lower <= 1 {
                    break iterations;
                }
                let mut played =
                    both.evaluations().iter().filter(|one| (one.trial, one.iterations) == (trial, iterations));
                let one = played.next().expect("every step has a match");
                assert!(played.next().is_none(), "no match is played twice");
                steps += 1;
                match one.lead {
                    _ if one.quality >= 0.975 => break iterations,
                    0.0 => break iterations,
                    0.0.. => upper = iterations,
                    _ => lower = iterations,
                }
            };
            assert_eq!(*ended, Trial { lower, upper, estimate }, "seed {seed}, trial {trial}");
            shared += steps - added.iter().filter(|one| one.trial == trial).count();
        }
    }
    assert!(shared > 100, "only {shared} matches served both criteria");
}
