//! A stored run, read back: its study with all results that the store has.

use std::sync::Arc;

use mctslab_arena::{Numbered, RunRow, Status, Store, StoreError, TaskResult};
use mctslab_registry::AnyGame;

use crate::agents::Agents as Kind;
use crate::anchor::Anchor;
use crate::document::{About, Document, Settings};
use crate::error::LabError;
use crate::inspect::check_result;
use crate::lab::Lab;
use crate::names::anchor;
use crate::reader::Reader;
use crate::study::Study;
use crate::study_context::StudyContext;

/// A stored run.
pub struct Stored<'a> {
    store: &'a Store,
    reader: Reader,
    /// The run.
    pub row: RunRow,
    /// Its plan in the words of the command line.
    pub settings: Settings,
    /// Its game, of a catalog without agents.
    pub game: Arc<dyn AnyGame>,
    /// One more than the greatest number of an agent that the store lists.
    listed: usize,
}

/// A stored run with its study, which has seen all results.
pub struct Replayed<'a> {
    /// The run.
    pub stored: Stored<'a>,
    /// The study.
    pub study: Box<dyn Study>,
}

/// A stored run, read back.
pub fn replay<'a>(lab: &Lab, store: &'a Store, run: i64) -> Result<Replayed<'a>, LabError> {
    let stored = Stored::new(lab, store, run)?;
    let study = stored.replay(false)?;
    Ok(Replayed { stored, study })
}

/// The same with what a page shows of single games.
pub fn replay_for_page<'a>(lab: &Lab, store: &'a Store, run: i64) -> Result<Replayed<'a>, LabError> {
    let stored = Stored::new(lab, store, run)?;
    let mut study = stored.replay(true)?;
    study.show_games(StudyContext { plan: &stored.row.plan, game: &stored.game })?;
    Ok(Replayed { stored, study })
}

impl Replayed<'_> {
    /// What the run is, for its document.
    pub fn about(&self) -> About<'_> {
        About::stored(&self.stored.settings, &self.stored.row)
    }

    /// What the run found.
    pub fn document(&self) -> Box<dyn Document + '_> {
        self.study.document(self.about())
    }
}

impl<'a> Stored<'a> {
    /// A run of the store.
    pub fn new(lab: &Lab, store: &'a Store, run: i64) -> Result<Stored<'a>, LabError> {
        let (mut row, reader) = (store.run(run)?, Reader::new(lab));
        let game = reader.game(&row.plan)?;
        let settings = Settings::of(lab, &row.plan, &row.command);
        row.plan.names.clone_from(&settings.names);
        if settings.has_touchstone() && row.plan.agents.len() != 2 {
            return Err(store.lacks_agents(run, row.plan.agents.len()).into());
        }
        let listed = store.agents(run)?.iter().map(|agent| agent.number + 1).max().unwrap_or_default();
        Ok(Stored { store, reader, row, settings, game, listed })
    }

    /// The agent of a tournament that its ratings are to be relative to.
    pub fn anchor(&self, text: Option<&str>) -> Result<Option<Anchor>, LabError> {
        let Some(text) = text else { return Ok(None) };
        if self.settings.kind != Some(Kind::Many) {
            let (run, command) = (self.row.run, &self.row.command);
            let reason = format!(
                "an anchor is for the ratings of a tournament, and run {run} is a {command}: leave the anchor out"
            );
            return Err(LabError::Request(reason));
        }
        anchor(&*self.game, &self.row.plan.agents, text).map(Some)
    }

    /// Whether the run is one of an earlier version.
    pub fn is_earlier(&self) -> bool {
        self.row.plan.version != env!("CARGO_PKG_VERSION")
    }

    /// The study with the results that there are. An earlier version may have decided otherwise; a
    /// study that can make something of its results all the same is shown them.
    fn replay(&self, keep_games: bool) -> Result<Box<dyn Study>, LabError> {
        let fresh = || -> Result<Box<dyn Study>, LabError> {
            let mut study = self.reader.study(&self.row.plan, &self.game)?;
            if keep_games {
                study.keep_games();
            }
            Ok(study)
        };
        let mut study = fresh()?;
        let replayed = self.decide_again(&mut *study);
        if replayed.is_ok() || !self.is_earlier() {
            return replayed.map(|()| study);
        }
        let mut study = fresh()?;
        if !self.observe(&mut *study)? {
            return replayed.map(|()| study);
        }
        study.conclude();
        Ok(study)
    }

    /// Lets a study take its decisions again, from the results that there are.
    fn decide_again(&self, study: &mut dyn Study) -> Result<(), LabError> {
        let mut all = 0;
        while let Some(round) = study.next() {
            let mut found = 0;
            self.results_in(round.tasks.clone(), |result| {
                let context = StudyContext { plan: &self.row.plan, game: &self.game };
                if let Err(reason) = check_result(study, context, &round, &result) {
                    return Err(self.store.damaged_by(&result, &reason).into());
                }
                found += 1;
                study.add(&result);
                Ok(())
            })?;
            all += found;
            if found < round.tasks.end - round.tasks.start {
                study.give_up();
                break;
            }
        }
        if self.row.status == Status::Finished && all < self.row.games {
            return Err(self.store.lacks_results(self.row.run, all, self.row.games).into());
        }
        Ok(())
    }

    /// Shows all results to a study that can make something of them; `false` if it replays its
    /// decisions instead.
    fn observe(&self, study: &mut dyn Study) -> Result<bool, LabError> {
        let mut observes = true;
        let agents = agents_of(self)?;
        self.store.results(self.row.run, 0..u64::MAX, |result| {
            if observes {
                let result = self.checked(result)?;
                observes = study.observe(&result, &agents);
            }
            Ok::<(), StoreError>(())
        })?;
        Ok(observes)
    }

    /// Hands over all results in their order, each with the agents of the run.
    pub fn results(
        &self,
        mut each: impl FnMut(TaskResult, &[Numbered]) -> Result<(), LabError>,
    ) -> Result<(), LabError> {
        let agents = agents_of(self)?;
        self.results_in(0..u64::MAX, |result| each(result, &agents))
    }

    /// The result of one task, with the agents of the run.
    pub fn result(&self, task: u64) -> Result<(Option<TaskResult>, Vec<Numbered>), LabError> {
        let mut found = None;
        self.results_in(task..task.saturating_add(1), |result| {
            found = Some(result);
            Ok(())
        })?;
        Ok((found, agents_of(self)?))
    }

    fn results_in(
        &self,
        range: std::ops::Range<u64>,
        mut each: impl FnMut(TaskResult) -> Result<(), LabError>,
    ) -> Result<(), LabError> {
        self.store.results(self.row.run, range, |result| each(self.checked(result)?))
    }

    /// How many agents there may be: touchstones have a number for each of their iterations, an
    /// opponent has one for each seat, and a study may have agents of its own.
    fn most_agents(&self) -> usize {
        let (listed, seats) = (self.row.plan.agents.len(), self.game.players());
        match self.settings.kind {
            _ if self.settings.has_touchstone() => usize::MAX,
            Some(Kind::Against) => listed + seats.saturating_sub(2),
            _ => listed.max(self.listed),
        }
    }

    /// What is wrong with a game of an agent that nobody knows.
    pub(crate) fn damaged(&self, task: u64) -> LabError {
        self.store.damaged(task).into()
    }

    /// Refuses a game that cannot be one of the run.
    fn checked(&self, result: TaskResult) -> Result<TaskResult, StoreError> {
        match result.game() {
            Some(record) if !record.fits(self.most_agents(), self.game.players()) => {
                Err(self.store.damaged(record.fixture))
            }
            _ => Ok(result),
        }
    }
}

/// The agents of a run by their numbers.
fn agents_of(stored: &Stored<'_>) -> Result<Vec<Numbered>, LabError> {
    let plan = &stored.row.plan;
    let mut all = stored.store.agents(stored.row.run)?;
    if all.is_empty() {
        let numbered = |(number, spec): (usize, &String)| Numbered { number, spec: spec.clone() };
        all = plan.agents.iter().enumerate().map(numbered).collect();
    }
    if let (Some(Kind::Against), Some(opponent)) = (stored.settings.kind, plan.agents.last()) {
        // It has a number for each seat that it takes; a run of samples has no list of them.
        let copies = all.len()..plan.agents.len() + stored.game.players().saturating_sub(2);
        all.extend(copies.map(|number| Numbered { number, spec: opponent.clone() }));
    }
    Ok(all)
}
