//! Openings: a function of seed and number, never a finished position, any game.

use std::collections::HashSet;

use mctslab_arena::Openings;
use mctslab_core::{Game, Visit};

struct Texts {
    spec: String,
    seed: u64,
    count: u64,
}

impl Visit for Texts {
    type Output = Vec<String>;

    fn visit<G: Game>(self, game: G) -> Vec<String> {
        let starts = Openings::parse(&self.spec).unwrap().starts(&game, self.seed).unwrap();
        let state = |number| starts.state(&game, Some(number), &mut Vec::new());
        let states: Vec<G::State> = (0..self.count).map(state).collect();
        assert!(states.iter().all(|state| game.turn(state).is_some()), "no opening is a finished game");
        states.iter().map(|state| game.state_text(state)).collect()
    }
}

fn texts(game: &str, spec: &str, seed: u64) -> Vec<String> {
    let visit = Texts { spec: spec.to_string(), seed, count: 40 };
    mctslab_games::build(&mctslab_games::resolve_game(game).unwrap(), visit).unwrap()
}

#[test]
fn random_openings_depend_on_seed_and_number_alone() {
    for game in ["connect-four", "hex(size=5)", "tic-tac-mo", "awari"] {
        let one = texts(game, "random(plies=4)", 3);
        assert_eq!(one, texts(game, "random(plies=4)", 3), "{game}");
        assert_ne!(one, texts(game, "random(plies=4)", 4), "{game}");
        let different: HashSet<&String> = one.iter().collect();
        assert!(different.len() > 20, "{game}: {} of 40 differ", different.len());
    }
}

#[test]
fn openings_longer_than_a_game_are_made_shorter() {
    assert_eq!(texts("tic-tac-toe", "random(plies=9)", 1).len(), 40);
    assert_eq!(texts("tic-tac-toe", "random(plies=1000)", 1).len(), 40);
    assert_eq!(texts("chain(depth=3)", "random(plies=50)", 1).len(), 40);
}

#[test]
fn positions_of_a_file_are_taken_in_turn() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.txt");
    std::fs::write(&path, "# a remark\n3/1x1/3 o\n\nx2/3/3 o\n").unwrap();
    let spec = format!("file(path=\"{}\")", path.display());
    let all = texts("tic-tac-toe", &spec, 1);
    assert_eq!(all[..3], ["3/1x1/3 o", "x2/3/3 o", "3/1x1/3 o"]);
    let before = Openings::parse(&spec).unwrap().digest();
    std::fs::write(&path, "3/1x1/3 o\n").unwrap();
    assert_ne!(Openings::parse(&spec).unwrap().digest(), before, "a changed file is another setting");
    std::fs::write(&path, "# nothing\n").unwrap();
    assert!(Openings::parse(&spec).unwrap_err().to_string().contains("no position"));
}
