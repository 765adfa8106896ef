//! The share of intervals of single games that contain the truth, by simulation: more games than
//! can be enumerated, and payoffs other than those of win, draw and loss.

use mctslab_stats::Scores;

use crate::random::{Extremes, Random};

const SEED: u64 = 20_240_601;

/// The share of `runs` matches whose interval contains the true mean.
fn coverage(random: &mut Random, runs: usize, games: usize, win: f64, draw: f64) -> f64 {
    let mut held = 0;
    for _ in 0..runs {
        let mut scores = Scores::default();
        for _ in 0..games {
            scores.add(random.payoff(win, draw));
        }
        held += usize::from(scores.interval().contains(win + draw / 2.0));
    }
    held as f64 / runs as f64
}

/// Simulates a grid and checks the law in every cell.
fn grid(runs: usize, sizes: &[usize], draws: &[f64], shares: &[f64]) {
    let mut random = Random::new(SEED);
    let (mut ample, mut scarce) = (Extremes::new(), Extremes::new());
    for &games in sizes {
        for &draw in draws {
            for &share in shares {
                let (win, loss) = (share * (1.0 - draw), (1.0 - share) * (1.0 - draw));
                let held = coverage(&mut random, runs, games, win, draw);
                let cell = format!("{games} games, {share} of decided ones won, {draw} drawn");
                let many = games >= 100 && games as f64 * win.min(loss) > 10.0 - 1e-9;
                if many { &mut ample } else { &mut scarce }.add(held, &cell);
            }
        }
    }
    println!("ample {ample:?}\nscarce {scarce:?}");
    assert!(ample.cells > 0 && ample.least.0 >= 0.93 && ample.greatest.0 <= 0.97, "seed {SEED}: {ample:?}");
    assert!(scarce.least.0 >= 0.92, "seed {SEED}: {scarce:?}");
}

#[test]
fn some_cells() {
    grid(2000, &[10, 100, 1000], &[0.0, 0.5, 0.9], &[0.02, 0.2, 0.5, 0.7]);
}

#[test]
#[ignore = "about a minute: the whole grid, 10,000 runs a cell"]
fn all_cells() {
    let shares = [0.005, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 0.99];
    grid(10_000, &[5, 20, 50, 100, 300, 1000, 3000], &[0.0, 0.1, 0.3, 0.5, 0.8, 0.95, 0.99], &shares);
}

#[test]
fn payoffs_of_three_seats() {
    // First place 1, a shared one 1/2, second 0.4, third 0: any payoffs in [0, 1] are allowed.
    let mut random = Random::new(SEED);
    let (runs, mut held) = (2000, 0);
    for _ in 0..runs {
        let mut scores = Scores::default();
        for _ in 0..150 {
            let u = random.unit();
            scores.add(if u < 0.3 {
                1.0
            } else if u < 0.4 {
                0.5
            } else if u < 0.7 {
                0.4
            } else {
                0.0
            });
        }
        held += usize::from(scores.interval().contains(0.3 + 0.05 + 0.12));
    }
    let share = f64::from(held as u32) / f64::from(runs);
    assert!((0.93..=0.97).contains(&share), "seed {SEED}: {share}");
}
