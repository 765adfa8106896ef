//! Monte Carlo tree search with many options; every enhancement is part of this agent.
//!
//! Exploration follows one convention: mean + c · sqrt(ln N / n), with payoffs in [0, 1], N visits
//! of the parent and n of the child. This table converts the constants of the papers.
//!
//! | paper | as written | payoffs | c here |
//! |---|---|---|---|
//! | Auer et al. 2002 | sqrt(2 ln N / n) | [0, 1] | 1.414 |
//! | Lanzi 2019 | 0.7 · sqrt(2 ln N / n) | [0, 1] | 0.99 |
//! | Vonášek 2022 | sqrt(2) · sqrt(ln N / n) | [-1, 1] | 0.707 |
//! | Debets et al. 2021 | 0.4 · sqrt(ln N / n) | [-1, 1] | 0.2 |
//! | Govani 2015 | 2 · sqrt(ln(N + 1) / n), at the root only | [0, 1] | 2 |
//! | Ribeiro, Figueiredo 2018 | 1.41 · sqrt(ln N / n) in the code, 2.83 in the text | [0, 1] | 1.41 |
//!
//! `select=grave`, `rave` and `progressive-history` adjust the means and then choose by UCB1 with
//! the same c. `grave` and `rave` want other defaults of `c` and `expand`, those of their papers:
//! `c=0,expand=all`. What is written stays; `agents` and `explain` show what a spec comes to. `ucb1-tuned` and `puct` multiply their own exploration term by c. The other rules
//! ignore c.
//!
//! If `reward` is not `balanced`, means are means of rewards, and every player is assumed to value
//! results in the same way. A proven result counts as a win, draw or loss, whatever the reward.
//!
//! With `threads` above 1, each thread searches its own tree. At intervals the statistics of the
//! root moves are added up; below the root the trees share nothing (root parallelization;
//! docs/design.md explains why). `iters` and `memory` apply to all trees together. With
//! `parallel=root` the number of trees is `trees`, whatever the number of threads, so that the same
//! seed gives the same search on every machine. Learning playouts learn separately in each tree.
//!
//! The defaults of `c`, `finish`, `reuse` and `solve` were chosen by self-play over the games. See
//! docs/design.md for the measurements and docs/strength.md for the gain of each option.

use std::num::NonZeroUsize;

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Eval, Game};

use super::budget::{ITERS, TIME, budget};
use super::{AgentFamily, AgentInfo};
use crate::PartCatalog;
use crate::backup::Backup;
use crate::engine::{Engine, EngineSettings, Expand, Parts};
use crate::minimax::require_duel;
use crate::parallel::Parallel;
use crate::reward::Reward;
use crate::select::{Selection, TIES, Ties};

/// `uct` in the list of agents, with its options.
pub(super) struct Uct;

pub(super) const NAME: &str = "uct";

const ORDERS: &[Entry] = &[
    Entry::word("random", "a random one"),
    Entry::word(
        "table",
        "the best one by the statistics of a learning playout (mast, nst) or of select=grave, rave, progressive-history",
    ),
];

const EXPANSIONS: &[Entry] = &[
    Entry {
        name: "one",
        doc: "a child for one untried move per iteration",
        params: &[
            Param::new("order", Kind::Choice(ORDERS), "random", "which untried move is tried next"),
            Param::new(
                "eps",
                Kind::Real { min: 0.0, max: 1.0 },
                "0.1",
                "with order=table: probability of a random move",
            ),
        ],
    },
    Entry {
        name: "all",
        doc: "children for all moves at once",
        params: &[Param::new("playouts", Kind::Choice(PLAYOUT_SHARES), "per-leaf", "where playouts start")],
    },
];

const PLAYOUT_SHARES: &[Entry] = &[
    Entry::word("per-leaf", "at the one child that is visited"),
    Entry::word("per-child", "at every new child: an iteration then plays one playout for each"),
];

const OPPONENTS: &[Entry] = &[
    Entry::word("search", "all players are searched in the same way"),
    Entry::word("random", "opponents move at random, also in the tree (Govani 2015)"),
];

const WAYS: &[Entry] = &[
    Entry::word("threads", "a tree for each thread"),
    Entry::word("root", "as many as `trees` says: the result does not depend on `threads`"),
];

impl AgentFamily for Uct {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: NAME,
            doc: "MCTS with every option",
            params: &[
                ITERS,
                TIME,
                Param::new("select", Kind::Part("select"), "ucb1", "which child is visited next"),
                Param::new(
                    "c",
                    Kind::Real { min: 0.0, max: 1000.0 },
                    "0.4",
                    "exploration constant; 0 by default with select=grave, rave",
                ),
                Param::new("ties", Kind::Choice(TIES), "random", "which of several equal children is visited"),
                Param::new(
                    "expand",
                    Kind::Choice(EXPANSIONS),
                    "one",
                    "how the tree is expanded; all by default with select=grave, rave, always with puct",
                ),
                Param::new(
                    "playouts",
                    Kind::Integer { min: 1, max: 1000 },
                    "1",
                    "playouts from each new node; their mean counts",
                ),
                Param::new(
                    "playout",
                    Kind::Part("playout"),
                    "uniform",
                    "the policy that plays games out below the tree",
                ),
                Param::new("reward", Kind::Part("reward"), "balanced", "what the end of a game is worth"),
                Param::new("backup", Kind::Part("backup"), "mean", "what is backed up to the nodes of the path"),
                Param::new(
                    "opponent",
                    Kind::Choice(OPPONENTS),
                    "search",
                    "how the moves of opponents are chosen in the tree",
                ),
                Param::new("finish", Kind::Part("finish"), "visits", "which move is played in the end"),
                Param::new("reuse", Kind::Flag, "true", "keep the tree from move to move"),
                Param::new("solve", Kind::Flag, "true", "prove wins, draws and losses"),
                Param::new("threads", Kind::Integer { min: 1, max: 256 }, "1", "threads that search in parallel"),
                Param::new("parallel", Kind::Choice(WAYS), "threads", "how many trees there are"),
                Param::new("trees", Kind::Integer { min: 1, max: 256 }, "8", "number of trees with parallel=root"),
                Param::new("transpositions", Kind::Flag, "false", "transpositions share their children"),
                Param::new(
                    "memory",
                    Kind::Integer { min: 1, max: 1 << 20 },
                    "1024",
                    "megabytes at which the tree stops growing",
                ),
            ],
        },
        source: include_str!("uct.rs"),
    };

    fn build<G: Game>(game: &G, args: &Args, parts: &PartCatalog) -> Result<Box<dyn Agent<G>>, SpecError> {
        let settings = settings(game, args, parts)?;
        let threads = args.integer("threads") as usize;
        let trees = match args.choice("parallel").name() {
            "threads" => threads,
            "root" => args.integer("trees") as usize,
            _ => args.choice("parallel").unlisted(),
        };
        let engine_parts = || engine_parts(game, args, parts, &settings);
        let Some(threads) = NonZeroUsize::new(threads).filter(|_| trees > 1) else {
            return Ok(Box::new(Engine::new(game, settings, engine_parts()?)));
        };
        let each = (0..trees).map(|_| engine_parts()).collect::<Result<Vec<_>, SpecError>>()?;
        if each.iter().any(|parts| parts.finish.extra() > 0.0) {
            return refuse("`finish=max-robust` cannot be used with several trees; set `threads=1`");
        }
        if settings.combine.is_some() {
            return refuse(
                "this `backup` combines the values of children, which cannot be added up over several trees; use `backup=mean`",
            );
        }
        Ok(Box::new(Parallel::new(game, settings, threads, each)))
    }
}

/// The parts of one tree.
fn engine_parts<G: Game>(
    game: &G,
    args: &Args,
    parts: &PartCatalog,
    settings: &EngineSettings,
) -> Result<Parts<G>, SpecError> {
    let Selection { rule: select, advice, prior } =
        parts.select(game, args.choice("select"), args.real("c"), settings.ties)?;
    let playout = parts.playout(game, args.choice("playout"), settings.reward.counts())?;
    if matches!(settings.expand, Expand::Best(_)) && advice.is_none() && !playout.learns() {
        return refuse("`order=table` needs a table: set `playout=mast`, `playout=nst` or `select=grave`");
    }
    if matches!(settings.expand, Expand::Best(_)) && select.wants_priors() {
        return refuse("`order=table` and a prior are two orders: with `select=puct` leave `order=table` out");
    }
    let eval = match parts.backup(args.choice("backup"))? {
        Backup::ImplicitMinimax { eval, .. } => parts.eval_named(game, eval)?,
        _ => Eval::first(game),
    };
    let prior = prior.map(|prior| prior.for_game(game, parts)).transpose()?;
    Ok(Parts { select, advice, prior, playout, finish: parts.finish(args.choice("finish"))?, eval })
}

fn refuse<T>(reason: &str) -> Result<T, SpecError> {
    Err(SpecError::combination("uct", reason))
}

fn settings<G: Game>(game: &G, args: &Args, parts: &PartCatalog) -> Result<EngineSettings, SpecError> {
    let (iters, time) = budget(args)?;
    let expand = args.choice("expand");
    let growth = match expand.name() {
        "all" if expand.choice("playouts").name() == "per-child" => Expand::PerChild,
        "all" => Expand::All,
        "one" if expand.choice("order").name() == "table" => Expand::Best(expand.real("eps")),
        "one" => Expand::One,
        _ => expand.unlisted(),
    };
    let reward = parts.reward(game, args.choice("reward"), "uct")?;
    if let Reward::Values([loss, draw, win]) = reward
        && args.flag("solve")
        && !(loss <= draw && draw <= win)
    {
        return refuse("`solve=true` prefers proven wins to draws, and this `reward` does not; set `solve=false`");
    }
    let (implicit, combine) = match parts.backup(args.choice("backup"))? {
        Backup::Mean => (None, None),
        Backup::ImplicitMinimax { alpha, .. } => {
            require_duel(game, "uct", "use `backup=mean` instead of `backup=implicit-minimax`")?;
            (Some(alpha), None)
        }
        Backup::Combined(combine) if game.players() == 1 || game.payoff_sum() == Some(1.0) => (None, Some(combine)),
        Backup::Combined(_) => {
            let name = args.choice("backup").name();
            return refuse(&format!("`backup={name}` needs a game of one or two players; use `backup=mean`"));
        }
    };
    Ok(EngineSettings {
        iters,
        time,
        expand: growth,
        ties: Ties::of(args.choice("ties")),
        playouts: args.integer("playouts") as u32,
        reward,
        implicit,
        combine,
        random_opponent: args.choice("opponent").name() == "random",
        reuse: args.flag("reuse"),
        solve: args.flag("solve"),
        transpositions: args.flag("transpositions"),
        memory: args.integer("memory") as usize * 1_000_000,
    })
}
