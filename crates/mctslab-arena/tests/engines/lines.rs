//! The moves that led to a position are found.

use mctslab_arena::engines::line::{BRIEF, Line, THOROUGH};
use mctslab_core::{Game, Player, Rng, Visit};

/// Random games in which one seat sees only the positions it is asked in, after an opening it does not see.
struct Follow {
    opening: usize,
    seed: u64,
}

impl Visit for Follow {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let mut rng = Rng::new(self.seed);
        let mut scratch = Vec::new();
        for number in 0..20 {
            let seat = Player::new(number % game.players());
            let (mut state, mut line, mut plies) = (game.initial(), Line::new(&game), 0);
            while let Some(player) = game.turn(&state) {
                if plies >= self.opening && player == seat {
                    let known = line.follow(&game, &state, THOROUGH);
                    assert!(known && line.from_start(&game), "seed {}, game {number}, ply {plies}", self.seed);
                    assert_eq!(line.moves.len(), plies, "seed {}, game {number}: {state:?}", self.seed);
                    assert_eq!(replay(&game, &line), state);
                }
                let mv = game.random_move(&state, &mut rng, &mut scratch).expect("the game goes on");
                game.play(&mut state, mv);
                plies += 1;
            }
        }
    }
}

fn replay<G: Game>(game: &G, line: &Line<G>) -> G::State {
    let mut state = line.base.clone();
    line.moves.iter().for_each(|&mv| game.play(&mut state, mv));
    state
}

#[test]
fn the_moves_between_two_questions_are_found() {
    for (spec, opening) in [("connect-four", 6), ("othello(size=6)", 4), ("tic-tac-mo", 3), ("hex(size=4)", 3)] {
        let args = mctslab_games::resolve_game(spec).expect("a game");
        mctslab_games::build(&args, Follow { opening, seed: 3 }).expect("a game");
    }
}

/// A position that is too far away to be reached.
struct Far;

impl Visit for Far {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        let mut rng = Rng::new(9);
        let (mut state, mut scratch) = (game.initial(), Vec::new());
        for _ in 0..10 {
            let mv = game.random_move(&state, &mut rng, &mut scratch).expect("the game goes on");
            game.play(&mut state, mv);
        }
        let mut line = Line::new(&game);
        assert!(!line.follow(&game, &state, BRIEF), "seed 9");
        assert!(!line.from_start(&game) && line.base == state && line.moves.is_empty());
    }
}

#[test]
fn a_position_out_of_reach_is_a_new_start() {
    let args = mctslab_games::resolve_game("hex").expect("a game");
    mctslab_games::build(&args, Far).expect("a game");
}
