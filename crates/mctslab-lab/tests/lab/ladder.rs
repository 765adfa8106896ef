//! The skill ladder of games of known depth.

use mctslab_core::Rng;
use mctslab_lab::complexity::{FitPlan, FitStatus, Ladder, LadderPlan, Outcome};

fn play(max: u64, skill: impl Fn(u64) -> f64) -> Ladder {
    let fit = FitPlan { min: 1, max, goal: 0.6, precision: 0.2, games: 100_000, cycle: 2, seats: 2 };
    let mut ladder = Ladder::new(LadderPlan { fit, steps: 100 });
    let mut rng = Rng::new(11);
    while let Some((rival, iterations, games)) = ladder.next_batch() {
        let odds = skill(iterations) - skill(rival);
        for game in 0..games {
            let won = rng.unit() < 1.0 / (1.0 + (-odds).exp());
            ladder.add(&Outcome { score: f64::from(u8::from(won)), seat: (game % 2) as usize, plies: 1 });
        }
    }
    ladder
}

#[test]
fn a_game_without_a_ceiling_has_even_steps_up_to_the_end() {
    // Log-odds of 0.6 are 0.405: a step is 0.405 / 0.4 = 1.01 doublings.
    let ladder = play(1000, |iterations| 0.4 * (iterations as f64).log2());
    let steps: Vec<f64> = ladder
        .rungs()
        .iter()
        .filter(|rung| rung.fit.status() == Some(FitStatus::Ok))
        .map(|rung| (rung.fit.estimate() / rung.from as f64).log2())
        .collect();
    assert!(steps.len() >= 7, "{steps:?}");
    let mean = steps.iter().sum::<f64>() / steps.len() as f64;
    assert!((mean - 1.01).abs() < 0.15, "{mean} doublings");
    let top = ladder.top().expect("the top is measured");
    assert!(top.range().low > 600.0 && top.range().high > 990.0, "{:?}", top.range());
}

#[test]
fn a_game_with_a_ceiling_ends_there() {
    let ladder = play(4096, |iterations| 0.8 * (iterations as f64).log2().min(6.0));
    let top = ladder.top().expect("the top is measured");
    assert_eq!(top.status(), Some(FitStatus::NoCrossing));
    assert!((50.0..80.0).contains(&top.estimate()), "{}", top.estimate());
    assert!(ladder.rungs().len() < 20, "no step is found beyond the ceiling");
}
