//! Every sample of every listed game keeps the laws of the contract.

use mctslab_core::testing::{NO_POSITIONS, conformance};
use mctslab_core::{Game, Visit};
use mctslab_games::GAMES;

struct Conform<'a>(&'a str);

impl Visit for Conform<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let skipped = conformance(self.0, &game);
        assert!(!skipped.contains(&NO_POSITIONS), "{}: a listed game reads positions", self.0);
    }
}

#[test]
fn every_game_keeps_the_laws() {
    let samples: Vec<&str> = GAMES.iter().flat_map(|info| info.samples).copied().collect();
    let (left, right) = samples.split_at(samples.len() / 2);
    std::thread::scope(|scope| {
        for half in [left, right] {
            scope.spawn(move || half.iter().for_each(|spec| crate::with_game(spec, Conform(spec))));
        }
    });
}

#[test]
fn samples_use_every_option_of_their_game() {
    for info in GAMES {
        for param in info.entry.params {
            let used = info.samples.iter().any(|sample| sample.contains(&format!("{}=", param.name)));
            assert!(used, "no sample of {} sets {}", info.entry.name, param.name);
        }
    }
}
