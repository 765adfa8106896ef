//! A run: a plan, its study and its results, as a state machine. It has no threads, no clock and
//! prints nothing.
//!
//! It hands out jobs, takes results in any order and any number of times, and hands them to the
//! study in the order of their numbers. What is left to do is the tasks of the round minus the
//! results that there are; where an earlier runner has done some of a round, the whole round is
//! read back from the store when it is over.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use mctslab_arena::{
    Job, JobFailure, NoStart, Numbered, OpenRun, Plan, Record, Round, StartWatch, TaskResult, TaskSet,
};
use mctslab_registry::AnyGame;

use crate::alarms::Alarms;
use crate::document::{About, Document, Settings};
use crate::error::LabError;
use crate::hints::SharedHints;
use crate::inspect::check_result;
use crate::lab::Lab;
use crate::study::{Progress, Study};
use crate::study_context::StudyContext;

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// There is more to do.
    Open,
    /// It was stopped, and can be resumed.
    Stopped,
    /// Its time is up, and it can be resumed.
    OutOfTime,
    /// There is nothing more to do.
    Over,
}

/// A run.
pub struct Run {
    plan: Arc<Plan>,
    settings: Settings,
    game: Arc<dyn AnyGame>,
    study: Box<dyn Study>,
    store: Option<OpenRun>,
    state: RunState,
    /// Tasks with results.
    done: TaskSet,
    count: u64,
    starts: StartWatch,
    /// What is said of the first forfeits.
    alarms: Alarms,
    /// Results that are not written yet.
    batch: Vec<TaskResult>,
    round: Option<Arc<Round>>,
    /// What was not handed out yet of the round.
    todo: VecDeque<Range<u64>>,
    /// Results with gaps before them.
    pending: BTreeMap<u64, TaskResult>,
    /// The next result that the study takes.
    next: u64,
    /// Nothing of the round was there before, so that the study takes results as they come.
    live: bool,
    /// Agents that the store knows.
    written: HashSet<usize>,
    /// What its jobs took of the processor and is not written yet, or what they took in all if
    /// there is no store.
    cpu: Duration,
}

impl Run {
    /// A run of a plan, kept in the store if there is one.
    pub fn new(lab: &Lab, plan: Plan, store: Option<OpenRun>) -> Result<Run, LabError> {
        let game = lab.catalog().game(&plan.game)?;
        let study = lab.study(&plan, &game)?;
        let command = lab.resolve_study(&plan.study)?.0.command;
        let settings = Settings::of(lab, &plan, command);
        let done = store.as_ref().map(OpenRun::done).transpose()?.unwrap_or_default();
        Ok(Run {
            plan: Arc::new(plan),
            settings,
            game,
            study,
            store,
            state: RunState::Open,
            count: done.count_in(&(0..u64::MAX)),
            done,
            starts: StartWatch::default(),
            alarms: Alarms::default(),
            batch: Vec::new(),
            round: None,
            todo: VecDeque::new(),
            pending: BTreeMap::new(),
            next: 0,
            live: true,
            written: HashSet::new(),
            cpu: Duration::ZERO,
        })
    }

    /// The plan.
    pub fn plan(&self) -> &Arc<Plan> {
        &self.plan
    }

    /// The run in its store.
    pub fn store(&self) -> Option<&OpenRun> {
        self.store.as_ref()
    }

    /// How far it is.
    pub fn state(&self) -> RunState {
        self.state
    }

    /// Tasks that are done, those of earlier runners included.
    pub fn done(&self) -> u64 {
        self.count
    }

    /// What its jobs took of the processor, added up over the threads that played them, and has not
    /// been written.
    pub fn cpu(&self) -> Duration {
        self.cpu
    }

    /// Takes note of what a job took of the processor.
    pub fn add_cpu(&mut self, cpu: Duration) {
        self.cpu += cpu;
    }

    /// How many tasks there will be; `None` if the study decides that while it runs.
    pub fn planned(&self) -> Option<u64> {
        (!self.study.decides_while_running()).then(|| self.study.planned())
    }

    /// How far the study is.
    pub fn progress(&self) -> Progress {
        self.study.progress()
    }

    /// What the run is, for its document.
    pub fn about(&self) -> About<'_> {
        let about = About::played(&self.settings, self.store.as_ref().map(OpenRun::number));
        About { stopped: self.state() == RunState::Stopped, ..about }
    }

    /// What the study found.
    pub fn document(&self) -> Box<dyn Document + '_> {
        self.study.document(self.about())
    }

    /// The words of the front end for what can be done next.
    pub fn hints(&self) -> &SharedHints {
        &self.settings.hints
    }

    /// The study.
    pub fn study(&self) -> &(dyn Study + 'static) {
        &*self.study
    }

    /// Keeps from now on what a page shows of single games.
    pub fn keep_games(&mut self) {
        self.study.keep_games();
    }

    /// Makes what a page shows of single games, once the run is over.
    pub fn show_games(&mut self) -> Result<(), LabError> {
        self.study.show_games(StudyContext { plan: &self.plan, game: &self.game })
    }

    /// What happened in the first game that each agent lost by each kind of fault, in the order in
    /// which they came in: somebody should know of them at once.
    pub fn alarms(&self) -> &[String] {
        self.alarms.texts()
    }

    /// What a reader should know before the first game.
    pub fn remarks(&self) -> Result<Vec<String>, LabError> {
        self.study.remarks(StudyContext { plan: &self.plan, game: &self.game })
    }

    /// Some of the tasks that can be done now, no more than `most`; `None` if there are none,
    /// because results are to come first or the run is over. `id` and `run` are what the job will
    /// be called.
    pub fn take_job(&mut self, id: u64, run: usize, most: u64) -> Result<Option<Job>, LabError> {
        while self.state == RunState::Open {
            if let (Some(round), Some(range)) = (&self.round, self.todo.front_mut()) {
                let end = range.end.min(range.start.saturating_add(most.max(1)));
                let tasks = range.start..end;
                range.start = end;
                let round = Arc::clone(round);
                if range.is_empty() {
                    self.todo.pop_front();
                }
                return Ok(Some(Job { id, run, plan: Arc::clone(&self.plan), round, tasks }));
            }
            if !self.finish_round()? {
                return Ok(None);
            }
            self.begin_round()?;
        }
        Ok(None)
    }

    /// Tasks of the round that were not handed out yet.
    pub fn waiting(&self) -> u64 {
        self.todo.iter().map(|range| range.end - range.start).sum()
    }

    /// Ends the round if all its results are there.
    fn finish_round(&mut self) -> Result<bool, LabError> {
        let Some(round) = &self.round else { return Ok(true) };
        if self.done.count_in(&round.tasks) < round.tasks.end - round.tasks.start {
            return Ok(false);
        }
        // Games of an agent that did not start are kept only if the run goes on all the same; where
        // there are no others, nothing was measured.
        if let (0, true, Some(error)) = (self.count, self.batch.is_empty(), self.starts.worst()) {
            return Err(self.no_start(error));
        }
        let mut held = Vec::new();
        self.starts.release(&mut held);
        self.batch.extend(held.into_iter().map(TaskResult::Game));
        self.settle()?;
        Ok(true)
    }

    /// Hands everything that there is of the round to the study.
    fn settle(&mut self) -> Result<(), LabError> {
        self.flush()?;
        let Some(round) = self.round.take() else { return Ok(()) };
        for result in std::mem::take(&mut self.pending).into_values() {
            self.study.add(&result);
        }
        if let (false, Some(store)) = (self.live, &self.store) {
            let study = &mut self.study;
            let context = StudyContext { plan: &self.plan, game: &self.game };
            store.read(round.tasks.clone(), |result| {
                if let Err(reason) = check_result(&**study, context, &round, &result) {
                    return Err(store.store().damaged_by(&result, &reason));
                }
                study.add(&result);
                Ok(())
            })?;
        }
        Ok(())
    }

    fn begin_round(&mut self) -> Result<(), LabError> {
        let Some(round) = self.study.next() else {
            self.state = RunState::Over;
            if let Some(store) = &mut self.store {
                store.finish()?;
            }
            return Ok(());
        };
        self.next = round.tasks.start;
        self.live = self.done.count_in(&round.tasks) == 0;
        self.todo = self.done.missing_in(&round.tasks).into();
        self.round = Some(Arc::new(round));
        Ok(())
    }

    /// Takes results, in any order. Those that are there already are the same, and not counted
    /// twice.
    pub fn accept(&mut self, results: Vec<TaskResult>) -> Result<(), LabError> {
        for result in results {
            let task = result.task();
            let Some(round) = self.round.as_ref().filter(|round| round.tasks.contains(&task)) else { continue };
            if self.done.contains(task) {
                continue;
            }
            let context = StudyContext { plan: &self.plan, game: &self.game };
            let checked = check_result(&*self.study, context, round, &result);
            checked.map_err(|reason| LabError::Rubbish { task, reason })?;
            self.done.insert(task..task + 1);
            match result {
                TaskResult::Game(record) => self.watch_start(record)?,
                own @ TaskResult::Own { .. } => self.batch.push(own),
            }
        }
        Ok(())
    }

    /// Keeps a record, unless it is one of an agent that never starts.
    fn watch_start(&mut self, record: Record) -> Result<(), LabError> {
        if let Some(forfeit) = &record.forfeit {
            let name = self.name(forfeit.agent);
            self.alarms.see(&record, &name);
        }
        if !self.starts.is_holding() && record.forfeit.is_none() {
            self.batch.push(TaskResult::Game(record));
            return Ok(());
        }
        let mut kept = Vec::new();
        let outcome = self.starts.see(record, &mut kept);
        self.batch.extend(kept.into_iter().map(TaskResult::Game));
        outcome.map_err(|error| self.no_start(error))
    }

    /// The error of an agent that does not start.
    fn no_start(&self, NoStart { agent, times, message }: NoStart) -> LabError {
        LabError::NoStart { agent: self.spec(agent), times, message }
    }

    /// What people call an agent of the round: as it was typed, if it is one of the plan.
    fn name(&self, number: usize) -> String {
        let spec = self.spec(number);
        let named = self.plan.agents.get(number).is_some_and(|agent| *agent == spec);
        if named { self.plan.names.get(number).cloned().unwrap_or(spec) } else { spec }
    }

    fn spec(&self, number: usize) -> String {
        let agent = self.round.as_ref().and_then(|round| round.agents().iter().find(|agent| agent.number == number));
        agent.map_or_else(|| number.to_string(), |agent| agent.spec.clone())
    }

    /// Results that wait to be written.
    pub fn unwritten(&self) -> usize {
        self.batch.len()
    }

    /// Writes what was not written yet, and hands it to the study as far as the order of numbers
    /// allows.
    pub fn flush(&mut self) -> Result<(), LabError> {
        if self.batch.is_empty() {
            return Ok(());
        }
        if let Some(store) = &mut self.store {
            let agents = self.round.as_ref().map_or(&[][..], |round| round.agents());
            let new: Vec<Numbered> =
                agents.iter().filter(|agent| !self.written.contains(&agent.number)).cloned().collect();
            store.write(&self.batch, &new, self.cpu)?;
            self.cpu = Duration::ZERO;
            self.written.extend(new.iter().map(|agent| agent.number));
        }
        self.count += self.batch.len() as u64;
        for result in self.batch.drain(..).filter(|_| self.live) {
            if result.task() == self.next {
                self.study.add(&result);
                self.next += 1;
            } else {
                self.pending.insert(result.task(), result);
            }
            while let Some(result) = self.pending.remove(&self.next) {
                self.study.add(&result);
                self.next += 1;
            }
        }
        Ok(())
    }

    /// Hands out no more jobs: the run is to be resumed later. Results of jobs that are out are
    /// still taken.
    pub fn stop(&mut self) {
        if self.state == RunState::Open {
            self.state = RunState::Stopped;
        }
    }

    /// The same because the time is up.
    pub fn time_out(&mut self) {
        if self.state == RunState::Open {
            self.state = RunState::OutOfTime;
        }
    }

    /// Closes a run of which no more results will come: writes everything, and lets the study see
    /// what there is.
    pub fn close(&mut self) -> Result<(), LabError> {
        let unfinished = self.state != RunState::Over;
        self.settle()?;
        if unfinished {
            self.study.give_up();
        }
        Ok(())
    }

    /// The error that a failed job ends the run with.
    pub fn failed(&self, failure: JobFailure) -> LabError {
        match failure {
            JobFailure::Refused(reason) => LabError::Request(reason),
            JobFailure::Panic { task, agent, message } => {
                let (who, whose) = match agent {
                    Some(agent) => (format!("`{}`", self.spec(agent)), "the agent or of the game"),
                    None => ("the game".to_string(), "its rules"),
                };
                let one = self.study.unit().trim_end_matches('s');
                let place = task.map_or(String::new(), |task| format!(" in {one} {task}"));
                LabError::Panic { who, place, message, whose }
            }
        }
    }
}
