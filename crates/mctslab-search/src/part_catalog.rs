//! The catalog of parts: every selection rule, playout, back-up, reward and final choice that a
//! spec may name.
//!
//! It is a value: parts are added to it while the program runs, and agents are built from it.
//! [`PartCatalog::standard`] has the parts that the search comes with.

use std::sync::Arc;

use mctslab_core::catalog::{Row, Rows};
use mctslab_core::spec::{Args, Entry, Scope, Spec, SpecError, find, resolve};
use mctslab_core::{Agent, Eval, Game};

use crate::agents::{self, ams};
use crate::backup::{BACKUPS, Backup};
use crate::by_game::ByGame;
use crate::evals::EvalRow;
use crate::finish::{FINISHES, Finish};
use crate::playout::{self, BuildPlayout, MakePlayout, PLAYOUTS, PlayoutInfo, PlayoutRow, Policy};
use crate::reward::{REWARDS, Reward};
use crate::select::{Context, SELECTS, Selection, Ties};

/// Every part that a spec may name.
#[derive(Clone)]
pub struct PartCatalog {
    /// Which child is visited next.
    pub selects: Rows<MakeSelect>,
    /// How games are finished below the tree.
    pub playouts: Rows<MakePlayout>,
    /// What is backed up to the nodes of the path.
    pub backups: Rows<fn(&Args) -> Backup>,
    /// What the end of a game is worth.
    pub rewards: Rows<fn(&Args) -> Reward>,
    /// Which move is played in the end.
    pub finishes: Rows<MakeFinish>,
    /// What unfinished positions are worth: estimates that were added to those of the games.
    pub evals: Rows<ByGame>,
}

/// What makes a selection rule.
pub type MakeSelect = Arc<dyn Fn(&Context) -> Selection + Send + Sync>;

/// What makes a final choice of checked options.
pub type MakeFinish = Arc<dyn Fn(&Args) -> Box<dyn Finish> + Send + Sync>;

impl PartCatalog {
    /// The parts that the search comes with.
    pub fn standard() -> PartCatalog {
        let listed = |row: &PlayoutInfo| Row { entry: row.entry, source: row.source, build: MakePlayout::Listed };
        PartCatalog {
            selects: Rows::new("selection rule", SELECTS.iter().map(|row| shared_select(*row))),
            playouts: Rows::new("playout", PLAYOUTS.iter().map(listed)),
            backups: Rows::new("back-up", BACKUPS.iter().copied()),
            rewards: Rows::new("reward", REWARDS.iter().copied()),
            finishes: Rows::new("final choice", FINISHES.iter().map(|row| shared_finish(*row))),
            evals: Rows::new("position estimate", []),
        }
    }

    /// No part at all.
    pub fn empty() -> PartCatalog {
        PartCatalog {
            selects: Rows::new("selection rule", []),
            playouts: Rows::new("playout", []),
            backups: Rows::new("back-up", []),
            rewards: Rows::new("reward", []),
            finishes: Rows::new("final choice", []),
            evals: Rows::new("position estimate", []),
        }
    }

    /// Adds a selection rule; one of a name that is taken is refused, here and below.
    pub fn add_select<B>(&mut self, row: Row<B>) -> Result<(), SpecError>
    where
        B: Fn(&Context) -> Selection + Send + Sync + 'static,
    {
        self.selects.add(shared_select(row))
    }

    /// Adds a final choice.
    pub fn add_finish<B>(&mut self, row: Row<B>) -> Result<(), SpecError>
    where
        B: Fn(&Args) -> Box<dyn Finish> + Send + Sync + 'static,
    {
        self.finishes.add(shared_finish(row))
    }

    /// Adds a playout for games of some types.
    pub fn add_playout(&mut self, row: PlayoutRow) -> Result<(), SpecError> {
        self.playouts.add(row.0)
    }

    /// Adds an estimate for games of some types.
    pub fn add_eval(&mut self, row: EvalRow) -> Result<(), SpecError> {
        self.evals.add(row.into_row()?)
    }

    /// The estimates that a game can be searched with: its own, that of every game, and those that
    /// were added. What is added comes last, so that it never changes what is meant where none is
    /// named.
    pub fn evals<G: Game>(&self, game: &G) -> Vec<Eval<G>> {
        let added = self.evals.iter().filter_map(|row| row.build.get::<G, Eval<G>>());
        Eval::all(game).chain(added.copied()).collect()
    }

    /// Reads a spec of one of `entries` for a game, and writes out every default; `what` says in
    /// errors what it is.
    pub fn resolve<G: Game>(&self, game: &G, spec: &Spec, what: &str, entries: &[Entry]) -> Result<Args, SpecError> {
        let evals: Vec<Entry> = self.evals(game).iter().map(|eval| eval.entry).collect();
        self.with_scope(&evals, |scope| resolve(spec, what, entries, scope))
    }

    /// The lists that agents choose their parts from, for a game that offers `evals`, handed to
    /// `work`.
    pub fn with_scope<T>(&self, evals: &[Entry], work: impl FnOnce(Scope<'_>) -> T) -> T {
        let mut leaves = self.playouts.entries().to_vec();
        leaves.push(ams::ESTIMATE);
        work(&[
            ("select", self.selects.entries()),
            ("playout", self.playouts.entries()),
            ("leaf", &leaves),
            ("backup", self.backups.entries()),
            ("reward", self.rewards.entries()),
            ("finish", self.finishes.entries()),
            ("eval", evals),
        ])
    }

    /// The parts: the option they are given to, what they are called, and the source texts that
    /// start with what they are.
    pub fn described(&self) -> Vec<(&'static str, Entry, &'static str)> {
        fn of<B>(option: &'static str, rows: &Rows<B>) -> impl Iterator<Item = (&'static str, Entry, &'static str)> {
            rows.iter().map(move |row| (option, row.entry, row.source))
        }
        let parts =
            of("select", &self.selects).chain(of("playout", &self.playouts)).chain(of("finish", &self.finishes));
        parts.chain(of("reward", &self.rewards)).chain(of("backup", &self.backups)).collect()
    }

    /// The agent of the search that a spec names, for a game.
    pub fn agent<G: Game>(&self, game: &G, spec: &str) -> Result<Box<dyn Agent<G>>, SpecError> {
        agents::build(game, &agents::resolve_agent(game, spec, self)?, self)
    }

    /// The selection rule of checked options, with the advice it goes by.
    pub fn select<G: Game>(&self, game: &G, args: &Args, c: f64, ties: Ties) -> Result<Selection, SpecError> {
        let context = Context { args, c, ties, players: game.players(), bound: game.index_bound() };
        Ok((self.selects.build(args)?)(&context))
    }

    /// The playout of checked options. With `to_end` it leaves the state as it is when the playout
    /// is over, so that stones can be counted.
    pub fn playout<G: Game>(&self, game: &G, args: &Args, to_end: bool) -> Result<Box<dyn Policy<G>>, SpecError> {
        match self.playouts.build(args)? {
            MakePlayout::Listed => playout::build(game, args, self, to_end),
            MakePlayout::Added(games) => {
                let build = games.get::<G, BuildPlayout<G>>().ok_or_else(|| {
                    SpecError::combination(args.name(), "cannot be used in this game: it was added for other games")
                })?;
                build(game, args, to_end)
            }
        }
    }

    /// The estimate of checked options.
    pub fn eval<G: Game>(&self, game: &G, args: &Args) -> Result<Eval<G>, SpecError> {
        self.eval_named(game, args.name())
    }

    /// The estimate of that name; refused if the game and one that was added share it.
    pub fn eval_named<G: Game>(&self, game: &G, name: &str) -> Result<Eval<G>, SpecError> {
        let evals = self.evals(game);
        let mut named = evals.iter().filter(|eval| eval.entry.name == name);
        match (named.next(), named.next()) {
            (Some(eval), None) => Ok(*eval),
            (Some(_), Some(_)) => {
                Err(SpecError::NameTaken { what: "position estimate".to_string(), name: name.to_string() })
            }
            (None, _) => {
                let entries: Vec<Entry> = evals.iter().map(|eval| eval.entry).collect();
                Err(find(name, "estimate", &entries).expect_err("none is called so"))
            }
        }
    }

    /// The reward of checked options, for `owner`; refused in games that count nothing if it needs
    /// a count.
    pub fn reward<G: Game>(&self, game: &G, args: &Args, owner: &str) -> Result<Reward, SpecError> {
        (self.rewards.build(args)?)(args).for_game(game, args.name(), owner)
    }

    /// The back-up of checked options.
    pub fn backup(&self, args: &Args) -> Result<Backup, SpecError> {
        Ok((self.backups.build(args)?)(args))
    }

    /// The final choice of checked options.
    pub fn finish(&self, args: &Args) -> Result<Box<dyn Finish>, SpecError> {
        Ok((self.finishes.build(args)?)(args))
    }
}

fn shared_select<B: Fn(&Context) -> Selection + Send + Sync + 'static>(row: Row<B>) -> Row<MakeSelect> {
    let Row { entry, source, build } = row;
    Row { entry, source, build: Arc::new(build) }
}

fn shared_finish<B: Fn(&Args) -> Box<dyn Finish> + Send + Sync + 'static>(row: Row<B>) -> Row<MakeFinish> {
    let Row { entry, source, build } = row;
    Row { entry, source, build: Arc::new(build) }
}
