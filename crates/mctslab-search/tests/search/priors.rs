//! Priors: `select=puct` starts from what is thought of moves before they are tried, by an estimate
//! or by a function.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use mctslab_core::{Budget, Game, Visit};
use mctslab_search::select::{Prior, Puct, Ties};
use mctslab_search::{Engine, EngineSettings, PartCatalog, Parts};

use crate::{agent, legal, with_game};

/// An engine with a prior that thinks a child without visits is worth `unvisited`.
fn engine<G: Game>(game: &G, unvisited: f64, prior: Option<Box<dyn Prior<G>>>) -> Engine<G> {
    let settings = EngineSettings { iters: Some(500), ..EngineSettings::default() };
    let parts = Parts { prior, ..Parts::new(Puct::new(0.4, unvisited, Ties::Random)) };
    let mut engine = Engine::new(game, settings, parts);
    engine.reset(3);
    engine
}

/// Visits of the moves of the root, after a search.
fn visits<G: Game>(game: &G, engine: &mut Engine<G>) -> Vec<u64> {
    engine.search(game, &game.initial(), &mut Budget::default());
    engine.thoughts(game).moves.iter().map(|thought| thought.visits).collect()
}

struct Functions;

impl Visit for Functions {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        // With all its weight on one move, nothing speaks for the others.
        let sole = |game: &G, _: &G::State, mv: G::Move| f64::from(u8::from(game.index(mv) == 2));
        assert_eq!(visits(&game, &mut engine(&game, 0.0, Some(Box::new(sole)))), [0, 0, 500, 0, 0, 0, 0]);
        // Whatever they add up to, equal weights are no weights.
        let alike = visits(&game, &mut engine(&game, 0.5, Some(Box::new(|_: &G, _: &G::State, _| 21.0))));
        assert_eq!(alike, visits(&game, &mut engine(&game, 0.5, None)));
        assert!(alike.iter().all(|&visits| visits > 0), "{alike:?}");
    }
}

#[test]
fn any_function_is_a_prior() {
    with_game("connect-four", Functions);
}

/// Counts how often it is asked, and that it is asked for all moves.
struct Counting(Arc<AtomicU64>);

impl<G: Game> Prior<G> for Counting {
    fn weigh(&mut self, game: &G, state: &G::State, moves: &[G::Move], weights: &mut Vec<f32>) {
        self.0.fetch_add(1, Relaxed);
        assert!(weights.is_empty() && moves.len() == legal(game, state).len());
        weights.resize(moves.len(), 1.0);
    }
}

struct AskedOnce;

impl Visit for AskedOnce {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        let asked = Arc::new(AtomicU64::new(0));
        let mut engine = engine(&game, 0.5, Some(Box::new(Counting(asked.clone()))));
        visits(&game, &mut engine);
        let tree = engine.tree();
        let parents = (0..tree.len() as u32).filter(|&node| tree.node(node).children() > 0).count();
        assert_eq!(asked.load(Relaxed), parents as u64, "once for each node with children");
    }
}

#[test]
fn a_prior_is_asked_once_for_each_node_that_gets_children() {
    with_game("connect-four", AskedOnce);
}

struct Estimates;

impl Visit for Estimates {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        // One disc short of four in column 4, for the player to move: the estimate of the position
        // after it is a win.
        let state = game.parse_state("414142").expect("a position");
        let first = |temperature: &str| {
            let spec = format!("uct(iters=1,select=puct(temperature={temperature}),solve=false)");
            let mut agent = agent(&game, &spec);
            agent.new_game(5);
            agent.choose(&game, &state, &mut Budget::default()).expect("the game goes on")
        };
        let winning = legal(&game, &state).into_iter().find(|&mv| game.move_text(&state, mv) == "4");
        assert_eq!(Some(first("0.01")), winning, "seed 5: what wins at once is tried first");
        // The same search with every part that keeps, shares or copies nodes.
        for options in ["", ",transpositions=true", ",threads=2", ",parallel=root,trees=3", ",reuse=false"] {
            let spec = format!("uct(iters=900,select=puct,solve=false{options})");
            let mut agent = agent(&game, &spec);
            agent.new_game(5);
            let mut state = game.initial();
            for _ in 0..3 {
                let mv = agent.choose(&game, &state, &mut Budget::default()).expect("the game goes on");
                let visits: u64 = agent.thoughts(&game).moves.iter().map(|thought| thought.visits).sum();
                assert!(visits >= 900, "{spec}: {visits} visits");
                game.play(&mut state, mv);
            }
        }
        let refused = PartCatalog::standard().agent(&game, "uct(select=puct,expand=one(order=table),playout=mast)");
        let refused = refused.map(|_| ()).expect_err("two orders");
        assert!(refused.to_string().contains("leave `order=table` out"), "{refused}");
    }
}

#[test]
fn estimates_decide_what_is_tried_first() {
    with_game("connect-four", Estimates);
}
