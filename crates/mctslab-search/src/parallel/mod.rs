//! Monte Carlo tree search by many threads on one tree.
//!
//! Tree parallelization with virtual loss (Chaslot, Winands, van den Herik, "Parallel Monte-Carlo Tree Search", 2008), without
//! locks (Enzenberger, Müller, "A Lock-free Multithreaded Monte-Carlo Tree Search Algorithm", 2009). While a thread is below a
//! node, the node counts `virtual-loss` more visits that its mover lost, so that threads spread over the tree; the thread takes
//! them back when it brings its result.
//!
//! Unlike the latter paper, no update is ever lost: statistics are changed by atomic additions. Iterations are counted exactly,
//! but which thread makes which is left to chance, so that only one thread alone searches the same tree for the same seed.
//!
//! What threads write again and again is slow to read for the others, so they meet seldom: a thread stays below a child of the
//! root for up to 16 iterations, a thirty-second of the child's visits, and tells of them all at once. Meanwhile the child bears
//! one virtual loss; nodes below bear one in each iteration.
//!
//! `tree.rs` holds the nodes, `node.rs` their statistics, `task.rs` deals the iterations out, `worker.rs` runs those of one thread.

mod node;
mod task;
mod tree;
mod worker;

use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use mctslab_core::rng::mix;
use mctslab_core::{Budget, Failure, Game, MoveThought, Rng, Thoughts, Unit};

use crate::engine::EngineSettings;
use crate::finish::Finish;
use crate::playout::Policy;
use crate::select::Select;
use crate::tree::{Node, Proof};
use node::{SharedNode, SharedWorth, fixed};
use task::Task;
use tree::{SharedChild, SharedTree};
use worker::SearchWorker;

/// What each thread has for itself: its rule of selection and its playout, equal in all threads.
pub type Parts<G> = (Box<dyn Select>, Box<dyn Policy<G>>);

/// A search for one seat by many threads.
pub struct Parallel<G: Game> {
    // fixed for the life of the engine
    settings: EngineSettings,
    worth: SharedWorth,
    finish: Box<dyn Finish>,
    // lasts from move to move
    seed: u64,
    searches: u64,
    rng: Rng,
    tree: SharedTree<G::Move>,
    root: Option<G::State>,
    /// The number of the chosen move among the children of the root.
    chosen: Option<usize>,
    iterations: u64,
    workers: Vec<SearchWorker<G>>,
}

impl<G: Game> Parallel<G> {
    /// An engine with one thread for each of the `parts`, of which there is at least one. A thread below a node counts as
    /// `virtual_loss` lost visits. If the reward counts stones, the playouts must leave the state as it is at the end. Of the
    /// settings, only `iters`, `time`, `expand` (one or all), `reward`, `reuse`, `solve` and `memory` are heeded.
    pub fn new(
        game: &G,
        settings: EngineSettings,
        virtual_loss: u32,
        parts: Vec<Parts<G>>,
        finish: Box<dyn Finish>,
    ) -> Parallel<G> {
        let reward = settings.reward;
        let worth = SharedWorth {
            virtual_loss,
            loss: fixed(reward.value(0.0)),
            proven: [Proof::Loss, Proof::Draw, Proof::Win].map(|proof| reward.value(proof.payoff())),
        };
        let workers: Vec<SearchWorker<G>> =
            parts.into_iter().map(|(select, playout)| SearchWorker::new(game, select, playout)).collect();
        let squares = workers.first().is_some_and(SearchWorker::wants_squares);
        Parallel {
            settings,
            worth,
            finish,
            seed: 0,
            searches: 0,
            rng: Rng::new(0),
            tree: SharedTree::new(settings.memory, squares),
            root: None,
            chosen: None,
            iterations: 0,
            workers,
        }
    }

    /// Forgets everything and draws from `seed` from now on.
    pub fn reset(&mut self, seed: u64) {
        (self.seed, self.searches) = (seed, 0);
        self.rng = Rng::new(seed);
        self.workers.iter_mut().for_each(SearchWorker::new_game);
        self.forget();
    }

    /// Searches from `state`, in which the game goes on, and returns the move to play.
    pub fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        self.search(game, state, budget);
        let children = tried(self.tree.root().node);
        let place = self.finish.choose(&self.nodes(&children), &mut self.rng);
        let (number, child) = children[place.ok_or_else(Failure::game_over)?];
        let mv = child.mv;
        self.chosen = Some(number);
        Ok(mv)
    }

    /// Runs iterations from `state` until the budget is spent or, with `solve`, until its result is proven. A panic of a
    /// thread ends the others, and is passed on.
    pub fn search(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) {
        // Iterations are dealt out by the task, and observers are shown things by this thread.
        let ends =
            Budget { time: budget.time, stop: budget.stop, deadline: budget.deadline, ..Budget::<()>::default() };
        let watch = ends.watch(None, self.settings.time);
        self.iterations = 0;
        if game.turn(state).is_none() {
            self.forget();
            return;
        }
        self.move_root(game, state);
        self.searches += 1;
        for (number, worker) in self.workers.iter_mut().enumerate() {
            worker.prepare(mix(&[self.seed, self.searches, number as u64]));
        }
        let iterations = budget.iterations(self.settings.iters);
        let task = Task::new(game, state, &self.tree, &self.settings, self.worth, iterations, watch);
        self.iterations = if let Some(every) = budget.every() {
            let mut workers = std::mem::take(&mut self.workers);
            let show = || budget.show(&self.thoughts_from(game, state, task.begun()));
            let made = run_observed(&task, &mut workers, every, show);
            self.workers = workers;
            made
        } else {
            run(&task, &mut self.workers)
        };
        // Not earlier: the tree of a search that a panic ended is not to be used again.
        self.root = Some(state.clone());
    }

    /// Iterations of the last search.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// Visits of the root, those of earlier searches that were kept included.
    pub fn visits(&self) -> u64 {
        self.tree.root().node.counts().visits()
    }

    /// Memory that the tree takes.
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// What the last search found out about each move.
    pub fn thoughts(&self, game: &G) -> Thoughts<G::Move> {
        self.root.as_ref().map_or_else(Thoughts::default, |root| self.thoughts_from(game, root, self.iterations))
    }

    /// What was found out about each move of `root` in this number of iterations.
    fn thoughts_from(&self, game: &G, root: &G::State, iterations: u64) -> Thoughts<G::Move> {
        let mut legal = Vec::new();
        game.moves(root, &mut legal);
        let tried = tried(self.tree.root().node);
        let moves = legal.iter().map(|&mv| {
            let node = tried.iter().find(|(_, child)| child.mv == mv).map(|(_, child)| &child.node);
            let proof = node.and_then(|node| node.counts().proof());
            MoveThought {
                mv,
                visits: node.map_or(0, |node| node.counts().visits()),
                value: node.map(|node| proof.map_or_else(|| node.mean(), |proof| self.worth.proven[proof as usize])),
                proven: proof.map(Proof::payoff),
            }
        });
        let bytes = self.tree.bytes() as u64;
        Thoughts { iterations, unit: Unit::Iterations, bytes, moves: moves.collect(), line: self.line() }
    }

    /// The best play that the tree knows: the chosen move, then the final choice of each player.
    fn line(&self) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut children = tried(self.tree.root().node);
        let mut place = children.iter().position(|(number, _)| Some(*number) == self.chosen);
        while let Some(place_now) = place.or_else(|| self.finish.first(&self.nodes(&children))) {
            let child = children[place_now].1;
            line.push(child.mv);
            (children, place) = (tried(&child.node), None);
        }
        line
    }

    /// The children as rules see them.
    fn nodes(&self, children: &[(usize, &SharedChild<G::Move>)]) -> Vec<Node> {
        children.iter().map(|(_, child)| child.node.copied(&self.worth)).collect()
    }

    fn forget(&mut self) {
        self.tree.clear();
        self.root = None;
        self.chosen = None;
    }

    /// Makes `state` the root, with what the old tree knows below it if trees are kept.
    fn move_root(&mut self, game: &G, state: &G::State) {
        match self.find(game, state) {
            Some(numbers) if numbers.is_empty() => {}
            Some(numbers) => self.tree.keep(&numbers),
            None => self.tree.clear(),
        }
        self.root = None;
        self.chosen = None;
    }

    /// The way to `state` in the old tree: none to the root itself, or one that begins with the move that was chosen.
    fn find(&self, game: &G, state: &G::State) -> Option<Vec<usize>> {
        /// Positions looked at before a fresh tree is the better deal.
        const MOST: usize = 2000;
        let root = self.root.as_ref().filter(|_| self.settings.reuse)?;
        if root == state {
            return Some(Vec::new());
        }
        let (_, chosen) = *tried(self.tree.root().node).iter().find(|(number, _)| Some(*number) == self.chosen)?;
        let mut after = root.clone();
        game.play(&mut after, chosen.mv);
        let mut level = vec![(vec![self.chosen?], &chosen.node, after)];
        let mut seen = 0;
        while seen < MOST && !level.is_empty() {
            if let Some(place) = level.iter().position(|(_, _, reached)| reached == state) {
                return Some(level.swap_remove(place).0);
            }
            let mut deeper = Vec::new();
            for (way, node, before) in level.iter().take(MOST - seen) {
                for (number, child) in tried(node) {
                    let mut reached = before.clone();
                    game.play(&mut reached, child.mv);
                    deeper.push(([&way[..], &[number]].concat(), &child.node, reached));
                    seen += 1;
                }
            }
            level = deeper;
        }
        None
    }
}

/// The children that were visited, with their numbers.
fn tried<M>(node: &SharedNode<M>) -> Vec<(usize, &SharedChild<M>)> {
    let children = node.family.get().into_iter().flat_map(|family| family.children()).enumerate();
    children.filter(|(_, child)| child.node.counts().visits() > 0).collect()
}

/// Lets all workers run, the first in this thread, and adds up their iterations.
fn run<G: Game>(task: &Task<G>, workers: &mut [SearchWorker<G>]) -> u64 {
    let Some((first, others)) = workers.split_first_mut() else { return 0 };
    thread::scope(|scope| {
        let handles: Vec<_> = others.iter_mut().map(|worker| scope.spawn(|| worker.run(task))).collect();
        let mut made = first.run(task);
        for handle in handles {
            made += handle.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        made
    })
}

/// Lets all workers run, each in a thread of its own, and calls `show` every so often until they are done.
fn run_observed<G: Game>(
    task: &Task<G>,
    workers: &mut [SearchWorker<G>],
    every: Duration,
    mut show: impl FnMut(),
) -> u64 {
    let (sender, done) = channel::<()>();
    thread::scope(|scope| {
        let run = |worker| {
            let at_work = sender.clone();
            scope.spawn(move || {
                let _at_work = at_work;
                SearchWorker::run(worker, task)
            })
        };
        let handles: Vec<_> = workers.iter_mut().map(run).collect();
        drop(sender);
        // Nobody sends anything: the channel closes when the last worker is done.
        while done.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
            show();
        }
        handles.into_iter().map(|handle| handle.join().unwrap_or_else(|panic| resume_unwind(panic))).sum()
    })
}
