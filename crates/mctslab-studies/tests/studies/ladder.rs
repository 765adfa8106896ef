//! The skill ladder of games of known depth.

use mctslab_core::Rng;
use mctslab_studies::{Ladder, LadderPlan, Outcome};

use crate::curves::{plan, result};

fn play(max: u64, draws: f64, seed: u64, skill: impl Fn(u64) -> f64) -> Ladder {
    play_with(20_000, max, draws, seed, skill)
}

/// The same with a number of games for each step and each pair.
fn play_with(games: u64, max: u64, draws: f64, seed: u64, skill: impl Fn(u64) -> f64) -> Ladder {
    let fit = mctslab_studies::FitPlan { goal: 0.6, ..plan(0.2, max, games) };
    let mut ladder = Ladder::new(LadderPlan { fit, steps: 100 });
    let mut rng = Rng::new(seed);
    while let Some((rival, iterations, games)) = ladder.next_batch() {
        let odds = skill(iterations) - skill(rival);
        for game in 0..games {
            let score = result(odds, draws, &mut rng);
            ladder.add(&Outcome { score, seat: (game % 2) as usize, plies: 1 });
        }
    }
    ladder
}

#[test]
fn a_game_without_a_ceiling_has_even_steps_up_to_the_end() {
    // Log-odds of 0.6 are 0.405: a step is 0.405 / 0.4 = 1.01 doublings, and 1,000 iterations are
    // 9.97 of them.
    let mut held = 0;
    for seed in 0..10 {
        let ladder = play(1000, 0.0, seed, |iterations| 0.4 * (iterations as f64).log2());
        let widths: Vec<f64> = ladder
            .rungs()
            .iter()
            .filter(|rung| rung.is_found())
            .map(|rung| (rung.fit.estimate() / rung.from as f64).log2())
            .collect();
        let mean = widths.iter().sum::<f64>() / widths.len() as f64;
        assert!((mean - 1.01).abs() < 0.2, "{mean} doublings");
        let steps = ladder.steps();
        held += usize::from((steps.low..=steps.high).contains(&9));
        assert!(steps.low <= steps.found && steps.found <= steps.high && steps.high - steps.low <= 4, "{steps:?}");
        let top = ladder.top().expect("the end is looked for");
        assert!(top.still_grows() && top.ceiling().is_none(), "strength grows up to the end");
    }
    assert!(held >= 8, "{held} of 10 intervals hold the nine steps");
}

#[test]
fn a_game_with_a_ceiling_ends_there() {
    // Beyond 64 iterations nothing helps: 64 is the complexity of the game.
    for draws in [0.0, 0.8] {
        let mut held = 0;
        for seed in 0..10 {
            let ladder = play(4096, draws, seed, |iterations| 0.8 * (iterations as f64).log2().min(6.0));
            let ceiling = ladder.top().and_then(mctslab_studies::Saturation::ceiling).expect("it is found");
            let low = ceiling.low.is_none_or(|low| low < 64);
            held += usize::from(low && ceiling.high.is_none_or(|high| high >= 64));
            assert!((32..=128).contains(&ceiling.estimate), "draws {draws}: {ceiling:?}");
            assert!(ladder.rungs().len() < 20, "no step is found beyond the ceiling");
        }
        assert!(held >= 9, "draws {draws}: {held} of 10");
    }
}

#[test]
fn too_few_games_say_nothing_of_a_ceiling() {
    let ladder = play_with(50, 300, 0.0, 1, |iterations| 0.8 * (iterations as f64).log2());
    let top = ladder.top().expect("the end is looked for");
    assert!(top.is_over() && !top.still_grows() && top.ceiling().is_none(), "{:?}", top.ceiling());
}
