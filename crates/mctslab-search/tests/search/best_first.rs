//! Alpha-beta UCT: exact values, moves that attain them, and no node expanded twice.

use mctslab_core::{Budget, Game, Player, Rng, Visit};
use mctslab_search::minimax::Exhaustive;

use crate::pruning::{played, to_mover};
use crate::random_tree::RandomTree;
use crate::{after, agent, legal, with_game};

const OFFLINE: [&str; 7] = [
    "ab-uct(nodes=none,c=0)",
    "ab-uct(nodes=none,c=0.5)",
    "ab-uct(nodes=none,c=1.414)",
    "ab-uct(nodes=none,c=10)",
    "ab-uct(nodes=none,c=0.5,terminals=visited)",
    "ab-uct(nodes=none,c=0.5,bounds=open)",
    "ab-uct(nodes=none,c=0.5,order=game,terminals=visited,bounds=open)",
];

#[test]
fn a_search_to_a_proof_is_exact_on_random_trees() {
    for seed in 0..10_000 {
        let game = RandomTree::tree(seed);
        let exact = to_mover(&game, game.minimax(0, game.height()));
        for spec in OFFLINE {
            let mut agent = agent(&game, spec);
            agent.new_game(seed);
            let (mv, value) = played(&mut *agent, &game, &0);
            let attained = to_mover(&game, game.minimax(after(&game, &0, mv), game.height()));
            assert_eq!((value, attained), (exact, exact), "seed {seed}, {spec}, move {mv}: claimed, attained");
            let steps = agent.thoughts(&game).iterations;
            // A finished game is a step only where it has to be gone to.
            let most = if spec.contains("visited") { game.size() } else { game.inner() };
            assert!((1..=most).contains(&steps), "seed {seed}, {spec}: {steps} of {most}");
        }
    }
}

#[test]
fn what_is_called_proven_is_exact_under_any_budget() {
    for seed in 0..3000 {
        let game = RandomTree::tree(seed);
        for nodes in 1..6 {
            let mut agent = agent(&game, &format!("ab-uct(nodes={nodes})"));
            agent.new_game(seed);
            let chosen = agent.choose(&game, &0, &mut Budget::default()).expect("the game goes on");
            let thoughts = agent.thoughts(&game);
            assert!(thoughts.iterations <= nodes, "seed {seed}: {} nodes", thoughts.iterations);
            let most = thoughts.moves.iter().filter_map(|thought| thought.proven).fold(0.0, f64::max);
            for thought in &thoughts.moves {
                let exact = to_mover(&game, game.minimax(after(&game, &0, thought.mv), game.height()));
                assert!(thought.proven.is_none_or(|proven| proven == exact), "seed {seed}, nodes {nodes}: {thought:?}");
                let worse = thought.proven.is_some_and(|proven| proven < most);
                assert!(thought.mv != chosen || !worse, "seed {seed}, nodes {nodes}: plays {thought:?}");
            }
        }
    }
}

/// Compares with exhaustive solving in random positions with at most N plies to go in the
/// longest game.
struct Positions<'a> {
    spec: &'a str,
    plies_left: u32,
    count: u64,
}

impl Visit for Positions<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut seen = 0;
        for seed in 0..20 * self.count {
            let Some(state) = late_state(&game, seed, self.plies_left) else { continue };
            self.check(&game, &state, seed);
            seen += 1;
            if seen == self.count {
                return;
            }
        }
        panic!("{}: only {seen} positions", self.spec);
    }
}

impl Positions<'_> {
    fn check<G: Game>(&self, game: &G, state: &G::State, seed: u64) {
        let at = format!("{}, seed {seed}, `{}`", self.spec, game.state_text(state));
        let player = game.turn(state).expect("the game goes on");
        let solve = |state: &G::State| {
            let first = Exhaustive::new(10_000_000, 1_000_000).solve(game, state).expect("small enough");
            if player == Player::FIRST { first } else { 1.0 - first }
        };
        let exact = solve(state);
        let inner = inner_nodes(game, state);
        for spec in OFFLINE.iter().chain(&["alphabeta(depth=100,memory=1)", "alphabeta(depth=100,deepening=false)"]) {
            let mut agent = agent(game, spec);
            agent.new_game(seed);
            let (mv, value) = played(&mut *agent, game, state);
            assert_eq!((value, solve(&after(game, state, mv))), (exact, exact), "{at}, {spec}: claimed, attained");
            let expanded = agent.thoughts(game).iterations;
            let counted = spec.starts_with("alpha") || spec.contains("visited");
            assert!(counted || expanded <= inner, "{at}, {spec}: {expanded} of {inner}");
        }
    }
}

/// A position after random moves from which the longest game takes `plies` more; nothing if the
/// game ends before.
fn late_state<G: Game>(game: &G, seed: u64, plies: u32) -> Option<G::State> {
    let mut rng = Rng::new(seed);
    let mut state = game.initial();
    for _ in plies..game.max_plies() {
        state = after(game, &state, rng.pick(&legal(game, &state))?);
    }
    game.turn(&state).map(|_| state)
}

/// Positions of the whole game tree in which the game goes on.
fn inner_nodes<G: Game>(game: &G, state: &G::State) -> u64 {
    let moves = legal(game, state);
    u64::from(!moves.is_empty()) + moves.into_iter().map(|mv| inner_nodes(game, &after(game, state, mv))).sum::<u64>()
}

#[test]
fn a_search_to_a_proof_agrees_with_the_solver() {
    let games = [
        ("one-path", 6),
        ("robbers", 5),
        ("robbers(karma=-1)", 5),
        ("tic-tac-toe", 7),
        ("hex(size=3)", 7),
        ("hex(size=4)", 7),
    ];
    for (spec, plies_left) in games {
        with_game(spec, Positions { spec, plies_left, count: 12 });
    }
}

struct Whole;

impl Visit for Whole {
    type Output = (f64, u64, u64);
    fn visit<G: Game>(self, game: G) -> (f64, u64, u64) {
        let mut agent = agent(&game, "ab-uct(nodes=none)");
        agent.new_game(1);
        let (_, value) = played(&mut *agent, &game, &game.initial());
        (value, agent.thoughts(&game).iterations, inner_nodes(&game, &game.initial()))
    }
}

#[test]
fn whole_games_are_proven_without_looking_at_all_of_them() {
    for (spec, value) in [("tic-tac-toe", 0.5), ("hex(size=3)", 1.0), ("one-path", 1.0)] {
        let (found, expanded, inner) = with_game(spec, Whole);
        assert_eq!(found, value, "seed 1, {spec}");
        assert!(3 * expanded < 2 * inner, "seed 1, {spec}: {expanded} of {inner} expanded");
    }
}

struct Budgets;

impl Visit for Budgets {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for (spec, expanded) in [("ab-uct(nodes=300)", 300..=300), ("ab-uct(nodes=none,memory=1)", 100..=20_000)] {
            let mut agent = agent(&game, spec);
            agent.new_game(3);
            agent.choose(&game, &game.initial(), &mut Budget::default()).expect("the game goes on");
            let thoughts = agent.thoughts(&game);
            assert!(expanded.contains(&thoughts.iterations), "{spec}: {}", thoughts.iterations);
            let bytes = if spec.contains("memory") { 1_000_000 } else { 10_000_000 };
            assert!(thoughts.bytes <= bytes, "{spec}: {} bytes", thoughts.bytes);
            let visits: u64 = thoughts.moves.iter().map(|thought| thought.visits).sum();
            assert_eq!(visits + 1, thoughts.iterations, "{spec}: every expansion but the root's is below one move");
        }
    }
}

#[test]
fn budgets_of_nodes_and_memory_are_kept() {
    with_game("connect-four", Budgets);
    with_game("hex", Budgets);
}

struct AgainstRandom;

impl Visit for AgainstRandom {
    type Output = f64;
    fn visit<G: Game>(self, game: G) -> f64 {
        let mut sum = 0.0;
        for seed in 0..20 {
            let seat = seed as usize % 2;
            let mut agents = ["ab-uct(nodes=200)", "random"].map(|spec| agent(&game, spec));
            for agent in &mut agents {
                agent.new_game(seed);
            }
            let mut state = game.initial();
            while let Some(player) = game.turn(&state) {
                let mv = agents[usize::from(player.index() != seat)]
                    .choose(&game, &state, &mut Budget::default())
                    .expect("the game goes on");
                game.play(&mut state, mv);
            }
            sum += game.payoffs(&state).of(Player::new(seat));
        }
        sum / 20.0
    }
}

#[test]
fn rewards_lead_to_good_moves_before_anything_is_proven() {
    // Proofs do not depend on the sign of rewards; play far from the end does.
    for spec in ["connect-four", "othello", "hex(size=7)"] {
        let mean = with_game(spec, AgainstRandom);
        assert!(mean >= 0.9, "seeds 0 to 19, {spec}: mean payoff {mean}");
    }
}

struct Effort;

impl Visit for Effort {
    type Output = [f64; 3];
    fn visit<G: Game>(self, game: G) -> [f64; 3] {
        let mut counts = [0; 4];
        for seed in 0..100 {
            let Some(state) = late_state(&game, seed, game.max_plies() - 3) else { continue };
            let specs = [
                "alphabeta(depth=100,table=false,deepening=false)",
                "ab-uct(nodes=none,c=0)",
                "ab-uct(nodes=none,c=0,terminals=visited)",
                "ab-uct(nodes=none,c=0,terminals=visited,bounds=open)",
            ];
            for (spec, count) in specs.into_iter().zip(&mut counts) {
                let mut agent = agent(&game, spec);
                agent.new_game(seed);
                agent.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
                *count += agent.thoughts(&game).iterations;
            }
        }
        [1, 2, 3].map(|place| counts[place] as f64 / counts[0] as f64)
    }
}

#[test]
fn rewards_lead_to_short_proofs_and_the_less_is_known_the_longer_they_are() {
    let [free, visited, open] = with_game("tic-tac-toe", Effort);
    assert!(free < 0.27, "seeds 0 to 99: {free} of the positions of alpha-beta expanded");
    assert!(1.3 * free < visited && 1.1 * visited < open && open < 0.7, "seeds 0 to 99: {free}, {visited}, {open}");
}
