//! A laboratory with games, agents and parts of one's own, put together by their types.

use std::marker::PhantomData;
use std::process::ExitCode;

use mctslab_core::Family;
use mctslab_lab::{Lab, LabError, StudyRow};
use mctslab_registry::arena::engines::ProtocolRow;
use mctslab_registry::search::backup::BackupRow;
use mctslab_registry::search::evals::EvalRow;
use mctslab_registry::search::reward::RewardRow;
use mctslab_registry::{Catalog, NamedAgent, NamedFinish, NamedPlayout, NamedSelect, RegistryError};

use crate::standard_lab;

/// What a program does with a laboratory: a command line, a server.
pub trait FrontEnd {
    /// Serves the laboratory, or reports why there is none.
    fn main(lab: Result<Lab, LabError>) -> ExitCode;
}

/// A laboratory to which games, agents and parts are added. What is added is named in specs as all
/// else is.
///
/// A name that is taken is refused by [`LabBuilder::build`], so that calls can be chained.
///
/// ```
/// use mctslab_lab::LabError;
/// use mctslab_studies::LabBuilder;
///
/// let lab = LabBuilder::<()>::standard().build()?;
/// assert_eq!(lab.game("hex(size=5)")?.players(), 2);
/// let twice = LabBuilder::<()>::standard().standard_games().build();
/// assert!(twice.is_err_and(|error| error.to_string().contains("choose another name")));
/// assert!(LabBuilder::<()>::empty().build()?.game("hex").is_err());
/// # Ok::<(), LabError>(())
/// ```
pub struct LabBuilder<F> {
    catalog: Catalog,
    studies: Vec<StudyRow>,
    refused: Option<RegistryError>,
    front_end: PhantomData<F>,
}

impl<F> LabBuilder<F> {
    /// All games, agents, parts and studies that mctslab comes with.
    pub fn standard() -> LabBuilder<F> {
        LabBuilder::empty().standard_games().standard_agents()
    }

    /// The studies, and no game, no agent and no part of one. Strength is counted in iterations of
    /// `mcts`, which is one of [`LabBuilder::standard_agents`].
    pub fn empty() -> LabBuilder<F> {
        LabBuilder { catalog: Catalog::empty(), studies: Vec::new(), refused: None, front_end: PhantomData }
    }

    /// Adds the games that mctslab comes with.
    #[must_use]
    pub fn standard_games(self) -> Self {
        self.with(Catalog::add_standard_games)
    }

    /// Adds the agents that mctslab comes with, and their parts.
    #[must_use]
    pub fn standard_agents(self) -> Self {
        self.with(Catalog::add_standard_agents)
    }

    /// Adds a game.
    #[must_use]
    pub fn game<G: Family>(self) -> Self {
        self.with(Catalog::add_family::<G>)
    }

    /// Adds an agent.
    #[must_use]
    pub fn agent<A: NamedAgent>(self) -> Self {
        self.with(Catalog::add_named_agent::<A>)
    }

    /// Adds a selection rule, for `uct(select=…)`.
    #[must_use]
    pub fn select<R: NamedSelect>(self) -> Self {
        self.with(Catalog::add_named_select::<R>)
    }

    /// Adds a playout, for `uct(playout=…)`.
    #[must_use]
    pub fn playout<P: NamedPlayout>(self) -> Self {
        self.with(Catalog::add_named_playout::<P>)
    }

    /// Adds a final choice, for `uct(finish=…)`.
    #[must_use]
    pub fn finish<C: NamedFinish>(self) -> Self {
        self.with(Catalog::add_named_finish::<C>)
    }

    /// Adds an estimate of unfinished positions, for `eval=…` in agents and playouts that have this
    /// option.
    #[must_use]
    pub fn eval(self, row: EvalRow) -> Self {
        self.with(|catalog| catalog.add_eval(row))
    }

    /// Adds a back-up, for `uct(backup=…)`.
    #[must_use]
    pub fn backup(self, row: BackupRow) -> Self {
        self.with(|catalog| catalog.add_backup(row))
    }

    /// Adds a reward, for `uct(reward=…)`.
    #[must_use]
    pub fn reward(self, row: RewardRow) -> Self {
        self.with(|catalog| catalog.add_reward(row))
    }

    /// Adds a protocol in which programs can be asked, for `process(protocol=…)`.
    #[must_use]
    pub fn protocol(self, row: ProtocolRow) -> Self {
        self.with(|catalog| catalog.add_protocol(row))
    }

    /// Adds a study.
    #[must_use]
    pub fn study(mut self, row: StudyRow) -> Self {
        self.studies.push(row);
        self
    }

    /// The laboratory; the error names what was added under a name that was taken.
    pub fn build(self) -> Result<Lab, LabError> {
        match self.refused {
            Some(error) => Err(error.into()),
            None => Ok(self.studies.into_iter().fold(standard_lab(self.catalog), Lab::with_study)),
        }
    }

    fn with(mut self, add: impl FnOnce(&mut Catalog) -> Result<(), RegistryError>) -> Self {
        let added = add(&mut self.catalog);
        self.refused = self.refused.or(added.err());
        self
    }
}

impl<F: FrontEnd> LabBuilder<F> {
    /// Serves the laboratory: what `main` of a program returns.
    pub fn main(self) -> ExitCode {
        F::main(self.build())
    }
}
