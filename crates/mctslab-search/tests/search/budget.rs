//! Budgets: exact iterations, time, memory, no allocation once warm, and trees kept between moves.

use std::time::{Duration, Instant};

use mctslab_core::{Budget, Game, Visit};
use mctslab_search::select::{Ties, Ucb1};
use mctslab_search::tree::{Node, ROOT};
use mctslab_search::{Engine, EngineSettings, Expand, Parts};

use crate::{after, agent, legal, with_game};

/// The settings of most tests here.
fn plain() -> EngineSettings {
    EngineSettings { iters: Some(500), memory: 100_000_000, ..EngineSettings::default() }
}

fn engine<G: Game>(game: &G, settings: EngineSettings) -> Engine<G> {
    Engine::new(game, settings, Parts::new(Ucb1::new(0.7, Ties::Random)))
}

struct ExactIterations;

impl Visit for ExactIterations {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for expand in [Expand::One, Expand::All] {
            let mut engine = engine(&game, EngineSettings { expand, ..plain() });
            engine.reset(3);
            engine.search(&game, &game.initial(), &mut Budget::default());
            let visits: u32 = engine.tree().children(ROOT).iter().map(Node::visits).sum();
            assert_eq!((engine.iterations(), visits, engine.tree().node(ROOT).visits()), (500, 500, 500));
        }
    }
}

#[test]
fn every_iteration_is_counted_once() {
    for info in mctslab_games::GAMES {
        with_game(info.samples[0], ExactIterations);
    }
}

struct NoAllocation;

impl Visit for NoAllocation {
    type Output = u64;
    fn visit<G: Game>(self, game: G) -> u64 {
        let mut engine = engine(&game, plain());
        let state = game.initial();
        for _ in 0..2 {
            engine.reset(1);
            engine.search(&game, &state, &mut Budget::default());
        }
        engine.reset(1);
        allocation_counter::measure(|| engine.search(&game, &state, &mut Budget::default())).count_total
    }
}

#[test]
fn a_warm_search_does_not_allocate() {
    for info in mctslab_games::GAMES {
        // The root state itself is copied once.
        let count = with_game(info.samples[0], NoAllocation);
        assert!(count <= 2, "{}: {count} allocations in 500 iterations", info.entry.name);
    }
}

struct SmallMemory;

impl Visit for SmallMemory {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        for expand in [Expand::One, Expand::All] {
            let memory = 100_000;
            let mut engine = engine(&game, EngineSettings { iters: Some(20_000), memory, expand, ..plain() });
            engine.reset(1);
            engine.search(&game, &game.initial(), &mut Budget::default());
            assert_eq!(engine.iterations(), 20_000);
            assert!(engine.tree().bytes() <= memory, "{} bytes", engine.tree().bytes());
        }
    }
}

struct SmallMemoryKept;

impl Visit for SmallMemoryKept {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let memory = 200_000;
        let mut engine = engine(&game, EngineSettings { iters: Some(20_000), memory, reuse: true, ..plain() });
        engine.reset(1);
        let mut state = game.initial();
        for _ in 0..4 {
            let mv = engine.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
            game.play(&mut state, mv);
            // Two trees of this kind exist while one is kept from move to move.
            assert!(2 * engine.tree().bytes() <= memory, "{} bytes", engine.tree().bytes());
        }
    }
}

#[test]
fn kept_trees_share_the_memory() {
    with_game("hex", SmallMemoryKept);
    with_game("connect-four", SmallMemoryKept);
}

#[test]
fn memory_is_respected_by_growing_no_further() {
    for info in mctslab_games::GAMES {
        with_game(info.samples[0], SmallMemory);
    }
}

struct TimeBudget;

impl Visit for TimeBudget {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut agent = agent(&game, "uct(time=50)");
        let start = Instant::now();
        agent.choose(&game, &game.initial(), &mut Budget::default()).expect("the game goes on");
        // Only that it does stop, and not at once: how exactly is a matter of the machine's load.
        assert!(start.elapsed() >= Duration::from_millis(50) && start.elapsed() < Duration::from_secs(20));
        assert!(agent.thoughts(&game).iterations > 8);
    }
}

#[test]
fn a_time_budget_ends_the_search() {
    with_game("hex", TimeBudget);
}

struct KeptTree<'a>(&'a str);

impl Visit for KeptTree<'_> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let mut engine = engine(&game, EngineSettings { iters: Some(4000), reuse: true, ..plain() });
        engine.reset(5);
        let start = game.initial();
        let chosen = engine.choose(&game, &start, &mut Budget::default()).expect("the game goes on");
        let next = after(&game, &start, chosen);
        let reply = best_reply(&engine, chosen).expect("4000 iterations go two plies deep");
        let (mv, visits) = reply;
        let later = after(&game, &next, mv);
        if game.turn(&later).is_none() {
            return;
        }
        engine.search(&game, &later, &mut Budget::default());
        assert_eq!(engine.tree().node(ROOT).visits(), visits + 4000, "{}: what was known is kept", self.0);
        let moves = legal(&game, &later);
        assert!(engine.tree().child_moves(ROOT).iter().all(|mv| moves.contains(mv)), "{}: and fits the state", self.0);
        engine.search(&game, &start, &mut Budget::default());
        assert_eq!(engine.tree().node(ROOT).visits(), 4000, "{}: another position starts afresh", self.0);
    }
}

/// The most visited reply to the chosen move, with its visits.
fn best_reply<G: Game>(engine: &Engine<G>, chosen: G::Move) -> Option<(G::Move, u32)> {
    let tree = engine.tree();
    let place = tree.child_moves(ROOT).iter().position(|&mv| mv == chosen)?;
    let child = tree.child(ROOT, place);
    let replies = tree.child_moves(child).iter().copied().zip(tree.children(child).iter().map(Node::visits));
    replies.max_by_key(|&(_, visits)| visits)
}

#[test]
fn the_tree_is_kept_between_moves() {
    for info in mctslab_games::GAMES {
        with_game(info.samples[0], KeptTree(info.samples[0]));
    }
}
