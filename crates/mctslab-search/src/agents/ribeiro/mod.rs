//! The players of Ribeiro and Figueiredo, "Performance of Monte Carlo Tree Search Algorithms when
//! Playing the Game Ataxx" (2018), after their public program, for any game.
//!
//! One iteration: descend by UCT to a node without children, mean + c·sqrt(ln N / n) with N visits
//! of the parent and n of the child, an unvisited child before all others and of equals the last;
//! unless the game is over, make children for all moves in `order`; pick one of them, each equally
//! likely, and play the game out from there. So from the second iteration on the playout starts two
//! plies below the root. Every node passed gets a visit, and those whose mover won the reward. The
//! move of the highest mean is played, an unvisited one counting as 0, of equals the first: after
//! one iteration that is the sampled move if it won, otherwise simply the first of the list.
//!
//! Variants: `ucb-binary` rewards a win with 1, all else with 0, a draw too. `ucb-fractional`
//! rewards the winner with his share of all stones (games that count them). `uniform` descends to a
//! random child, and uses means only for the final move. `ucb-minimax2` is binary and plays out by
//! minimax of two plies on the game's estimate.
//!
//! The paper's text has C = 1 in 2C·sqrt(2 ln N / n), which is `c=2.83`; its program has 1.41. In
//! the paper one iteration beats a random player in more than 90 of 100 games; the program wins
//! about 70. It wins at all because after a lost sample it plays the first move of the list, which
//! is often a clone: the program lists stone by stone from the top, the clones of a stone before
//! its jumps. `order=stones` is that order in `ataxx(clones=per-source)`, and the game's own list
//! where moves do not name two squares. With all clones first (`order=reversed`) one iteration wins
//! 89 of 100 games, 95 where clones are merged; with all jumps first (`order=listed`) 33. One
//! playout for every new child (`iteration=per-child`) wins 89 too, and 92 or 96 if it is cut after
//! five plies or one (`limit`), the winner being who holds more stones then.
//!
//! Differs from the program: a pass is a move here and gets a node; there it exists in playouts
//! only, and a node without moves is never expanded. At `memory` megabytes the tree stops growing;
//! playouts then start at its leaves.

mod minimax;
mod order;

use mctslab_core::spec::{Args, Entry, Kind, Param, Spec, SpecError};
use mctslab_core::{Agent, Budget, Failure, Game, MoveThought, Next, Payoffs, Player, Rng, Thoughts, Unit, Watch};

use super::{AgentFamily, AgentInfo};
use crate::PartCatalog;
use crate::playout::{A_PLAYOUT, Policy};
use crate::reward::Reward;
use crate::trail::Trail;
pub(super) use minimax::RibeiroMinimax;
use order::{ORDERS, Order};

/// `ribeiro` in the list of agents, with its options.
pub(super) struct Ribeiro;

const VARIANTS: &[Entry] = &[
    Entry::word("ucb-binary", "UCT, a win counts 1"),
    Entry::word("ucb-fractional", "UCT, a win counts the winner's share of all stones"),
    Entry::word("ucb-minimax2", "UCT, a win counts 1, playouts by minimax of two plies"),
    Entry::word("uniform", "a random child, a win counts 1"),
];

const ITERATIONS: &[Entry] = &[
    Entry::word("path", "one playout, from one of the new children"),
    Entry::word("per-child", "one playout from each of the new children"),
];

impl AgentFamily for Ribeiro {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: "ribeiro",
            doc: "the Ataxx players of Ribeiro and Figueiredo",
            params: &[
                Param::new("iters", Kind::Integer { min: 1, max: 1_000_000_000 }, "100", "iterations per move"),
                Param::new("variant", Kind::Choice(VARIANTS), "ucb-binary", "how to descend, play out and reward"),
                Param::new("c", Kind::Real { min: 0.0, max: 1000.0 }, "1.41", "exploration constant"),
                Param::new("iteration", Kind::Choice(ITERATIONS), "path", "playouts of one iteration"),
                Param::new(
                    "limit",
                    Kind::Limit { min: 0, max: 60_000 },
                    "none",
                    "plies after which a playout is won by whoever holds more stones",
                ),
                Param::new(
                    "order",
                    Kind::Choice(ORDERS),
                    "stones",
                    "the order of moves, which decides between moves of equal value",
                ),
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
        let variant = args.choice("variant").name();
        let limit = args.limit("limit");
        let fractional = variant == "ucb-fractional";
        check(game, variant, limit)?;
        let spec = if variant == "ucb-minimax2" { "minimax(depth=2)" } else { "uniform" };
        let playout = parts.resolve(game, &Spec::parse(spec)?, "playout", parts.playouts.entries())?;
        Ok(Box::new(RibeiroSearch {
            iters: args.integer("iters") as u64,
            c: (variant != "uniform").then(|| args.real("c")),
            fractional,
            per_child: args.choice("iteration").name() == "per-child",
            limit,
            order: Order::new(game, args.choice("order")),
            most: args.integer("memory") as usize * 1_000_000 / RibeiroSearch::<G>::BYTES_PER_NODE,
            policy: parts.playout(game, &playout, fractional)?,
            rng: Rng::new(0),
            nodes: Vec::new(),
            moves: Vec::new(),
            listed: Vec::new(),
            chosen: None,
            iterations: 0,
            state: game.initial(),
            end: game.initial(),
            path: Vec::new(),
            scratch: Vec::new(),
            trail: Trail::default(),
        }))
    }
}

/// Refuses what needs stones in games that count none, and what cannot be cut short.
fn check<G: Game>(game: &G, variant: &str, limit: Option<u64>) -> Result<(), SpecError> {
    let refuse = |reason: &str| Err(SpecError::combination("ribeiro", reason));
    let counts = game.players() > 1 && game.score(&game.initial(), Player::FIRST).is_some();
    match (variant, limit) {
        ("ucb-fractional", _) if !counts => {
            refuse("`variant=ucb-fractional` needs a game that counts stones, as ataxx and othello do")
        }
        (_, Some(_)) if !counts => refuse("`limit` needs a game that counts stones, as ataxx and othello do"),
        ("ucb-minimax2", Some(_)) => refuse("`limit` cuts random playouts; `variant=ucb-minimax2` has none"),
        _ => Ok(()),
    }
}

/// Visits and rewards of one move, and where its children lie.
#[derive(Clone, Copy, Debug)]
struct RibeiroNode {
    sum: f64,
    visits: u32,
    first: u32,
    count: u32,
}

const FRESH: RibeiroNode = RibeiroNode { sum: 0.0, visits: 0, first: 0, count: 0 };
const ROOT: usize = 0;

impl RibeiroNode {
    fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.sum / f64::from(self.visits))
    }
}

/// The place of the greatest upper bound, an unvisited child being beyond all bounds; of equals the
/// last.
fn last_bound(children: &[RibeiroNode], visits: u32, c: f64) -> usize {
    let log = libm::log(f64::from(visits));
    let bound = |child: &RibeiroNode| {
        child.mean().map_or(f64::INFINITY, |mean| mean + c * (log / f64::from(child.visits)).sqrt())
    };
    let mut best = (0, f64::NEG_INFINITY);
    for (place, child) in children.iter().enumerate() {
        let value = bound(child);
        if value >= best.1 {
            best = (place, value);
        }
    }
    best.0
}

/// The place of the highest mean, an unvisited child counting as 0; of equals the first.
fn first_mean(children: &[RibeiroNode]) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (place, child) in children.iter().enumerate() {
        let value = child.mean().unwrap_or(0.0);
        if value > best.1 {
            best = (place, value);
        }
    }
    best.0
}

/// `ribeiro` as it plays one game, with what it keeps from move to move.
struct RibeiroSearch<G: Game> {
    // fixed
    iters: u64,
    /// Exploration constant; `None` for a descent to any child.
    c: Option<f64>,
    fractional: bool,
    per_child: bool,
    limit: Option<u64>,
    order: Order<G>,
    /// The tree stops growing at this many nodes.
    most: usize,
    policy: Box<dyn Policy<G>>,
    // of the last choice
    rng: Rng,
    nodes: Vec<RibeiroNode>,
    /// The move that leads into each node but the root; node `i` has move `i - 1`.
    moves: Vec<G::Move>,
    listed: Vec<G::Move>,
    chosen: Option<G::Move>,
    iterations: u64,
    // reused by every iteration
    state: G::State,
    end: G::State,
    /// The nodes passed, each with who moved into it.
    path: Vec<(usize, Option<Player>)>,
    scratch: Vec<G::Move>,
    trail: Trail,
}

impl<G: Game> RibeiroSearch<G> {
    const BYTES_PER_NODE: usize = size_of::<RibeiroNode>() + size_of::<G::Move>();

    fn children(&self, node: usize) -> &[RibeiroNode] {
        let RibeiroNode { first, count, .. } = self.nodes[node];
        &self.nodes[first as usize..(first + count) as usize]
    }

    fn iterate(&mut self, game: &G, root: &G::State, watch: &mut Watch<'_>) {
        self.state.clone_from(root);
        let node = self.descend(game);
        let Some(player) = game.turn(&self.state).filter(|_| self.expand(game, node)) else {
            self.end.clone_from(&self.state);
            return self.sample(game, watch);
        };
        let RibeiroNode { first, count, .. } = self.nodes[node];
        let picked = if self.per_child { 0..count } else { self.one(count) };
        for place in picked {
            self.path.push(((first + place) as usize, Some(player)));
            self.end.clone_from(&self.state);
            game.play(&mut self.end, self.moves[(first + place) as usize - 1]);
            self.sample(game, watch);
            self.path.pop();
            if watch.piece(A_PLAYOUT) {
                break;
            }
        }
    }

    fn one(&mut self, count: u32) -> std::ops::Range<u32> {
        let place = self.rng.below(count);
        place..place + 1
    }

    /// Walks from the root to a node without children.
    fn descend(&mut self, game: &G) -> usize {
        let mut node = ROOT;
        self.path.clear();
        self.path.push((ROOT, None));
        while self.nodes[node].count > 0 {
            let RibeiroNode { first, count, visits, .. } = self.nodes[node];
            let place = match self.c {
                Some(c) => last_bound(self.children(node), visits, c),
                None => self.rng.below(count) as usize,
            };
            node = first as usize + place;
            let player = game.turn(&self.state);
            game.play(&mut self.state, self.moves[node - 1]);
            self.path.push((node, player));
        }
        node
    }

    /// Makes children for all moves; `false` if memory is used up. The root always gets its own.
    fn expand(&mut self, game: &G, node: usize) -> bool {
        let first = self.nodes.len();
        let count = game.count_moves(&self.state, &mut self.scratch);
        if node != ROOT && first + count > self.most.min(u32::MAX as usize) {
            return false;
        }
        self.nodes.resize(first + count, FRESH);
        self.order.list(game, &self.state, &mut self.scratch, &mut self.moves);
        self.nodes[node].first = first as u32;
        self.nodes[node].count = count as u32;
        true
    }

    /// Plays `end` out and backs the result up to all nodes of the path.
    fn sample(&mut self, game: &G, watch: &mut Watch<'_>) {
        let payoffs = self.play_out(game, watch);
        let rewards = if self.fractional {
            Reward::Fractional.of(game, &self.end, payoffs)
        } else {
            payoffs.map(|_, payoff| if payoff == 1.0 { 1.0 } else { 0.0 })
        };
        for &(node, mover) in &self.path {
            self.nodes[node].visits += 1;
            self.nodes[node].sum += mover.map_or(0.0, |mover| rewards.of(mover));
        }
    }

    fn play_out(&mut self, game: &G, watch: &mut Watch<'_>) -> Payoffs {
        let Some(limit) = self.limit else {
            if game.turn(&self.end).is_none() {
                return game.payoffs(&self.end);
            }
            return self.policy.playout_within(game, &mut self.end, &mut self.rng, &mut self.trail, watch);
        };
        for _ in 0..limit {
            let Some(mv) = game.random_move(&self.end, &mut self.rng, &mut self.scratch) else { break };
            game.play(&mut self.end, mv);
        }
        if game.turn(&self.end).is_none() { game.payoffs(&self.end) } else { by_count(game, &self.end) }
    }
}

/// What an unfinished game would pay if stones were counted now.
fn by_count<G: Game>(game: &G, state: &G::State) -> Payoffs {
    let mut held = [0; Player::MOST];
    for (player, held) in held.iter_mut().enumerate().take(game.players()) {
        *held = game.score(state, Player::new(player)).unwrap_or(0);
    }
    Payoffs::by_places(&held[..game.players()])
}

impl<G: Game> Agent<G> for RibeiroSearch<G> {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.policy.new_game();
        self.listed.clear();
        self.chosen = None;
        self.iterations = 0;
    }

    fn choose(&mut self, game: &G, root: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        if game.turn(root).is_none() {
            return Err(Failure::game_over());
        }
        self.listed.clear();
        game.moves(root, &mut self.listed);
        self.nodes.clear();
        self.nodes.push(FRESH);
        self.moves.clear();
        self.order.start();
        self.iterations = 0;
        let mut watch = budget.watch(Some(self.iters), None);
        loop {
            self.iterate(game, root, &mut watch);
            self.iterations += 1;
            // The children of the root are the first that are made.
            match watch.iteration() {
                Next::On => {}
                Next::Show => {
                    self.chosen = self.moves.get(first_mean(self.children(ROOT))).copied();
                    budget.show(&self.thoughts(game));
                }
                Next::Over => break,
            }
        }
        self.chosen = self.moves.get(first_mean(self.children(ROOT))).copied();
        self.chosen.ok_or_else(Failure::game_over)
    }

    fn thoughts(&self, _: &G) -> Thoughts<G::Move> {
        if self.chosen.is_none() {
            return Thoughts::default();
        }
        let children = self.children(ROOT);
        let thought = |&mv: &G::Move| {
            let child = self.moves.iter().zip(children).find(|(other, _)| **other == mv).map(|(_, child)| child);
            let visits = child.map_or(0, |child| u64::from(child.visits));
            MoveThought { mv, visits, value: child.and_then(RibeiroNode::mean), proven: None }
        };
        Thoughts {
            iterations: self.iterations,
            bytes: (self.nodes.len() * Self::BYTES_PER_NODE) as u64,
            unit: Unit::Iterations,
            moves: self.listed.iter().map(thought).collect(),
            line: self.chosen.into_iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes<const N: usize>(table: [(f64, u32); N]) -> [RibeiroNode; N] {
        table.map(|(sum, visits)| RibeiroNode { sum, visits, ..FRESH })
    }

    #[test]
    fn bounds_are_those_worked_out_by_hand() {
        // ln 10 = 2.302585: 0.5 + 1.41 sqrt(2.302585 / 2) = 2.0129 and 0.75 + 1.41 sqrt(2.302585
        // / 8) = 1.5064.
        assert_eq!(last_bound(&nodes([(1.0, 2), (6.0, 8)]), 10, 1.41), 0);
        // They meet at c = 0.25 / (1.072983 - 0.536491) = 0.46599.
        assert_eq!(last_bound(&nodes([(1.0, 2), (6.0, 8)]), 10, 0.467), 0);
        assert_eq!(last_bound(&nodes([(1.0, 2), (6.0, 8)]), 10, 0.465), 1);
    }

    #[test]
    fn selection_takes_the_last_of_equals_and_the_final_choice_the_first() {
        for (table, last, first) in [
            ([(1.0, 2), (1.0, 2), (0.0, 2)], 1, 0),
            ([(1.0, 1), (0.0, 0), (0.0, 0)], 2, 0),
            ([(0.0, 0), (0.0, 3), (0.0, 4)], 0, 0),
            ([(0.0, 3), (0.0, 0), (0.1, 4)], 1, 2),
        ] {
            assert_eq!(last_bound(&nodes(table), 9, 1.41), last, "{table:?}");
            assert_eq!(first_mean(&nodes(table)), first, "{table:?}");
        }
    }
}
