//! Best-first alpha-beta: a tree that grows where UCB1 wants it to, and in which proven bounds
//! prune.
//!
//! Every node has bounds [low, high] of its exact value for the first player, at first what any
//! game may pay, [0, 1], or nothing at all. Growing a leaf makes all its children; those in which
//! the game is over have low = high, at once or when they are first gone to. Going up, low is the
//! best low of the children and high the best high, the greatest where the first player moves and
//! the least where the second does. Going down, a window (alpha, beta) is carried: a node of the
//! first player raises alpha to its low, one of the second lowers beta to its high. A child is
//! worth a visit if it is open, low < high, and its bounds meet the window, high > alpha and low <
//! beta; the others cannot change the value of the root. An open node whose bounds meet its window
//! always has such a child, so no other mark is needed for what is pruned, and the tree grows until
//! low = high at the root.

use mctslab_core::{Game, MoveThought, Player, Rng, Thoughts, Unit, Watch};

use crate::playout::A_PLAYOUT;

/// Number of a node in its tree.
type ProofNodeId = u32;

/// Below so many visits sqrt(ln N) is looked up: most nodes have few.
const FEW_VISITS: u32 = 1024;

const ROOT: ProofNodeId = 0;

/// What a search knows of a node before it is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foresight {
    /// Whether children that were not visited yet come in the game's order of moves; in random
    /// order if not.
    pub ordered: bool,
    /// Whether the payoff of a finished game is known as soon as its node is made. If not, the node
    /// has to be gone to, which is a step like any other.
    pub terminals: bool,
    /// Bounds of every value.
    pub bounds: (f64, f64),
}

impl Foresight {
    /// What any game may pay.
    pub const PAYOFFS: (f64, f64) = (0.0, 1.0);
    /// Nothing is known of a value.
    pub const OPEN: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);
}

/// A position, as the result of the move that led there.
#[derive(Clone, Copy, Debug)]
struct ProofNode {
    /// Bounds of the exact value for the first player.
    low: f64,
    high: f64,
    /// Sum of the rewards, for the player who moved here.
    reward: f64,
    visits: u32,
    /// The children lie side by side; none before the node has grown.
    first: ProofNodeId,
    count: u32,
    /// Who is to move; meaningless when the game is over.
    player: Player,
}

impl ProofNode {
    #[inline]
    fn new((low, high): (f64, f64), player: Player) -> ProofNode {
        ProofNode { low, high, reward: 0.0, visits: 0, first: 0, count: 0, player }
    }

    #[inline]
    fn is_open(&self) -> bool {
        self.low < self.high
    }

    /// The bounds in the order of `player`'s wishes: negated for the second, which unlike 1 - x
    /// never rounds.
    fn bounds(&self, player: Player) -> (f64, f64) {
        if player == Player::FIRST { (self.low, self.high) } else { (-self.high, -self.low) }
    }

    /// What the player who moved here may expect, on the scale of his bounds: the mean reward, as
    /// far as they allow it.
    fn estimate(&self, mover: Player) -> f64 {
        let (low, high) = self.bounds(mover);
        if self.visits == 0 {
            return low;
        }
        let mean = self.reward / f64::from(self.visits);
        if mover == Player::FIRST { mean.clamp(low, high) } else { (mean - 1.0).clamp(low, high) }
    }
}

/// A search for one seat of a two-player game.
pub struct BestFirst<G: Game> {
    // fixed
    c: f64,
    playouts: u32,
    foresight: Foresight,
    most_nodes: usize,
    /// c · sqrt(ln N) by visits N.
    scales: Vec<f64>,
    // of the search at hand
    nodes: Vec<ProofNode>,
    moves: Vec<G::Move>,
    steps: u64,
    // reused by every step
    state: G::State,
    next: G::State,
    path: Vec<ProofNodeId>,
    legal: Vec<G::Move>,
}

impl<G: Game> BestFirst<G> {
    /// A search with exploration constant `c` that plays `playouts` random games from every node
    /// that grows and whose tree takes at most about `bytes`.
    pub fn new(game: &G, c: f64, playouts: u32, foresight: Foresight, bytes: usize) -> BestFirst<G> {
        let most_nodes = (bytes / (size_of::<ProofNode>() + size_of::<G::Move>())).min(ProofNodeId::MAX as usize);
        BestFirst {
            c,
            playouts,
            foresight,
            most_nodes,
            scales: (0..FEW_VISITS).map(|visits| scale(c, visits)).collect(),
            nodes: Vec::new(),
            moves: Vec::new(),
            steps: 0,
            state: game.initial(),
            next: game.initial(),
            path: Vec::new(),
            legal: Vec::new(),
        }
    }

    /// Begins a new tree whose root is `player`'s to move in, and `filler` any legal move there.
    pub fn start(&mut self, player: Player, filler: G::Move) {
        self.nodes.clear();
        self.moves.clear();
        self.nodes.push(ProofNode::new(self.foresight.bounds, player));
        self.moves.push(filler);
        self.steps = 0;
    }

    /// Steps since the start: nodes that have grown, and finished games that had to be gone to.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Bounds of the exact value of the root for the first player; equal once it is proven.
    pub fn bounds(&self) -> (f64, f64) {
        (self.nodes[ROOT as usize].low, self.nodes[ROOT as usize].high)
    }

    /// Whether the value of the root is proven.
    pub fn is_proven(&self) -> bool {
        !self.nodes[ROOT as usize].is_open()
    }

    /// Grows one leaf below `root`, the unproven state of the root, or learns how the game ended
    /// there, and backs it up to the nodes above; false if memory is full. With fewer playouts than
    /// usual if the watch says stop.
    pub fn step(&mut self, game: &G, root: &G::State, rng: &mut Rng, watch: &mut Watch<'_>) -> bool {
        let leaf = self.descend(game, root);
        let reward = if !self.foresight.terminals && game.turn(&self.state).is_none() {
            game.payoffs(&self.state).of(Player::FIRST)
        } else if self.grow(game, leaf, rng) {
            self.sample(game, rng, watch)
        } else {
            return false;
        };
        self.steps += 1;
        self.back_up(reward);
        true
    }

    /// Follows the children that are worth a visit to a node that has not grown; leaves the path
    /// and the state there.
    fn descend(&mut self, game: &G, root: &G::State) -> ProofNodeId {
        self.state.clone_from(root);
        self.path.clear();
        let (mut alpha, mut beta) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut at = ROOT;
        loop {
            self.path.push(at);
            let node = self.nodes[at as usize];
            if node.count == 0 {
                return at;
            }
            if node.player == Player::FIRST {
                alpha = alpha.max(node.low);
            } else {
                beta = beta.min(node.high);
            }
            at = self.select(&node, alpha, beta);
            game.play(&mut self.state, self.moves[at as usize]);
        }
    }

    /// The child with the greatest mean + c · sqrt(ln N / n) of those worth a visit; unvisited ones
    /// come first, and of equals the one made first.
    fn select(&self, node: &ProofNode, alpha: f64, beta: f64) -> ProofNodeId {
        let known = self.scales.get(node.visits as usize).copied();
        let scale = known.unwrap_or_else(|| scale(self.c, node.visits));
        let mut best = None;
        let mut best_score = f64::NEG_INFINITY;
        for (id, child) in self.children(node) {
            if !child.is_open() || child.high <= alpha || child.low >= beta {
                continue;
            }
            if child.visits == 0 {
                return id;
            }
            let visits = f64::from(child.visits);
            let score = child.reward / visits + scale / visits.sqrt();
            if score > best_score {
                best_score = score;
                best = Some(id);
            }
        }
        best.expect("an open node that meets its window has a child that does")
    }

    fn children(&self, node: &ProofNode) -> impl Iterator<Item = (ProofNodeId, &ProofNode)> + use<'_, G> {
        let first = node.first;
        let range = first as usize..(first + node.count) as usize;
        self.nodes[range].iter().enumerate().map(move |(place, child)| (first + place as u32, child))
    }

    /// Makes all children of a leaf, whose position is at hand; false if they would not fit.
    fn grow(&mut self, game: &G, leaf: ProofNodeId, rng: &mut Rng) -> bool {
        self.legal.clear();
        game.moves(&self.state, &mut self.legal);
        // The root always grows, so that there is a move to play.
        if leaf != ROOT && self.nodes.len() + self.legal.len() > self.most_nodes {
            return false;
        }
        if !self.foresight.ordered {
            rng.shuffle(&mut self.legal);
        }
        self.make_room(self.legal.len());
        let first = self.nodes.len() as ProofNodeId;
        for &mv in &self.legal {
            self.next.clone_from(&self.state);
            game.play(&mut self.next, mv);
            let turn = game.turn(&self.next);
            let bounds = if self.foresight.terminals && turn.is_none() {
                let payoff = game.payoffs(&self.next).of(Player::FIRST);
                (payoff, payoff)
            } else {
                self.foresight.bounds
            };
            self.nodes.push(ProofNode::new(bounds, turn.unwrap_or(Player::FIRST)));
            self.moves.push(mv);
        }
        let node = &mut self.nodes[leaf as usize];
        (node.first, node.count) = (first, self.legal.len() as u32);
        true
    }

    /// Makes room for so many more nodes: twice the old room, but not more than memory allows.
    fn make_room(&mut self, more: usize) {
        let (used, room) = (self.nodes.len(), self.nodes.capacity());
        if used + more > room {
            let wanted = (2 * room).min(self.most_nodes).max(used + more);
            self.nodes.reserve_exact(wanted - used);
            self.moves.reserve_exact(wanted - used);
        }
    }

    /// The mean payoff to the first player of random games from the position at hand.
    fn sample(&mut self, game: &G, rng: &mut Rng, watch: &mut Watch<'_>) -> f64 {
        let mut sum = 0.0;
        let mut made = 0;
        while made < self.playouts && !(made > 0 && watch.piece(A_PLAYOUT)) {
            self.next.clone_from(&self.state);
            sum += game.playout(&mut self.next, rng, &mut self.legal).payoffs.of(Player::FIRST);
            made += 1;
        }
        sum / f64::from(made)
    }

    /// Records at every node on the path the reward, and its bounds from those of its children as
    /// long as they change.
    fn back_up(&mut self, reward: f64) {
        let mut changed = true;
        for depth in (0..self.path.len()).rev() {
            let at = self.path[depth] as usize;
            let mover =
                depth.checked_sub(1).map_or(Player::FIRST, |above| self.nodes[self.path[above] as usize].player);
            let (low, high) = if changed { self.backed_up_bounds(&self.nodes[at], reward) } else { (0.0, 1.0) };
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.reward += if mover == Player::FIRST { reward } else { 1.0 - reward };
            if changed {
                changed = (low, high) != (node.low, node.high);
                (node.low, node.high) = (low, high);
            }
        }
    }

    /// The bounds that the children of a grown node give it. A node that was gone to and has none
    /// is the end of a game, whose payoff is the reward.
    fn backed_up_bounds(&self, node: &ProofNode, reward: f64) -> (f64, f64) {
        if node.count == 0 {
            return (reward, reward);
        }
        let pairs = self.children(node).map(|(_, child)| (child.low, child.high));
        let better = if node.player == Player::FIRST { f64::max } else { f64::min };
        pairs.reduce(|a, b| (better(a.0, b.0), better(a.1, b.1))).expect("a game that goes on has a legal move")
    }

    /// The child to play from a node, if it has grown. A child with the greatest proven low bound
    /// is the sure choice; of those that might still pay more the most visited is the hope. The
    /// hope is played if it is as sure, or if its mean promises more. At a proven node only sure
    /// choices are left. Of equals the most visited is taken.
    fn choice(&self, at: ProofNodeId) -> Option<ProofNodeId> {
        let node = &self.nodes[at as usize];
        let mover = node.player;
        let sure = self.children(node).map(|(_, child)| child.bounds(mover).0).reduce(f64::max)?;
        let most_visited = |wanted: &dyn Fn(&ProofNode) -> bool| {
            let wanted = self.children(node).filter(|(_, child)| wanted(child));
            wanted.reduce(|best, other| if other.1.visits > best.1.visits { other } else { best })
        };
        let hope = most_visited(&|child| child.is_open() && child.bounds(mover).1 > sure);
        let hope = hope.filter(|(_, child)| child.bounds(mover).0 == sure || child.estimate(mover) > sure);
        hope.or_else(|| most_visited(&|child| child.bounds(mover).0 == sure)).map(|(id, _)| id)
    }

    /// The move to play; `None` before the first step.
    pub fn best_move(&self) -> Option<G::Move> {
        self.choice(ROOT).map(|id| self.moves[id as usize])
    }

    /// What the search found out about the root's moves, given in the game's order.
    pub fn thoughts(&self, legal: &[G::Move]) -> Thoughts<G::Move> {
        let root = &self.nodes[ROOT as usize];
        let payoff = |value: f64| if root.player == Player::FIRST { value } else { 1.0 + value };
        let moves = legal.iter().map(|&mv| {
            let node = self.children(root).find(|(id, _)| self.moves[*id as usize] == mv).map(|(_, node)| *node);
            let proven = node.filter(|node| !node.is_open()).map(|node| payoff(node.bounds(root.player).0));
            let mean = node.filter(|node| node.visits > 0).map(|node| payoff(node.estimate(root.player)));
            let visits = node.map_or(0, |node| u64::from(node.visits));
            MoveThought { mv, visits, value: proven.or(mean), proven }
        });
        let bytes = self.nodes.capacity() * (size_of::<ProofNode>() + size_of::<G::Move>());
        let line = std::iter::successors(self.choice(ROOT), |&id| self.choice(id)).map(|id| self.moves[id as usize]);
        Thoughts {
            iterations: self.steps,
            bytes: bytes as u64,
            unit: Unit::Nodes,
            moves: moves.collect(),
            line: line.collect(),
        }
    }
}

/// c · sqrt(ln N) of a node with N visits.
fn scale(c: f64, visits: u32) -> f64 {
    c * libm::log(f64::from(visits.max(1))).sqrt()
}
