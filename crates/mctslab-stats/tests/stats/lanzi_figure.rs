//! Figure 2b of Lanzi, "Evaluating the Complexity of Players' Strategies using MCTS Iterations"
//! (2019): the quality of a match of 1,000 games, by the share of ties and the share of wins among
//! the other games.

use mctslab_stats::trueskill::{Constants, TrueSkill};

use crate::random::Random;

const SEED: u64 = 1000;

/// Matches per cell. Means of 24 may still be wrong by up to 0.037 by chance; those of 1,000 by no
/// more than 0.02, and by no more than 0.014 from a quality of 0.7 on.
const MATCHES: u64 = 200;

/// Rows: wins 0, 0.1 to 0.5; columns: ties 0, 0.1 to 1. Two cells cannot be read in the stored
/// text.
const FIGURE: [[Option<f64>; 11]; 6] = [
    row([0.001, 0.325, -1.0, 0.682, 0.774, 0.843, 0.903, 0.947, 0.968, 0.982, 0.986]),
    row([0.409, 0.572, 0.678, 0.768, 0.848, 0.895, 0.930, 0.956, 0.974, 0.984, 0.986]),
    row([-1.0, 0.746, 0.819, 0.873, 0.902, 0.940, 0.958, 0.968, 0.980, 0.984, 0.986]),
    row([0.823, 0.880, 0.910, 0.932, 0.951, 0.954, 0.971, 0.979, 0.982, 0.985, 0.986]),
    row([0.935, 0.948, 0.964, 0.968, 0.973, 0.975, 0.981, 0.982, 0.984, 0.985, 0.986]),
    row([0.973, 0.976, 0.977, 0.978, 0.980, 0.981, 0.982, 0.984, 0.984, 0.985, 0.986]),
];

const fn row(cells: [f64; 11]) -> [Option<f64>; 11] {
    let mut known = [None; 11];
    let mut place = 0;
    while place < 11 {
        if cells[place] >= 0.0 {
            known[place] = Some(cells[place]);
        }
        place += 1;
    }
    known
}

/// The mean quality after 1,000 games, over `seeds` matches.
fn quality(skill: &TrueSkill, win: f64, tie: f64, seeds: u64) -> f64 {
    let mut sum = 0.0;
    for seed in 0..seeds {
        let mut random = Random::new(SEED + seed);
        let (mut first, mut second) = (skill.fresh(), skill.fresh());
        for _ in 0..1000 {
            let (tied, won) = (random.unit() < tie, random.unit() < win);
            if tied {
                (first, second) = skill.draw(first, second);
            } else if won {
                (first, second) = skill.win(first, second);
            } else {
                (second, first) = skill.win(second, first);
            }
        }
        sum += skill.quality(first, second);
    }
    sum / seeds as f64
}

#[test]
fn every_cell_of_the_figure() {
    let skill = TrueSkill::default();
    for (wins, cells) in FIGURE.iter().enumerate() {
        for (ties, cell) in cells.iter().enumerate() {
            let Some(printed) = *cell else { continue };
            let found = quality(&skill, wins as f64 / 10.0, ties as f64 / 10.0, MATCHES);
            let allowed = if printed < 0.7 { 0.05 } else { 0.02 };
            println!("wins 0.{wins}, ties {:.1}: {found:.3}, printed {printed:.3}", ties as f64 / 10.0);
            assert!((found - printed).abs() <= allowed, "wins 0.{wins}, ties {ties}/10: {found}, printed {printed}");
        }
    }
}

#[test]
fn the_figure_needs_its_drift() {
    let still = TrueSkill::new(Constants { tau: 0.0, ..Constants::default() }).expect("sound constants");
    let found = quality(&still, 0.5, 0.0, 20);
    assert!((found - 0.973).abs() > 0.01, "seed {SEED}: {found} without drift");
}
