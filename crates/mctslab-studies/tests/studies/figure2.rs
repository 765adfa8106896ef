//! Figure 2 of Lanzi, "Evaluating the Complexity of Players' Strategies using MCTS Iterations"
//! (2019), cell by cell: the score difference and the TrueSkill match quality after 1,000 games,
//! over the probabilities of a tie and of a win.

use mctslab_core::Rng;
use mctslab_studies::{Bisection, BisectionBounds, BisectionPlan, Criterion, Outcome};

/// Part (b): rows by the probability of a win, columns by that of a tie, both from 0 to 1. NAN: not
/// legible.
#[expect(clippy::approx_constant, reason = "0.318 is a published quality, and not 1/π")]
const QUALITY: [[f64; 11]; 11] = [
    [0.001, 0.325, f64::NAN, 0.682, 0.774, 0.843, 0.903, 0.947, 0.968, 0.982, 0.986],
    [0.409, 0.572, 0.678, 0.768, 0.848, 0.895, 0.930, 0.956, 0.974, 0.984, 0.986],
    [f64::NAN, 0.746, 0.819, 0.873, 0.902, 0.940, 0.958, 0.968, 0.980, 0.984, 0.986],
    [0.823, 0.880, 0.910, 0.932, 0.951, 0.954, 0.971, 0.979, 0.982, 0.985, 0.986],
    [0.935, 0.948, 0.964, 0.968, 0.973, 0.975, 0.981, 0.982, 0.984, 0.985, 0.986],
    [0.973, 0.976, 0.977, 0.978, 0.980, 0.981, 0.982, 0.984, 0.984, 0.985, 0.986],
    [0.932, 0.954, 0.957, 0.963, 0.974, 0.976, 0.977, 0.983, 0.985, 0.985, 0.986],
    [0.836, 0.884, 0.903, 0.914, 0.948, 0.953, 0.968, 0.979, 0.981, 0.985, 0.986],
    [0.663, 0.735, 0.821, 0.873, 0.907, 0.940, 0.955, 0.967, 0.979, 0.984, 0.986],
    [0.380, 0.570, 0.704, 0.746, 0.839, 0.893, 0.937, 0.953, 0.972, 0.982, 0.986],
    [0.001, 0.318, f64::NAN, 0.669, 0.754, 0.845, 0.904, 0.939, 0.966, 0.982, 0.986],
];
/// Part (a), the rows for which all cells are legible: by the probability of a win, columns by that
/// of a tie.
const DIFFERENCE: [(f64, [f64; 11]); 3] = [
    (0.3, [0.40, 0.35, 0.33, 0.28, 0.24, 0.20, 0.16, 0.12, 0.08, 0.04, 0.00]),
    (0.4, [0.19, 0.18, 0.17, 0.14, 0.12, 0.10, 0.08, 0.06, 0.04, 0.02, 0.00]),
    (0.5, [0.03, 0.03, 0.02, 0.02, 0.02, 0.02, 0.01, 0.01, 0.01, 0.01, 0.00]),
];
const SEEDS: u64 = 100;

/// Mean difference of wins and mean quality of matches of 1,000 games.
fn cell(win: f64, tie: f64) -> (f64, f64) {
    let (mut difference, mut quality) = (0.0, 0.0);
    for seed in 0..SEEDS {
        let mut rng = Rng::new(mctslab_core::rng::mix(&[seed, (win * 100.0) as u64, (tie * 100.0) as u64]));
        let criterion = Criterion::TrueSkill { theta: 0.0 };
        let bounds = BisectionBounds::Given { min: 1, max: 100 };
        let plan = BisectionPlan { criterion, second: None, bounds, games: 1000, trials: 1, width: 1, seed };
        let mut bisection = Bisection::new(plan);
        bisection.next_batch();
        for game in 0..1000 {
            let score = if rng.unit() < tie { 0.5 } else { f64::from(u8::from(rng.unit() < win)) };
            bisection.add(&Outcome { score, seat: game % 2, plies: 1 });
        }
        bisection.next_batch();
        let one = bisection.evaluations()[0];
        difference += one.count.wins.abs_diff(one.count.losses) as f64 / 1000.0;
        quality += one.quality;
    }
    (difference / SEEDS as f64, quality / SEEDS as f64)
}

#[test]
fn match_quality_is_the_published_one() {
    let mut off = 0;
    for (row, published) in QUALITY.iter().enumerate() {
        let win = row as f64 / 10.0;
        for (column, &published) in published.iter().enumerate().filter(|(_, published)| !published.is_nan()) {
            let (_, quality) = cell(win, column as f64 / 10.0);
            // A win of one is a loss of the other, so that rows mirror each other but for the
            // figure's own noise.
            let mirrored = QUALITY[10 - row][column];
            let near = |cell: f64| (quality - cell).abs() <= if cell < 0.7 { 0.05 } else { 0.02 };
            let text = format!("win {win}, tie 0.{column}: {quality:.3}, published {published} and {mirrored}");
            assert!(near(published) || near(mirrored), "{text}");
            if !near(published) {
                println!("{text}");
                off += 1;
            }
        }
    }
    assert!(off <= 2, "{off} cells are near their mirror image alone");
}

#[test]
fn score_difference_is_the_published_one() {
    for (win, row) in DIFFERENCE {
        for (column, published) in row.into_iter().enumerate() {
            let (difference, _) = cell(win, column as f64 / 10.0);
            assert!(
                (difference - published).abs() <= 0.02,
                "win {win}, tie 0.{column}: {difference:.3}, published {published}"
            );
        }
    }
    // The other rows have an expectation of their own: (1 - t)|2p - 1|.
    for win in [0.0, 0.1, 0.2, 0.8, 0.9, 1.0] {
        let (difference, _) = cell(win, 0.4);
        assert!((difference - 0.6 * (2.0 * win - 1.0).abs()).abs() < 0.02, "win {win}: {difference:.3}");
    }
}
