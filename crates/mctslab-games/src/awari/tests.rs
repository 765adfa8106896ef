//! Corners of the rules, by hand.

use std::collections::HashSet;

use mctslab_core::{Family, Game, Player, Rng};

use super::{Awari, State, pits, recurs};

fn game(spec: &str) -> Awari {
    Awari::from_args(&crate::resolve_game(spec).expect("a spec")).expect("a game")
}

/// The game, its state after the moves, and the legal moves there.
fn played(spec: &str, state: &str, moves: &str) -> (Awari, State, String) {
    let game = game(spec);
    let mut state = game.parse_state(state).expect("a state");
    for mv in moves.chars() {
        let mv = game.parse_move(&state, &mv.to_string()).expect("a legal move");
        game.play(&mut state, mv);
    }
    let mut legal = Vec::new();
    game.moves(&state, &mut legal);
    let legal = legal.iter().map(|&mv| game.move_text(&state, mv)).collect();
    (game, state, legal)
}

fn first_payoff(spec: &str, state: &str, moves: &str) -> f64 {
    let (game, state, legal) = played(spec, state, moves);
    assert_eq!(legal, "", "{spec}: over");
    game.payoffs(&state).of(Player::FIRST)
}

#[test]
fn a_grand_slam_is_void_forbidden_or_allowed() {
    let before = "9,0,0,0,0,2 1,1,0,0,0,0 18-17 x 40";
    let (_, state, legal) = played("awari", before, "f");
    assert_eq!((state.now.at.mine, legal.as_str()), (pits::row([2, 2, 0, 0, 0, 0], 17), "ab"));
    assert_eq!(played("awari(grand-slam=forbidden)", before, "").2, "a");
    let (_, state, _) = played("awari(grand-slam=allowed)", before, "f");
    assert_eq!(state.now.at.theirs, pits::row([9, 0, 0, 0, 0, 0], 22));
    assert_eq!(first_payoff("awari(grand-slam=allowed)", before, "f"), 1.0);
}

#[test]
fn an_opponent_without_seeds_is_fed() {
    assert_eq!(played("awari", "1,0,0,0,1,1 0,0,0,0,0,0 22-23 x 40", "").2, "f");
    assert_eq!(played("awari", "6,0,0,0,1,0 0,0,0,0,0,0 18-23 x 40", "").2, "a");
}

#[test]
fn what_is_left_without_a_feeding_move_goes_to_the_owner_or_to_nobody() {
    let starved = "3,0,0,0,1,0 0,0,0,0,0,0 21-23 x 40";
    assert_eq!(first_payoff("awari", starved, ""), 1.0);
    assert_eq!(first_payoff("awari(starved=nobody)", starved, ""), 0.0);
}

#[test]
fn a_position_that_comes_back_ends_the_game() {
    // Two lone seeds chase each other once around the board; the first player keeps his, and
    // has 25.
    let (start, lap) = ("1,0,0,0,0,0 1,0,0,0,0,0 24-22 x 40", "aabbccddeeff");
    assert_eq!(played("awari", start, &lap[..11]).2, "f");
    assert_eq!(first_payoff("awari", start, lap), 1.0);
    assert_eq!(first_payoff("awari(win=26)", "1,0,0,0,0,0 1,0,0,0,0,0 23-23 x 40", lap), 0.5);
    assert_eq!(first_payoff("awari(starved=nobody)", start, lap), 1.0);
    assert_eq!(played("awari(repeat=none)", start, lap).2, "a");
    // The playout detects it too: every move of the lap is forced.
    let (game, mut state, _) = played("awari", start, "");
    let end = game.playout(&mut state, &mut Rng::new(1), &mut Vec::new());
    assert_eq!((end.plies, end.payoffs.of(Player::FIRST)), (Some(12), 1.0));
}

#[test]
fn a_playout_is_play_move_by_move() {
    for spec in Awari::INFO.samples {
        let game = game(spec);
        for seed in 0..300 {
            let (mut rng, mut scratch) = (Rng::new(seed), Vec::new());
            let mut state = game.initial();
            for _ in 0..seed % 90 {
                game.random_move(&state, &mut rng, &mut scratch).into_iter().for_each(|mv| game.play(&mut state, mv));
            }
            let end = game.playout(&mut state.clone(), &mut rng.clone(), &mut scratch);
            let mut plies = 0;
            while let Some(mv) = game.random_move(&state, &mut rng, &mut scratch) {
                game.play(&mut state, mv);
                plies += 1;
            }
            assert_eq!((end.plies, end.payoffs), (Some(plies), game.payoffs(&state)), "{spec}, seed {seed}");
        }
    }
}

#[test]
fn a_position_comes_back_exactly_if_one_of_all_earlier_ones_is_the_same() {
    let game = game("awari");
    let (mut rng, mut scratch) = (Rng::new(4), Vec::new());
    let mut repeated = 0;
    for number in 0..3000 {
        let mut state = game.initial();
        let mut seen = HashSet::new();
        while let Some(mover) = game.turn(&state) {
            let new = seen.insert((mover, state.now.at));
            assert!(new, "seed 4, game {number}: `{}` goes on", game.state_text(&state));
            game.random_move(&state, &mut rng, &mut scratch).into_iter().for_each(|mv| game.play(&mut state, mv));
        }
        let recurred = seen.contains(&(state.now.mover, state.now.at));
        assert_eq!(recurred, recurs(state.history.as_slice(), state.now.at), "seed 4, game {number}");
        repeated += usize::from(recurred);
    }
    assert!(repeated > 20, "seed 4: only {repeated} games end by repetition");
}

#[test]
fn the_limit_draws_whoever_leads() {
    assert_eq!(first_payoff("awari(max-plies=41)", "9,0,0,0,0,1 1,1,4,0,0,0 22-10 x 40", "a"), 0.5);
}

#[test]
fn impossible_positions_are_refused() {
    for (spec, text, expected) in [
        ("awari", "4,4,4,4,4,4 4,4,4,4,4,5 0-0 x 0", "48 in the pits"),
        ("awari", "48,48,48,48,48,48 16,0,0,0,0,0 0-0 x 2", "48 in the pits"),
        ("awari", "4,4,4,4,4,4 4,4,4,4,4,4 0-0 o 1", "an empty pit"),
        ("awari", "4,4,4,4,4,4 4,4,4,4,4,4 0-0 x 2", "0 before any move"),
        ("awari", "4,4,4,4,4,4 4,4,4,4,4,4 0-0 x ca 1", "an even number"),
        ("awari", "0,4,4,4,4,4 4,4,4,4,4,3 1-0 x 2", "captured seeds"),
        ("awari", "4,4,4,4,4,4 4,4,4,4,4,4 0-0 x g 1", "a legal move: a b c d e f"),
        ("awari", "3,0,0,0,0,0 0,0,1,0,0,0 26-18 x 40", "less than 25"),
        ("awari(rules=ludii)", "3,0,0,0,0,0 0,0,1,0,0,0 26-18 x pass 40", "no move"),
        ("awari(rules=ludii)", "4,4,4,4,4,4 4,4,4,4,4,4 0-0 x ca 2", "`pass`"),
    ] {
        let error = game(spec).parse_state(text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
}

#[test]
fn options_that_would_not_count_or_never_end_are_refused() {
    for spec in ["awari(rules=ludii,win=20)", "awari(rules=ludii,starved=nobody)", "awari(repeat=none,max-plies=0)"] {
        let args = crate::resolve_game(spec).expect("a spec");
        assert!(Awari::from_args(&args).is_err(), "{spec}");
    }
}
