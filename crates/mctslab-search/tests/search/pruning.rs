//! Alpha-beta with all its options, and minimax with its ties, against minimax by definition.

use std::time::{Duration, Instant};

use mctslab_core::{Agent, Budget, Eval, Game, Player, Visit};
use mctslab_search::PartCatalog;
use mctslab_search::minimax::AlphaBetaSearch;

use crate::random_tree::RandomTree;
use crate::{after, agent, legal, with_game};

/// Every combination of options, `DEPTH` standing for a depth.
const PRUNED: [&str; 4] = [
    "alphabeta(depth=DEPTH,table=false,deepening=false)",
    "alphabeta(depth=DEPTH,table=false,deepening=true)",
    "alphabeta(depth=DEPTH,table=true,deepening=false,memory=1)",
    "alphabeta(depth=DEPTH,table=true,deepening=true,memory=1)",
];

/// What an agent says the move it plays is worth to the mover, and the move.
pub(crate) fn played<G: Game>(agent: &mut dyn Agent<G>, game: &G, state: &G::State) -> (G::Move, f64) {
    let mv = agent.choose(game, state, &mut Budget::default()).expect("the game goes on");
    let thoughts = agent.thoughts(game);
    let thought = thoughts.moves.iter().find(|thought| thought.mv == mv).expect("it thought of it");
    (mv, thought.value.expect("it valued it"))
}

/// What the mover of the root gets of the first player's value.
pub(crate) fn to_mover(game: &RandomTree, value: f64) -> f64 {
    if game.turn(&0) == Some(Player::FIRST) { value } else { 1.0 - value }
}

/// The values of all root moves for the mover, by definition.
fn move_values(game: &RandomTree, depth: u32) -> Vec<f64> {
    let value = |mv| to_mover(game, game.minimax(after(game, &0, mv), depth - 1));
    legal(game, &0).into_iter().map(value).collect()
}

#[test]
fn searches_to_the_end_are_exact_on_random_trees() {
    for seed in 0..10_000 {
        let game = RandomTree::tree(seed);
        let exact = to_mover(&game, game.minimax(0, game.height()));
        for spec in PRUNED.iter().chain(&["minimax(depth=DEPTH)", "minimax(depth=DEPTH,ties=random)"]) {
            let spec = spec.replace("DEPTH", &game.height().to_string());
            let (mv, value) = played(&mut *agent(&game, &spec), &game, &0);
            let attained = to_mover(&game, game.minimax(after(&game, &0, mv), game.height()));
            assert_eq!((value, attained), (exact, exact), "seed {seed}, {spec}, move {mv}: claimed, attained");
        }
    }
}

#[test]
fn tables_and_deepening_change_neither_value_nor_move_at_any_depth() {
    for seed in 0..3000 {
        let game = RandomTree::graph(seed);
        // One table for all depths, so that entries of other depths are in the way.
        let mut kept = AlphaBetaSearch::new(Eval::first(&game)).with_table(0);
        for depth in [6, 1, 4, 2, 3] {
            let kept = kept.value(&game, &0, depth, f64::NEG_INFINITY, f64::INFINITY);
            assert_eq!(kept, game.minimax(0, depth), "seed {seed}, depth {depth}: value with a kept table");
            let values = move_values(&game, depth);
            let best = values.iter().copied().fold(-1.0, f64::max);
            let first = values.iter().position(|&value| value == best).expect("there is a move") as u8;
            for spec in PRUNED {
                let spec = spec.replace("DEPTH", &depth.to_string());
                let (mv, value) = played(&mut *agent(&game, &spec), &game, &0);
                assert_eq!(value, best, "seed {seed}, {spec}: value");
                // Decided positions are played differently: the shortest win, the longest loss.
                if best > 0.0 && (best < 1.0 || spec.contains("deepening=false")) {
                    assert_eq!(mv, first, "seed {seed}, {spec}: of {values:?}");
                }
            }
        }
    }
}

#[test]
fn the_shortest_win_is_taken() {
    let mut wins = 0;
    for seed in (0..4000).step_by(2) {
        let game = RandomTree::graph(seed);
        let won = |depth: u32| move_values(&game, depth).iter().position(|&value| value == 1.0);
        let Some(depth) = (1..=game.height()).find(|&depth| won(depth).is_some()) else { continue };
        wins += 1;
        let first = won(depth).expect("found above") as u8;
        for spec in ["alphabeta(depth=100,table=false)", "alphabeta(depth=100,memory=1)"] {
            assert_eq!(
                played(&mut *agent(&game, spec), &game, &0),
                (first, 1.0),
                "seed {seed}, {spec}: win in {depth}"
            );
        }
    }
    assert!(wins > 300, "{wins} wins");
}

#[test]
fn a_loss_is_put_off() {
    let mut losses = 0;
    for seed in (0..4000).step_by(2) {
        let game = RandomTree::graph(seed);
        let lost = |depth: u32| move_values(&game, depth).iter().all(|&value| value == 0.0);
        let Some(depth) = (2..=game.height()).find(|&depth| lost(depth)) else { continue };
        let values = move_values(&game, depth - 1);
        losses += 1;
        for spec in ["alphabeta(depth=100,table=false)", "alphabeta(depth=100,memory=1)"] {
            let (mv, value) = played(&mut *agent(&game, spec), &game, &0);
            assert_eq!(value, 0.0, "seed {seed}, {spec}: lost in {depth}");
            let most = values.iter().copied().fold(-1.0, f64::max);
            assert_eq!(values[mv as usize], most, "seed {seed}, {spec}: move {mv} of {values:?}");
        }
    }
    assert!(losses > 100, "{losses} losses");
}

#[test]
fn ties_are_broken_as_told() {
    let mut tied = 0;
    for seed in (0..400).step_by(2) {
        let game = RandomTree::tree(seed);
        let values = move_values(&game, game.height());
        let most = values.iter().copied().fold(-1.0, f64::max);
        let best: Vec<u8> = (0..values.len()).filter(|&mv| values[mv] == most).map(|mv| mv as u8).collect();
        let choose = |ties: &str, game_seed: u64| {
            let mut agent = agent(&game, &format!("minimax(depth={},ties={ties})", game.height()));
            assert_eq!(agent.deterministic(), ties != "random");
            agent.new_game(game_seed);
            agent.choose(&game, &0, &mut Budget::default()).expect("the game goes on")
        };
        assert_eq!(Some(&choose("first", 1)), best.first(), "seed {seed}");
        assert_eq!(Some(&choose("last", 1)), best.last(), "seed {seed}");
        let drawn: Vec<u8> = (0..100).map(|game_seed| choose("random", game_seed)).collect();
        assert!(best.iter().all(|mv| drawn.contains(mv)), "seed {seed}: {best:?} are best, {drawn:?} were played");
        assert!(drawn.iter().all(|mv| best.contains(mv)), "seed {seed}: {best:?} are best, {drawn:?} were played");
        tied += usize::from(best.len() > 1);
    }
    assert!(tied > 50, "{tied} ties");
}

struct Timed;

impl Visit for Timed {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let start = Instant::now();
        let mut timed = agent(&game, "alphabeta(time=60)");
        assert!(!timed.deterministic());
        let state = game.initial();
        let (mv, value) = played(&mut *timed, &game, &state);
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
        let positions = timed.thoughts(&game).iterations;
        // Whatever depth it came to, it plays what a search to that depth plays.
        let fixed = (1..20).find_map(|depth| {
            let mut fixed = agent(&game, &format!("alphabeta(depth={depth})"));
            let found = played(&mut *fixed, &game, &state);
            (found == (mv, value) || fixed.thoughts(&game).iterations > positions).then_some(found)
        });
        assert_eq!(fixed, Some((mv, value)), "after {positions} positions");
    }
}

#[test]
fn a_time_budget_keeps_the_last_finished_depth() {
    for spec in ["connect-four", "othello", "breakthrough"] {
        with_game(spec, Timed);
    }
}

struct NoAllocation<'a>(&'a str);

impl Visit for NoAllocation<'_> {
    type Output = u64;
    fn visit<G: Game>(self, game: G) -> u64 {
        let mut agent = agent(&game, self.0);
        let state = game.initial();
        for _ in 0..2 {
            agent.new_game(1);
            agent.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
        }
        agent.new_game(1);
        allocation_counter::measure(|| drop(agent.choose(&game, &state, &mut Budget::default()))).count_total
    }
}

#[test]
fn warm_searches_do_not_allocate() {
    for info in mctslab_games::GAMES {
        if with_game(info.samples[0], Players) != 2 {
            continue;
        }
        for spec in ["alphabeta(depth=2)", "alphabeta(depth=2,table=false)", "minimax(depth=2)", "ab-uct(nodes=100)"] {
            let count = with_game(info.samples[0], NoAllocation(spec));
            assert_eq!(count, 0, "{}, {spec}: allocations", info.entry.name);
        }
    }
}

struct Players;

impl Visit for Players {
    type Output = usize;
    fn visit<G: Game>(self, game: G) -> usize {
        game.players()
    }
}

struct Refusal<'a>(&'a str);

impl Visit for Refusal<'_> {
    type Output = String;
    fn visit<G: Game>(self, game: G) -> String {
        PartCatalog::standard().agent(&game, self.0).map(drop).expect_err(self.0).to_string()
    }
}

#[test]
fn what_makes_no_sense_is_refused_with_the_reason() {
    let cases = [
        ("connect-four", "alphabeta(depth=0)", "from 1 to 100"),
        ("connect-four", "alphabeta(depth=none)", "give one of them"),
        ("connect-four", "alphabeta(time=10,deepening=false)", "needs `deepening=true`"),
        ("connect-four", "minimax(depth=0)", "from 1 to 100"),
        ("connect-four", "minimax(ties=any)", "`first`, `last`, `random`"),
        ("connect-four", "ab-uct(nodes=0)", "from 1 to 1000000000, or `none`"),
        ("connect-four", "ab-uct(time=0)", "from 1 to"),
        ("connect-four", "ab-uct(playouts=0)", "from 1 to"),
        ("tic-tac-mo", "alphabeta", "needs a game of two players, and this one has 3; use `minimax`"),
        ("tic-tac-mo", "ab-uct", "needs a game of two players, and this one has 3; use `uct`"),
        ("chain", "ab-uct", "needs a game of two players, and this one has 1"),
    ];
    for (game, spec, reason) in cases {
        let message = with_game(game, Refusal(spec));
        assert!(message.contains(reason), "{game}, {spec}: {message}");
    }
}
