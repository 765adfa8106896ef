//! What holds for the samples of every game, whatever its players, its board and its count.

use mctslab_core::{Game, Visit};
use mctslab_games::{GAMES, build, resolve_game};

use crate::outlook::{Outlook, PositionSample};
use crate::portrait::{GameSample, Portrait};
use crate::testing::table_of;
use crate::{Measure, Table};

struct Look;

impl Visit for Look {
    type Output = (Vec<GameSample>, Vec<PositionSample>, usize);
    fn visit<G: Game>(self, game: G) -> Self::Output {
        let players = game.players();
        let table = table_of(game);
        let (game, plan, build) = (table.game.clone(), table.plan.clone(), table.build.clone());
        let mut games = Portrait { moves: true }.sampler(Table { game, plan, build }).expect("games can be played");
        let outlook = Outlook { first: 0, after: 0, enumerate: false, samples: 2, exact: 30, limit: 30 };
        let mut positions = outlook.sampler(table).expect("positions exist");
        let games = (0..3).map(|number| serde_json::from_str(&games.sample(number).unwrap()).unwrap());
        let positions = (0..2).map(|number| serde_json::from_str(&positions.sample(number).unwrap()).unwrap());
        (games.collect(), positions.collect(), players)
    }
}

#[test]
fn every_game_has_a_portrait_and_passes_are_those_it_writes() {
    for spec in GAMES.iter().flat_map(|info| info.samples) {
        let (games, positions, players) = build(&resolve_game(spec).unwrap(), Look).unwrap();
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
