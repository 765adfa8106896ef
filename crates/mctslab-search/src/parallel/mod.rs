//! Monte Carlo tree search with several trees, each searched by one thread at a time.
//!
//! Root parallelization (Chaslot, Winands, van den Herik, "Parallel Monte-Carlo Tree Search",
//! 2008), with what the trees know of the root's moves added up at intervals, as in the slow tree
//! parallelization of Bourki et al. ("Scalability and Parallelization of Monte-Carlo Tree Search",
//! 2010). Threads share nothing while they search, so that they run at the speed of one: a tree
//! that threads share, with virtual losses, was slower with two threads than with one where
//! playouts are short, since an iteration is a fifth of a microsecond of playout and a dozen nodes
//! to be written.
//!
//! A search is a sequence of rounds. In a round every tree makes the same number of iterations, by
//! the ordinary engine: 128 at first, then half of what it has made so far, 32,768 at most. After
//! it, the visits and rewards that the trees have found for each move since the last round are
//! added up, and every tree goes on with the sums at its root, and with all proofs. So the trees
//! share out the moves among them, and what is proven in one is known to all; further down each has
//! its own statistics.
//!
//! Nothing depends on which thread searches which tree, or when: with a limit of iterations the
//! same seed gives the same search, with any number of threads. One tree alone is the ordinary
//! search.

mod helpers;
mod shared;

use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use mctslab_core::rng::mix;
use mctslab_core::{
    Agent, Budget, ChildView, Failure, Game, IterationTrace, MoveThought, NodeView, Rng, Thoughts, Unit,
};

use crate::engine::{Engine, EngineSettings, Parts};
use crate::tree::{Node, Proof};
use helpers::{Helper, caught};
use shared::RootKnowledge;

/// Iterations of each tree in the first round, and in the longest.
const ROUNDS: (u64, u64) = (128, 1 << 15);

/// Bytes for a tree, however little there is: a move needs a child to be chosen.
const LEAST_MEMORY: usize = 1 << 14;

/// A search for one seat with several trees.
pub struct Parallel<G: Game> {
    // fixed for the life of the engine
    settings: EngineSettings,
    threads: NonZeroUsize,
    // lasts from move to move
    rng: Rng,
    trees: Vec<Engine<G>>,
    known: RootKnowledge<G::Move>,
    root: Option<G::State>,
}

impl<G: Game> Parallel<G> {
    /// An engine with one tree for each of the `parts`, of which there is at least one, searched by
    /// that many threads. The limit of iterations and that of memory are those of all trees
    /// together.
    pub fn new(game: &G, settings: EngineSettings, threads: NonZeroUsize, parts: Vec<Parts<G>>) -> Parallel<G> {
        let each = EngineSettings { memory: (settings.memory / parts.len().max(1)).max(LEAST_MEMORY), ..settings };
        let trees: Vec<Engine<G>> = parts.into_iter().map(|parts| Engine::new(game, each, parts)).collect();
        assert!(!trees.is_empty(), "a search needs a tree");
        Parallel { settings, threads, rng: Rng::new(0), known: RootKnowledge::new(trees.len()), trees, root: None }
    }

    /// Forgets everything and draws from `seed` from now on.
    pub fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        for (number, tree) in self.trees.iter_mut().enumerate() {
            // The first tree is that of a search with one.
            tree.reset(if number == 0 { seed } else { mix(&[seed, number as u64]) });
        }
        self.forget();
    }

    /// Searches from `state`, in which the game goes on, and returns the move to play.
    pub fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        if let [tree] = &mut self.trees[..] {
            let chosen = tree.choose(game, state, budget);
            self.root = Some(state.clone());
            return chosen;
        }
        self.search(game, state, budget);
        let place = self.trees[0].finish().choose(&self.known.nodes(&self.settings.reward), &mut self.rng);
        let mv = self.known.moves()[place.ok_or_else(Failure::game_over)?];
        self.trees.iter_mut().for_each(|tree| tree.set_chosen(mv));
        Ok(mv)
    }

    /// Runs iterations from `state` until the budget is spent or, with `solve`, until its result is
    /// proven. A panic of a thread is passed on when the round is over.
    pub fn search(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) {
        if let [tree] = &mut self.trees[..] {
            tree.search(game, state, budget);
            self.root = Some(state.clone());
            return;
        }
        // The trees of a search that a panic ended are not to be used again.
        if self.root.is_none() {
            self.trees.iter_mut().for_each(Engine::forget);
        }
        let searched_again = self.root.as_ref() == Some(state) && self.settings.reuse;
        self.root = None;
        if !searched_again {
            self.known.forget();
        }
        if game.turn(state).is_none() {
            self.forget();
            return;
        }
        self.trees.iter_mut().for_each(|tree| tree.begin(game, state));
        self.known.add_up(game, &mut self.trees);
        let ends = EarlyEnd::of(budget, &self.settings);
        self.run(game, state, budget, &ends);
        self.root = Some(state.clone());
    }

    /// Runs rounds until the budget is spent or the root is proven.
    fn run(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>, ends: &EarlyEnd<'_>) {
        let trees = self.trees.len() as u64;
        let most = budget.iterations(self.settings.iters);
        // An equal share for all; the first trees have one more where that does not come out even.
        let share = |number: u64| most.map_or(u64::MAX, |most| most / trees + u64::from(number < most % trees));
        let search = |first: usize, trees: &mut [Engine<G>], iterations: Range<u64>| {
            for (number, tree) in (first as u64..).zip(trees) {
                let share = share(number);
                let mut budget = ends.budget(share.min(iterations.end) - share.min(iterations.start));
                // A search that is over before it begins has a move to return nevertheless.
                let is_first = number == 0 && tree.iterations() == 0;
                if is_first || !budget.watch(None, None).is_over() {
                    tree.go_on(game, state, &mut budget);
                }
            }
        };
        let each = self.trees.len().div_ceil(self.threads.get());
        thread::scope(|scope| {
            let helpers: Vec<Helper<G>> =
                (each..self.trees.len()).step_by(each).map(|first| Helper::start(scope, first, &search)).collect();
            let mut shown = Instant::now();
            let mut done = 0;
            loop {
                let upto = done + (done / 2).clamp(ROUNDS.0, ROUNDS.1);
                self.round(&helpers, &search, done..upto);
                self.known.add_up(game, &mut self.trees);
                done = upto;
                if done >= share(0) || self.is_proven() || ends.is_over() {
                    return;
                }
                if budget.every().is_some_and(|every| shown.elapsed() >= every) {
                    shown = Instant::now();
                    budget.show(&self.thoughts_of(game, state));
                }
            }
        });
    }

    /// Lets every tree make its iterations, the first of them in this thread.
    fn round(
        &mut self,
        helpers: &[Helper<G>],
        search: &impl Fn(usize, &mut [Engine<G>], Range<u64>),
        iterations: Range<u64>,
    ) {
        for helper in helpers.iter().rev() {
            helper.give(&mut self.trees, iterations.clone());
        }
        let mut panic = caught(|| search(0, &mut self.trees, iterations));
        for helper in helpers {
            panic = helper.take_back(&mut self.trees).or(panic);
        }
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
    }

    fn is_proven(&self) -> bool {
        self.settings.solve && self.trees.iter().any(Engine::is_proven)
    }

    /// Iterations of the last search.
    pub fn iterations(&self) -> u64 {
        self.trees.iter().map(Engine::iterations).sum()
    }

    /// Visits of the moves of the root in all trees, those of earlier searches that were kept
    /// included.
    pub fn visits(&self) -> u64 {
        self.known.visits()
    }

    /// Memory that the trees take.
    pub fn bytes(&self) -> usize {
        self.trees.iter().map(Engine::bytes).sum()
    }

    /// What the last search found out about each move.
    pub fn thoughts(&self, game: &G) -> Thoughts<G::Move> {
        match (&self.trees[..], &self.root) {
            ([tree], _) => tree.thoughts(game),
            (_, Some(root)) => self.thoughts_of(game, root),
            (_, None) => Thoughts::default(),
        }
    }

    fn thoughts_of(&self, game: &G, root: &G::State) -> Thoughts<G::Move> {
        let mut legal = Vec::new();
        game.moves(root, &mut legal);
        let nodes = self.known.nodes(&self.settings.reward);
        let moves = legal.iter().map(|&mv| {
            let place = self.known.moves().iter().position(|&other| other == mv);
            let node = place.map(|place| &nodes[place]);
            MoveThought {
                mv,
                visits: node.map_or(0, |node| u64::from(node.visits())),
                value: node.filter(|node| node.visits() > 0).map(Node::mean),
                proven: node.and_then(Node::proof).map(Proof::payoff),
            }
        });
        Thoughts {
            iterations: self.iterations(),
            unit: Unit::Iterations,
            bytes: self.bytes() as u64,
            moves: moves.collect(),
            line: self.trees[0].line(),
        }
    }

    /// The node to which the moves lead from the root of the last search: at the root the sums over
    /// all trees, below it the node of the first tree that has it.
    pub fn inspect(&self, game: &G, path: &[G::Move]) -> Option<NodeView<G::Move>> {
        let mut view = self.trees.iter().find_map(|tree| tree.inspect(game, path))?;
        if path.is_empty() && self.trees.len() > 1 {
            self.show_sums(&mut view);
        }
        Some(view)
    }

    /// Puts what all trees know of the root in place of what one of them does.
    fn show_sums(&self, view: &mut NodeView<G::Move>) {
        let nodes = self.known.nodes(&self.settings.reward);
        for (&mv, node) in self.known.moves().iter().zip(&nodes) {
            let (visits, mean) = (u64::from(node.visits()), (node.visits() > 0).then(|| node.mean()));
            let proven = node.proof().map(Proof::payoff);
            match view.children.iter_mut().find(|child| child.mv == mv) {
                Some(child) => (child.visits, child.mean, child.proven) = (visits, mean, proven),
                // No rule has compared it with those of the first tree.
                None => view.children.push(ChildView { mv, visits, mean, proven, terms: Vec::new() }),
            }
        }
        view.untried.retain(|mv| !self.known.moves().contains(mv));
        view.visits = self.known.visits();
        let sum: f64 =
            nodes.iter().filter(|node| node.visits() > 0).map(|node| node.mean() * f64::from(node.visits())).sum();
        view.mean = (view.visits > 0).then(|| sum / view.visits as f64);
    }

    fn forget(&mut self) {
        self.trees.iter_mut().for_each(Engine::forget);
        self.known.forget();
        self.root = None;
    }
}

impl<G: Game> Agent<G> for Parallel<G> {
    fn new_game(&mut self, seed: u64) {
        self.reset(seed);
    }

    fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        Parallel::choose(self, game, state, budget)
    }

    fn thoughts(&self, game: &G) -> Thoughts<G::Move> {
        Parallel::thoughts(self, game)
    }

    fn inspect(&self, game: &G, path: &[G::Move]) -> Option<NodeView<G::Move>> {
        Parallel::inspect(self, game, path)
    }

    /// An iteration of one tree alone is not one of a search with several: `None` for these.
    fn trace(&mut self, game: &G, state: &G::State) -> Option<IterationTrace<G::Move>> {
        let [tree] = &mut self.trees[..] else { return None };
        tree.trace(game, state)
    }
}

/// What ends a search before its iterations are made.
struct EarlyEnd<'a> {
    stop: Option<&'a AtomicBool>,
    deadline: Option<Instant>,
}

impl<'a> EarlyEnd<'a> {
    /// The flag of the budget, and the soonest of all limits of time from now on.
    fn of<M>(budget: &Budget<'a, M>, settings: &EngineSettings) -> EarlyEnd<'a> {
        let end = budget.time(settings.time).map(|time| Instant::now() + time);
        EarlyEnd { stop: budget.stop, deadline: end.into_iter().chain(budget.deadline).min() }
    }

    fn is_over(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The budget of a tree in a round.
    fn budget<M>(&self, iterations: u64) -> Budget<'a, M> {
        Budget { iterations: Some(iterations), stop: self.stop, deadline: self.deadline, ..Budget::default() }
    }
}
