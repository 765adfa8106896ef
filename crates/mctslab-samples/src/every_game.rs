//! Laws of the samples of every game, for any number of players, any board and any count.

use mctslab_core::Game;
use mctslab_games::GAMES;

use crate::outlook::{Outlook, PositionSample};
use crate::portrait::{GameSample, Portrait};
use crate::testing::table;
use crate::{Measure, SampleTable};

/// The games with these numbers, two positions, and the number of players.
fn samples(spec: &str, numbers: std::ops::Range<u64>) -> (Vec<GameSample>, Vec<PositionSample>, usize) {
    let table = table(spec);
    let players = table.game.players();
    let (game, plan, build) = (table.game.clone(), table.plan.clone(), table.build.clone());
    let mut games =
        Portrait { moves: u64::MAX }.sampler(SampleTable { game, plan, build }).expect("games can be played");
    let outlook = Outlook { first: 0, after: 0, enumerate: false, samples: 2, exact: 30, limit: 30 };
    let mut positions = outlook.sampler(table).expect("positions exist");
    let games = numbers.map(|number| serde_json::from_str(&games.sample(number).expect("a sample")).expect("JSON"));
    let positions =
        (0..2).map(|number| serde_json::from_str(&positions.sample(number).expect("a sample")).expect("JSON"));
    (games.collect(), positions.collect(), players)
}

#[test]
fn every_game_has_a_portrait_and_passes_are_those_it_writes() {
    for spec in GAMES.iter().flat_map(|info| info.samples) {
        let (games, positions, players) = samples(spec, 0..3);
        for sample in games {
            let moves: Vec<&str> = sample.moves.as_deref().expect("asked for").split_whitespace().collect();
            assert_eq!((moves.len(), sample.payoffs.len()), (sample.branching.len(), players), "{spec}");
            let alone = moves.iter().zip(&sample.branching).filter(|(_, choices)| **choices == 1);
            let passes = alone.filter(|(mv, _)| ["pass", "0000"].contains(mv)).count();
            assert_eq!(sample.passes as usize, passes, "seed 1, {spec}: {moves:?}");
            assert!(sample.stones.is_none_or(|stones| stones.len() == moves.len()), "{spec}");
        }
        for sample in positions {
            let numbers = sample.moves.iter().chain([&sample.value, &sample.next]);
            assert!(numbers.clone().all(|value| (0.0..=1.0).contains(value)), "{spec}: {sample:?}");
            assert!(sample.mover < players && !sample.moves.is_empty(), "{spec}");
        }
    }
}

/// The mean of `above` by that of `below` over games, with its standard error.
fn ratio(games: &[GameSample], above: impl Fn(&GameSample) -> f64, below: impl Fn(&GameSample) -> f64) -> (f64, f64) {
    let sum = |of: &dyn Fn(&GameSample) -> f64| games.iter().map(of).sum::<f64>();
    let (count, ratio) = (games.len() as f64, sum(&above) / sum(&below));
    let squares = sum(&|game| (above(game) - ratio * below(game)).powi(2));
    (ratio, (squares / (count - 1.0) / count).sqrt() / (sum(&below) / count))
}

#[test]
#[ignore = "slow: plays 4,000 random games of every game that other systems know"]
fn portraits_of_random_play_agree_with_other_systems() {
    for info in GAMES {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(info.entry.name);
        let Ok(text) = std::fs::read_to_string(folder.join("random-play.txt")) else { continue };
        let rows: Vec<Vec<&str>> =
            text.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(' ').collect()).collect();
        let mut specs: Vec<&str> = rows.iter().filter(|row| row.len() == 4).map(|row| row[0]).collect();
        specs.dedup();
        for spec in specs {
            // After the first games repetitions are not counted.
            let (games, ..) = samples(spec, 1000..5000);
            let (one, plies) = (|_: &GameSample| 1.0, |game: &GameSample| game.branching.len() as f64);
            let paid = |seat: usize| ratio(&games, move |game: &GameSample| game.payoffs[seat], one);
            for row in rows.iter().filter(|row| row[0] == spec) {
                let (mean, error) = match row[1] {
                    "plies" => ratio(&games, plies, one),
                    "moves" => ratio(&games, |game| plies(game) - f64::from(game.passes), one),
                    "first-payoff" => paid(0),
                    "second-payoff" => paid(1),
                    "third-payoff" => paid(2),
                    "branching" => {
                        ratio(&games, |game| game.branching.iter().map(|&moves| f64::from(moves)).sum(), plies)
                    }
                    other => panic!("unknown quantity {other}"),
                };
                let [theirs, their_error]: [f64; 2] = [2, 3].map(|place| row[place].parse().expect("a number"));
                let limit = 4.0 * error.hypot(their_error);
                assert!((mean - theirs).abs() <= limit, "seed 1, {spec}, {}: {mean} ± {error}, not {theirs}", row[1]);
            }
        }
    }
}
