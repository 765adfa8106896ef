//! The proofs of `uct(solve=true)` against exhaustive search.

use std::collections::HashSet;

use mctslab_core::{Agent, Budget, Game, Player, Rng, Visit};
use mctslab_search::minimax::Exhaustive;

use crate::{after, agent, legal, with_game};

/// Compares the move chosen, and whatever is proven, with the exact values.
fn agrees<G: Game>(
    game: &G,
    state: &G::State,
    search: &mut dyn Agent<G>,
    solver: &mut Exhaustive<G>,
    name: &str,
    must_be_best: bool,
) {
    solver.renew();
    let player = game.turn(state).expect("the game goes on");
    let mut exact = |mv| {
        let first = solver.solve(game, &after(game, state, mv)).expect("small enough");
        if player == Player::FIRST { first } else { 1.0 - first }
    };
    let values: Vec<(G::Move, f64)> = legal(game, state).into_iter().map(|mv| (mv, exact(mv))).collect();
    let best = values.iter().map(|(_, value)| *value).fold(0.0, f64::max);
    search.new_game(1);
    let chosen = search.choose(game, state, &mut Budget::default()).expect("the game goes on");
    let value = values.iter().find(|(mv, _)| *mv == chosen).expect("legal").1;
    let at = format!("{name}, seed 1, `{}`", game.state_text(state));
    // An open search may still be held by a proven draw; what it has proven must be right in any
    // case.
    let decided = search.thoughts(game).moves.iter().all(|thought| thought.proven.is_some());
    assert!(!must_be_best && !decided || value == best, "{at}: `{}` is not best", game.move_text(state, chosen));
    for thought in search.thoughts(game).moves {
        let value = values.iter().find(|(mv, _)| *mv == thought.mv).expect("legal").1;
        assert!(thought.proven.is_none_or(|proven| proven == value), "{at}: wrong proof {thought:?}, exact {value}");
    }
}

struct EveryPosition;

impl Visit for EveryPosition {
    type Output = usize;
    fn visit<G: Game>(self, game: G) -> usize {
        let mut search = agent(&game, "uct(iters=100000,solve=true,reuse=false)");
        let mut solver = Exhaustive::new(u64::MAX, 8_000_000);
        let mut seen = HashSet::new();
        let mut open = vec![game.initial()];
        while let Some(state) = open.pop() {
            if game.turn(&state).is_none() || !seen.insert(state.clone()) {
                continue;
            }
            agrees(&game, &state, &mut *search, &mut solver, "every position", true);
            open.extend(legal(&game, &state).into_iter().map(|mv| after(&game, &state, mv)));
        }
        seen.len()
    }
}

#[test]
fn every_position_of_tic_tac_toe_is_played_perfectly() {
    // 5,478 positions can arise, of which 958 are final.
    assert_eq!(with_game("tic-tac-toe", EveryPosition), 5478 - 958);
}

struct SomePositions<'a> {
    name: &'a str,
    plies: u32,
    count: u64,
    must_be_best: bool,
    agent: &'a str,
}

impl Visit for SomePositions<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut search = agent(&game, self.agent);
        let mut solver = Exhaustive::new(u64::MAX, 64_000_000);
        let mut tried = 0;
        for seed in 0.. {
            let mut rng = Rng::new(seed);
            let mut state = game.initial();
            for _ in 0..self.plies {
                if let Some(mv) = rng.pick(&legal(&game, &state)) {
                    game.play(&mut state, mv);
                }
            }
            if game.turn(&state).is_none() {
                continue;
            }
            agrees(&game, &state, &mut *search, &mut solver, self.name, self.must_be_best);
            tried += 1;
            if tried == self.count {
                return;
            }
        }
    }
}

const PROVER: &str = "uct(iters=100000,solve=true,reuse=false)";

/// Small games, plies to play at random before the search, chosen so that 100,000 iterations
/// suffice, and how often.
const SMALL: &[(&str, u32, u64)] = &[
    ("hex(size=3)", 0, 1),
    ("hex(size=3)", 2, 20),
    ("hex(size=4)", 4, 20),
    ("connect-four", 28, 20),
    ("connect-four(width=4,height=4)", 6, 20),
    ("nim(heaps=3)", 0, 20),
    ("nim(heaps=4)", 3, 20),
];

#[test]
fn small_positions_are_played_perfectly() {
    for &(name, plies, count) in SMALL {
        with_game(name, SomePositions { name, plies, count, must_be_best: true, agent: PROVER });
    }
}

#[test]
fn proofs_hold_with_every_option() {
    let options = [
        "transpositions=true",
        "transpositions=true,reuse=true,expand=all",
        "select=grave,expand=all",
        "select=thompson",
        "select=puct",
        "select=puct(temperature=0.01),transpositions=true,finish=mean",
        "select=ucb1-tuned,expand=one",
        "backup=implicit-minimax(alpha=0.5)",
        "expand=all(playouts=per-child),ties=last",
        "playouts=3,select=progressive-history",
        "opponent=random",
        "reward=offensive,finish=mean",
        "backup=max",
        "backup=power-mean(p=3),expand=all",
        "threads=2",
        "parallel=root,trees=3,select=grave,transpositions=true",
    ];
    for option in options {
        let agent = format!("uct(iters=20000,solve=true,{option})");
        for &(name, plies, _) in SMALL {
            with_game(name, SomePositions { name, plies, count: 4, must_be_best: false, agent: &agent });
        }
    }
}

#[test]
fn a_proven_draw_does_not_hold_the_search() {
    struct Solved;
    impl Visit for Solved {
        type Output = bool;
        fn visit<G: Game>(self, game: G) -> bool {
            let state = game.parse_state("4/3o/3x/xoox x").expect("a position");
            ["", ",threads=2", ",parallel=root,trees=3"].iter().all(|options| {
                let mut search = agent(&game, &format!("uct(iters=60000,c=0.4,reuse=false{options})"));
                search.new_game(1);
                search.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
                let trees = if options.is_empty() { 1 } else { 3 };
                search.thoughts(&game).iterations < 20_000 * trees
            })
        }
    }
    assert!(with_game("connect-four(width=4,height=4)", Solved), "seed 1: not solved in 20,000 iterations of a tree");
}

#[test]
#[ignore = "slow: twenty times as many positions"]
fn no_proof_is_wrong_in_many_small_positions() {
    for &(name, plies, count) in SMALL {
        with_game(name, SomePositions { name, plies, count: 20 * count, must_be_best: false, agent: PROVER });
    }
}
