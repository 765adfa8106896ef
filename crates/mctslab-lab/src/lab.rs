//! A laboratory: the catalog of games and agents, and the studies on offer.

use std::sync::Arc;

use mctslab_arena::{Identity, Plan};
use mctslab_core::rng::mix;
use mctslab_core::spec::{Args, Entry, Spec, SpecError, resolve};
use mctslab_registry::{AnyGame, Catalog, RegistryError};

use crate::error::LabError;
use crate::hints::{Hints, SharedHints};
use crate::study::{Setup, Study, StudyRow};

/// A game with the spec that named it.
pub type SpecGame = (Arc<dyn AnyGame>, String);

/// What runs are planned and played with.
#[derive(Clone)]
pub struct Lab {
    catalog: Arc<Catalog>,
    studies: Vec<StudyRow>,
    hints: SharedHints,
}

impl Lab {
    /// A laboratory with these studies; `standard_lab` of `mctslab-studies` has those that mctslab
    /// comes with.
    pub fn new(catalog: Catalog, studies: &[StudyRow]) -> Lab {
        Lab { catalog: Arc::new(catalog), studies: studies.to_vec(), hints: SharedHints::default() }
    }

    /// The same with one more study.
    #[must_use]
    pub fn with_study(mut self, row: StudyRow) -> Lab {
        self.studies.push(row);
        self
    }

    /// The same with the names of agents in place of the agents.
    pub(crate) fn without_agents(&self) -> Lab {
        Lab { catalog: Arc::new(self.catalog.without_agents()), ..self.clone() }
    }

    /// The same with the words of a front end for what can be done next.
    #[must_use]
    pub fn with_hints(self, hints: impl Hints + 'static) -> Lab {
        Lab { hints: SharedHints::new(hints), ..self }
    }

    /// The words for what can be done next.
    pub fn hints(&self) -> &SharedHints {
        &self.hints
    }

    /// The games and agents.
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// The game that a spec names.
    pub fn game(&self, spec: &str) -> Result<Arc<dyn AnyGame>, LabError> {
        let name = Spec::parse(spec).map(|spec| spec.name).unwrap_or_default();
        let is_agent = || self.catalog.agents().iter().any(|agent| agent.entry.name == name);
        self.catalog.game(spec).map_err(|error| match error {
            RegistryError::Spec(SpecError::UnknownName { .. }) if is_agent() => LabError::Request(format!(
                "`{spec}` is an agent, not a game: the game comes first, as in `connect-four \"{spec}\"`"
            )),
            error => error.into(),
        })
    }

    /// The games that specs name, each with its spec; all games if there is none.
    pub fn games_or_all(&self, specs: &[String]) -> Result<Vec<SpecGame>, LabError> {
        let all = || self.catalog.games().iter().map(|game| game.entry.name.to_string()).collect();
        let specs: Vec<String> = if specs.is_empty() { all() } else { specs.to_vec() };
        specs.into_iter().map(|spec| Ok((self.game(&spec)?, spec))).collect()
    }

    /// The studies.
    pub fn studies(&self) -> &[StudyRow] {
        &self.studies
    }

    /// The studies that a command runs.
    pub fn studies_of(&self, command: &str) -> impl Iterator<Item = &StudyRow> {
        self.studies.iter().filter(move |row| row.command == command)
    }

    /// Reads the spec of a study and writes out every default.
    pub fn resolve_study(&self, text: &str) -> Result<(StudyRow, Args), SpecError> {
        resolve_among(text, "study", &self.studies)
    }

    /// The same of the studies that a command runs; `what` is what they are called there.
    pub fn resolve_study_of(&self, command: &str, what: &str, text: &str) -> Result<(StudyRow, Args), SpecError> {
        let rows: Vec<StudyRow> = self.studies_of(command).copied().collect();
        resolve_among(text, what, &rows)
    }

    /// The study of a plan, before its first result.
    pub fn study(&self, plan: &Plan, game: &Arc<dyn AnyGame>) -> Result<Box<dyn Study>, LabError> {
        let (row, args) = self.resolve_study(&plan.study)?;
        (row.build)(&Setup { plan, args: &args, game })
    }

    /// What this laboratory is to a worker process: one that differs would play other games.
    pub fn identity(&self) -> Identity {
        let described = self.catalog.games().into_iter().chain(self.catalog.agents()).chain(self.catalog.parts());
        let entries = described.map(|one| (one.what, one.entry));
        let studies = self.studies.iter().map(|row| (row.command, row.entry));
        let mut digest = 0;
        for (what, entry) in entries.chain(studies) {
            for text in [what, entry.name]
                .into_iter()
                .chain(entry.params.iter().flat_map(|param| [param.name, param.default.unwrap_or("")]))
            {
                digest = text.bytes().fold(mix(&[digest, text.len() as u64]), |sum, byte| mix(&[sum, u64::from(byte)]));
            }
        }
        Identity { version: env!("CARGO_PKG_VERSION").to_string(), catalog: format!("{digest:016x}") }
    }

    /// The command that runs the study of a plan; a study of another version may be unknown.
    pub fn command_of(&self, plan: &Plan) -> Option<&'static str> {
        Some(self.resolve_study(&plan.study).ok()?.0.command)
    }
}

/// The study of a spec, one of these.
fn resolve_among(text: &str, what: &str, rows: &[StudyRow]) -> Result<(StudyRow, Args), SpecError> {
    let entries: Vec<Entry> = rows.iter().map(|row| row.entry).collect();
    let args = resolve(&Spec::parse(text)?, what, &entries, &[])?;
    let row = rows.iter().find(|row| row.entry.name == args.name()).expect("it was resolved among them");
    Ok((*row, args))
}
