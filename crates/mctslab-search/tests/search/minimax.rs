//! Minimax, alpha-beta and the solver against plain definitions.

use mctslab_core::{Budget, Eval, Game, Player, Rng, Visit};
use mctslab_search::minimax::{AlphaBetaSearch, Exhaustive, MaxN};

use crate::{after, agent, legal, with_game};

/// The minimax value for the first player, by definition.
fn plain_value<G: Game>(game: &G, state: &G::State, depth: u32, eval: Eval<G>) -> f64 {
    let Some(player) = game.turn(state) else { return game.payoffs(state).of(Player::FIRST) };
    if depth == 0 {
        return eval.of(game, state, Player::FIRST);
    }
    let values = legal(game, state).into_iter().map(|mv| plain_value(game, &after(game, state, mv), depth - 1, eval));
    if player == Player::FIRST { values.fold(-1.0, f64::max) } else { values.fold(2.0, f64::min) }
}

struct SameValue<'a>(&'a str);

impl Visit for SameValue<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        if game.players() > 2 {
            return;
        }
        let depth = if legal(&game, &game.initial()).len() > 20 { 2 } else { 3 };
        for seed in 0..6 {
            let state = random_state(&game, seed, 4 + 3 * seed as u32);
            let expected = plain_value(&game, &state, depth, Eval::first(&game));
            let at = format!("{}, seed {seed}, `{}`", self.0, game.state_text(&state));
            let pruned =
                AlphaBetaSearch::new(Eval::first(&game)).value(&game, &state, depth, f64::NEG_INFINITY, f64::INFINITY);
            assert!((pruned - expected).abs() < 1e-12, "{at}: alpha-beta {pruned}, minimax {expected}");
            let full = MaxN::new(Eval::first(&game)).values(&game, &state, depth)[0];
            assert!((full - expected).abs() < 1e-9, "{at}: max^n {full}, minimax {expected}");
        }
    }
}

struct EveryoneForHimself;

impl Visit for EveryoneForHimself {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for seed in 0..6 {
            let state = random_state(&game, seed, 6 + seed as u32);
            let values = MaxN::new(Eval::first(&game)).values(&game, &state, 2);
            let player = game.turn(&state).expect("the game goes on");
            let replies = legal(&game, &state)
                .into_iter()
                .map(|mv| MaxN::new(Eval::first(&game)).values(&game, &after(&game, &state, mv), 1));
            let best = replies.map(|reply| reply[player.index()]).fold(0.0, f64::max);
            assert_eq!(values[player.index()], best, "seed {seed}: the mover takes what pays him most");
        }
    }
}

#[test]
fn with_three_players_each_takes_what_pays_him_most() {
    for spec in ["tic-tac-mo", "yavalade", "triad"] {
        with_game(spec, EveryoneForHimself);
    }
}

#[test]
fn pruning_does_not_change_the_value() {
    for info in mctslab_games::GAMES {
        with_game(info.samples[0], SameValue(info.samples[0]));
    }
}

/// The state after some random moves, fewer if the game would end.
fn random_state<G: Game>(game: &G, seed: u64, plies: u32) -> G::State {
    let mut rng = Rng::new(seed);
    let mut state = game.initial();
    for _ in 0..plies {
        let next = after(game, &state, rng.pick(&legal(game, &state)).expect("the game goes on"));
        if game.turn(&next).is_none() {
            break;
        }
        state = next;
    }
    state
}

struct SameMove<'a>(&'a str);

impl Visit for SameMove<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for seed in 0..10 {
            let state = random_state(&game, seed, 5);
            let [full, pruned] = ["minimax(depth=3)", "alphabeta(depth=3)"].map(|spec| {
                let mut agent = agent(&game, spec);
                let mv = agent.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
                let thoughts = agent.thoughts(&game);
                let value = thoughts.moves.iter().find(|thought| thought.mv == mv).and_then(|thought| thought.value);
                (mv, value)
            });
            // Decided positions may be played differently: alpha-beta takes the shortest win and
            // the longest loss.
            let value = full.1.expect("minimax values every move");
            if value > 0.0 && value < 1.0 {
                let at = format!("{}, seed {seed}, `{}`", self.0, game.state_text(&state));
                assert_eq!(full.0, pruned.0, "{at}");
                assert!(
                    (value - pruned.1.expect("the best move is valued")).abs() < 1e-9,
                    "{at}: {full:?}, {pruned:?}"
                );
            }
        }
    }
}

#[test]
fn minimax_and_alphabeta_play_alike() {
    for spec in ["connect-four", "tic-tac-toe", "nim", "awari"] {
        with_game(spec, SameMove(spec));
    }
}

/// Positions that a solver visits before and after another game, which it is told to forget.
struct VisitedAgain;

impl Visit for VisitedAgain {
    type Output = [u64; 2];
    fn visit<G: Game>(self, game: G) -> [u64; 2] {
        let mut solver = Exhaustive::new(50_000_000, 300_000);
        [0, 4].map(|plies| {
            solver.solve(&game, &random_state(&game, 1, plies)).expect("small enough");
            solver.forget();
            solver.renew();
            solver.solve(&game, &game.initial()).expect("small enough");
            solver.forget();
            let visited = solver.positions();
            solver.renew();
            visited
        })
    }
}

#[test]
fn a_solver_that_forgot_needs_as_many_positions_as_a_new_one() {
    // States of Awari have memory of their own, and here not all of them find room.
    let [before, after] = with_game("awari(max-plies=7)", VisitedAgain);
    assert_eq!(before, after);
}

struct Solved;

impl Visit for Solved {
    type Output = f64;
    fn visit<G: Game>(self, game: G) -> f64 {
        Exhaustive::new(50_000_000, 64_000_000).solve(&game, &game.initial()).expect("small enough")
    }
}

#[test]
fn known_values_of_whole_games() {
    // Hex is a win for the first player (Nash); nim by Bouton's rule: 1^3^5 = 7 is won, 1^3^5^7 = 0
    // is lost; small Connect Four boards are draws (Tromp's table); 4x4 Othello is lost for the
    // first player.
    let known = [
        ("tic-tac-toe", 0.5),
        ("nim(heaps=3)", 1.0),
        ("nim(heaps=4)", 0.0),
        ("hex(size=3)", 1.0),
        ("hex(size=4)", 1.0),
        ("connect-four(width=4,height=4)", 0.5),
        ("connect-four(width=5,height=4)", 0.5),
        ("othello(size=4)", 0.0),
    ];
    for (spec, value) in known {
        assert_eq!(with_game(spec, Solved), value, "{spec}");
    }
}

struct TooLarge;

impl Visit for TooLarge {
    type Output = String;
    fn visit<G: Game>(self, game: G) -> String {
        agent(&game, "solve(nodes=1000)")
            .choose(&game, &game.initial(), &mut Budget::default())
            .expect_err("too large")
            .to_string()
    }
}

#[test]
fn a_position_too_large_is_refused() {
    let message = with_game("connect-four", TooLarge);
    assert!(message.contains("too large") && message.contains("1000 positions"), "{message}");
}
