//! Monte Carlo tree search with all its options: the player that gets every enhancement.
//!
//! Selection is UCB1 in the one convention of this project, mean + c · sqrt(ln N / n) with payoffs in [0, 1], N visits of the
//! parent and n of the child. A paper's constant converts as follows: C · sqrt(2 ln N / n) is c = C · sqrt(2), and payoffs in
//! [-1, 1] halve it.
//!
//! The defaults of `c`, `finish` and `solve` come from self-play over the games; docs/design.md has the measurements.

use std::time::Duration;

use mctslab_core::spec::{Args, Entry, Kind, Param, SpecError};
use mctslab_core::{Agent, Failure, Game, Thoughts};

use super::{AgentInfo, Family};
use crate::engine::{Engine, Settings};
use crate::finish::{self, FINISHES};
use crate::playout::{self, PLAYOUTS};
use crate::select::Ucb1;

/// The family.
pub(super) struct Uct;

const EXPANSIONS: &[Entry] = &[
    Entry::word("one", "a child for one untried move per iteration, each equally likely"),
    Entry::word("all", "children for all moves at once, in random order"),
];

impl Family for Uct {
    const INFO: AgentInfo = AgentInfo {
        entry: Entry {
            name: "uct",
            doc: "MCTS with every option",
            params: &[
                Param::new("iters", Kind::Limit { min: 1, max: 1_000_000_000 }, "1000", "iterations per move")
                    .yielding_to("time"),
                Param::new("time", Kind::Limit { min: 1, max: 86_400_000 }, "none", "milliseconds per move"),
                Param::new("c", Kind::Real { min: 0.0, max: 1000.0 }, "0.4", "exploration constant"),
                Param::new("expand", Kind::Choice(EXPANSIONS), "one", "how the tree grows"),
                Param::new("playout", Kind::Choice(PLAYOUTS), "uniform", "how games are finished below the tree"),
                Param::new("finish", Kind::Choice(FINISHES), "visits", "which move is played in the end"),
                Param::new("reuse", Kind::Flag, "true", "keep the tree from move to move"),
                Param::new("solve", Kind::Flag, "true", "prove wins, draws and losses"),
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

    fn build<G: Game>(game: &G, args: &Args) -> Result<Box<dyn Agent<G>>, SpecError> {
        let (iters, time) = (args.limit("iters"), args.limit("time"));
        if iters.is_none() && time.is_none() {
            let reason = "`iters` and `time` are both `none`: the search would never end; give one of them";
            return Err(SpecError::combination("uct", reason));
        }
        let settings = Settings {
            iters,
            time: time.map(Duration::from_millis),
            expand_all: args.choice("expand").name() == "all",
            reuse: args.flag("reuse"),
            solve: args.flag("solve"),
            memory: args.integer("memory") as usize * 1_000_000,
        };
        let select = Box::new(Ucb1::new(args.real("c")));
        let playout = playout::build(game, args.choice("playout"), false)?;
        let finish = finish::build(args.choice("finish"));
        Ok(Box::new(Searcher::new(Engine::new(game, settings, select, playout, finish))))
    }
}

/// An engine in a seat.
pub(super) struct Searcher<G: Game> {
    engine: Engine<G>,
}

impl<G: Game> Searcher<G> {
    pub(super) fn new(engine: Engine<G>) -> Searcher<G> {
        Searcher { engine }
    }
}

impl<G: Game> Agent<G> for Searcher<G> {
    fn new_game(&mut self, seed: u64) {
        self.engine.reset(seed);
    }

    fn choose(&mut self, game: &G, state: &G::State) -> Result<G::Move, Failure> {
        self.engine.choose(game, state)
    }

    fn thoughts(&self, game: &G) -> Thoughts<G::Move> {
        self.engine.thoughts(game)
    }
}
