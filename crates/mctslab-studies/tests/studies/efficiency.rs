//! What both methods cost for the same standard error, against players whose curves are known:
//! those that were measured in Connect Four around 500 and 1,000 iterations.

use mctslab_core::Rng;
use mctslab_stats::mean_and_error;
use mctslab_studies::{Bisection, BisectionBounds, BisectionPlan, Criterion, Fit, Outcome, Trial};

use crate::curves::plan;

/// Log-odds of the score for each doubling of iterations.
const SLOPE: f64 = 0.53;

fn wins(iterations: u64, crossing: f64, rng: &mut Rng) -> f64 {
    let odds = SLOPE * (iterations as f64 / crossing).log2();
    f64::from(u8::from(rng.unit() < 1.0 / (1.0 + (-odds).exp())))
}

/// Estimate, games and iterations of ten trials of the published procedure, and how many of them
/// missed the truth.
fn bisection(crossing: f64, seed: u64) -> (f64, f64, f64, usize) {
    let plan = BisectionPlan {
        criterion: Criterion::Score { theta: 0.01, normalised: false },
        second: None,
        bounds: BisectionBounds::Searched { repeats: 10, games: 100, most: 100_000 },
        games: 1000,
        trials: 10,
        width: 1,
        seed,
    };
    let (mut method, mut rng) = (Bisection::new(plan), Rng::new(seed));
    let (mut games, mut iterations) = (0.0, 0.0);
    while let Some((level, batch)) = method.next_batch() {
        games += batch as f64;
        iterations += (batch * level) as f64;
        for game in 0..batch {
            let score = wins(level, crossing, &mut rng);
            method.add(&Outcome { score, seat: (game % 2) as usize, plies: 1 });
        }
    }
    let estimates: Vec<f64> = method.trials().iter().map(|trial| trial.estimate as f64).collect();
    (mean_and_error(&estimates).0, games, iterations, Trial::misses(method.trials(), crossing as u64))
}

/// Estimate, games and iterations of a fit.
fn fit(crossing: f64, precision: f64, seed: u64) -> (f64, f64, f64) {
    let (mut method, mut rng) = (Fit::new(plan(precision, 100_000, 1_000_000)), Rng::new(seed));
    let mut iterations = 0.0;
    while let Some((level, batch)) = method.next_batch() {
        iterations += (batch * level) as f64;
        for game in 0..batch {
            let score = wins(level, crossing, &mut rng);
            method.add(&Outcome { score, seat: (game % 2) as usize, plies: 1 });
        }
    }
    (method.estimate(), method.games() as f64, iterations)
}

/// The root of the mean squared error relative to the truth.
fn error(estimates: impl Iterator<Item = f64>, crossing: f64) -> f64 {
    let squares: Vec<f64> = estimates.map(|estimate| (estimate / crossing).log2().powi(2)).collect();
    (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
}

#[test]
#[ignore = "minutes: hundreds of studies by either method"]
fn the_fit_needs_less_than_bisection_for_the_same_error() {
    for crossing in [500.0, 1000.0] {
        let runs: Vec<_> = (0..200).map(|seed| bisection(crossing, seed)).collect();
        let reached = error(runs.iter().map(|run| run.0), crossing);
        let mean = |pick: fn(&(f64, f64, f64, usize)) -> f64| runs.iter().map(pick).sum::<f64>() / runs.len() as f64;
        let (games, iterations, missed) = (mean(|run| run.1), mean(|run| run.2), mean(|run| run.3 as f64));
        // A range of ±p is 1.96 standard errors to either side.
        let precision = 1.96 * reached * std::f64::consts::LN_2;
        let fits: Vec<_> = (0..60).map(|seed| fit(crossing, precision, 1000 + seed)).collect();
        let own = error(fits.iter().map(|run| run.0), crossing);
        let share = |pick: fn(&(f64, f64, f64)) -> f64| fits.iter().map(pick).sum::<f64>() / fits.len() as f64;
        let (fit_games, fit_iterations) = (share(|run| run.1), share(|run| run.2));
        // Had the fit hit the error exactly, its cost would have been this.
        let scale = (own / reached).powi(2);
        let bound = 0.25 / (SLOPE / 4.0 * own).powi(2);
        println!(
            "{crossing}: bisection {reached:.4} doublings, {games:.0} games, {iterations:.3e} iterations, {missed:.1} of 10 missed; \
             fit ±{precision:.3} {own:.4}, {fit_games:.0} games ({:.2}), {fit_iterations:.3e} iterations ({:.2}), \
             {:.2} times the bound",
            scale * fit_games / games,
            scale * fit_iterations / iterations,
            fit_games / bound,
        );
        assert!(scale * fit_games / games < 0.5 && scale * fit_iterations / iterations < 0.6);
        // The error of sixty runs is known to a tenth.
        assert!(fit_games / bound < 1.5, "{}", fit_games / bound);
        assert!(missed >= 5.0);
    }
}
