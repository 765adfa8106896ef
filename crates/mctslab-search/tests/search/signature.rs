//! The behaviour signature of games in boxes: the root visits of fixed searches are those of the
//! games themselves, which a test of the registry compares and writes.

use std::fmt::Write;
use std::path::PathBuf;

use mctslab_core::{Budget, Game, Visit};

use crate::{agent, with_game};

struct Signature<'a> {
    game: &'a str,
    agents: &'static [&'static str],
}

const PLAIN: &[&str] = &[
    "mcts(iters=1000)",
    "uct(iters=1000,c=0.7,solve=false,reuse=false)",
    "uct(iters=1000,c=0.7,expand=all,solve=true,reuse=true)",
];

/// Searches with estimates by move, in each of the ways in which children are compared.
const GRAVE: &[&str] = &[
    "uct(iters=1000,select=grave,c=0.4,expand=one,solve=false,reuse=false)",
    "uct(iters=1000,select=grave,c=0.4,expand=one,reuse=true)",
    "uct(iters=500,select=rave(bias=0.001),c=0.4,expand=one,ties=last)",
];

impl Visit for Signature<'_> {
    type Output = String;
    fn visit<G: Game>(self, game: G) -> String {
        let mut text = String::new();
        for spec in self.agents {
            let mut agent = agent(&game, spec);
            agent.new_game(42);
            // Two moves of the same agent, so that a kept tree shows.
            let mut state = game.initial();
            for _ in 0..2 {
                if game.turn(&state).is_none() {
                    break;
                }
                let mv = agent.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
                let _ = write!(text, "{} {spec} {}:", self.game, game.move_text(&state, mv));
                let thoughts = agent.thoughts(&game);
                for thought in &thoughts.moves {
                    let _ = write!(text, " {}", thought.visits);
                }
                text.push('\n');
                game.play(&mut state, mv);
            }
        }
        text
    }
}

#[test]
fn searches_are_what_they_were() {
    compare("signature.txt", PLAIN);
}

#[test]
fn searches_with_estimates_are_what_they_were() {
    compare("signature-grave.txt", GRAVE);
}

fn compare(file: &str, agents: &'static [&'static str]) {
    let goldens = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for info in mctslab_games::GAMES {
        let folder = goldens.join(info.entry.name);
        if !folder.is_dir() {
            continue;
        }
        let path = folder.join(file);
        let signature = |game: &&'static str| with_game(game, Signature { game, agents });
        let found: String = info.samples.iter().map(signature).collect();
        let golden = std::fs::read_to_string(&path).unwrap_or_default();
        for (found, golden) in found.lines().zip(golden.lines()) {
            assert_eq!(found, golden);
        }
        let lines = [&found, &golden].map(|text| text.lines().count());
        assert_eq!(lines[0], lines[1], "{}: one line for each search", path.display());
    }
}
