//! The engine of Monte Carlo tree search: descend, expand, play out, back up.
//!
//! An iteration walks down the tree by the selection rule until a node has a move without a child,
//! gives one such move a child, plays from there to the end by the playout policy, and backs up to
//! every node on the way what that was worth to its mover (max^n for any number of players). After
//! warm-up no iteration allocates.
//!
//! With `solve`, finished games are proofs: a node is won for its mover if the next player has no
//! way out, lost if the next player has a winning move, and exactly known once all its children are
//! (Winands, Björnsson, Saito 2008, with draws). Proven nodes are not searched again; where one is
//! the best choice, its value counts above, and the iteration goes on in its best open sibling.
//! Sound for one player and for two whose payoffs add up to one; with more players only the
//! finished positions themselves count as proven.
//!
//! With `transpositions`, nodes that stand for the same position share their children. A node's own
//! statistics still are those of the way that leads to it (Childs, Brodeur, Kocsis 2008, "UCT2").
//! Positions are distinguished by a hash of 64 bits; no game of the list can come back to a
//! position, since those that might count their plies.

mod backup;
mod evaluate;
mod expand;
mod general;
mod inspect;
mod parts;
mod plain;
mod proof;
mod report;
mod reroot;
mod search;
mod settings;
mod shared;
mod trace;

use mctslab_core::{Agent, Budget, Failure, Game, IterationTrace, Next, NodeView, Rng, Thoughts, Watch};

use crate::finish::Finish;
use crate::select::{Advisor, Ucb1};
use crate::tree::{NodeId, ROOT, Tree};

pub(crate) use evaluate::estimate;
pub use parts::Parts;
use plain::Plain;
use search::{Search, new_tree};
pub use settings::{EngineSettings, Expand};

/// A search for one seat.
pub struct Engine<G: Game> {
    way: Way,
    search: Search<G>,
    spare: Option<Tree<G::Move>>,
    root: Option<G::State>,
    chosen: Option<NodeId>,
    iterations: u64,
    /// Whether the search is made iteration by iteration, by [`Engine::trace`].
    stepping: bool,
}

/// How an engine makes its iterations. All ways grow the same trees where they can.
#[derive(Clone, Copy)]
enum Way {
    /// UCB1 on a node's own statistics, and nothing else is asked: [`plain`].
    Plain(Ucb1),
    /// Another rule, or estimates by move, and nothing else is asked: [`general`] without options.
    Common,
    /// Everything else: [`general`] with all options.
    General,
}

impl Way {
    fn of<G: Game>(search: &Search<G>) -> Way {
        let Search { settings, parts, .. } = search;
        let common = !settings.transpositions
            && settings.implicit.is_none()
            && !settings.random_opponent
            && settings.expand == Expand::One
            && !search.squared
            && !search.weighted;
        match &parts.advice {
            None if common && !parts.playout.learns() => {
                let ucb1 = parts.select.as_ucb1().filter(|_| settings.combine.is_none());
                ucb1.map_or(Way::Common, Way::Plain)
            }
            Some(Advisor::Grave(_)) if common && parts.select.scale(1).is_some() => Way::Common,
            _ => Way::General,
        }
    }
}

/// A final choice that may ask for more iterations is looked at after each so many of them.
const SETTLED_CHECK: u64 = 8;

impl<G: Game> Engine<G> {
    /// An engine of the given parts.
    pub fn new(game: &G, settings: EngineSettings, parts: Parts<G>) -> Engine<G> {
        let search = Search::new(game, settings, parts);
        Engine {
            way: Way::of(&search),
            spare: settings.reuse.then(|| new_tree(&settings, &search.parts)),
            search,
            root: None,
            chosen: None,
            iterations: 0,
            stepping: false,
        }
    }

    /// The same engine without the shortcuts of the plain search: every iteration begins at the
    /// root and compares all children on its way down. It finds the same, which tests compare.
    #[must_use]
    pub fn without_shortcuts(mut self) -> Engine<G> {
        if let Way::Plain(_) = self.way {
            self.way = Way::Common;
        }
        self
    }

    /// Iterations since the engine was made that shared a part of their path with the one before,
    /// for tests of that shortcut.
    pub fn cached_iterations(&self) -> u64 {
        self.search.path_cache.iterations()
    }

    /// Forgets everything and draws from `seed` from now on.
    pub fn reset(&mut self, seed: u64) {
        self.search.rng = Rng::new(seed);
        self.search.parts.playout.new_game();
        self.forget();
    }

    /// Searches from `state`, in which the game goes on, and returns the move to play.
    pub fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        self.search(game, state, budget);
        let Search { parts, tree, rng, .. } = &mut self.search;
        let place = parts.finish.choose(tree.children(ROOT), rng);
        let child = tree.child(ROOT, place.ok_or_else(Failure::game_over)?);
        self.chosen = Some(child);
        Ok(tree.mv(child))
    }

    /// Runs iterations from `state`, at least one, until the budget is spent or, with `solve`,
    /// until its result is proven. A final choice that is not settled when the engine's own limits
    /// are reached may ask for more.
    pub fn search(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) {
        if game.turn(state).is_none() {
            self.iterations = 0;
            self.forget();
            return;
        }
        self.begin(game, state);
        let EngineSettings { iters, time, .. } = self.search.settings;
        let mut watch = budget.watch(iters, time);
        self.run(game, state, budget, &mut watch, false);
        let extra = self.finish().extra();
        if extra > 0.0 && !self.is_solved() {
            let more = |iters: u64| (iters as f64 * (1.0 + extra)) as u64;
            watch.limit(iters.map(more), time.map(|time| time.mul_f64(1.0 + extra)));
            if !watch.is_over() {
                self.run(game, state, budget, &mut watch, true);
            }
        }
    }

    /// Gets ready for iterations from `state`, in which the game goes on.
    pub(crate) fn begin(&mut self, game: &G, state: &G::State) {
        self.iterations = 0;
        self.stepping = false;
        self.move_root(game, state);
        let parts = &mut self.search.parts;
        parts.playout.forget();
        if let Some(advisor) = &mut parts.advice {
            advisor.advice_mut().begin_search();
        }
    }

    /// Runs more iterations from the state that it began with, at least one: as many as the budget
    /// has, whatever the engine's own limits, or until the root is proven.
    pub(crate) fn go_on(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) {
        let mut watch = budget.watch(None, None);
        if !self.is_solved() {
            self.run(game, state, budget, &mut watch, false);
        }
    }

    /// Runs iterations until the watch says stop, or the root is proven, or, if that is enough, the
    /// final choice is settled.
    fn run(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &mut Budget<'_, G::Move>,
        watch: &mut Watch<'_>,
        until_settled: bool,
    ) {
        loop {
            let since_check = self.iterations % SETTLED_CHECK;
            if until_settled && since_check == 0 && self.finish().is_settled(self.tree().children(ROOT)) {
                break;
            }
            let most = if until_settled { SETTLED_CHECK - since_check } else { u64::MAX };
            match self.iterate(game, state, watch, most) {
                Next::On => {}
                Next::Show => budget.show(&self.thoughts(game)),
                Next::Over => break,
            }
        }
    }

    /// Makes up to `most` iterations, fewer if the watch wants something else or the root is
    /// proven.
    fn iterate(&mut self, game: &G, state: &G::State, watch: &mut Watch<'_>, most: u64) -> Next {
        let Engine { search, iterations, .. } = self;
        match self.way {
            Way::Plain(ucb1) => {
                let mut plain = Plain::new(ucb1, search);
                repeat(iterations, watch, most, |watch| plain.iterate(game, state, watch))
            }
            Way::Common => repeat(iterations, watch, most, |watch| search.iterate::<false>(game, state, watch)),
            Way::General => repeat(iterations, watch, most, |watch| search.iterate::<true>(game, state, watch)),
        }
    }

    /// Whether there is nothing left to search for.
    fn is_solved(&self) -> bool {
        self.search.is_solved()
    }

    /// Iterations of the last search.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The tree of the last search.
    pub fn tree(&self) -> &Tree<G::Move> {
        &self.search.tree
    }

    /// Which move is played in the end.
    pub(crate) fn finish(&self) -> &dyn Finish {
        &*self.search.parts.finish
    }

    /// Throws the tree away.
    pub(crate) fn forget(&mut self) {
        self.search.clear_tree();
        self.root = None;
        self.chosen = None;
    }
}

/// Makes iterations and counts them: `most`, or until one of them solves the root or the watch
/// wants something else.
#[inline]
fn repeat(
    iterations: &mut u64,
    watch: &mut Watch<'_>,
    most: u64,
    mut solves: impl FnMut(&mut Watch<'_>) -> bool,
) -> Next {
    let end = iterations.saturating_add(most);
    while *iterations < end {
        let solved = solves(watch);
        *iterations += 1;
        if solved {
            return Next::Over;
        }
        match watch.iteration() {
            Next::On => {}
            next => return next,
        }
    }
    Next::On
}

impl<G: Game> Agent<G> for Engine<G> {
    fn new_game(&mut self, seed: u64) {
        self.reset(seed);
    }

    fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        Engine::choose(self, game, state, budget)
    }

    fn thoughts(&self, game: &G) -> Thoughts<G::Move> {
        Engine::thoughts(self, game)
    }

    fn inspect(&self, game: &G, path: &[G::Move]) -> Option<NodeView<G::Move>> {
        Engine::inspect(self, game, path)
    }

    fn trace(&mut self, game: &G, state: &G::State) -> Option<IterationTrace<G::Move>> {
        Engine::trace(self, game, state)
    }
}
