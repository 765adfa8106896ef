//! The moves that led to a position: those that were made are sent, and those to a position set up
//! by its text are found.

use mctslab_arena::engines::line::{Line, way_to};
use mctslab_core::{Budget, Game, Player, Rng, Visit};

use crate::{Folder, process, python};

fn visit<V: Visit>(spec: &str, visitor: V) -> V::Output {
    let args = mctslab_games::resolve_game(spec).expect("a game");
    mctslab_games::build(&args, visitor).expect("a game")
}

/// A position after so many random moves.
fn wander<G: Game>(game: &G, plies: usize, seed: u64) -> G::State {
    let mut rng = Rng::new(seed);
    let (mut state, mut scratch) = (game.initial(), Vec::new());
    for _ in 0..plies {
        let mv = game.random_move(&state, &mut rng, &mut scratch).expect("the game goes on");
        game.play(&mut state, mv);
    }
    state
}

/// Positions near the start.
struct Near {
    plies: usize,
}

impl Visit for Near {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        for seed in 0..20 {
            let start = wander(&game, self.plies, seed);
            let line = Line { start: start.clone(), moves: Vec::new() }.extended(&game);
            assert!(line.from_start(&game) && line.moves.len() <= self.plies, "seed {seed}");
            let mut state = game.initial();
            line.moves.iter().for_each(|&mv| game.play(&mut state, mv));
            assert_eq!(state, start, "seed {seed}");
        }
    }
}

#[test]
fn the_moves_to_a_position_near_the_start_are_found() {
    for (spec, plies) in [("connect-four", 5), ("othello(size=6)", 4), ("tic-tac-mo", 3), ("hex(size=4)", 3)] {
        visit(spec, Near { plies });
    }
}

/// A position that is too far away to be reached.
struct Far;

impl Visit for Far {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let start = wander(&game, 10, 9);
        assert_eq!(way_to(&game, &start), None, "seed 9");
        let line = Line { start: start.clone(), moves: Vec::new() }.extended(&game);
        assert!(!line.from_start(&game) && line.start == start && line.moves.is_empty());
    }
}

#[test]
fn a_position_out_of_reach_is_where_the_line_starts() {
    visit("hex", Far);
}

/// Games of three in which a program of plain lines that notes what it is told has the first seat.
struct Told<'a> {
    agent: &'a str,
    notes: &'a std::path::Path,
}

impl Visit for Told<'_> {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let mut agent = process(&game, "triad", self.agent);
        let mut expected = String::new();
        for seed in 0..6 {
            agent.new_game(seed);
            let mut rng = Rng::new(seed);
            let (mut state, mut moves, mut texts, mut scratch) = (game.initial(), Vec::new(), Vec::new(), Vec::new());
            while let Some(player) = game.turn(&state) {
                let mv = game.random_move(&state, &mut rng, &mut scratch).expect("the game goes on");
                if player == Player::FIRST {
                    expected += &texts.join(" ");
                    expected.push('\n');
                    agent.see_moves(&game.initial(), &moves);
                    // The program knows no rules, and what it answers is no move.
                    let failure = agent.choose(&game, &state, &mut Budget::default()).expect_err("it has no idea");
                    assert!(failure.message.contains("pardon"), "seed {seed}: {failure}");
                }
                texts.push(game.move_text(&state, mv));
                moves.push(mv);
                game.play(&mut state, mv);
            }
        }
        assert_eq!(std::fs::read_to_string(self.notes).expect("its notes"), expected);
    }
}

#[test]
fn a_seat_that_waits_long_is_told_the_moves_that_were_made() {
    let folder = Folder::new();
    if python() {
        let notes = folder.path().join("notes");
        let script = format!(
            "import sys\nnotes = open('{}', 'w')\nfor line in sys.stdin:\n    notes.write(line)\n    notes.flush()\n    print('pardon', flush=True)\n",
            notes.display()
        );
        let agent = format!("process(cmd=\"{}\",protocol=lines)", folder.script(&script));
        visit("triad", Told { agent: &agent, notes: &notes });
    }
}
