//! Alpha-beta UCT: grows a tree as UCT does, and prunes it by proven bounds as alpha-beta does.
//!
//! From Vonášek, "The Surprising Effectivity of Monte Carlo Tree Search" (thesis, Czech Technical
//! University in Prague, 2022). An iteration goes down from the root by UCB1, mean + c · sqrt(ln N
//! / n), but only to children whose exact value may still matter; makes all children of the leaf it
//! comes to; rewards it with the mean of a few random playouts; and backs up the reward and the new
//! bounds to all nodes on the path. Every node holds bounds of its exact value, [0, 1] at first and
//! equal when it is proven. The window of alpha-beta, carried down, leaves out every child whose
//! bounds do not reach into it.
//!
//! The search ends when the value of the root is proven, or when `nodes` have been expanded, the
//! time is over or memory is full. `nodes=none` is the thesis's offline mode: it searches for a
//! proof as long as memory lasts. The proven best move is played; before there is one, the most
//! visited of the moves that may still turn out best, unless another is proven to pay at least the
//! mean of that one.
//!
//! Different from the thesis: its algorithm as printed mixes up maximum and minimum, takes values
//! of cut nodes as exact, and never finishes the root. Here bounds of both sides are kept, which
//! makes values exact for any payoffs and whoever moves when. Rewards are in [0, 1], not in [-1,
//! 1]: its constant sqrt(2) is c = 0.707 here in effect, and c = 1.414 by the letter.
//!
//! The number of iterations that is reported counts expanded nodes. The thesis compares it with the
//! positions that plain alpha-beta visits: `alphabeta(depth=100,table=false,deepening=false)`. What
//! it counts itself is not said clearly: in its algorithm a finished game must be visited like any
//! other node, which is an iteration of its own (`terminals=visited`), and bounds start at the
//! infinities, so that a win does not yet end the search of its siblings (`bounds=open`).
//! Alpha-beta takes moves in the game's order; `order=game` does so where moves were not tried yet.

use std::time::Duration;

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Budget, Failure, Game, Next, Rng, Thoughts};

use super::{AgentFamily, AgentInfo};
use crate::PartCatalog;
use crate::minimax::{BestFirst, Foresight, require_duel};

/// `ab-uct` in the list of agents, with its options.
pub(super) struct AbUct;

const ORDERS: &[Entry] =
    &[Entry::word("random", "each equally likely"), Entry::word("game", "the game's order of moves")];

const TERMINALS: &[Entry] = &[
    Entry::word("free", "known as soon as the move before is made"),
    Entry::word("visited", "known only when they are visited, which costs an iteration"),
];

const BOUNDS: &[Entry] = &[
    Entry::word("game", "what a game may pay, 0 to 1"),
    Entry::word("open", "no bounds: nothing is known of a value before it is searched"),
];

impl AgentFamily for AbUct {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: "ab-uct",
            doc: "best-first search with proven bounds, two players",
            params: &[
                Param::new("nodes", Kind::Limit { min: 1, max: 1_000_000_000 }, "1000", "nodes to expand per move")
                    .yielding_to("time"),
                Param::new("time", Kind::Limit { min: 1, max: 86_400_000 }, "none", "milliseconds per move"),
                Param::new("c", Kind::Real { min: 0.0, max: 1000.0 }, "1.414", "exploration constant"),
                Param::new(
                    "playouts",
                    Kind::Integer { min: 1, max: 10_000 },
                    "3",
                    "random games whose mean is the reward of a new node",
                ),
                Param::new(
                    "memory",
                    Kind::Integer { min: 1, max: 1 << 20 },
                    "1024",
                    "megabytes at which the search ends",
                ),
                Param::new(
                    "order",
                    Kind::Choice(ORDERS),
                    "random",
                    "the order in which the moves of a new node are first tried",
                ),
                Param::new("terminals", Kind::Choice(TERMINALS), "free", "when the payoff of a finished game is known"),
                Param::new("bounds", Kind::Choice(BOUNDS), "game", "bounds of every value before it is searched"),
            ],
        },
        source: include_str!("ab_uct.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, _: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        require_duel(game, "ab-uct", "use `uct`, which plays with any number")?;
        let (playouts, memory) = (args.integer("playouts") as u32, args.integer("memory") as usize * 1_000_000);
        let ordered = match args.choice("order").name() {
            "random" => false,
            "game" => true,
            _ => args.choice("order").unlisted(),
        };
        let terminals = match args.choice("terminals").name() {
            "free" => true,
            "visited" => false,
            _ => args.choice("terminals").unlisted(),
        };
        let bounds = match args.choice("bounds").name() {
            "game" => Foresight::PAYOFFS,
            "open" => Foresight::OPEN,
            _ => args.choice("bounds").unlisted(),
        };
        let foresight = Foresight { ordered, terminals, bounds };
        Ok(Box::new(AbUctSearch {
            nodes: args.limit("nodes"),
            time: args.limit("time").map(Duration::from_millis),
            search: BestFirst::new(game, args.real("c"), playouts, foresight, memory),
            rng: Rng::new(0),
            legal: Vec::new(),
        }))
    }
}

/// `ab-uct` as it plays one game, with what it keeps from move to move.
struct AbUctSearch<G: Game> {
    nodes: Option<u64>,
    time: Option<Duration>,
    search: BestFirst<G>,
    rng: Rng,
    /// The legal moves of the last search, in the game's order.
    legal: Vec<G::Move>,
}

impl<G: Game> Agent<G> for AbUctSearch<G> {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.legal.clear();
    }

    fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        let player = game.turn(state).ok_or_else(Failure::game_over)?;
        let mut watch = budget.watch(self.nodes, self.time);
        self.legal.clear();
        game.moves(state, &mut self.legal);
        self.search.start(player, self.legal[0]);
        while !self.search.is_proven() && self.search.step(game, state, &mut self.rng, &mut watch) {
            match watch.iteration() {
                Next::On => {}
                Next::Show => budget.show(&self.thoughts(game)),
                Next::Over => break,
            }
        }
        self.search.best_move().ok_or_else(Failure::game_over)
    }

    fn thoughts(&self, _: &G) -> Thoughts<G::Move> {
        if self.legal.is_empty() { Thoughts::default() } else { self.search.thoughts(&self.legal) }
    }
}
