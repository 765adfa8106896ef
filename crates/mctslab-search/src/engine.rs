//! The engine of Monte Carlo tree search: descend, expand, play out, back up.
//!
//! An iteration walks down the tree by the selection rule until a node has a move without a child, gives one such move a child,
//! plays from there to the end by the playout policy, and tells every node on the way what its mover was paid (max^n for any
//! number of players). After warm-up no iteration allocates.
//!
//! With `solve`, finished games are proofs: a node is won for its mover if the next player has no way out, lost if the next
//! player has a winning move, and exactly known once all its children are (Winands, Björnsson, Saito 2008, with draws). Proven
//! nodes are not searched again. Sound for one player and for two whose payoffs add up to one; with more players only the
//! finished positions themselves count as proven.

use std::time::{Duration, Instant};

use mctslab_core::{Failure, Game, MoveThought, Payoffs, Player, Rng, Thoughts};

use crate::finish::{self, Finish};
use crate::playout::Policy;
use crate::select::{Choice, Select};
use crate::trail::Trail;
use crate::tree::{Node, NodeId, Proof, ROOT, Tree};

/// How long and in which manner to search.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Iterations per move; no limit if `None`.
    pub iters: Option<u64>,
    /// Time per move; no limit if `None`.
    pub time: Option<Duration>,
    /// Make all children of a node at once.
    pub expand_all: bool,
    /// Keep what is still of use of the tree from move to move.
    pub reuse: bool,
    /// Prove wins, draws and losses.
    pub solve: bool,
    /// The tree stops growing at so many bytes.
    pub memory: usize,
}

/// A search for one seat.
pub struct Engine<G: Game> {
    // fixed for the life of the engine
    settings: Settings,
    select: Box<dyn Select>,
    playout: Box<dyn Policy<G>>,
    finish: Box<dyn Finish>,
    // lasts from move to move
    rng: Rng,
    tree: Tree<G::Move>,
    spare: Option<Tree<G::Move>>,
    root: Option<G::State>,
    chosen: Option<NodeId>,
    iterations: u64,
    // reused by every iteration
    state: G::State,
    path: Vec<(NodeId, Player)>,
    trail: Trail,
    moves: Vec<G::Move>,
    tried: Vec<bool>,
    best: Vec<usize>,
}

impl<G: Game> Engine<G> {
    /// An engine of the given parts.
    pub fn new(
        game: &G,
        settings: Settings,
        select: Box<dyn Select>,
        playout: Box<dyn Policy<G>>,
        finish: Box<dyn Finish>,
    ) -> Engine<G> {
        // A kept tree is copied into a second one, and both together keep to the limit.
        let share = if settings.reuse { settings.memory / 2 } else { settings.memory };
        Engine {
            settings,
            select,
            playout,
            finish,
            rng: Rng::new(0),
            tree: Tree::new(share),
            spare: settings.reuse.then(|| Tree::new(share)),
            root: None,
            chosen: None,
            iterations: 0,
            state: game.initial(),
            path: Vec::new(),
            trail: Trail::default(),
            moves: Vec::new(),
            tried: vec![false; game.index_bound()],
            best: Vec::new(),
        }
    }

    /// Forgets everything and draws from `seed` from now on.
    pub fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.forget();
    }

    /// Searches from `state`, in which the game goes on, and returns the move to play.
    pub fn choose(&mut self, game: &G, state: &G::State) -> Result<G::Move, Failure> {
        self.search(game, state);
        finish::best(&*self.finish, self.tree.children(ROOT), &mut self.best);
        let place = self.rng.pick(&self.best).ok_or_else(Failure::game_over)?;
        let child = self.tree.child(ROOT, place);
        self.chosen = Some(child);
        Ok(self.tree.mv(child))
    }

    /// Runs iterations from `state` until the budget is spent or, with `solve`, until its result is proven.
    pub fn search(&mut self, game: &G, state: &G::State) {
        self.iterations = 0;
        if game.turn(state).is_none() {
            self.forget();
            return;
        }
        self.move_root(game, state);
        let deadline = self.settings.time.map(|time| Instant::now() + time);
        let most = self.settings.iters.unwrap_or(u64::MAX);
        while self.iterations < most {
            self.iterate(game, state);
            self.iterations += 1;
            if self.settings.solve && self.tree.node(ROOT).proof().is_some() {
                break;
            }
            // A look at the clock costs about as much as a node; every eighth iteration is often enough.
            if self.iterations.is_multiple_of(8) && deadline.is_some_and(|end| Instant::now() >= end) {
                break;
            }
        }
    }

    /// Iterations of the last search.
    pub fn iterations(&self) -> u64 {
        self.iterations
    }

    /// The tree of the last search.
    pub fn tree(&self) -> &Tree<G::Move> {
        &self.tree
    }

    /// What the last search found out about each move.
    pub fn thoughts(&self, game: &G) -> Thoughts<G::Move> {
        let Some(root) = &self.root else { return Thoughts::default() };
        let mut legal = Vec::new();
        game.moves(root, &mut legal);
        let nodes = self.tree.children(ROOT);
        let tried = self.tree.child_moves(ROOT);
        let moves = legal.iter().map(|&mv| {
            let node = tried.iter().position(|&other| other == mv).map(|place| &nodes[place]);
            MoveThought {
                mv,
                visits: node.map_or(0, |node| u64::from(node.visits())),
                value: node.filter(|node| node.visits() > 0).map(Node::mean),
                proven: node.and_then(Node::proof).map(Proof::payoff),
            }
        });
        let bytes = self.tree.bytes() as u64;
        Thoughts { iterations: self.iterations, bytes, sampled: true, moves: moves.collect(), line: self.line() }
    }

    /// The best play that the tree knows: the chosen move, then the final choice of each player.
    fn line(&self) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut best = Vec::new();
        let mut next = self.chosen;
        while let Some(node) = next {
            line.push(self.tree.mv(node));
            finish::best(&*self.finish, self.tree.children(node), &mut best);
            next = best.first().map(|&place| self.tree.child(node, place));
        }
        line
    }

    fn forget(&mut self) {
        self.tree.clear();
        self.root = None;
        self.chosen = None;
    }

    /// Makes `state` the root, with what the old tree knows below it if trees are kept.
    fn move_root(&mut self, game: &G, state: &G::State) {
        match self.find(game, state) {
            Some(ROOT) => {}
            Some(node) => {
                if let Some(spare) = &mut self.spare {
                    self.tree.copy_subtree(node, spare);
                    std::mem::swap(&mut self.tree, spare);
                }
            }
            None => self.tree.clear(),
        }
        self.chosen = None;
        match &mut self.root {
            Some(root) => root.clone_from(state),
            None => self.root = Some(state.clone()),
        }
    }

    /// The node of `state` in the old tree: the root itself, or a node below the move that was chosen.
    fn find(&self, game: &G, state: &G::State) -> Option<NodeId> {
        /// Positions looked at before a fresh tree is the better deal.
        const MOST: usize = 2000;
        let root = self.root.as_ref().filter(|_| self.settings.reuse)?;
        if root == state {
            return Some(ROOT);
        }
        let chosen = self.chosen?;
        let mut after = root.clone();
        game.play(&mut after, self.tree.mv(chosen));
        let mut level = vec![(chosen, after)];
        let mut seen = 0;
        while seen < MOST && !level.is_empty() {
            if let Some((node, _)) = level.iter().find(|(_, reached)| reached == state) {
                return Some(*node);
            }
            let mut deeper = Vec::new();
            for (node, before) in level.iter().take(MOST - seen) {
                for (place, &mv) in self.tree.child_moves(*node).iter().enumerate() {
                    let mut reached = before.clone();
                    game.play(&mut reached, mv);
                    deeper.push((self.tree.child(*node, place), reached));
                }
                seen += self.tree.node(*node).children();
            }
            level = deeper;
        }
        None
    }

    fn iterate(&mut self, game: &G, root: &G::State) {
        self.state.clone_from(root);
        self.path.clear();
        let payoffs = self.descend(game);
        for &(node, mover) in &self.path {
            self.tree.record(node, payoffs.of(mover));
        }
        if self.settings.solve {
            self.propagate(game);
        }
    }

    /// Walks from the root to a leaf, makes a new one, and says what play from there pays.
    fn descend(&mut self, game: &G) -> Payoffs {
        let mut node = ROOT;
        let mut mover = None;
        loop {
            let Some(player) = game.turn(&self.state) else {
                self.path.push((node, mover.unwrap_or(Player::FIRST)));
                return self.finished(game, node);
            };
            // The root has no mover; its statistics are those of the player to move.
            let mover_here = mover.unwrap_or(player);
            self.path.push((node, mover_here));
            let stats = self.tree.node(node);
            if let Some(proof) = stats.proof() {
                return exact(game, proof, mover_here);
            }
            let unvisited = stats.visits() == 0 && node != ROOT;
            let full = stats.is_full();
            if !unvisited && !full && !self.settings.expand_all && self.add_child(game, node, player) {
                return self.play_out(game);
            }
            // Where memory is used up, the children there are make do.
            let grown = full || self.settings.expand_all && !unvisited && self.expand_all(game, node);
            if unvisited || !grown && self.tree.node(node).children() == 0 {
                return self.playout.playout(game, &mut self.state, &mut self.rng, &mut self.trail);
            }
            let visits = self.tree.node(node).visits();
            let place =
                self.select.pick(&Choice { visits, children: self.tree.children(node), squares: &[] }, &mut self.rng);
            node = self.tree.child(node, place);
            game.play(&mut self.state, self.tree.mv(node));
            mover = Some(player);
        }
    }

    /// Gives `node` a child for one more move and steps into it; `false` if memory is used up.
    fn add_child(&mut self, game: &G, node: NodeId, player: Player) -> bool {
        let mv = self.untried(game, node);
        let Some(child) = mv.and_then(|mv| self.tree.add_child(node, mv)) else { return false };
        game.play(&mut self.state, self.tree.mv(child));
        self.path.push((child, player));
        true
    }

    /// What play from the newest node of the path pays.
    fn play_out(&mut self, game: &G) -> Payoffs {
        if game.turn(&self.state).is_some() {
            return self.playout.playout(game, &mut self.state, &mut self.rng, &mut self.trail);
        }
        let node = self.path.last().map_or(ROOT, |&(node, _)| node);
        self.finished(game, node)
    }

    /// A legal move that has no child yet, each equally likely.
    fn untried(&mut self, game: &G, node: NodeId) -> Option<G::Move> {
        if self.tree.node(node).total() == 0 {
            let total = game.count_moves(&self.state, &mut self.moves);
            self.tree.set_total(node, total);
        }
        let (children, total) = (self.tree.node(node).children(), self.tree.node(node).total());
        // While at most half of the moves are tried, drawing again until one is new is the fastest way.
        if 2 * children <= total {
            loop {
                let mv = game.random_move(&self.state, &mut self.rng, &mut self.moves)?;
                if !self.tree.child_moves(node).contains(&mv) {
                    return Some(mv);
                }
            }
        }
        self.moves.clear();
        game.moves(&self.state, &mut self.moves);
        let tried = self.tree.child_moves(node);
        for &mv in tried {
            self.tried[game.index(mv)] = true;
        }
        let tried_flags = &self.tried;
        self.moves.retain(|&mv| !tried_flags[game.index(mv)]);
        for &mv in tried {
            self.tried[game.index(mv)] = false;
        }
        self.rng.pick(&self.moves)
    }

    /// Gives every legal move a child, in random order; `false` if memory is used up.
    fn expand_all(&mut self, game: &G, node: NodeId) -> bool {
        self.moves.clear();
        game.moves(&self.state, &mut self.moves);
        for last in (1..self.moves.len()).rev() {
            let other = self.rng.below(last as u32 + 1) as usize;
            self.moves.swap(last, other);
        }
        self.tree.set_total(node, self.moves.len());
        let made = self.tree.add_children(node, &self.moves);
        if !made {
            self.tree.set_total(node, 0);
        }
        made
    }

    /// The payoffs of a finished game, which are a proof.
    fn finished(&mut self, game: &G, node: NodeId) -> Payoffs {
        let payoffs = game.payoffs(&self.state);
        if self.settings.solve
            && let Some(&(_, mover)) = self.path.last()
            && let Some(proof) = Proof::of(payoffs.of(mover))
        {
            self.tree.prove(node, proof);
        }
        payoffs
    }

    /// Carries a proof at the end of the path up as far as it decides.
    fn propagate(&mut self, game: &G) {
        if !(game.players() == 1 || game.players() == 2 && game.payoff_sum() == Some(1.0)) {
            return;
        }
        for step in (1..self.path.len()).rev() {
            let (child, mover) = self.path[step];
            let (parent, parent_mover) = self.path[step - 1];
            let proof = match self.tree.node(child).proof() {
                Some(Proof::Win) => Proof::Win,
                Some(_) if self.tree.node(parent).is_full() => {
                    let proofs = self.tree.children(parent).iter().map(Node::proof);
                    // `None` is less than any proof, so one open child keeps the parent open.
                    let Some(_) = proofs.clone().min().flatten() else { return };
                    proofs.max().flatten().expect("all children are proven")
                }
                _ => return,
            };
            self.tree.prove(parent, if parent_mover == mover { proof } else { proof.flipped() });
        }
    }
}

/// The payoffs that a proof for `mover` stands for.
fn exact<G: Game>(game: &G, proof: Proof, mover: Player) -> Payoffs {
    let payoff = proof.payoff();
    if game.players() == 1 {
        return Payoffs::new(&[payoff]);
    }
    Payoffs::duel(match proof {
        Proof::Win => Some(mover),
        Proof::Draw => None,
        Proof::Loss => Some(mover.other()),
    })
}
