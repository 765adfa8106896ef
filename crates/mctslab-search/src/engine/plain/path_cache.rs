//! Path cache: statistics of the path that consecutive iterations share.
//!
//! Most iterations go nearly the same way as the last one, and UCB1 often visits the same child
//! many times in a row; how many times at least is known when it is chosen
//! ([`super::repeat_bound`]). So an iteration begins at the node where its path parts from that of
//! the last one, and a next child is chosen anew only when it is no longer settled. The visits and
//! means of the nodes that consecutive iterations pass are kept here, side by side. They are
//! written into the tree when somebody is about to read them: when the choice of the node or of its
//! parent is open again, when the path leaves the node, or when the search lets go of the tree.

use mctslab_core::{Game, Payoffs};

use super::Start;
use super::next_child::{NextChild, set_next_child_and_bound};
use crate::engine::search::{PathStep, Search};
use crate::reward::Reward;
use crate::select::Ucb1;
use crate::tree::{NodeId, ROOT, Tree};

/// Paths of so many steps on average are cached: where they are shorter, it costs more to find out
/// what can be kept than to do everything anew.
const LEAST_STEPS: u32 = 16;

/// Over so many paths their length is averaged.
const AVERAGED: u32 = 64;

/// What is kept from iteration to iteration for the first steps of the path: those that the next
/// iteration passes as well, and whose choice is settled.
pub(in crate::engine) struct PathCache<S> {
    /// Whether the cache is in use.
    is_on: bool,
    /// The average length of the path, times [`AVERAGED`].
    length: u32,
    /// Number of the next cached iteration.
    now: u64,
    /// For each step: the first iteration for which its choice is not settled.
    until: Vec<u64>,
    /// Visits of the nodes, as numbers to calculate with.
    visits: Vec<f64>,
    means: Vec<f64>,
    // reused by every iteration
    /// What it was worth to the movers.
    rewards: Vec<f64>,
    /// The steps of the path whose choice is open.
    open: Vec<u32>,
    /// The cached steps that are about to be read.
    read: Vec<u32>,
    /// What is chosen at the open steps.
    chosen: Vec<Option<NextChild>>,
    /// The positions of the path, if they are saved.
    states: Vec<S>,
    /// Whether the next iteration begins at the last step of the path, and not at the root.
    goes_on: bool,
}

impl<S> PathCache<S> {
    pub(in crate::engine) fn new() -> PathCache<S> {
        PathCache {
            is_on: false,
            length: 0,
            now: 0,
            until: Vec::new(),
            visits: Vec::new(),
            means: Vec::new(),
            rewards: Vec::new(),
            open: Vec::new(),
            read: Vec::new(),
            chosen: Vec::new(),
            states: Vec::new(),
            goes_on: false,
        }
    }

    /// Iterations that the cache has served.
    pub(in crate::engine) fn iterations(&self) -> u64 {
        self.now
    }

    /// Whether the cache is in use.
    #[inline]
    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    /// Takes the length of another path into account. Returns whether that turns the cache on or
    /// off.
    #[inline]
    pub(super) fn turns(&mut self, length: usize) -> bool {
        self.length = self.length - self.length / AVERAGED + length as u32;
        let is_long = self.length >= LEAST_STEPS * AVERAGED;
        let turns = is_long != self.is_on;
        self.is_on = is_long;
        turns
    }

    /// How many steps are cached.
    fn len(&self) -> usize {
        self.until.len()
    }

    /// Keeps no more than so many steps.
    fn truncate(&mut self, length: usize) {
        self.until.truncate(length);
        self.visits.truncate(length);
        self.means.truncate(length);
    }

    /// Lists the steps whose choice is open among those of a path, and the cached ones whose own
    /// choice or that above is, so that they are about to be read. Which ones these are cannot be
    /// foreseen, so that they are written down without a jump.
    fn list_open(&mut self, path: usize) {
        let PathCache { now, until, open, read, .. } = self;
        open.resize(path, 0);
        read.resize(until.len(), 0);
        let (mut opened, mut reads, mut above) = (0, 0, false);
        for (place, until) in until.iter().enumerate() {
            let here = until <= now;
            open[opened] = place as u32;
            read[reads] = place as u32;
            opened += usize::from(here);
            reads += usize::from(here | above);
            above = here;
        }
        for place in until.len()..path {
            open[opened] = place as u32;
            opened += 1;
        }
        open.truncate(opened);
        read.truncate(reads);
    }

    /// Caches a step, or settles its choice anew, for so many iterations.
    fn settle_choice<M: Copy>(&mut self, place: usize, tree: &Tree<M>, node: NodeId, iterations: u64) {
        let until = self.now + iterations;
        if let Some(cached) = self.until.get_mut(place) {
            *cached = until;
            return;
        }
        let node = tree.node(node);
        self.until.push(until);
        self.visits.push(f64::from(node.visits()));
        self.means.push(node.mean());
    }

    /// Counts a visit at each cached step of the path.
    fn record(&mut self, path: &[PathStep], rewards: &Payoffs) {
        let PathCache { visits, means, rewards: worth, .. } = self;
        worth.clear();
        worth.extend(path[..means.len()].iter().map(|step| rewards.of(step.mover)));
        // One loop without anything else in it, which is compiled to vectors.
        for ((mean, visits), worth) in means.iter_mut().zip(visits).zip(worth) {
            *visits += 1.0;
            *mean += (*worth - *mean) / *visits;
        }
    }

    /// Writes what is known of a cached step into the tree.
    #[inline]
    fn write<M: Copy>(&self, place: usize, tree: &mut Tree<M>, node: NodeId) {
        tree.set(node, self.visits[place] as u32, self.means[place]);
    }
}

impl<G: Game> Search<G> {
    /// Whether positions of the path are saved: where that is less work than to make the moves
    /// again.
    const SAVES: bool = size_of::<G::State>() <= 64 && !std::mem::needs_drop::<G::State>();

    /// Where the next iteration begins. The path then leads there, and the position is at hand.
    #[inline]
    pub(super) fn start(&mut self, game: &G, root: &G::State) -> Start {
        let goes_on = std::mem::take(&mut self.path_cache.goes_on);
        let Some(last) = self.path.last().copied().filter(|_| goes_on) else {
            self.path.clear();
            self.state.clone_from(root);
            return (ROOT, None);
        };
        if !Self::SAVES {
            self.state.clone_from(root);
            for step in &self.path[1..] {
                game.play(&mut self.state, self.tree.mv(step.node));
            }
        }
        self.path.pop();
        let place = self.path.len();
        if Self::SAVES {
            self.state.clone_from(&self.path_cache.states[place]);
        }
        (last.node, (place > 0).then_some(last.mover))
    }

    /// Saves the position at hand, which belongs to the step at that place of the path, if the
    /// cache is in use.
    #[inline]
    pub(super) fn save_position(&mut self, place: usize) {
        if Self::SAVES && self.path_cache.is_on {
            self.save(place);
        }
    }

    #[inline(never)]
    fn save(&mut self, place: usize) {
        match self.path_cache.states.get_mut(place) {
            Some(saved) => saved.clone_from(&self.state),
            None => self.path_cache.states.push(self.state.clone()),
        }
    }

    /// Records what an iteration found, and chooses anew where the choice is not settled.
    #[inline(never)]
    pub(super) fn back_up_cached(&mut self, ucb1: Ucb1, rewards: &Payoffs) {
        self.path_cache.now += 1;
        if self.settings.solve && self.is_proven_at(self.path.len() - 1) {
            self.propagate();
            let proven = (0..self.path.len()).find(|&place| self.is_proven_at(place));
            // The choice above the highest proof is open.
            let above = proven.expect("the last one is").saturating_sub(1);
            if let Some(until) = self.path_cache.until.get_mut(above) {
                *until = 0;
            }
        }
        // First what is recorded, then what is chosen, from the root down, so that no vector of
        // children waits for a child that was just written.
        self.record_path(self.path_cache.len(), rewards, |tree, node, _| Ucb1::prefetch(tree.node(node).visits()));
        let Search { tree, path, held, path_cache: cache, .. } = self;
        // Proven choices that were passed are behind the cached steps, and decide what counts
        // there.
        cache.record(path, held.first().map_or(rewards, |(_, worth)| worth));
        cache.list_open(path.len());
        for &place in &cache.read {
            cache.write(place as usize, tree, path[place as usize].node);
            Ucb1::prefetch(cache.visits[place as usize] as u32);
        }
        self.choose_ahead(ucb1);
    }

    /// Chooses the next child at the open steps of the path, and caches the steps that the next
    /// iteration passes as well.
    fn choose_ahead(&mut self, ucb1: Ucb1) {
        let Search { tree, path, path_cache: cache, .. } = self;
        let PathCache { open, chosen, .. } = cache;
        chosen.clear();
        chosen.extend(open.iter().map(|&place| set_next_child_and_bound(tree, ucb1, path[place as usize].node)));
        // Where no reward is below zero.
        let bound_holds = !matches!(self.settings.reward, Reward::Values(_));
        let cached = cache.len();
        let mut last = path.len() - 1;
        for number in 0..cache.open.len() {
            let place = cache.open[number] as usize;
            let Some(next) = cache.chosen[number] else {
                last = place;
                break;
            };
            let repeats = if bound_holds { u64::from(next.repeats) } else { 1 };
            cache.settle_choice(place, tree, path[place].node, repeats);
            let same = path.get(place + 1).is_some_and(|step| step.node == next.node);
            if !same || tree.links(next.node).proof().is_some() {
                last = place;
                break;
            }
        }
        // The path leaves the nodes behind that.
        for (place, step) in path.iter().enumerate().take(cached).skip(last + 1) {
            cache.write(place, tree, step.node);
        }
        cache.truncate(last + 1);
        path.truncate(last + 1);
        cache.goes_on = true;
    }

    /// Whether the node at that place of the path is proven.
    fn is_proven_at(&self, place: usize) -> bool {
        self.tree.links(self.path[place].node).proof().is_some()
    }

    /// Writes what is cached into the tree, so that the statistics of all nodes can be read.
    pub(super) fn settle(&mut self) {
        let Search { tree, path, path_cache: cache, .. } = self;
        for (place, step) in path.iter().enumerate().take(cache.len()) {
            cache.write(place, tree, step.node);
        }
        cache.truncate(0);
        cache.goes_on = false;
    }
}
