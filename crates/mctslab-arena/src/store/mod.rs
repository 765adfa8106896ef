//! The store: one SQLite file with every run and every game.
//!
//! SQLite is asked for write-ahead logging, so that readers never wait and a killed writer loses at most its last batch, and for
//! `synchronous = NORMAL`: a commit is safe from the death of the process, a checkpoint from that of the machine. A run is a row
//! with its settings and its status; a game is a row under the number of its run and its own. Lists and exports read row by row.

mod games;
mod lock;
mod runs;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

pub use runs::{OpenRun, RunRow, Status, now};

use crate::descriptors::{TOO_MANY_FILES, no_more_files};

/// Marks a file as ours: the letters `mcts`.
const APPLICATION: i32 = 0x6d63_7473;
/// The version of the tables below.
const TABLES: i32 = 1;
/// How long to wait for another program that writes.
const PATIENCE: Duration = Duration::from_secs(5);

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

/// What can go wrong with a store. Every message names both ways out.
#[derive(Debug, thiserror::Error)]
#[error("{what}{}", if *.ways { WAYS } else { "" })]
pub struct StoreError {
    what: String,
    /// Whether another store, or none, would help.
    ways: bool,
}

const WAYS: &str = "; name another store with --db PATH, or keep none with --no-store";

impl StoreError {
    fn store(path: &Path, what: &str) -> StoreError {
        StoreError { what: format!("the store `{}` {what}", path.display()), ways: true }
    }

    fn run(what: String) -> StoreError {
        StoreError { what, ways: false }
    }

    /// An error of SQLite in words that say what can be done.
    fn sqlite(path: &Path, error: &rusqlite::Error) -> StoreError {
        let words = match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => "is not a store of mctslab".to_string(),
            Some(ErrorCode::DatabaseCorrupt) => {
                format!("is damaged ({error}); what can be saved: `sqlite3 FILE .recover`")
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                "is locked by another program, and was not freed in time".to_string()
            }
            Some(ErrorCode::DiskFull) => "cannot grow: the disk is full".to_string(),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => "cannot be written: it is read-only".to_string(),
            Some(ErrorCode::CannotOpen) if no_more_files() => format!("cannot be opened: {TOO_MANY_FILES}"),
            Some(ErrorCode::CannotOpen) => {
                "cannot be opened or made there: the folder is missing or read-only".to_string()
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
    /// Opens the store at `path`, or makes one.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let store = Store::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)?;
        store.prepare().map_err(|error| StoreError::sqlite(path, &error))?;
        store.check()?;
        Ok(store)
    }

    /// Opens a store that exists, to read it; one in a folder that cannot be written will do.
    pub fn open_existing(path: &Path) -> Result<Store, StoreError> {
        if !path.exists() {
            let what = format!(
                "there is no store `{}`: nothing was recorded here; name another with --db PATH",
                path.display()
            );
            return Err(StoreError::run(what));
        }
        let store = Store::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        store.check()?;
        Ok(store)
    }

    /// Opens a store that exists, to go on with a run.
    pub fn open_for_writing(path: &Path) -> Result<Store, StoreError> {
        drop(Store::open_existing(path)?);
        Store::open(path)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Store, StoreError> {
        let connection = Connection::open_with_flags(path, flags).map_err(|error| StoreError::sqlite(path, &error))?;
        let store = Store { path: path.to_path_buf(), connection };
        store.connection.busy_timeout(PATIENCE).map_err(|error| StoreError::sqlite(path, &error))?;
        Ok(store)
    }

    /// Makes the tables of a new file.
    fn prepare(&self) -> rusqlite::Result<()> {
        let db = &self.connection;
        let application: i32 = db.query_row("PRAGMA application_id", [], |row| row.get(0))?;
        let tables: i64 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if application == APPLICATION || tables > 0 {
            if application == APPLICATION {
                db.pragma_update(None, "journal_mode", "WAL")?;
                db.pragma_update(None, "synchronous", "NORMAL")?;
            }
            return Ok(());
        }
        db.pragma_update(None, "journal_mode", "WAL")?;
        db.pragma_update(None, "synchronous", "NORMAL")?;
        db.execute_batch("BEGIN IMMEDIATE")?;
        // Two programs may have come here at once: the second finds the tables made.
        let application: i32 = db.query_row("PRAGMA application_id", [], |row| row.get(0))?;
        if application != APPLICATION {
            db.execute_batch(SCHEMA)?;
            db.pragma_update(None, "application_id", APPLICATION)?;
            db.pragma_update(None, "user_version", TABLES)?;
        }
        db.execute_batch("COMMIT")
    }

    /// Whether the file is a store, of a version that can be read.
    fn check(&self) -> Result<(), StoreError> {
        let number = |pragma: &str| self.connection.query_row(pragma, [], |row| row.get::<_, i32>(0));
        let read = number("PRAGMA application_id").and_then(|id| Ok((id, number("PRAGMA user_version")?)));
        match read.map_err(|error| StoreError::sqlite(&self.path, &error))? {
            (APPLICATION, TABLES) => Ok(()),
            (APPLICATION, version) => {
                let what = format!("has tables of version {version}, and this program knows version {TABLES}");
                Err(StoreError::store(&self.path, &what))
            }
            _ => Err(StoreError::store(&self.path, "is not a store of mctslab")),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn fail(&self) -> impl Fn(rusqlite::Error) -> StoreError + '_ {
        |error| StoreError::sqlite(&self.path, &error)
    }
}
