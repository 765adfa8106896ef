//! A stored run, read back: its study with all results that the store has.

use std::collections::HashMap;
use std::sync::Arc;

use mctslab_arena::{Numbered, RunRow, Seats, Status, Store, StoreError, TaskResult};
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
use crate::touchstone::earlier_agent;

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
        let mut agents = AgentNumbers::new(self)?;
        let mut all = 0;
        while let Some(round) = study.next() {
            let mut found = 0;
            self.results_in(round.tasks.clone(), &mut agents, |result| {
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
        let mut agents = AgentNumbers::new(self)?;
        self.store.results(self.row.run, 0..u64::MAX, |result| {
            if observes {
                let result = self.checked(agents.renumbered(result))?;
                observes = study.observe(&result, &agents.all);
            }
            Ok::<(), StoreError>(())
        })?;
        Ok(observes)
    }

    /// Hands over all results in their order, each with the agents that were seen up to it.
    pub fn results(
        &self,
        mut each: impl FnMut(TaskResult, &[Numbered]) -> Result<(), LabError>,
    ) -> Result<(), LabError> {
        let mut agents = AgentNumbers::new(self)?;
        self.store.results(self.row.run, 0..u64::MAX, |result| {
            let result = self.checked(agents.renumbered(result))?;
            each(result, &agents.all)
        })
    }

    /// The result of one task, with the agents of the run.
    pub fn result(&self, task: u64) -> Result<(Option<TaskResult>, Vec<Numbered>), LabError> {
        let (mut found, mut agents) = (None, AgentNumbers::new(self)?);
        // Numbers of an earlier version are given in the order of appearance, so that all games
        // before count.
        let first = if agents.is_earlier { 0 } else { task };
        self.results_in(first..task.saturating_add(1), &mut agents, |result| {
            found = Some(result).filter(|result| result.task() == task);
            Ok(())
        })?;
        Ok((found, agents.all))
    }

    fn results_in(
        &self,
        range: std::ops::Range<u64>,
        agents: &mut AgentNumbers,
        mut each: impl FnMut(TaskResult) -> Result<(), LabError>,
    ) -> Result<(), LabError> {
        self.store.results(self.row.run, range, |result| each(self.checked(agents.renumbered(result))?))
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

/// The agents of a run by their numbers. Studies of earlier versions gave agents numbers with bits
/// that said how many iterations they had; they get numbers in the order in which they appear.
struct AgentNumbers {
    all: Vec<Numbered>,
    is_earlier: bool,
    target: String,
    touchstone: String,
    known: HashMap<usize, usize>,
}

impl AgentNumbers {
    fn new(stored: &Stored<'_>) -> Result<AgentNumbers, LabError> {
        let plan = &stored.row.plan;
        let mut all = stored.store.agents(stored.row.run)?;
        let is_earlier = all.is_empty() && stored.settings.has_touchstone();
        if all.is_empty() {
            let listed = if is_earlier { 1 } else { plan.agents.len() };
            let numbered = |(number, spec): (usize, &String)| Numbered { number, spec: spec.clone() };
            all = plan.agents.iter().take(listed).enumerate().map(numbered).collect();
        }
        if let (Some(Kind::Against), Some(opponent)) = (stored.settings.kind, plan.agents.last()) {
            // It has a number for each seat that it takes; a run of samples has no list of them.
            let copies = all.len()..plan.agents.len() + stored.game.players().saturating_sub(2);
            all.extend(copies.map(|number| Numbered { number, spec: opponent.clone() }));
        }
        let spec = |place: usize| plan.agents.get(place).cloned().unwrap_or_default();
        Ok(AgentNumbers { all, is_earlier, target: spec(0), touchstone: spec(1), known: HashMap::from([(0, 0)]) })
    }

    fn renumbered(&mut self, result: TaskResult) -> TaskResult {
        let TaskResult::Game(mut record) = result else { return result };
        if self.is_earlier {
            let numbers: Vec<usize> = record.seats.iter().map(|number| self.number(number)).collect();
            record.seats = Seats::new(&numbers);
            if let Some(forfeit) = &mut record.forfeit {
                forfeit.agent = self.number(forfeit.agent);
            }
        }
        TaskResult::Game(record)
    }

    fn number(&mut self, earlier: usize) -> usize {
        if let Some(known) = self.known.get(&earlier) {
            return *known;
        }
        let number = self.all.len();
        self.all.push(Numbered { number, spec: earlier_agent(earlier, &self.target, &self.touchstone) });
        self.known.insert(earlier, number);
        number
    }
}
