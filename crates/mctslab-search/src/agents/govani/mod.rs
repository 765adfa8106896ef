//! Govani's player for Connect Four, "Programming an Adaptive Artificial Intelligence using the
//! Monte Carlo Tree Search Algorithm for Turn-Based Games" (2015), to the letter of its public
//! program, for any game.
//!
//! It searches for the player to move alone, against a random opponent. One iteration, with reward
//! sums w, visits n, and U a random number below 1:
//!
//! * own turn at the root: the move with the greatest w/(n + 1e-6) + 2·sqrt(ln(N + 1)/(n + 1e-6)) +
//!   U·1e-6, N being the iterations so far, so moves that were never tried come first, in random
//!   order;
//! * own turn deeper: the move with the greatest w/(n + 1e-6) + U·1e-6. The program has the same
//!   formula there, but gives positions after a reply no visits, so N is 0 and the root of ln 1
//!   explores nothing. An untried move is worth as little as one that only lost: any of them is
//!   made until one of them pays, and that one is then followed greedily;
//! * turn of any other player: a random move;
//! * to the end of the game: there is no separate playout, every position passed stays in the tree;
//! * the reward is backed up to every own move on the path. Loss/draw/win are worth, by `style`:
//!   balanced 0/½/1, offensive 0/0/1, defensive 0/1/1, highly-defensive 0/2/1, or any
//!   `values(loss,draw,win)`: the published program has a draw at 15.
//!
//! The move of the highest mean is played, of equals the last in the game's list (the rightmost
//! column). Every move starts with an empty tree. Since replies are random, the search does not
//! converge to good play: it overlooks threats that only one reply carries out.
//!
//! `select=egreedy(eps)` is the rule that the paper compares with. Wherever the tree goes on, it
//! takes the greatest w/(n + 1e-6) + 1e-6, of equals the first, and with probability `eps` a random
//! move; from the first new position on, all moves are random. `replies=first` belongs to it: the
//! program chose replies by the same rule, and as they have no visits they are all equal, so the
//! first (the leftmost column) was expected with probability 1 - `eps`. `replies=random` is without
//! that slip.
//!
//! `replies=search` is a correction, not in the paper: moves of all players count, each receiving
//! the reward of the player who made it, and all choose by the rule of the root.
//!
//! Differs from the program: positions take memory only once passed, which changes no choice, since
//! untried moves are all equal. Of two moves, one of which paid and one never did, the one that
//! paid is always preferred; in the program U could turn that round for means below 1e-6. At
//! `memory` megabytes the tree stops growing and games are finished at random. The values shown are
//! mean rewards, divided by the greatest reward that the style knows.

mod bounds;
mod tree;

use std::hint::select_unpredictable;

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Budget, Failure, Game, MoveThought, Next, Payoffs, Player, Rng, Thoughts, Unit};

use super::{AgentFamily, AgentInfo};
use crate::PartCatalog;
use crate::reward::{Reward, VALUES};
use bounds::{BUFFER, CLEAR, Counts, estimate, exploration};
use tree::{Linked, LinkedId, LinkedNode, ROOT};

/// `govani` in the list of agents, with its options.
pub(super) struct Govani;

const STYLES: &[Entry] = &[
    Entry::word("balanced", "a loss 0, a draw 1/2, a win 1"),
    Entry::word("offensive", "a draw counts as a loss"),
    Entry::word("defensive", "a draw counts as a win"),
    Entry::word("highly-defensive", "a draw counts as two wins"),
    VALUES,
];

const SELECTS: &[Entry] = &[
    Entry::word("ucb", "UCB1 at the root, the best mean below it"),
    Entry {
        name: "egreedy",
        doc: "the best mean, or with probability eps a random move",
        params: &[Param::new("eps", Kind::Real { min: 0.0, max: 1.0 }, "0.1", "probability of a random move")],
    },
];

const REPLIES: &[Entry] = &[
    Entry::word("random", "random moves"),
    Entry::word("first", "the first in the list, or with probability eps a random move; needs `select=egreedy`"),
    Entry::word("search", "the opponents search for themselves; not in the paper"),
];

impl AgentFamily for Govani {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: "govani",
            doc: "tree search against a random opponent, as in Govani's paper",
            params: &[
                Param::new("iters", Kind::Integer { min: 1, max: 1_000_000_000 }, "1000", "iterations per move"),
                Param::new("style", Kind::Choice(STYLES), "balanced", "what results are worth"),
                Param::new("select", Kind::Choice(SELECTS), "ucb", "how the player's own moves are selected"),
                Param::new("replies", Kind::Choice(REPLIES), "random", "what the opponents are expected to play"),
                Param::new(
                    "memory",
                    Kind::Integer { min: 1, max: 1 << 20 },
                    "1024",
                    "megabytes at which the tree stops growing",
                ),
            ],
        },
        source: include_str!("mod.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, parts: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        let select = args.choice("select");
        let eps = (select.name() == "egreedy").then(|| select.real("eps"));
        let replies = args.choice("replies");
        let replies = match replies.name() {
            "first" => Replies::First,
            "search" => Replies::Search,
            "random" => Replies::Random,
            _ => replies.unlisted(),
        };
        if replies == Replies::First && eps.is_none() {
            let reason = "`replies=first` needs `select=egreedy`; with `select=ucb` replies are `random` or `search`";
            return Err(SpecError::combination("govani", reason));
        }
        let iters = args.integer("iters") as u64;
        let memory = args.integer("memory") as usize * 1_000_000;
        Ok(Box::new(GovaniSearch {
            iters,
            reward: parts.reward(game, args.choice("style"), "govani")?,
            eps,
            replies,
            rng: Rng::new(0),
            tree: Linked::new(memory, game.players(), game.index_bound()),
            listed: Vec::new(),
            chosen: None,
            me: Player::FIRST,
            state: game.initial(),
            path: Vec::new(),
            moves: Vec::new(),
            marks: vec![(0, ROOT); game.index_bound()],
            marker: 0,
            counts: Counts::up_to(iters),
        }))
    }
}

/// What the opponents are expected to play.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Replies {
    Random,
    First,
    Search,
}

/// `govani` as it plays one game, with what it keeps from move to move.
struct GovaniSearch<G: Game> {
    // fixed
    iters: u64,
    reward: Reward,
    /// Probability of any move, if the best mean is taken otherwise; `None` for UCB.
    eps: Option<f64>,
    replies: Replies,
    // of the last choice
    rng: Rng,
    tree: Linked<G::Move>,
    listed: Vec<G::Move>,
    chosen: Option<G::Move>,
    me: Player,
    // reused by every iteration
    state: G::State,
    path: Vec<(LinkedId, Player)>,
    moves: Vec<G::Move>,
    /// Nodes of moves, by their indices; outdated where the number is not `marker`.
    marks: Vec<(u64, LinkedId)>,
    marker: u64,
    counts: Counts,
}

/// The longest games whose playouts are written down without looking for room at every ply.
const LONGEST: usize = 1 << 12;

/// How the tree goes on.
enum Chosen<M> {
    /// By this child.
    Child(LinkedId),
    /// By a move that has no child yet.
    Untried(M),
    /// By a move that may have one.
    Move(M),
}

/// The child of the greatest value.
struct Lead {
    child: LinkedId,
    /// How much greater it is than all others.
    ahead: f64,
    /// The generator, after ties were broken.
    rng: Rng,
}

/// The place of the highest mean, of equals the last; moves that were never tried do not count.
fn last_best<M>(nodes: impl Iterator<Item = Option<LinkedNode<M>>>) -> Option<usize> {
    let mut best = (None, f64::NEG_INFINITY);
    for (place, node) in nodes.enumerate() {
        let Some(node) = node.filter(|node| node.visits > 0) else { continue };
        let mean = node.sum / f64::from(node.visits);
        if mean >= best.1 {
            best = (Some(place), mean);
        }
    }
    best.0
}

/// The place of the greatest estimate, of equals the first; a move that was never tried is worth
/// nothing.
fn first_best<M>(nodes: impl Iterator<Item = Option<LinkedNode<M>>>) -> usize {
    let mut best = (0, 0.0);
    for (place, node) in nodes.enumerate() {
        let value = node.map_or(0.0, |node| estimate(node.sum, node.visits)) + BUFFER;
        if value > best.1 {
            best = (place, value);
        }
    }
    best.0
}

impl<G: Game> GovaniSearch<G> {
    /// Whether the moves of that player are chosen and counted.
    #[inline]
    fn decides(&self, player: Player) -> bool {
        player == self.me || self.replies == Replies::Search
    }

    fn iterate(&mut self, game: &G, root: &G::State) {
        self.state.clone_from(root);
        self.path.clear();
        self.path.push((ROOT, self.me));
        let payoffs = self.descend(game);
        for &(node, player) in &self.path {
            self.tree.record(node, self.reward.value(payoffs.of(player)));
        }
    }

    /// Plays from the root to the end of the game, by the rules of the tree where there is one.
    fn descend(&mut self, game: &G) -> Payoffs {
        let mut node = ROOT;
        while let Some(player) = game.turn(&self.state) {
            let decides = self.decides(player);
            if decides && self.tree.is_leaf(node) {
                return self.finish(game, node);
            }
            let child = if decides { self.step(game, node, player) } else { self.expect_reply(game, node) };
            let Some(child) = child else {
                return game.playout(&mut self.state, &mut self.rng, &mut self.moves).payoffs;
            };
            node = child;
            if decides {
                self.path.push((node, player));
            }
        }
        game.payoffs(&self.state)
    }

    /// Makes the next move of a player whose moves are counted; `None` if it has no node and there
    /// is no room for one.
    #[inline]
    fn step(&mut self, game: &G, node: LinkedId, player: Player) -> Option<LinkedId> {
        self.unfold(node, player);
        let (mv, known) = match self.decide(game, node) {
            Chosen::Child(child) => (self.tree.node(child).mv(), Some(child)),
            Chosen::Untried(mv) => (mv, None),
            Chosen::Move(mv) => (mv, self.tree.find(node, mv)),
        };
        game.play(&mut self.state, mv);
        known.or_else(|| self.tree.add(node, mv))
    }

    /// Gives a node to the move that was made from here in a playout, if it has none yet: one that
    /// `player` made, and that counts.
    #[inline]
    fn unfold(&mut self, node: LinkedId, player: Player) {
        if let Some((child, payoffs)) = self.tree.unfold(node) {
            let reward = self.reward.value(payoffs[player.index()]);
            self.tree.record(child, reward);
        }
    }

    /// Makes the next move of an opponent who is not searched for; `None` if it has no node and
    /// there is no room for one.
    #[inline]
    fn expect_reply(&mut self, game: &G, node: LinkedId) -> Option<LinkedId> {
        let mv = self.reply(game);
        game.play(&mut self.state, mv);
        self.tree.follow(node, mv, |mv| game.index(mv))
    }

    /// Plays at random from a node without children on; every position stays in the tree.
    fn finish(&mut self, game: &G, leaf: LinkedId) -> Payoffs {
        let (longest, room) = (game.max_plies() as usize, self.tree.room());
        let mut plies = 0;
        let payoffs = if longest <= LONGEST.min(room) {
            // The generator is copied so that it need not be in memory all the time.
            let (line, mut rng) = (self.tree.blank(longest, self.listed[0]), self.rng.clone());
            let payoffs = game.playout_moves(&mut self.state, &mut rng, &mut self.moves, |_, mv| {
                line[plies] = mv;
                plies += 1;
            });
            self.rng = rng;
            payoffs
        } else {
            loop {
                if game.turn(&self.state).is_none() {
                    break game.payoffs(&self.state);
                }
                let mv = self.any(game);
                game.play(&mut self.state, mv);
                if plies == room {
                    break game.playout(&mut self.state, &mut self.rng, &mut self.moves).payoffs;
                }
                self.tree.blank(plies + 1, mv)[plies] = mv;
                plies += 1;
            }
        };
        self.tree.fold(leaf, plies, &payoffs);
        payoffs
    }

    #[inline]
    fn any(&mut self, game: &G) -> G::Move {
        let mv = game.random_move(&self.state, &mut self.rng, &mut self.moves);
        mv.expect("a game that goes on has a legal move")
    }

    /// The next move of a player whose moves are counted.
    #[inline]
    fn decide(&mut self, game: &G, node: LinkedId) -> Chosen<G::Move> {
        match self.eps {
            Some(eps) if self.rng.unit() < eps => Chosen::Move(self.any(game)),
            Some(_) => {
                self.list(game);
                self.mark(game, node);
                let child = |mv| self.marked(game, mv);
                let nodes = self.moves.iter().map(|&mv| child(mv).map(|id| *self.tree.node(id)));
                let mv = self.moves[first_best(nodes)];
                child(mv).map_or(Chosen::Untried(mv), Chosen::Child)
            }
            None if node == ROOT || self.replies == Replies::Search => self.explore(game, node),
            None => self.exploit(game, node),
        }
    }

    /// The next move of an opponent who is not searched for.
    fn reply(&mut self, game: &G) -> G::Move {
        match self.eps {
            Some(eps) if self.replies == Replies::First && self.rng.unit() >= eps => {
                self.list(game);
                self.moves[0]
            }
            _ => self.any(game),
        }
    }

    /// UCB1: any untried move, or else the greatest upper bound.
    fn explore(&mut self, game: &G, node: LinkedId) -> Chosen<G::Move> {
        // Where memory is used up, the children there are make do.
        if !self.tree.node(node).complete
            && self.tree.room() > 0
            && let Some(mv) = self.untried(game, node)
        {
            return Chosen::Untried(mv);
        }
        let parent = self.counts.of(self.tree.node(node).visits);
        let mut lead = self.lead(node, |child| self.counts.of(child.visits).near_bound(child.sum, &parent));
        if lead.ahead <= CLEAR {
            lead = self.exact_lead(node, parent.log);
        }
        self.rng = lead.rng;
        Chosen::Child(lead.child)
    }

    /// The child of the greatest upper bound, where near bounds cannot tell.
    #[cold]
    fn exact_lead(&self, node: LinkedId, log: f64) -> Lead {
        self.lead(node, |child| estimate(child.sum, child.visits) + exploration(log, child.visits))
    }

    /// Any move that was never made from a node, if there is one; the last of them completes it.
    fn untried(&mut self, game: &G, node: LinkedId) -> Option<G::Move> {
        self.list(game);
        self.mark(game, node);
        // Moves up without a jump, which would often go wrong.
        let mut untried = 0;
        for place in 0..self.moves.len() {
            let mv = self.moves[place];
            self.moves[untried] = mv;
            untried += usize::from(self.marked(game, mv).is_none());
        }
        if untried <= 1 {
            self.tree.complete(node);
        }
        self.rng.pick(&self.moves[..untried])
    }

    /// Marks the moves that were made from a node, in place of all marks before.
    #[inline]
    fn mark(&mut self, game: &G, node: LinkedId) {
        self.marker += 1;
        for (id, child) in self.tree.children(node) {
            self.marks[game.index(child.mv())] = (self.marker, id);
        }
    }

    /// The node of a move that is marked.
    #[inline]
    fn marked(&self, game: &G, mv: G::Move) -> Option<LinkedId> {
        let (marker, id) = self.marks[game.index(mv)];
        (marker == self.marker).then_some(id)
    }

    /// The best estimate, or any move while none has paid.
    fn exploit(&mut self, game: &G, node: LinkedId) -> Chosen<G::Move> {
        let mut paid = false;
        let lead = self.lead(node, |child| {
            paid |= child.sum > 0.0;
            estimate(child.sum, child.visits)
        });
        if !paid {
            return Chosen::Move(self.any(game));
        }
        self.rng = lead.rng;
        Chosen::Child(lead.child)
    }

    /// The child of the greatest value, ties broken at random; the root if there is none.
    #[inline]
    fn lead(&self, node: LinkedId, mut value: impl FnMut(&LinkedNode<G::Move>) -> f64) -> Lead {
        let (mut child, mut rng) = (ROOT, self.rng.clone());
        let (mut best, mut second) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        for (id, node) in self.tree.children(node) {
            let value = value(node) + rng.unit() * BUFFER;
            // Which child it will be is hard to predict, so that a jump would often go wrong.
            let better = value > best;
            let other = if better { best } else { value };
            second = if other > second { other } else { second };
            best = if better { value } else { best };
            child = select_unpredictable(better, id, child);
        }
        Lead { child, ahead: best - second, rng }
    }

    fn list(&mut self, game: &G) {
        self.moves.clear();
        game.moves(&self.state, &mut self.moves);
    }

    /// The move of the highest mean.
    fn best(&mut self) -> Option<G::Move> {
        self.unfold(ROOT, self.me);
        let place = last_best(self.listed.iter().map(|&mv| self.child(ROOT, mv)));
        place.map(|place| self.listed[place])
    }

    fn child(&self, node: LinkedId, mv: G::Move) -> Option<LinkedNode<G::Move>> {
        self.tree.find(node, mv).map(|child| *self.tree.node(child))
    }
}

impl<G: Game> Agent<G> for GovaniSearch<G> {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.tree.clear();
        self.listed.clear();
        self.chosen = None;
    }

    fn choose(&mut self, game: &G, root: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        self.me = game.turn(root).ok_or_else(Failure::game_over)?;
        self.tree.clear();
        self.listed.clear();
        game.moves(root, &mut self.listed);
        let mut watch = budget.watch(Some(self.iters), None);
        loop {
            self.iterate(game, root);
            match watch.iteration() {
                Next::On => {}
                Next::Show => {
                    self.chosen = self.best();
                    budget.show(&self.thoughts(game));
                }
                Next::Over => break,
            }
        }
        self.chosen = self.best();
        self.chosen.ok_or_else(Failure::game_over)
    }

    fn thoughts(&self, _: &G) -> Thoughts<G::Move> {
        let most = [0.0, 0.5, 1.0].map(|payoff| self.reward.value(payoff)).into_iter().fold(0.0, f64::max);
        let thought = |&mv: &G::Move| {
            let node = self.child(ROOT, mv).filter(|node| node.visits > 0);
            let value = node.map(|node| node.sum / f64::from(node.visits) / most);
            MoveThought { mv, visits: node.map_or(0, |node| u64::from(node.visits)), value, proven: None }
        };
        Thoughts {
            iterations: u64::from(self.tree.node(ROOT).visits),
            bytes: self.tree.bytes() as u64,
            unit: Unit::Iterations,
            moves: self.listed.iter().map(thought).collect(),
            line: self.chosen.into_iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes of the given reward sums and visits; none where there were no visits.
    fn nodes<const N: usize>(table: [(f64, u32); N]) -> impl Iterator<Item = Option<LinkedNode<u8>>> {
        let fresh = *Linked::<u8>::new(1, 2, 7).node(ROOT);
        table.into_iter().map(move |(sum, visits)| {
            let mut node = fresh;
            (node.sum, node.visits) = (sum, visits);
            (visits > 0).then_some(node)
        })
    }

    #[test]
    fn the_last_of_equal_means_is_played_and_the_first_of_equal_estimates_tried() {
        // 1 of 2 and 2 of 4 are equal means; as estimates the second is greater by what the buffer
        // takes away.
        for (table, last, first) in [
            ([(1.0, 2), (1.0, 2), (0.0, 3)], 1, 0),
            ([(1.0, 2), (2.0, 4), (0.0, 0)], 1, 1),
            ([(2.0, 4), (1.0, 2), (0.5, 1)], 2, 0),
            ([(0.0, 5), (0.0, 1), (0.0, 0)], 1, 0),
            ([(0.0, 0), (0.0, 7), (3.0, 9)], 2, 2),
        ] {
            assert_eq!(last_best(nodes(table)), Some(last), "{table:?}");
            assert_eq!(first_best(nodes(table)), first, "{table:?}");
        }
        assert_eq!(last_best(nodes([(0.0, 0)])), None);
        // Where every move loses and a loss is worth less than nothing, the least evil is played.
        assert_eq!(last_best(nodes([(-3.0, 3), (-1.0, 2), (-2.0, 2)])), Some(1));
    }
}
