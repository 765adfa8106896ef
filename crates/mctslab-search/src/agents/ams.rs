//! Adaptive multistage sampling (Chang, Fu, Hu, Marcus, "An Adaptive Sampling Algorithm for Solving
//! Markov Decision Processes", 2005), a forerunner of Monte Carlo tree search, for games of any
//! number of players (max^n).
//!
//! A position is sampled by sampling each of its moves once, then again and again the move with the
//! greatest mean + c · sqrt(ln N / n), N samples of the position and n of the move; it is worth the
//! mean of all its samples to each player. A sample of a move is what the position after it is
//! worth, found in the same way; after `depth` plies by a playout, or with `playout=eval` by the
//! game's estimate. The root is sampled until the budget is spent, every other position `inner`
//! times after the first sample of each move, and afresh whenever it is met; with `table=true`
//! samples are kept by the position's hash. At `memory` megabytes the table stops growing:
//! positions that are not in it are sampled afresh again.
//!
//! Payoffs are in [0, 1], where the paper's sqrt(2 ln N / n) is c = 1.414; payoffs in [-1, 1] with
//! the same formula are c = 0.707. An iteration is one line of play valued at its end: a playout,
//! an estimate or a finished game, so that a budget means what it means for `mcts`. The samples of
//! all positions, which some papers count, are more: each line has one for every ply.
//!
//! `finish=sum` plays the move with the greatest sum of samples, a win counting 1/2, a draw 0 and a
//! loss -1/2. With `inner=none` the first move of the root takes the whole budget. Samples that are
//! due after that are not taken with `late=drop`; `late=draw` counts each of them as a draw, as the
//! program of Debets et al. does (see `debets`).
//!
//! Differs from the paper: it has a player for every move, leaves are not worth 0, and the root has
//! a budget.

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Budget, Failure, Game, Thoughts};

use super::budget::{ITERS, TIME, budget};
use super::{AgentFamily, AgentInfo};
use crate::PartCatalog;
use crate::ams::{Ams, AmsSettings, Leaf};
use crate::minimax::EVAL;

/// `ams` in the list of agents, with its options.
pub(super) struct AmsAgent;

pub(crate) const ESTIMATE: Entry = Entry { name: "eval", doc: "no playout: the game's estimate", params: &[EVAL] };

const FINISHES: &[Entry] = &[
    Entry::word("mean", "the greatest mean of its samples"),
    Entry::word("sum", "the greatest sum of its samples, a draw counting 0"),
];

const LATE: &[Entry] = &[
    Entry::word("drop", "it is not taken"),
    Entry::word("draw", "it counts as a draw, unless the move ends the game"),
];

impl AgentFamily for AmsAgent {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: "ams",
            doc: "adaptive multistage sampling, a forerunner of MCTS",
            params: &[
                ITERS,
                TIME,
                Param::new("depth", Kind::Integer { min: 1, max: 20 }, "2", "plies down to the leaves"),
                Param::new(
                    "inner",
                    Kind::Limit { min: 0, max: 1_000_000_000 },
                    "50",
                    "samples of a position below the root, after the first of each move",
                ),
                Param::new("c", Kind::Real { min: 0.0, max: 1000.0 }, "1.414", "exploration constant"),
                Param::new("playout", Kind::Part("leaf"), "uniform", "what leaves are worth"),
                Param::new("finish", Kind::Choice(FINISHES), "mean", "which move is played in the end"),
                Param::new(
                    "late",
                    Kind::Choice(LATE),
                    "drop",
                    "what becomes of a sample that is due when the budget is spent",
                ),
                Param::new("table", Kind::Flag, "false", "keep the samples of positions in a table"),
                Param::new(
                    "memory",
                    Kind::Integer { min: 1, max: 1 << 20 },
                    "1024",
                    "megabytes at which the table stops growing",
                ),
            ],
        },
        source: include_str!("ams.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, parts: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        let (iters, time) = budget(args)?;
        let settings = AmsSettings {
            iters,
            time,
            depth: args.integer("depth") as u32,
            inner: args.limit("inner"),
            c: args.real("c"),
            by_sum: args.choice("finish").name() == "sum",
            late_draws: args.choice("late").name() == "draw",
            table: args.flag("table"),
            memory: args.integer("memory") as usize * 1_000_000,
        };
        let leaf = args.choice("playout");
        let leaf = if leaf.name() == ESTIMATE.name {
            Leaf::Estimate(parts.eval(game, leaf.choice("eval"))?)
        } else {
            Leaf::Playout(parts.playout(game, leaf, false)?)
        };
        Ok(Box::new(AmsSearch { sampler: Ams::new(game, settings, leaf) }))
    }

    fn is_deterministic(args: &Args) -> bool {
        args.choice("playout").name() == ESTIMATE.name && args.limit("time").is_none()
    }
}

/// A sampler in a seat.
struct AmsSearch<G: Game> {
    sampler: Ams<G>,
}

impl<G: Game> Agent<G> for AmsSearch<G> {
    fn new_game(&mut self, seed: u64) {
        self.sampler.reset(seed);
    }

    fn choose(&mut self, game: &G, state: &G::State, budget: &mut Budget<'_, G::Move>) -> Result<G::Move, Failure> {
        self.sampler.search(game, state, budget).ok_or_else(Failure::game_over)
    }

    fn thoughts(&self, game: &G) -> Thoughts<G::Move> {
        self.sampler.thoughts(game)
    }

    fn deterministic(&self) -> bool {
        self.sampler.is_deterministic()
    }
}
