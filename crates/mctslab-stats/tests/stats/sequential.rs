//! The error rates of the sequential test are at most those that were asked for, and not much
//! smaller.

use mctslab_stats::{Pairs, Sprt, Verdict, elo::expected_score};

use crate::random::Random;

const SEED: u64 = 4711;

/// The share of matches that accept H1, of single games between agents of this Elo difference, and
/// the mean number of games.
fn accepted(sprt: &Sprt, random: &mut Random, runs: usize, elo: f64, draw: f64) -> (f64, f64) {
    let win = expected_score(elo) - draw / 2.0;
    let (mut accepted, mut games) = (0, 0);
    for _ in 0..runs {
        let mut counts = [0; 3];
        loop {
            counts[(2.0 * random.payoff(win, draw)) as usize] += 1;
            games += 1;
            match sprt.games(counts[2], counts[1], counts[0]).verdict {
                Verdict::Continue => {}
                verdict => {
                    accepted += usize::from(verdict == Verdict::AcceptH1);
                    break;
                }
            }
        }
    }
    (accepted as f64 / runs as f64, games as f64 / runs as f64)
}

#[test]
fn error_rates_of_single_games() {
    // Unequal rates, so that exchanged bounds would fail.
    let sprt = Sprt::new(0.0, 50.0, 0.04, 0.16).unwrap();
    let mut random = Random::new(SEED);
    for draw in [0.0, 0.5] {
        let (wrong, _) = accepted(&sprt, &mut random, 1500, 0.0, draw);
        let (right, games) = accepted(&sprt, &mut random, 1500, 50.0, draw);
        println!("draws {draw}: {wrong} accepted under H0, {right} under H1 after {games} games");
        assert!((0.012..=0.055).contains(&wrong), "seed {SEED}, draws {draw}: {wrong} accepted under H0");
        assert!((0.82..=0.92).contains(&right), "seed {SEED}, draws {draw}: {right} accepted under H1");
    }
}

#[test]
fn error_rates_of_pairs_whose_openings_decide() {
    let sprt = Sprt::new(0.0, 30.0, 0.05, 0.05).unwrap();
    let mut random = Random::new(SEED);
    let (runs, mut wrong) = (1000, 0);
    let mut length = 0;
    for _ in 0..runs {
        let mut pairs = Pairs::default();
        loop {
            // Two openings of three give each agent one win.
            if random.unit() < 2.0 / 3.0 {
                pairs.add(1.0, 0.0);
            } else {
                pairs.add(random.payoff(0.5, 0.0), random.payoff(0.5, 0.0));
            }
            let report = sprt.pairs(&pairs);
            if report.verdict != Verdict::Continue {
                wrong += usize::from(report.verdict == Verdict::AcceptH1);
                break;
            }
        }
        length += pairs.len();
    }
    let share = wrong as f64 / f64::from(runs);
    let mean = length as f64 / f64::from(runs);
    println!("{share} accepted under H0 after {mean} pairs");
    assert!((0.02..=0.07).contains(&share), "seed {SEED}: {share} accepted under H0");
}
