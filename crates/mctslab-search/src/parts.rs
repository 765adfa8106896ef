//! The catalog of parts: every selection rule, playout, back-up, reward and final choice that a spec may name.
//!
//! It is a value: parts are added to it while the program runs, and agents are built from it. [`PartCatalog::standard`] has the parts
//! that the search comes with.

use std::sync::Arc;

use mctslab_core::catalog::{Row, Rows};
use mctslab_core::spec::{Args, Entry, Scope, SpecError};
use mctslab_core::{Agent, Game};

use crate::agents::{self, ams};
use crate::backup::{BACKUPS, Backup};
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

    /// The lists that agents choose their parts from, for a game that offers `evals`, handed to `work`.
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

    /// The parts: the option they are given to, what they are called, and the source texts that start with what they are.
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
        agents::build(game, &agents::resolve_agent(spec, game.evals(), self)?, self)
    }

    /// The selection rule of checked options, with the advice it goes by.
    pub fn select<G: Game>(&self, game: &G, args: &Args, c: f64, ties: Ties) -> Result<Selection, SpecError> {
        let context = Context { args, c, ties, players: game.players(), bound: game.index_bound() };
        Ok((self.selects.build(args)?)(&context))
    }

    /// The playout of checked options. With `to_end` it leaves the state as it is when the playout is over, so that stones can be
    /// counted.
    pub fn playout<G: Game>(&self, game: &G, args: &Args, to_end: bool) -> Result<Box<dyn Policy<G>>, SpecError> {
        match self.playouts.build(args)? {
            MakePlayout::Listed => Ok(playout::build(game, args, to_end)),
            MakePlayout::Added(games) => {
                let build = games.get::<G, BuildPlayout<G>>().ok_or_else(|| {
                    SpecError::combination(
                        args.name(),
                        "serves other games than this one: it was added for those alone",
                    )
                })?;
                build(game, args, to_end)
            }
        }
    }

    /// The reward of checked options, for `owner`; refused in games that count nothing if it needs a count.
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
