//! Runs in the store: starting, resuming and listing them.

use std::fmt;
use std::ops::Range;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use mctslab_core::text::printable;
use rusqlite::{OptionalExtension, Row, params};

use super::lock::{Refusal, RunLock};
use super::{Store, StoreError, earlier, games};
use crate::descriptors::{TOO_MANY_FILES, too_many_files};
use crate::{Numbered, Plan, PlanError, Record, TaskResult, TaskSet};

/// The progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is being played.
    Running,
    /// It was stopped or killed and can be resumed.
    Interrupted,
    /// All its games were played, or its stop rule ended it.
    Finished,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Running => "running",
            Status::Interrupted => "interrupted",
            Status::Finished => "finished",
        })
    }
}

/// A run in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct RunRow {
    /// Its number.
    pub run: i64,
    /// The command that started it.
    pub command: String,
    /// Its plan.
    pub plan: Plan,
    /// Its progress.
    pub status: Status,
    /// Games played.
    pub games: u64,
    /// Games planned.
    pub planned: u64,
    /// Operating system and processor of the machine it was started on.
    pub machine: String,
    /// The time of its start, in seconds since 1970.
    pub started: u64,
    /// The commit of the program that started it; `None` if an earlier version did.
    pub build: Option<String>,
}

/// Seconds since 1970: only for the date of a run, never for measured times.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

const COLUMNS: &str = "run, settings, names, status, games, planned, machine, started, command";

impl Store {
    /// Starts a new run and locks it.
    pub fn start(self, command: &str, plan: &Plan, planned: u64) -> Result<OpenRun, StoreError> {
        let machine = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
        let inserted = self.connection.execute(
            "INSERT INTO runs (command, game, seed, settings, planned, status, version, machine, started, names)
             VALUES (?1, ?2, ?3, ?4, ?5, 'open', ?6, ?7, ?8, ?9)",
            params![
                command,
                plan.game,
                plan.seed as i64,
                plan.text(),
                planned as i64,
                plan.version,
                machine,
                now().to_string(),
                serde_json::to_string(&plan.names).expect("strings can always be written"),
            ],
        );
        inserted.map_err(self.fail())?;
        let run = self.connection.last_insert_rowid();
        self.take_up(run)
    }

    /// Locks a run in order to resume it.
    pub fn take_up(self, run: i64) -> Result<OpenRun, StoreError> {
        match RunLock::take(&self.path, run) {
            Ok(lock) => Ok(OpenRun { store: self, run, lock }),
            Err(Refusal::Taken) => {
                let what = format!("run {run} is being played by another runner: wait until it ends, or stop it");
                Err(StoreError::run(what))
            }
            Err(Refusal::Io(error)) => {
                let why =
                    if too_many_files(&error) { TOO_MANY_FILES } else { "a lock file next to it cannot be created" };
                Err(StoreError::store(&self.path, &format!("cannot be locked: {why} ({error})")))
            }
        }
    }

    /// All runs in the order in which they were started.
    pub fn runs(&self, mut each: impl FnMut(RunRow)) -> Result<(), StoreError> {
        let query = format!("SELECT {COLUMNS} FROM runs ORDER BY run");
        let mut statement = self.connection.prepare(&query).map_err(self.fail())?;
        let mut rows = statement.query([]).map_err(self.fail())?;
        while let Some(row) = rows.next().map_err(self.fail())? {
            each(self.run_row(row)?);
        }
        Ok(())
    }

    /// One run; the error names all of them.
    pub fn run(&self, run: i64) -> Result<RunRow, StoreError> {
        let query = format!("SELECT {COLUMNS} FROM runs WHERE run = ?1");
        let mut statement = self.connection.prepare(&query).map_err(self.fail())?;
        let mut rows = statement.query([run]).map_err(self.fail())?;
        if let Some(row) = rows.next().map_err(self.fail())? {
            return self.run_row(row);
        }
        let range = self.connection.query_row("SELECT min(run), max(run) FROM runs", [], |row| {
            Ok((row.get::<_, Option<i64>>(0)?, row.get::<_, Option<i64>>(1)?))
        });
        let known = match range.optional().map_err(self.fail())? {
            Some((Some(first), Some(last))) => format!("it has runs {first} to {last}"),
            _ => "it has none".to_string(),
        };
        let path = self.path.display();
        let what = format!("no run {run} in the store `{path}`: {known}");
        Err(StoreError { is_unknown_run: true, ..StoreError::run(what) })
    }

    fn run_row(&self, row: &Row<'_>) -> Result<RunRow, StoreError> {
        let run: i64 = row.get(0).map_err(self.fail())?;
        let text = |column: usize| row.get::<_, String>(column).map_err(self.fail());
        let count = |column: usize| row.get::<_, i64>(column).map(|number| number as u64).map_err(self.fail());
        let unreadable = |error: String| {
            StoreError::store(&self.path, &format!("holds settings of run {run} that cannot be read ({error})"))
        };
        let names: Vec<String> = serde_json::from_str(&text(2)?).map_err(|error| unreadable(error.to_string()))?;
        let settings = text(1)?;
        let refused = |error: PlanError| match earlier::version_before_plans(&settings) {
            Some(version) => {
                let last = "mctslab 0.4.0 is the last version that reads it";
                StoreError::store(&self.path, &format!("holds run {run} of mctslab {version}; {last}"))
            }
            None => unreadable(error.to_string()),
        };
        let mut plan = Plan { names, ..Plan::parse(&settings).map_err(refused)? };
        plan.agents = plan.agents.into_iter().map(earlier::agent).collect();
        if plan.names.len() != plan.agents.len() {
            let counts = format!("{} names for {} agents", plan.names.len(), plan.agents.len());
            return Err(unreadable(counts));
        }
        // A store may come from elsewhere: its texts for users are made printable.
        plan.names = plan.names.iter().map(|name| printable(name).into_owned()).collect();
        let (games, planned, machine) = (count(4)?, count(5)?, printable(&text(6)?).into_owned());
        // A killed runner could not change the status; its lock is gone. The check removes the file
        // that it left, next to a finished run too.
        let taken = RunLock::is_taken(&self.path, run);
        let status = match text(3)?.as_str() {
            "finished" => Status::Finished,
            _ if taken => Status::Running,
            _ => Status::Interrupted,
        };
        let started = text(7)?.parse().unwrap_or_default();
        let command = printable(&text(8)?).into_owned();
        let build = self.build(run)?;
        Ok(RunRow { run, command, plan, status, games, planned, machine, started, build })
    }

    /// The commit of the program that started a run, if it is known.
    fn build(&self, run: i64) -> Result<Option<String>, StoreError> {
        if !self.has_table("run_builds")? {
            return Ok(None);
        }
        let query = "SELECT build FROM run_builds WHERE run = ?1";
        let found = self.connection.query_row(query, [run], |row| row.get::<_, String>(0)).optional();
        Ok(found.map_err(self.fail())?.map(|build| printable(&build).into_owned()))
    }

    /// Passes on the games of a run with numbers in `range`, in their order, one at a time.
    pub fn games<E: From<StoreError>>(
        &self,
        run: i64,
        range: Range<u64>,
        each: impl FnMut(Record) -> Result<(), E>,
    ) -> Result<(), E> {
        games::read(self, run, range, each)
    }

    /// Passes on all results of a run with numbers in `range`, in their order, one at a time.
    pub fn results<E: From<StoreError>>(
        &self,
        run: i64,
        range: Range<u64>,
        each: impl FnMut(TaskResult) -> Result<(), E>,
    ) -> Result<(), E> {
        games::read_results(self, run, range, each)
    }

    /// The CPU time of a run, added up over all threads and all programs that played it; `None` if
    /// an earlier version played it.
    pub fn cpu(&self, run: i64) -> Result<Option<Duration>, StoreError> {
        games::cpu(self, run)
    }

    /// The agents of a run by the numbers that its games hold; empty for a run of an earlier
    /// version, which kept no list.
    pub fn agents(&self, run: i64) -> Result<Vec<Numbered>, StoreError> {
        games::agents(self, run)
    }
}

/// A run that this process plays, and no other can.
pub struct OpenRun {
    pub(super) store: Store,
    run: i64,
    // Held for as long as the run is open.
    #[expect(dead_code, reason = "dropping it frees the run")]
    lock: RunLock,
}

impl OpenRun {
    /// Its number.
    pub fn number(&self) -> i64 {
        self.run
    }

    /// The store it is in.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Stores the commit of the program that started the run. Nothing depends on it.
    pub fn say_build(&self, build: &str) -> Result<(), StoreError> {
        let insert = "INSERT OR REPLACE INTO run_builds (run, build) VALUES (?1, ?2)";
        self.store.connection.execute(insert, params![self.run, build]).map_err(self.store.fail())?;
        Ok(())
    }

    /// The numbers of the finished tasks.
    pub fn done(&self) -> Result<TaskSet, StoreError> {
        games::done(&self.store, self.run)
    }

    /// Writes results, the agents that are new in them, and the CPU time that they took, in one
    /// transaction: all of it or nothing.
    pub fn write(&mut self, results: &[TaskResult], agents: &[Numbered], cpu: Duration) -> Result<(), StoreError> {
        games::write(&mut self.store, self.run, results, agents, cpu)
    }

    /// Passes on the results with numbers in `range`, in their order.
    pub fn read(
        &self,
        range: Range<u64>,
        each: impl FnMut(TaskResult) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        games::read_results(&self.store, self.run, range, each)
    }

    /// Marks the run as finished.
    pub fn finish(&mut self) -> Result<(), StoreError> {
        let update = "UPDATE runs SET status = 'finished' WHERE run = ?1";
        self.store.connection.execute(update, [self.run]).map_err(self.store.fail())?;
        Ok(())
    }
}
