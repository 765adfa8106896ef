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
    let before = Openings::parse(&spec).unwrap();
    std::fs::write(&path, "3/1x1/3 o\n").unwrap();
    assert_ne!(Openings::parse(&spec).unwrap(), before, "a changed file is another setting");
    std::fs::write(&path, "# nothing\n").unwrap();
    assert!(Openings::parse(&spec).unwrap_err().to_string().contains("no position"));
}

struct Lines(&'static str);

impl Visit for Lines {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let starts = Openings::parse(self.0).unwrap().starts(&game, 7).unwrap();
        for number in 0..30 {
            let opening = starts.opening(&game, Some(number), &mut Vec::new());
            let mut state = game.initial();
            for mv in opening.moves.expect("random moves are known") {
                game.play(&mut state, mv);
            }
            assert!(state == opening.state, "opening {number}: its moves lead elsewhere");
        }
    }
}

#[test]
fn the_moves_of_a_random_opening_lead_there() {
    for game in ["othello", "tic-tac-toe", "tic-tac-mo", "hex(swap=on)", "awari"] {
        mctslab_games::build(&mctslab_games::resolve_game(game).unwrap(), Lines("random(plies=12)")).unwrap();
    }
}

#[test]
fn a_file_may_tell_moves() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.txt");
    std::fs::write(&path, "moves b2 a1\n3/1x1/3 o\n").unwrap();
    let spec = format!("file(path=\"{}\")", path.display());
    let openings = Openings::parse(&spec).unwrap();
    assert_eq!(openings.bare_positions().collect::<Vec<_>>(), ["3/1x1/3 o"]);
    let all = texts("tic-tac-toe", &spec, 1);
    assert_eq!(all[1], "3/1x1/3 o");
    assert!(all[0].matches(['x', 'o']).count() >= 2 && all[0] != all[1], "{}", all[0]);
}
