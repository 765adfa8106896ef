//! Every player keeps to the budget it is given: a raised flag is obeyed soon.

use std::sync::atomic::AtomicBool;

use mctslab_core::{Budget, Game, Visit};
use mctslab_players::AGENTS;

use crate::{agent, legal, with_game};

/// The most plies or nodes between two looks at the flag.
const SOON: u64 = 10_000;

/// Players that search as long as they can, each with its game.
const PLAYERS: &[(&str, &str)] = &[
    ("connect-four", "nfriends-floyd"),
    ("connect-four", "score4(depth=9)"),
    ("awari", "divilly"),
    ("awari", "mancala-alphabeta(depth=10)"),
    ("othello", "othello-simple"),
];

#[test]
fn every_player_is_tried() {
    let names: Vec<&str> = PLAYERS.iter().map(|(_, spec)| spec.split('(').next().expect("a name")).collect();
    for info in AGENTS {
        assert!(names.contains(&info.entry.name), "`{}` is not tried here", info.entry.name);
    }
}

/// A search with a flag that is raised, and the same without.
struct Raised<'a>(&'a str);

impl Visit for Raised<'_> {
    type Output = [u64; 2];

    fn visit<G: Game>(self, game: G) -> [u64; 2] {
        [true, false].map(|raised| {
            let stop = AtomicBool::new(raised);
            let mut agent = agent(&game, self.0);
            agent.new_game(7);
            let state = game.initial();
            let mut budget = Budget { stop: Some(&stop), ..Budget::default() };
            let mv = agent.choose(&game, &state, &mut budget).expect("the game goes on");
            assert!(legal(&game, &state).contains(&mv), "{}", self.0);
            agent.thoughts(&game).iterations
        })
    }
}

#[test]
fn a_raised_flag_is_obeyed_within_10_000_nodes() {
    for (game, spec) in PLAYERS {
        let [stopped, whole] = with_game(game, Raised(spec));
        assert!(stopped <= SOON, "{spec}: {stopped} nodes");
        assert!(!spec.contains("depth") || whole > 2 * SOON, "{spec} is too small to be stopped: {whole} nodes");
    }
}
