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

use std::hint::select_unpredictable;

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Budget, Failure, Game, MoveThought, Next, Payoffs, Player, Rng, Thoughts, Unit};

use super::{AgentFamily, AgentInfo};
use crate::PartCatalog;
use crate::linked::{Linked, LinkedId, LinkedNode, ROOT};
use crate::reward::{Reward, VALUES};

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
        source: include_str!("govani.rs"),
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
        Ok(Box::new(GovaniSearch {
            iters: args.integer("iters") as u64,
            reward: parts.reward(game, args.choice("style"), "govani")?,
            eps,
            replies,
            rng: Rng::new(0),
            tree: Linked::new(args.integer("memory") as usize * 1_000_000),
            listed: Vec::new(),
            chosen: None,
            me: Player::FIRST,
            state: game.initial(),
            path: Vec::new(),
            moves: Vec::new(),
            tried: Vec::new(),
            logs: Vec::new(),
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
    tried: Vec<G::Move>,
    /// ln(N + 1) for N from 0, as far as they were needed.
    logs: Vec<f64>,
}

/// Logarithms that are kept.
const LOGS: u32 = 1 << 14;

/// How the tree goes on.
enum Chosen<M> {
    /// By this child.
    Child(LinkedId),
    /// By a move that has no child yet.
    Untried(M),
    /// By a move that may have one.
    Move(M),
}

/// Keeps divisions by no visits finite, and breaks ties.
const BUFFER: f64 = 1e-6;

/// What a node is worth as far as it was tried.
#[inline]
fn estimate(node: &LinkedNode) -> f64 {
    node.sum / (f64::from(node.visits) + BUFFER)
}

/// What the root adds to that, so that rare moves are tried too; `log` is ln(N + 1).
#[inline]
fn exploration(log: f64, visits: u32) -> f64 {
    2.0 * (log / (f64::from(visits) + BUFFER)).sqrt()
}

/// The place of the highest mean, of equals the last; moves that were never tried do not count.
fn last_best(nodes: impl Iterator<Item = Option<LinkedNode>>) -> Option<usize> {
    let mut best = (None, 0.0);
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
fn first_best(nodes: impl Iterator<Item = Option<LinkedNode>>) -> usize {
    let mut best = (0, 0.0);
    for (place, node) in nodes.enumerate() {
        let value = node.as_ref().map_or(0.0, estimate) + BUFFER;
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
            let (mv, known) = match if decides { self.decide(game, node) } else { Chosen::Move(self.reply(game)) } {
                Chosen::Child(child) => (self.tree.mv(child), Some(child)),
                Chosen::Untried(mv) => (mv, None),
                Chosen::Move(mv) => (mv, self.tree.find(node, mv)),
            };
            game.play(&mut self.state, mv);
            let Some(child) = known.or_else(|| self.tree.add(node, mv)) else {
                return game.playout(&mut self.state, &mut self.rng, &mut self.moves).payoffs;
            };
            node = child;
            if decides {
                self.path.push((node, player));
            }
        }
        game.payoffs(&self.state)
    }

    /// Plays at random from a node without children on; every position becomes a node.
    fn finish(&mut self, game: &G, mut node: LinkedId) -> Payoffs {
        while let Some(player) = game.turn(&self.state) {
            let mv = self.any(game);
            game.play(&mut self.state, mv);
            let Some(child) = self.tree.add(node, mv) else {
                return game.playout(&mut self.state, &mut self.rng, &mut self.moves).payoffs;
            };
            node = child;
            if self.decides(player) {
                self.path.push((node, player));
            }
        }
        game.payoffs(&self.state)
    }

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
                let children = self.moves.iter().map(|&mv| self.child(node, mv));
                Chosen::Move(self.moves[first_best(children)])
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
        let (visits, tried) = (self.tree.node(node).visits, self.tree.node(node).children());
        // Where memory is used up, the children there are make do.
        if !self.tree.is_full() && tried < game.count_moves(&self.state, &mut self.moves) {
            self.list(game);
            self.tried.clear();
            self.tried.extend(self.tree.children(node).map(|child| self.tree.mv(child)));
            let tried = &self.tried;
            self.moves.retain(|mv| !tried.contains(mv));
            return Chosen::Untried(self.rng.pick(&self.moves).expect("not every move was tried"));
        }
        let log = self.log_after(visits);
        let bound = |child: &LinkedNode| estimate(child) + exploration(log, child.visits);
        Chosen::Child(self.greatest(node, bound).expect("a node without children is not explored"))
    }

    /// ln(N + 1), from a table where N is small enough to be met often.
    #[inline]
    fn log_after(&mut self, visits: u32) -> f64 {
        let log = |visits: u32| libm::log(f64::from(visits) + 1.0);
        if visits >= LOGS {
            return log(visits);
        }
        while self.logs.len() <= visits as usize {
            self.logs.push(log(self.logs.len() as u32));
        }
        self.logs[visits as usize]
    }

    /// The best estimate, or any move while none has paid.
    fn exploit(&mut self, game: &G, node: LinkedId) -> Chosen<G::Move> {
        let paid = self.tree.children(node).any(|child| self.tree.node(child).sum > 0.0);
        if !paid {
            return Chosen::Move(self.any(game));
        }
        Chosen::Child(self.greatest(node, estimate).expect("a child has paid"))
    }

    /// The child of the greatest value, ties broken at random.
    #[inline]
    fn greatest(&mut self, node: LinkedId, value: impl Fn(&LinkedNode) -> f64) -> Option<LinkedId> {
        let mut best = (None, f64::NEG_INFINITY);
        for child in self.tree.children(node) {
            let value = value(self.tree.node(child)) + self.rng.unit() * BUFFER;
            // Which child it will be is hard to predict, so that a jump would often go wrong.
            let better = value > best.1;
            best = (select_unpredictable(better, Some(child), best.0), if better { value } else { best.1 });
        }
        best.0
    }

    fn list(&mut self, game: &G) {
        self.moves.clear();
        game.moves(&self.state, &mut self.moves);
    }

    /// The move of the highest mean.
    fn best(&self) -> Option<G::Move> {
        let place = last_best(self.listed.iter().map(|&mv| self.child(ROOT, mv)));
        place.map(|place| self.listed[place])
    }

    fn child(&self, node: LinkedId, mv: G::Move) -> Option<LinkedNode> {
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
    fn nodes<const N: usize>(table: [(f64, u32); N]) -> impl Iterator<Item = Option<LinkedNode>> {
        let fresh = *Linked::<u8>::new(1).node(ROOT);
        table.into_iter().map(move |(sum, visits)| {
            let mut node = fresh;
            (node.sum, node.visits) = (sum, visits);
            (visits > 0).then_some(node)
        })
    }

    #[test]
    fn the_formula_gives_the_values_worked_out_by_hand() {
        // 216.5 of 483 visits, 2000 iterations: 0.44824 + 2 sqrt(7.60140 / 483) = 0.44824 +
        // 0.25090.
        let node = nodes([(216.5, 483)]).next().flatten().expect("a node");
        assert!((estimate(&node) - 0.448_240).abs() < 1e-6);
        assert!((exploration(libm::log(2001.0), 483) - 0.250_902).abs() < 1e-6);
        // Without visits of the parent nothing is explored; without own ones, first of all.
        assert_eq!(exploration(libm::log(1.0), 0), 0.0);
        assert!(exploration(libm::log(2.0), 0) > 1000.0);
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
    }
}
