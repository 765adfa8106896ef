//! The share of intervals of single games that contain the truth, without sampling error: all
//! possible results are enumerated.

use mctslab_stats::Scores;

use crate::random::Extremes;

/// ln n! up to `n`.
fn log_factorials(n: usize) -> Vec<f64> {
    let mut logs = vec![0.0; n + 1];
    for i in 1..=n {
        logs[i] = logs[i - 1] + (i as f64).ln();
    }
    logs
}

/// The probability that the interval of `games` games contains the true mean.
fn coverage(games: usize, win: f64, draw: f64, logs: &[f64]) -> f64 {
    let loss = (1.0 - win - draw).max(0.0);
    let truth = win + draw / 2.0;
    let log_power = |count: usize, p: f64| if count == 0 { 0.0 } else { count as f64 * p.ln() };
    let mut held = 0.0;
    for wins in 0..=games {
        for draws in 0..=games - wins {
            let losses = games - wins - draws;
            let log = logs[games] - logs[wins] - logs[draws] - logs[losses];
            let log = log + log_power(wins, win) + log_power(draws, draw) + log_power(losses, loss);
            // Rarer results are negligible.
            if log < -18.0 {
                continue;
            }
            if Scores::of_results(wins as u64, draws as u64, losses as u64).interval().contains(truth) {
                held += log.exp();
            }
        }
    }
    held
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let (mut ample, mut scarce) = (Extremes::new(), Extremes::new());
    let shares = [
        0.0005, 0.001, 0.002, 0.003, 0.005, 0.007, 0.01, 0.0125, 0.015, 0.0175, 0.02, 0.025, 0.03, 0.04, 0.05, 0.06,
        0.08, 0.1, 0.12, 0.15, 0.18, 0.2, 0.25, 0.3, 0.4, 0.5,
    ];
    for games in [1, 2, 3, 5, 10, 20, 30, 50, 100, 200] {
        let logs = log_factorials(games);
        for draw in [0.0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99] {
            for share in shares {
                let (win, loss) = (share * (1.0 - draw), (1.0 - share) * (1.0 - draw));
                let held = coverage(games, win, draw, &logs);
                let expected = games as f64 * win.min(loss);
                let cell = format!("{games} games, {share} of decided ones won, {draw} drawn");
                if games >= 100 && expected > 10.0 - 1e-9 { &mut ample } else { &mut scarce }.add(held, &cell);
            }
        }
    }
    println!("ample {ample:?}\nscarce {scarce:?}");
    assert!(ample.cells > 50 && ample.least.0 >= 0.93 && ample.greatest.0 <= 0.97, "{ample:?}");
    assert!(scarce.least.0 >= 0.92, "{scarce:?}");
}
