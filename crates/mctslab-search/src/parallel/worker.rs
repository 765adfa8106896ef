//! What one thread of a parallel search does: descend, expand, play out, back up, as `engine` does it, on a shared tree.

use std::hint::cold_path;
use std::mem::take;

use mctslab_core::{Game, Payoffs, Player, Rng, Watch};

use super::node::{SharedWorth, fixed, scale};
use super::task::{Task, length_of_stay};
use super::tree::{Segment, SharedFamily, Spare, Spot, length};
use crate::playout::Policy;
use crate::select::{Choice, Select};
use crate::trail::Trail;
use crate::tree::{Node, Proof};

/// A node of the way down and the player who moved into it.
type WorkerStep<'t, M> = (Spot<'t, M>, Player);

/// The belongings of one thread, apart from those of the others in memory.
#[repr(align(128))]
pub(super) struct SearchWorker<G: Game> {
    select: Box<dyn Select>,
    playout: Box<dyn Policy<G>>,
    rng: Rng,
    state: G::State,
    trail: Trail,
    moves: Vec<G::Move>,
    tried: Vec<bool>,
    nodes: Vec<Node>,
    squares: Vec<f32>,
    spare: Spare,
    /// Iterations of this search.
    made: u64,
}

impl<G: Game> SearchWorker<G> {
    /// A worker with its own parts.
    pub(super) fn new(game: &G, select: Box<dyn Select>, playout: Box<dyn Policy<G>>) -> SearchWorker<G> {
        SearchWorker {
            trail: Trail::new(playout.learns()),
            select,
            playout,
            rng: Rng::new(0),
            state: game.initial(),
            moves: Vec::new(),
            tried: vec![false; game.index_bound()],
            nodes: Vec::new(),
            squares: Vec::new(),
            spare: Spare::default(),
            made: 0,
        }
    }

    /// Whether its rule of selection wants sums of squares.
    pub(super) fn wants_squares(&self) -> bool {
        self.select.wants_squares()
    }

    /// Forgets all earlier games.
    pub(super) fn new_game(&mut self) {
        self.playout.new_game();
    }

    /// Gets ready for a search with random choices drawn from `seed`.
    pub(super) fn prepare(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.playout.forget();
    }

    /// Iterates until the budget of all threads is spent or the root is proven; returns how often.
    pub(super) fn run(&mut self, task: &Task<G>) -> u64 {
        let _stops_all = task.stops_all();
        let mut path = Vec::new();
        let mut watch = task.watch();
        self.made = 0;
        let mut end = 0;
        loop {
            if self.made == end {
                end += task.begin();
            }
            if self.made == end {
                break;
            }
            self.visit_child(task, end, &mut path, &mut watch);
            if task.is_over(&mut watch) {
                break;
            }
        }
        task.tree.give_back(take(&mut self.spare));
        self.made
    }

    /// Makes iterations below one child of the root, until there were `end` in all at the latest. The others are told of them
    /// afterwards, since what many threads write again and again is slow to read.
    fn visit_child<'t>(
        &mut self,
        task: &Task<'t, G>,
        end: u64,
        path: &mut Vec<WorkerStep<'t, G::Move>>,
        watch: &mut Watch<'_>,
    ) {
        let root = task.tree.root();
        let before = self.made;
        self.return_to_root(task, path);
        let mv = if root.node.counts().proof().is_none() { self.advance(task, path) } else { None };
        if let (Some(mv), Some(&(child, mover))) = (mv, path.get(1)) {
            let end = end.min(before + length_of_stay(child.node.counts().visits()));
            let (mut sum, mut squares) = (0, 0);
            loop {
                let reward = self.finish(task, path, 2, watch).of(mover);
                sum += fixed(reward);
                squares += fixed(reward * reward);
                if self.made >= end || child.node.counts().proof().is_some() || task.is_over(watch) {
                    break;
                }
                self.return_to_root(task, path);
                self.step(task, path, child, mover, mv);
            }
            child.leave(self.made - before, sum, squares, &task.worth);
        } else {
            self.finish(task, path, 1, watch);
        }
        root.node.count(self.made - before);
    }

    /// Sets out again from the root.
    fn return_to_root<'t>(&mut self, task: &Task<'t, G>, path: &mut Vec<WorkerStep<'t, G::Move>>) {
        self.state.clone_from(task.root);
        self.trail.clear();
        path.clear();
        // The root has no mover; its statistics are those of the player to move.
        path.push((task.tree.root(), task.game.turn(task.root).unwrap_or(Player::FIRST)));
    }

    /// Goes on to the end of an iteration, and tells all nodes of the path but the first `known` what it was worth.
    fn finish<'t>(
        &mut self,
        task: &Task<'t, G>,
        path: &mut Vec<WorkerStep<'t, G::Move>>,
        known: usize,
        watch: &mut Watch<'_>,
    ) -> Payoffs {
        let rewards = self.descend(task, path, watch);
        if self.playout.learns() {
            self.playout.learn(task.game, &self.trail, &rewards);
        }
        if task.settings.solve && task.carries {
            propagate(path, &task.worth);
        }
        for (spot, mover) in path.iter().skip(known) {
            let reward = rewards.of(*mover);
            spot.leave(1, fixed(reward), fixed(reward * reward), &task.worth);
        }
        self.made += 1;
        rewards
    }

    /// Walks from the end of the path to a leaf and says what play from there is worth.
    fn descend<'t>(
        &mut self,
        task: &Task<'t, G>,
        path: &mut Vec<WorkerStep<'t, G::Move>>,
        watch: &mut Watch<'_>,
    ) -> Payoffs {
        while let Some(&(spot, mover)) = path.last() {
            if task.game.turn(&self.state).is_none() {
                return self.finished(task, spot, mover);
            }
            if let Some(proof) = spot.node.counts().proof() {
                return exact(task.game, proof, mover).map(|_, payoff| task.settings.reward.value(payoff));
            }
            if self.advance(task, path).is_none() {
                break;
            }
        }
        self.play_out(task, watch)
    }

    /// Goes on to a child of the last node of the path; `None` if that is a leaf.
    fn advance<'t>(&mut self, task: &Task<'t, G>, path: &mut Vec<WorkerStep<'t, G::Move>>) -> Option<G::Move> {
        let &(spot, _) = path.last()?;
        let visits = spot.node.counts().visits();
        if visits == 0 && path.len() > 1 {
            return None;
        }
        let player = task.game.turn(&self.state)?;
        let family = self.family(task, spot)?;
        let (segment, place) = self.untried(task, family).unwrap_or_else(|| self.pick(task, family, visits));
        let next = segment.spot(place);
        next.node.enter(next.glance, &task.worth);
        let mv = segment.children[place].mv;
        self.step(task, path, next, player, mv);
        Some(mv)
    }

    /// Makes the move that leads to a child.
    #[inline]
    fn step<'t>(
        &mut self,
        task: &Task<'t, G>,
        path: &mut Vec<WorkerStep<'t, G::Move>>,
        child: Spot<'t, G::Move>,
        player: Player,
        mv: G::Move,
    ) {
        path.push((child, player));
        self.trail.push(task.game, player, mv);
        task.game.play(&mut self.state, mv);
    }

    fn play_out(&mut self, task: &Task<G>, watch: &mut Watch<'_>) -> Payoffs {
        self.trail.leave_tree();
        let payoffs = self.playout.playout_within(task.game, &mut self.state, &mut self.rng, &mut self.trail, watch);
        task.settings.reward.of(task.game, &self.state, payoffs)
    }

    /// What a finished game is worth. It is a proof.
    fn finished(&mut self, task: &Task<G>, spot: Spot<G::Move>, mover: Player) -> Payoffs {
        self.trail.leave_tree();
        let payoffs = task.game.payoffs(&self.state);
        if task.settings.solve
            && let Some(proof) = Proof::of(payoffs.of(mover))
        {
            spot.node.prove(spot.glance, proof, &task.worth);
        }
        task.settings.reward.of(task.game, &self.state, payoffs)
    }

    /// The children of a node, made now if there are none; `None` if memory is used up.
    fn family<'t>(&mut self, task: &Task<'t, G>, spot: Spot<'t, G::Move>) -> Option<&'t SharedFamily<G::Move>> {
        if let Some(family) = spot.node.family.get() {
            return Some(family);
        }
        self.moves.clear();
        task.game.moves(&self.state, &mut self.moves);
        let total = self.moves.len();
        let first = if task.expands_all() { total } else { length(0, total) };
        self.shuffle(first);
        task.tree.found(spot.node, &self.moves[..first], total, &mut self.spare)
    }

    /// A child for a move that no thread has tried; `None` if there is none left or memory is used up.
    #[inline]
    fn untried<'t>(
        &mut self,
        task: &Task<'t, G>,
        family: &'t SharedFamily<G::Move>,
    ) -> Option<(&'t Segment<G::Move>, usize)> {
        // With all children made at once, a rule that needs to see them all decides which is first.
        if task.expands_all() && self.select.scale(1).is_none() {
            return None;
        }
        let number = family.draw()?;
        let mut segment = &family.first;
        let mut before = 0;
        while number >= segment.end() {
            before = segment.end();
            segment = match segment.next() {
                Some(next) => next,
                None => self.extend(task, family, segment)?,
            };
        }
        Some((segment, number - before))
    }

    /// A segment after the last, of moves that have no child yet.
    fn extend<'t>(
        &mut self,
        task: &Task<'t, G>,
        family: &SharedFamily<G::Move>,
        last: &'t Segment<G::Move>,
    ) -> Option<&'t Segment<G::Move>> {
        let (game, length) = (task.game, family.next_length(last));
        let known = || family.children().take(last.end()).map(|child| game.index(child.mv));
        known().for_each(|index| self.tried[index] = true);
        self.moves.clear();
        game.moves(&self.state, &mut self.moves);
        self.moves.retain(|&mv| !self.tried[game.index(mv)]);
        known().for_each(|index| self.tried[index] = false);
        self.shuffle(length);
        task.tree.extend(last, &self.moves[..length], &mut self.spare)
    }

    /// Brings random moves in random order to the first `length` places.
    fn shuffle(&mut self, length: usize) {
        for place in 0..length {
            let other = place + self.rng.below((self.moves.len() - place) as u32) as usize;
            self.moves.swap(place, other);
        }
    }

    /// The child that the rule of selection wants to visit.
    #[inline]
    fn pick<'t>(
        &mut self,
        task: &Task<'t, G>,
        family: &'t SharedFamily<G::Move>,
        visits: u64,
    ) -> (&'t Segment<G::Move>, usize) {
        let visits = u32::try_from(visits).unwrap_or(u32::MAX);
        match self.select.scale(visits) {
            Some(factor) => greatest(family, factor),
            None => self.pick_copied(task, family, visits),
        }
    }

    /// Lets the rule of selection choose from a copy of the children.
    fn pick_copied<'t>(
        &mut self,
        task: &Task<'t, G>,
        family: &'t SharedFamily<G::Move>,
        visits: u32,
    ) -> (&'t Segment<G::Move>, usize) {
        self.nodes.clear();
        self.squares.clear();
        for segment in family.segments() {
            self.nodes.extend(segment.children.iter().map(|child| child.node.copied(&task.worth)));
            let children = segment.squares.iter().zip(&segment.children);
            self.squares.extend(children.map(|(squares, child)| child.node.mean_of(squares)));
        }
        let choice = Choice { visits, children: &self.nodes, squares: &self.squares };
        let place = self.select.pick(&choice, &mut self.rng);
        let mut segment = &family.first;
        let mut before = 0;
        // Other threads may have added segments since, but took none away.
        while let Some(next) = segment.next().filter(|_| place >= segment.end()) {
            before = segment.end();
            segment = next;
        }
        (segment, place - before)
    }
}

/// The child with the greatest mean + factor · rarity, of equals the first made.
fn greatest<M>(family: &SharedFamily<M>, factor: f64) -> (&Segment<M>, usize) {
    let scale = scale(factor);
    let mut best = (&family.first, 0);
    let mut best_score = i64::MIN;
    for segment in family.segments() {
        for (place, glance) in segment.glances.iter().enumerate() {
            let score = glance.score(scale);
            if score > best_score {
                // A branch is faster here than to carry the best along: few children are better than all before them.
                cold_path();
                best_score = score;
                best = (segment, place);
            }
        }
    }
    best
}

/// Carries a proof at the end of the path up as far as it decides.
fn propagate<M>(path: &[WorkerStep<M>], worth: &SharedWorth) {
    for pair in path.windows(2).rev() {
        let [(parent, parent_mover), (child, mover)] = pair else { return };
        let decided = match child.node.counts().proof() {
            Some(Proof::Win) => Some(Proof::Win),
            Some(_) => parent.node.family.get().and_then(|family| family.proof()),
            None => None,
        };
        let Some(proof) = decided else { return };
        parent.node.prove(parent.glance, if parent_mover == mover { proof } else { proof.flipped() }, worth);
    }
}

/// The payoffs that a proof for `mover` stands for.
fn exact<G: Game>(game: &G, proof: Proof, mover: Player) -> Payoffs {
    if game.players() == 1 {
        return Payoffs::new(&[proof.payoff()]);
    }
    Payoffs::duel(match proof {
        Proof::Win => Some(mover),
        Proof::Draw => None,
        Proof::Loss => Some(mover.other()),
    })
}
