//! What one iteration leaves to those that follow it the same way.
//!
//! Most iterations go nearly the same way as the last one, and UCB1 often visits the same child
//! many times in a row; how many times it surely does is known when it is chosen
//! ([`crate::select::lead`]). So an iteration begins at the node where its way parts from that of
//! the last one, and a choice is made anew only when it is no longer settled. The visits and means
//! of the nodes that consecutive iterations pass are kept here, side by side, and are written into
//! the tree when somebody is about to read them: when the choice of the node or of its parent is
//! open again, or when the way leaves the node. The trees are the same, bit by bit, as those of
//! iterations that begin at the root.

use mctslab_core::{Game, Payoffs, Player};

use super::ahead::{Decision, decide};
use super::{Engine, PathStep};
use crate::reward::Reward;
use crate::select::Ucb1;
use crate::tree::{NodeId, ROOT, Tree};

/// Ways of so many steps on average are long enough to keep: where they are shorter, it costs more
/// to find out what can be kept than to do everything anew.
const DEEP: u32 = 16;

/// Over so many ways their length is averaged.
const AVERAGED: u32 = 64;

/// Where an iteration begins: a node, and who moved into it (nobody into the root).
pub(super) type Start = (NodeId, Option<Player>);

/// What is kept from iteration to iteration, for the first steps of the path: those that the next
/// iteration passes as well, and whose choice is made.
pub(super) struct Kept<S> {
    /// Whether anything is.
    pub(super) is_on: bool,
    /// The average length of the path, times [`AVERAGED`].
    depth: u32,
    /// Number of the next iteration.
    now: u64,
    /// The first iteration whose choice there is not settled yet.
    until: Vec<u64>,
    /// Visits of the nodes, as numbers to calculate with.
    visits: Vec<f64>,
    means: Vec<f64>,
    // reused by every iteration
    /// What it was worth to the movers.
    rewards: Vec<f64>,
    /// The steps of the path whose choice is open.
    open: Vec<u32>,
    /// The kept steps that are about to be read.
    read: Vec<u32>,
    /// What is decided at the open steps.
    decisions: Vec<Decision>,
    /// The positions of the path, if they are saved.
    states: Vec<S>,
    /// Whether the next iteration begins at the last step of the path, and not at the root.
    goes_on: bool,
}

impl<S> Kept<S> {
    pub(super) fn new() -> Kept<S> {
        Kept {
            is_on: false,
            depth: 0,
            now: 0,
            until: Vec::new(),
            visits: Vec::new(),
            means: Vec::new(),
            rewards: Vec::new(),
            open: Vec::new(),
            read: Vec::new(),
            decisions: Vec::new(),
            states: Vec::new(),
            goes_on: false,
        }
    }

    /// How many steps are kept.
    fn len(&self) -> usize {
        self.until.len()
    }

    /// Keeps no more than so many steps.
    fn truncate(&mut self, length: usize) {
        self.until.truncate(length);
        self.visits.truncate(length);
        self.means.truncate(length);
    }

    /// Lists the steps whose choice is open among those of a path, and the kept ones whose own
    /// choice or that above is, so that they are about to be read. Which ones these are cannot be
    /// foreseen, so that they are written down without a jump.
    fn list_open(&mut self, path: usize) {
        let Kept { now, until, open, read, .. } = self;
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

    /// Keeps a step, or settles its choice anew, for so many iterations.
    fn settle_choice<M: Copy>(&mut self, place: usize, tree: &Tree<M>, node: NodeId, iterations: u64) {
        let until = self.now + iterations;
        if let Some(kept) = self.until.get_mut(place) {
            *kept = until;
            return;
        }
        let node = tree.node(node);
        self.until.push(until);
        self.visits.push(f64::from(node.visits()));
        self.means.push(node.mean());
    }

    /// Counts a visit at each kept step of the path.
    fn record(&mut self, path: &[PathStep], rewards: &Payoffs) {
        let Kept { visits, means, rewards: worth, .. } = self;
        worth.clear();
        worth.extend(path[..means.len()].iter().map(|step| rewards.of(step.mover)));
        // One loop without anything else in it, which is compiled to vectors.
        for ((mean, visits), worth) in means.iter_mut().zip(visits).zip(worth) {
            *visits += 1.0;
            *mean += (*worth - *mean) / *visits;
        }
    }

    /// Writes what is known of a kept step into the tree.
    #[inline]
    fn write<M: Copy>(&self, place: usize, tree: &mut Tree<M>, node: NodeId) {
        tree.set(node, self.visits[place] as u32, self.means[place]);
    }
}

impl<G: Game> Engine<G> {
    /// Whether positions of the path are saved: where that is less work than to make the moves
    /// again.
    const SAVES: bool = size_of::<G::State>() <= 64 && !std::mem::needs_drop::<G::State>();

    /// Where the next iteration begins. The path then leads there, and the position is at hand.
    #[inline]
    pub(super) fn start(&mut self, game: &G, root: &G::State) -> Start {
        let goes_on = std::mem::take(&mut self.kept.goes_on);
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
        let depth = self.path.len();
        if Self::SAVES {
            self.state.clone_from(&self.kept.states[depth]);
        }
        (last.node, (depth > 0).then_some(last.mover))
    }

    /// Adds a step to the path, whose position is at hand.
    #[inline]
    pub(super) fn pass(&mut self, step: PathStep) {
        if Self::SAVES && self.kept.is_on {
            self.save();
        }
        self.path.push(step);
    }

    /// Saves the position at hand, which belongs to the step that is added to the path next.
    #[inline(never)]
    fn save(&mut self) {
        match self.kept.states.get_mut(self.path.len()) {
            Some(saved) => saved.clone_from(&self.state),
            None => self.kept.states.push(self.state.clone()),
        }
    }

    /// Takes the length of another way into account: whether they have become so long that it pays
    /// to keep them, or too short for it.
    #[inline]
    pub(super) fn measure_depth(&mut self, length: usize) {
        let Kept { depth, is_on, .. } = &mut self.kept;
        *depth = *depth - *depth / AVERAGED + length as u32;
        let deep = *depth >= DEEP * AVERAGED;
        if deep != *is_on {
            *is_on = deep;
            self.settle();
        }
    }

    /// Records what an iteration found, and decides anew where the choice is not settled.
    #[inline(never)]
    pub(super) fn back_up_kept(&mut self, ucb1: Ucb1, rewards: &Payoffs) {
        self.kept.now += 1;
        if self.settings.solve && self.is_proven_at(self.path.len() - 1) {
            self.propagate();
            let proven = (0..self.path.len()).find(|&place| self.is_proven_at(place)).expect("the last one is");
            if let Some(until) = self.kept.until.get_mut(proven.saturating_sub(1)) {
                *until = 0;
            }
        }
        // First what is recorded, then what is decided, from the root down, so that no vector of
        // children waits for a child that was just written.
        self.record_new(rewards);
        // Proven choices that were passed are behind the kept steps, and decide what counts there.
        self.kept.record(&self.path, self.held.first().map_or(rewards, |(_, worth)| worth));
        self.kept.list_open(self.path.len());
        for &place in &self.kept.read {
            self.kept.write(place as usize, &mut self.tree, self.path[place as usize].node);
            Ucb1::fetch(self.kept.visits[place as usize] as u32);
        }
        self.decide_ahead(ucb1);
    }

    /// Records what an iteration found at the steps that are not kept from the last one.
    fn record_new(&mut self, rewards: &Payoffs) {
        let (mut worth, mut held) = (rewards, self.held.len());
        for (place, step) in self.path.iter().enumerate().skip(self.kept.len()).rev() {
            // Above a proven choice, its value counts in place of what the iteration found below.
            while held > 0 && place < self.held[held - 1].0 {
                held -= 1;
                worth = &self.held[held].1;
            }
            self.tree.record(step.node, worth.of(step.mover));
            Ucb1::fetch(self.tree.node(step.node).visits());
        }
    }

    /// Decides at the open steps of the path, and keeps the steps that the next iteration passes as
    /// well.
    fn decide_ahead(&mut self, ucb1: Ucb1) {
        let Kept { open, decisions, .. } = &mut self.kept;
        decisions.clear();
        decisions.extend(open.iter().map(|&place| decide(&mut self.tree, ucb1, self.path[place as usize].node)));
        // Where no reward is below zero.
        let promises_hold = !matches!(self.settings.reward, Reward::Values(_));
        let kept = self.kept.len();
        let mut last = self.path.len() - 1;
        for number in 0..self.kept.open.len() {
            let (place, decision) = (self.kept.open[number] as usize, self.kept.decisions[number]);
            if decision.visits == 0 {
                last = place;
                break;
            }
            let visits = if promises_hold { u64::from(decision.visits) } else { 1 };
            self.kept.settle_choice(place, &self.tree, self.path[place].node, visits);
            let same = self.path.get(place + 1).is_some_and(|next| next.node == decision.child);
            if !same || self.tree.links(decision.child).proof().is_some() {
                last = place;
                break;
            }
        }
        // The way leaves the nodes behind that.
        for place in last + 1..kept {
            self.kept.write(place, &mut self.tree, self.path[place].node);
        }
        self.kept.truncate(last + 1);
        self.path.truncate(last + 1);
        self.kept.goes_on = true;
    }

    fn is_proven_at(&self, place: usize) -> bool {
        self.tree.links(self.path[place].node).proof().is_some()
    }

    /// Writes what is kept into the tree, so that the statistics of all nodes can be read.
    pub(super) fn settle(&mut self) {
        for (place, step) in self.path[..self.kept.len()].iter().enumerate() {
            self.kept.write(place, &mut self.tree, step.node);
        }
        self.kept.truncate(0);
        self.kept.goes_on = false;
    }
}
