//! Playouts: what they learn, checked against tables made by hand, and what their options mean.

use mctslab_core::spec::Spec;
use mctslab_core::{Budget, Eval, Game, Payoffs, Player, Rng, Visit};
use mctslab_search::PartCatalog;
use mctslab_search::playout::Policy;
use mctslab_search::trail::Trail;

use crate::{agent, legal, with_game};

/// Two players choose one of three numbers in turn, four times.
struct Numbers;

impl Game for Numbers {
    type State = Vec<usize>;
    type Move = usize;

    fn initial(&self) -> Vec<usize> {
        Vec::new()
    }
    fn turn(&self, state: &Vec<usize>) -> Option<Player> {
        (state.len() < 4).then_some(Player::new(state.len() % 2))
    }
    fn moves(&self, state: &Vec<usize>, out: &mut Vec<usize>) {
        if state.len() < 4 {
            out.extend([0, 1, 2]);
        }
    }
    fn play(&self, state: &mut Vec<usize>, mv: usize) {
        state.push(mv);
    }
    fn payoffs(&self, _: &Vec<usize>) -> Payoffs {
        Payoffs::duel(None)
    }
    fn index(&self, mv: usize) -> usize {
        mv
    }
    fn index_bound(&self) -> usize {
        3
    }
    fn max_plies(&self) -> u32 {
        4
    }
}

const A: Player = Player::FIRST;
const B: Player = Player::SECOND;
const UNSEEN: Option<f64> = Some(f64::INFINITY);

fn policy<G: Game>(game: &G, spec: &str) -> Box<dyn Policy<G>> {
    let spec = Spec::parse(spec).expect("a spec");
    let parts = PartCatalog::standard();
    let args = parts.resolve(game, &spec, "playout", parts.playouts.entries());
    parts.playout(game, &args.unwrap_or_else(|error| panic!("{error}")), false).expect("a listed playout")
}

fn trail(tree: &[(Player, usize)], playout: &[(Player, usize)]) -> Trail {
    let mut trail = Trail::new(true);
    for &(player, mv) in tree {
        trail.push(&Numbers, player, mv);
    }
    trail.leave_tree();
    for &(player, mv) in playout {
        trail.push(&Numbers, player, mv);
    }
    trail
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Equal within the precision of the tables.
fn close(found: Option<f64>, expected: f64) -> bool {
    found.is_some_and(|found| (found - expected).abs() < 1e-6)
}

#[test]
fn mast_keeps_the_means_of_moves() {
    let first = trail(&[(A, 0)], &[(B, 1), (A, 1), (B, 2)]);
    let second = trail(&[], &[(A, 1)]);
    let learned = |spec: &str| {
        let mut mast = policy(&Numbers, spec);
        mast.learn(&Numbers, &first, &Payoffs::new(&[1.0, 0.0]));
        mast.learn(&Numbers, &second, &Payoffs::new(&[0.25, 0.75]));
        mast
    };
    let rates = |mast: &dyn Policy<Numbers>| {
        [(A, 0), (A, 1), (A, 2), (B, 0), (B, 1), (B, 2)].map(|(player, mv)| mast.rate(&Numbers, player, mv, &second))
    };
    let (none, some) = (UNSEEN, Some);
    assert_eq!(rates(&*learned("mast")), [none, some(0.625), none, none, some(0.0), some(0.0)]);
    assert_eq!(rates(&*learned("mast(update=all)")), [some(1.0), some(0.625), none, none, some(0.0), some(0.0)]);
    // Whoever made the move, every player remembers what he got.
    let shared = [none, some(0.75), some(1.0), none, some(0.25), some(0.0)];
    assert_eq!(rates(&*learned("mast(keys=move)")), shared);
    let mut mast = learned("mast");
    mast.forget();
    assert_eq!(rates(&*mast), [none; 6]);
}

/// A game of two moves: the first player goes from a square to another, the second places a stone.
struct GoAndPlace;

impl Game for GoAndPlace {
    type State = usize;
    type Move = usize;

    fn initial(&self) -> usize {
        0
    }
    fn turn(&self, made: &usize) -> Option<Player> {
        (*made < 2).then(|| Player::new(*made))
    }
    fn moves(&self, made: &usize, out: &mut Vec<usize>) {
        out.extend((*made < 2).then_some(*made));
    }
    fn play(&self, made: &mut usize, _: usize) {
        *made += 1;
    }
    fn payoffs(&self, _: &usize) -> Payoffs {
        Payoffs::duel(Some(A))
    }
    fn index(&self, mv: usize) -> usize {
        mv
    }
    fn index_bound(&self) -> usize {
        2
    }
    fn max_plies(&self) -> u32 {
        2
    }
    fn move_text(&self, _: &usize, mv: usize) -> String {
        ["a1b1", "b2"][mv].to_string()
    }
}

#[test]
fn a_piece_that_goes_is_anybodys_move_and_a_stone_that_is_placed_the_players_own() {
    for spec in ["mast(keys=piece)", "nst(keys=piece)"] {
        let mut policy = policy(&GoAndPlace, spec);
        let mut trail = Trail::new(true);
        let payoffs = policy.playout(&GoAndPlace, &mut 0, &mut Rng::new(1), &mut trail);
        policy.learn(&GoAndPlace, &trail, &payoffs);
        let rates = [(A, 0), (B, 0), (A, 1), (B, 1)]
            .map(|(player, mv)| policy.rate(&GoAndPlace, player, mv, &Trail::new(true)));
        assert_eq!(rates, [Some(1.0), Some(0.0), UNSEEN, Some(0.0)], "{spec}");
    }
}

#[test]
fn moves_first_seen_together_share_a_sum_and_keep_their_own_counts() {
    let mut mast = policy(&Numbers, "mast(sums=shared)");
    // A win counts 1, a loss -1. First the sum of all three is 1 for A and -1 for B.
    mast.learn(&Numbers, &trail(&[], &[(B, 1), (A, 1), (B, 2)]), &Payoffs::new(&[1.0, 0.0]));
    // A's 1 adds -0.5 and 0.5 to it, and has two visits; B's 0 begins a sum of its own.
    mast.learn(&Numbers, &trail(&[], &[(A, 1), (B, 0)]), &Payoffs::new(&[0.25, 0.75]));
    let rate = |player, mv| mast.rate(&Numbers, player, mv, &trail(&[], &[]));
    assert_eq!([rate(A, 1), rate(B, 1), rate(B, 2), rate(B, 0)], [Some(0.25), Some(-0.5), Some(-0.5), Some(0.5)]);
    assert_eq!(rate(A, 2), UNSEEN);

    let mut nst = policy(&Numbers, "nst(sums=shared,k=1)");
    for (moves, paid) in [(&[(A, 0), (B, 1)][..], 1.0), (&[(A, 0), (B, 1)], 0.0), (&[(B, 1)], 0.0)] {
        nst.learn(&Numbers, &trail(&[], moves), &Payoffs::new(&[paid, 1.0 - paid]));
    }
    // All share one sum: -1 for B, then the second game adds 1 for each of A's 0, B's 1 and both
    // in a row, and the third adds 1: 3 in all, over 3 visits of B's 1 and 2 of it after A's 0.
    assert!(close(nst.rate(&Numbers, B, 1, &trail(&[], &[])), 1.0));
    assert!(close(nst.rate(&Numbers, B, 1, &trail(&[(A, 0)], &[])), mean(&[1.0, 1.5])));
}

#[test]
fn a_share_of_what_was_seen_is_kept_for_the_next_search() {
    let learned = |spec: &str, times: usize| {
        let mut policy = policy(&Numbers, spec);
        for _ in 0..times {
            policy.learn(&Numbers, &trail(&[], &[(A, 0), (B, 1)]), &Payoffs::new(&[0.0, 1.0]));
        }
        policy.forget();
        policy
    };
    for spec in ["mast(decay=0.5)", "nst(decay=0.5,grams=1)"] {
        // Of three visits one is left, of one none.
        let mut policy = learned(spec, 3);
        policy.learn(&Numbers, &trail(&[], &[(B, 1)]), &Payoffs::new(&[1.0, 0.0]));
        assert!(close(policy.rate(&Numbers, B, 1, &trail(&[], &[])), 0.5), "{spec}");
        assert_eq!(learned(spec, 1).rate(&Numbers, B, 1, &trail(&[], &[])), UNSEEN, "{spec}");
        policy.new_game();
        assert_eq!(policy.rate(&Numbers, B, 1, &trail(&[], &[])), UNSEEN, "{spec}: a new game knows nothing");
    }
    // A sequence that was seen four times still counts twice, one seen three times only once.
    let after = |times| {
        let mut nst = learned("nst(decay=0.5,k=2)", times);
        nst.learn(&Numbers, &trail(&[], &[(B, 1)]), &Payoffs::new(&[1.0, 0.0]));
        nst.rate(&Numbers, B, 1, &trail(&[(A, 0)], &[]))
    };
    assert!(close(after(4), mean(&[2.0 / 3.0, 1.0])));
    assert!(close(after(3), 1.0 / 2.0));
}

#[test]
fn what_cannot_go_together_is_refused() {
    let parts = PartCatalog::standard();
    for (spec, found) in [
        ("mast(keys=piece,update=all)", "`keys=piece` knows the moves of playouts only"),
        ("nst(sums=shared,decay=0.5)", "`sums=shared` forgets all"),
    ] {
        let agent = parts.agent(&Numbers, &format!("uct(playout={spec})"));
        let error = agent.err().expect("a refusal").to_string();
        assert!(error.contains(found), "{error}");
    }
    assert!(parts.agent(&Numbers, "debets(variant=mcts-nst,decay=0.5,choose=gibbs)").is_ok());
}

#[test]
fn nst_averages_the_means_of_sequences() {
    let line = [(A, 0), (B, 1), (A, 2)];
    let learned = |spec: &str| {
        let mut nst = policy(&Numbers, spec);
        for paid in [1.0, 1.0, 0.0] {
            nst.learn(&Numbers, &trail(&[], &line), &Payoffs::new(&[paid, 1.0 - paid]));
        }
        nst.learn(&Numbers, &trail(&[(B, 1)], &[(A, 2)]), &Payoffs::new(&[0.0, 1.0]));
        nst
    };
    let rate = |spec: &str, before: &[(Player, usize)]| learned(spec).rate(&Numbers, A, 2, &trail(before, &[]));
    let full = &line[..2];
    // The move alone brought 1, 1, 0, 0; after B's 1, and after A's 0 and B's 1, it brought 1,
    // 1, 0.
    assert!(close(rate("nst(k=2)", full), mean(&[1.0 / 2.0, 2.0 / 3.0, 2.0 / 3.0])));
    assert!(close(rate("nst(k=2)", &line[1..2]), mean(&[1.0 / 2.0, 2.0 / 3.0])));
    assert!(close(rate("nst(k=2,grams=2)", full), mean(&[1.0 / 2.0, 2.0 / 3.0])));
    assert!(close(rate("nst(k=2,grams=1)", full), 1.0 / 2.0));
    assert!(close(rate("nst(k=4)", full), 1.0 / 2.0), "seen three times, not four");
    assert!(close(rate("nst(k=2)", &[(A, 1)]), 1.0 / 2.0), "another player's 1");
    // With the tree, the fourth game saw B's 1 too.
    assert!(close(rate("nst(k=2,update=all)", &line[1..2]), mean(&[1.0 / 2.0, 2.0 / 4.0])));
    assert!(close(rate("nst(k=2,keys=move)", &[(A, 1)]), mean(&[1.0 / 2.0, 2.0 / 3.0])), "anybody's 1");
    let shared = learned("nst(k=2,keys=move)");
    assert!(close(shared.rate(&Numbers, B, 2, &trail(full, &[])), mean(&[1.0 / 2.0, 1.0 / 3.0, 1.0 / 3.0])));
    assert_eq!(learned("nst").rate(&Numbers, B, 2, &trail(full, &[])), UNSEEN);
    let mut nst = learned("nst(k=2)");
    nst.forget();
    nst.learn(&Numbers, &trail(&[], &[(A, 2)]), &Payoffs::new(&[1.0, 0.0]));
    assert!(close(nst.rate(&Numbers, A, 2, &trail(full, &[])), 1.0), "sequences of an earlier search are forgotten");
}

#[test]
fn the_best_known_move_is_played() {
    for spec in [
        "mast(eps=0)",
        "nst(eps=0,k=1)",
        "mast(eps=0,keys=move)",
        "nst(eps=0,k=1,grams=4,keys=move)",
        "mast(eps=0,sums=shared)",
        "nst(eps=0,k=1,sums=shared)",
        "mast(choose=gibbs(tau=0.001))",
        "nst(k=1,choose=gibbs(tau=0.001))",
    ] {
        let mut policy = policy(&Numbers, spec);
        for (mv, paid) in [(0, 0.5), (1, 1.0), (2, 0.0)] {
            let payoffs = Payoffs::new(&[paid, 1.0 - paid]);
            policy.learn(&Numbers, &trail(&[], &[(A, mv)]), &payoffs);
            policy.learn(&Numbers, &trail(&[], &[(B, mv)]), &payoffs);
        }
        for seed in 0..20 {
            let (mut state, mut trail) = (Numbers.initial(), Trail::new(true));
            policy.playout(&Numbers, &mut state, &mut Rng::new(seed), &mut trail);
            assert_eq!(trail.all()[0], 1, "{spec}, seed {seed}: the first player's best");
            assert_eq!(trail.all()[1], 3 + 2, "{spec}, seed {seed}: the second player's best");
        }
    }
}

#[test]
fn sequences_overrule_single_moves() {
    let mut nst = policy(&Numbers, "nst(eps=0,k=1,grams=2)");
    for mv in [0, 1, 2] {
        let paid = [0.2, 1.0, 0.1][mv];
        nst.learn(&Numbers, &trail(&[], &[(A, mv)]), &Payoffs::new(&[paid, 0.0]));
        nst.learn(&Numbers, &trail(&[], &[(B, mv)]), &Payoffs::new(&[0.0, [0.6, 0.5, 0.0][mv]]));
    }
    nst.learn(&Numbers, &trail(&[], &[(A, 1), (B, 2)]), &Payoffs::new(&[1.0, 1.0]));
    for seed in 0..20 {
        let (mut state, mut trail) = (Numbers.initial(), Trail::new(true));
        nst.playout(&Numbers, &mut state, &mut Rng::new(seed), &mut trail);
        assert_eq!(trail.all()[..2], [1, 3 + 2], "seed {seed}: alone 0.5, but 0.75 after the 1, against 0.6");
    }
}

struct Neutral;

impl Visit for Neutral {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let visits = |playout: &str| {
            let mut agent = agent(&game, &format!("uct(iters=300,solve=false,playout={playout})"));
            agent.new_game(5);
            agent.choose(&game, &game.initial(), &mut Budget::default()).expect("the game goes on");
            agent.thoughts(&game)
        };
        let uniform = visits("uniform");
        for playout in ["mast(eps=1)", "nst(eps=1)", "greedy(eps=1)", "minimax(eps=1)"] {
            assert_eq!(visits(playout), uniform, "seed 5: {playout} is uniform");
        }
    }
}

#[test]
fn what_always_explores_is_uniform() {
    for info in mctslab_games::GAMES {
        with_game(info.samples[0], Neutral);
    }
}

struct Cuts(&'static str);

impl Visit for Cuts {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for name in ["uniform", "mast", "nst", "greedy", "minimax(depth=1)"] {
            let (name, depth) = name.split_once('(').unwrap_or((name, ")"));
            let depth = depth.replace(')', if depth.len() > 1 { "," } else { "" });
            for limit in [0, 3] {
                let mut policy = policy(&game, &format!("{name}({depth}limit={limit})"));
                let (mut state, mut trail) = (game.initial(), Trail::new(true));
                let payoffs = policy.playout(&game, &mut state, &mut Rng::new(4), &mut trail);
                let whole = if game.turn(&state).is_none() {
                    game.payoffs(&state)
                } else {
                    assert_eq!(trail.all().len(), limit, "{}, {name}, seed 4: stops in time", self.0);
                    let of = |player| Eval::first(&game).of(&game, &state, Player::new(player));
                    Payoffs::new(&(0..game.players()).map(of).collect::<Vec<f64>>())
                };
                assert_eq!(payoffs, whole, "{}, {name}, seed 4: valued where it stopped", self.0);
            }
        }
    }
}

#[test]
fn a_playout_stops_at_its_limit() {
    for info in mctslab_games::GAMES {
        with_game(info.samples[0], Cuts(info.entry.name));
    }
}

struct Ahead;

impl Visit for Ahead {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut policy = policy(&game, "uniform(limit=9,score=ahead)");
        let mut seen = [0; 3];
        for seed in 0..50 {
            let mut state = game.initial();
            let payoffs = policy.playout(&game, &mut state, &mut Rng::new(seed), &mut Trail::new(false));
            if game.turn(&state).is_none() {
                continue;
            }
            let estimate = Eval::first(&game).of(&game, &state, A);
            let result = if estimate > 0.5 {
                1.0
            } else if estimate < 0.5 {
                0.0
            } else {
                0.5
            };
            assert_eq!(payoffs.as_slice(), [result, 1.0 - result], "seed {seed}");
            seen[(result * 2.0) as usize] += 1;
        }
        assert!(seen[0] > 0 && seen[2] > 0, "{seen:?}");
    }
}

#[test]
fn who_is_ahead_has_won() {
    with_game("connect-four", Ahead);
    with_game("ataxx", Ahead);
}

/// The first move of a playout from the position after `moves`.
fn first_move<G: Game>(game: &G, moves: &str, spec: &str, seed: u64) -> String {
    let mut state = game.initial();
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{error}"));
        game.play(&mut state, mv);
    }
    let start = state.clone();
    let mut trail = Trail::new(true);
    policy(game, spec).playout(game, &mut state, &mut Rng::new(seed), &mut trail);
    let player = game.turn(&start).expect("the game goes on");
    let made =
        legal(game, &start).into_iter().find(|&mv| mctslab_search::trail::code(game, player, mv) == trail.all()[0]);
    game.move_text(&start, made.expect("a legal move was made"))
}

struct Foresight;

impl Visit for Foresight {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for seed in 0..10 {
            for spec in ["greedy(eps=0)", "minimax(depth=1)", "minimax(depth=2)"] {
                assert_eq!(first_move(&game, "4 5 4 5 4 5", spec, seed), "4", "{spec}, seed {seed}: wins");
            }
            let parried = first_move(&game, "4 5 4 5 4", "minimax(depth=2)", seed);
            assert_eq!(parried, "4", "seed {seed}: sees the threat");
        }
    }
}

#[test]
fn lookahead_takes_wins_and_parries_threats() {
    with_game("connect-four", Foresight);
}

struct Warm;

impl Visit for Warm {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let (initial, mut state) = (game.initial(), game.initial());
        for spec in ["mast", "nst", "uniform(limit=5)", "greedy(limit=5)"] {
            let mut policy = policy(&game, spec);
            let mut trail = Trail::new(true);
            let mut rng = Rng::new(8);
            let mut play = |count: u32| {
                for _ in 0..count {
                    state.clone_from(&initial);
                    trail.clear();
                    let payoffs = policy.playout(&game, &mut state, &mut rng, &mut trail);
                    policy.learn(&game, &trail, &payoffs);
                }
            };
            play(100);
            let count = allocation_counter::measure(|| play(100)).count_total;
            // Now and then a game is longer than any before.
            assert!(count <= 6, "seed 8: {count} allocations in 100 playouts of {spec}");
        }
    }
}

#[test]
fn warm_playouts_do_not_allocate() {
    for info in mctslab_games::GAMES {
        with_game(info.samples[0], Warm);
    }
}
