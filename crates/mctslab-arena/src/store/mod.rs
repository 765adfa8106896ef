//! The store: one SQLite file with every run and every game.
//!
//! SQLite is asked for write-ahead logging, so that readers never wait and a killed writer loses at
//! most its last batch, and for `synchronous = NORMAL`: a commit is safe from the death of the
//! process, a checkpoint from that of the machine. A run is a row with its settings and its status;
//! a game is a row under the number of its run and its own. Lists and exports read row by row.

mod earlier;
mod experiments;
mod games;
mod lock;
mod runs;

use crate::ResultError;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

pub use experiments::ExperimentRow;
pub use lock::remove_locks;
pub use runs::{OpenRun, RunRow, Status, now};

use crate::TaskResult;
use crate::descriptors::{TOO_MANY_FILES, no_more_files};

/// The application id of our files: the letters `mcts`.
const APPLICATION_ID: i32 = 0x6d63_7473;
/// The version of the tables below.
const TABLES_VERSION: i32 = 2;
/// The first version had only runs and games; such a store is read as it is, and gets the other
/// tables when it is written to.
const FIRST_TABLES_VERSION: i32 = 1;
/// The time to wait for another program that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);

const SCHEMA: &str = "
CREATE TABLE runs (
    run INTEGER PRIMARY KEY,
    command TEXT NOT NULL,
    game TEXT NOT NULL,
    seed INTEGER NOT NULL,
    settings TEXT NOT NULL,
    names TEXT NOT NULL,
    planned INTEGER NOT NULL,
    games INTEGER NOT NULL DEFAULT 0,
    status TEXT NOT NULL,
    version TEXT NOT NULL,
    machine TEXT NOT NULL,
    started TEXT NOT NULL
);
CREATE TABLE games (
    run INTEGER NOT NULL REFERENCES runs(run),
    fixture INTEGER NOT NULL,
    seats TEXT NOT NULL,
    opening INTEGER,
    seed INTEGER NOT NULL,
    payoffs TEXT NOT NULL,
    plies INTEGER NOT NULL,
    reason TEXT NOT NULL,
    moves TEXT NOT NULL,
    duration_us INTEGER NOT NULL,
    digest INTEGER NOT NULL,
    forfeiter INTEGER,
    message TEXT,
    PRIMARY KEY (run, fixture)
) WITHOUT ROWID;
";

/// The agents of a run by the numbers that its games hold; results of tasks that are not games;
/// sets of runs that belong together.
const TABLES_OF_VERSION_2: &str = "
CREATE TABLE agents (
    run INTEGER NOT NULL REFERENCES runs(run),
    number INTEGER NOT NULL,
    spec TEXT NOT NULL,
    PRIMARY KEY (run, number)
) WITHOUT ROWID;
CREATE TABLE results (
    run INTEGER NOT NULL REFERENCES runs(run),
    task INTEGER NOT NULL,
    found TEXT NOT NULL,
    PRIMARY KEY (run, task)
) WITHOUT ROWID;
CREATE TABLE experiments (
    experiment INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    version TEXT NOT NULL,
    started TEXT NOT NULL
);
CREATE TABLE experiment_runs (
    experiment INTEGER NOT NULL REFERENCES experiments(experiment),
    label TEXT NOT NULL,
    run INTEGER NOT NULL REFERENCES runs(run),
    PRIMARY KEY (experiment, label)
) WITHOUT ROWID;
";

/// The CPU time of runs, and the build of the program that started them. An earlier program does
/// not know these tables and ignores them, so they need no version of their own.
const UNVERSIONED_TABLES: &str = "
CREATE TABLE IF NOT EXISTS run_times (
    run INTEGER PRIMARY KEY REFERENCES runs(run),
    cpu_us INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS run_builds (
    run INTEGER PRIMARY KEY REFERENCES runs(run),
    build TEXT NOT NULL
);
";

/// The error of a store.
#[derive(Debug, thiserror::Error)]
#[error("{what}")]
pub struct StoreError {
    what: String,
    /// Whether another store, or none, would avoid the error.
    pub another_would_help: bool,
    /// Whether the data cannot be right, so that another attempt would fail again.
    pub is_damage: bool,
    /// Whether a run was asked for that it does not have.
    pub is_unknown_run: bool,
}

impl StoreError {
    fn store(path: &Path, what: &str) -> StoreError {
        let what = format!("the store `{}` {what}", path.display());
        StoreError { what, another_would_help: true, is_damage: false, is_unknown_run: false }
    }

    fn damage(path: &Path, what: &str) -> StoreError {
        StoreError { is_damage: true, ..StoreError::store(path, &format!("is damaged: {what}")) }
    }

    fn run(what: String) -> StoreError {
        StoreError { what, another_would_help: false, is_damage: false, is_unknown_run: false }
    }

    /// An error of SQLite, with its remedy in words.
    fn sqlite(path: &Path, error: &rusqlite::Error) -> StoreError {
        let words = match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => "is not a store of mctslab".to_string(),
            Some(ErrorCode::DatabaseCorrupt) => {
                format!("is damaged ({error}); `sqlite3 FILE .recover` saves what can be saved")
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                "is locked by another program; try again when that has ended".to_string()
            }
            Some(ErrorCode::DiskFull) => "cannot grow: the disk is full".to_string(),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => "cannot be written: it is read-only".to_string(),
            Some(ErrorCode::CannotOpen) if no_more_files() => format!("cannot be opened: {TOO_MANY_FILES}"),
            Some(ErrorCode::CannotOpen) => {
                "cannot be opened or created there: the folder is missing or read-only, or too many files are open"
                    .to_string()
            }
            Some(ErrorCode::SystemIoFailure) => format!("cannot be read or written ({error})"),
            _ => format!("failed: {error}"),
        };
        StoreError::store(path, &words)
    }
}

/// An open store.
pub struct Store {
    path: PathBuf,
    connection: Connection,
}

impl Store {
    /// Opens the store at `path`, or creates it.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let store = Store::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        store.prepare().map_err(|error| StoreError::sqlite(path, &error))?;
        store.check()?;
        Ok(store)
    }

    /// Opens an existing store for reading; it need not be writable, nor its folder or medium.
    pub fn open_existing(path: &Path) -> Result<Store, StoreError> {
        if !path.exists() {
            let what = format!("there is no store `{}`: nothing was recorded here", path.display());
            return Err(StoreError { what, another_would_help: true, is_damage: false, is_unknown_run: false });
        }
        let store = Store::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        // Write-ahead logging needs a file next to the store even to read it.
        match store.check_tables() {
            Err(error) if is_unwritable(&error) => Store::open_unchanging(path),
            Err(error) => Err(StoreError::sqlite(path, &error)),
            Ok(outcome) => outcome.map(|()| store),
        }
    }

    /// Opens a store that cannot be changed, without its log. A log that is not empty would be
    /// overlooked, so it is an error.
    fn open_unchanging(path: &Path) -> Result<Store, StoreError> {
        let log = beside(path, "-wal");
        if std::fs::metadata(&log).is_ok_and(|data| data.len() > 0) {
            let what = format!(
                "cannot be read where it is: its last games are in `{}`, and nothing can be written there; copy both files to \
                 another folder",
                log.display()
            );
            return Err(StoreError::store(path, &what));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let connection =
            Connection::open_with_flags(unchanging(path), flags).map_err(|error| StoreError::sqlite(path, &error))?;
        let store = Store { path: path.to_path_buf(), connection };
        store.check()?;
        Ok(store)
    }

    /// Opens an existing store to continue a run.
    pub fn open_for_writing(path: &Path) -> Result<Store, StoreError> {
        drop(Store::open_existing(path)?);
        Store::open(path)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Store, StoreError> {
        let connection = Connection::open_with_flags(path, flags).map_err(|error| StoreError::sqlite(path, &error))?;
        let store = Store { path: path.to_path_buf(), connection };
        store.connection.busy_timeout(BUSY_TIMEOUT).map_err(|error| StoreError::sqlite(path, &error))?;
        Ok(store)
    }

    /// Creates the tables of a new file.
    fn prepare(&self) -> rusqlite::Result<()> {
        let db = &self.connection;
        let application: i32 = db.query_row("PRAGMA application_id", [], |row| row.get(0))?;
        let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if application == APPLICATION_ID || tables > 0 {
            if application == APPLICATION_ID {
                db.pragma_update(None, "journal_mode", "WAL")?;
                db.pragma_update(None, "synchronous", "NORMAL")?;
                self.migrate()?;
            }
            return Ok(());
        }
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.pragma_update(None, "synchronous", "NORMAL")?;
        db.execute_batch("BEGIN IMMEDIATE")?;
        // Two programs may do this at once: the second finds the tables made.
        let application: i32 = db.query_row("PRAGMA application_id", [], |row| row.get(0))?;
        if application != APPLICATION_ID {
            db.execute_batch(SCHEMA)?;
            db.execute_batch(TABLES_OF_VERSION_2)?;
            db.execute_batch(UNVERSIONED_TABLES)?;
            db.pragma_update(None, "application_id", APPLICATION_ID)?;
            db.pragma_update(None, "user_version", TABLES_VERSION)?;
        }
        db.execute_batch("COMMIT")
    }

    /// Adds the tables that a store of the first version lacks.
    fn migrate(&self) -> rusqlite::Result<()> {
        let db = &self.connection;
        let version = || db.query_row("PRAGMA user_version", [], |row| row.get::<_, i32>(0));
        if version()? == TABLES_VERSION {
            return db.execute_batch(UNVERSIONED_TABLES);
        }
        if version()? != FIRST_TABLES_VERSION {
            return Ok(());
        }
        db.execute_batch("BEGIN IMMEDIATE")?;
        // Two programs may do this at once: the second finds the tables made.
        if version()? == FIRST_TABLES_VERSION {
            db.execute_batch(TABLES_OF_VERSION_2)?;
            db.execute_batch(UNVERSIONED_TABLES)?;
            db.pragma_update(None, "user_version", TABLES_VERSION)?;
        }
        db.execute_batch("COMMIT")
    }

    /// Whether the store has a table of this name.
    fn has_table(&self, name: &str) -> Result<bool, StoreError> {
        let query = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?1";
        let count = self.connection.query_row(query, [name], |row| row.get::<_, i64>(0));
        Ok(count.map_err(self.fail())? > 0)
    }

    /// Whether the store has the tables that the first version lacks.
    fn keeps_agents(&self) -> Result<bool, StoreError> {
        let version = self.connection.query_row("PRAGMA user_version", [], |row| row.get::<_, i32>(0));
        Ok(version.map_err(self.fail())? >= TABLES_VERSION)
    }

    /// Whether the file is a store, of a version that can be read.
    fn check(&self) -> Result<(), StoreError> {
        self.check_tables().map_err(|error| StoreError::sqlite(&self.path, &error))?
    }

    /// Checks as [`Store::check`] does, with the errors of SQLite apart.
    fn check_tables(&self) -> rusqlite::Result<Result<(), StoreError>> {
        let number = |pragma: &str| self.connection.query_row(pragma, [], |row| row.get::<_, i32>(0));
        Ok(match (number("PRAGMA application_id")?, number("PRAGMA user_version")?) {
            (APPLICATION_ID, FIRST_TABLES_VERSION | TABLES_VERSION) => Ok(()),
            (APPLICATION_ID, version) => {
                let what = format!(
                    "has tables of version {version}, and this program reads versions up to {TABLES_VERSION}: use a newer mctslab"
                );
                Err(StoreError::store(&self.path, &what))
            }
            _ => Err(StoreError::store(&self.path, "is not a store of mctslab")),
        })
    }

    /// The error of a game that does not belong to its run.
    pub fn damaged(&self, fixture: u64) -> StoreError {
        StoreError::damage(&self.path, &format!("game {fixture} cannot be read"))
    }

    /// The error of a result that does not belong to its run, with the reason.
    pub fn damaged_by(&self, result: &TaskResult, reason: &ResultError) -> StoreError {
        let what = if result.game().is_some() { "game" } else { "sample" };
        StoreError::damage(&self.path, &format!("{what} {} cannot be read ({reason})", result.task()))
    }

    /// The error of a study that does not have the agents that it needs.
    pub fn lacks_agents(&self, run: i64, agents: usize) -> StoreError {
        let what = format!("run {run} is a study of {agents} agents, and a study has a target and a touchstone");
        StoreError::damage(&self.path, &what)
    }

    /// The error of a finished run whose results are incomplete.
    pub fn lacks_results(&self, run: i64, found: u64, recorded: u64) -> StoreError {
        let what = format!("run {run} was finished with {recorded} results, of which {found} are left");
        StoreError::damage(&self.path, &what)
    }

    /// The path of its file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn fail(&self) -> impl Fn(rusqlite::Error) -> StoreError + '_ {
        |error| StoreError::sqlite(&self.path, &error)
    }
}

/// Whether SQLite failed because nothing can be written.
fn is_unwritable(error: &rusqlite::Error) -> bool {
    matches!(
        error.sqlite_error_code(),
        Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::SystemIoFailure)
    )
}

/// The path of a file next to the store, whose name begins with that of the store.
fn beside(store: &Path, more: &str) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(more);
    PathBuf::from(name)
}

/// The address under which SQLite opens a file that does not change.
fn unchanging(path: &Path) -> String {
    let path = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{path}?immutable=1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_that_does_not_change_is_read_without_its_log() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("100% ours? #1.db");
        drop(Store::open(&path).expect("a new store"));
        let store = Store::open_unchanging(&path).expect("it is read");
        store.runs(|_| panic!("there is no run")).expect("a list");
        assert!(store.connection.execute("DELETE FROM runs", []).is_err(), "nothing can be written");
        assert!(!beside(&path, "-shm").exists(), "nothing is made beside it");
        std::fs::write(beside(&path, "-wal"), "something").expect("a log");
        let refused = Store::open_unchanging(&path).err().expect("its log would be overlooked").to_string();
        assert!(refused.contains("-wal") && refused.contains("copy both files"), "{refused}");
    }
}
