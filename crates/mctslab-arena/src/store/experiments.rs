//! Experiments in the store: runs that belong together, each under its label.

use rusqlite::{OptionalExtension, params};

use super::runs::now;
use super::{Store, StoreError};

/// A set of runs that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExperimentRow {
    /// Its number.
    pub experiment: i64,
    /// Its name.
    pub name: String,
    /// The text of the file that it was started from.
    pub text: String,
    /// The version of mctslab that started it.
    pub version: String,
    /// The time of its start, in seconds since 1970.
    pub started: u64,
    /// Its runs by their labels, in the order of the file.
    pub runs: Vec<(String, i64)>,
}

impl Store {
    /// Stores an experiment before its first run is started, so that after a kill at any time it is
    /// known which runs are still to start.
    pub fn keep_experiment(&self, name: &str, text: &str, version: &str) -> Result<i64, StoreError> {
        let query = "INSERT INTO experiments (name, text, version, started) VALUES (?1, ?2, ?3, ?4)";
        let inserted = self.connection.execute(query, params![name, text, version, now().to_string()]);
        inserted.map(|_| self.connection.last_insert_rowid()).map_err(self.fail())
    }

    /// Adds a run to an experiment, under a label.
    pub fn keep_experiment_run(&self, experiment: i64, label: &str, run: i64) -> Result<(), StoreError> {
        let query = "INSERT INTO experiment_runs (experiment, label, run) VALUES (?1, ?2, ?3)";
        self.connection.execute(query, params![experiment, label, run]).map(drop).map_err(self.fail())
    }

    /// One experiment; the error names all of them.
    pub fn experiment(&self, experiment: i64) -> Result<ExperimentRow, StoreError> {
        let all = self.experiments()?;
        let numbers: Vec<String> = all.iter().map(|row| row.experiment.to_string()).collect();
        let known =
            if numbers.is_empty() { "it has none".to_string() } else { format!("it has {}", numbers.join(", ")) };
        let found = all.into_iter().find(|row| row.experiment == experiment);
        let path = self.path.display();
        found.ok_or_else(|| StoreError::run(format!("no experiment {experiment} in the store `{path}`: {known}")))
    }

    /// All experiments in the order in which they were started.
    pub fn experiments(&self) -> Result<Vec<ExperimentRow>, StoreError> {
        if !self.keeps_agents()? {
            return Ok(Vec::new());
        }
        let read = || -> rusqlite::Result<Vec<ExperimentRow>> {
            let query = "SELECT experiment, name, text, version, started FROM experiments ORDER BY experiment";
            let mut statement = self.connection.prepare(query)?;
            let rows = statement.query_map([], |row| {
                let started: String = row.get(4)?;
                let (experiment, name, text, version) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
                let started = started.parse().unwrap_or_default();
                Ok(ExperimentRow { experiment, name, text, version, started, runs: Vec::new() })
            })?;
            let mut all = rows.collect::<rusqlite::Result<Vec<ExperimentRow>>>()?;
            let query = "SELECT label, run FROM experiment_runs WHERE experiment = ?1 ORDER BY run";
            let mut statement = self.connection.prepare(query)?;
            for row in &mut all {
                let runs = statement.query_map([row.experiment], |row| Ok((row.get(0)?, row.get(1)?)))?;
                row.runs = runs.collect::<rusqlite::Result<_>>()?;
            }
            Ok(all)
        };
        read().map_err(self.fail())
    }

    /// The experiment that a run belongs to, and its label there.
    pub fn experiment_of(&self, run: i64) -> Result<Option<(i64, String)>, StoreError> {
        if !self.keeps_agents()? {
            return Ok(None);
        }
        let query = "SELECT experiment, label FROM experiment_runs WHERE run = ?1";
        let found = self.connection.query_row(query, [run], |row| Ok((row.get(0)?, row.get(1)?)));
        found.optional().map_err(self.fail())
    }
}
