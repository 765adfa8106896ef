//! The lock on a run: held by its runner, gone with it however it ends.
//!
//! An empty file beside the store, locked by the operating system. A killed runner leaves the file, but not the lock.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// A held lock; dropping it frees the run.
pub(super) struct RunLock {
    path: PathBuf,
    file: File,
}

/// Why a lock was not given.
pub(super) enum Refusal {
    /// Another runner has it.
    Taken,
    /// The file cannot be made.
    Io(std::io::Error),
}

impl RunLock {
    /// Locks run number `run` of the store at `store`.
    pub(super) fn take(store: &Path, run: i64) -> Result<RunLock, Refusal> {
        let path = lock_path(store, run);
        loop {
            let open = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
            let file = open.map_err(Refusal::Io)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(Refusal::Taken),
                Err(TryLockError::Error(error)) => return Err(Refusal::Io(error)),
            }
            // The runner before may have removed the file between our opening and our locking it.
            if is_in_place(&file, &path) {
                return Ok(RunLock { path, file });
            }
        }
    }

    /// Whether a runner holds the run.
    pub(super) fn is_taken(store: &Path, run: i64) -> bool {
        let Ok(file) = OpenOptions::new().write(true).open(lock_path(store, run)) else { return false };
        matches!(file.try_lock(), Err(TryLockError::WouldBlock))
    }
}

/// Whether the open file is still the one at that path.
#[cfg(unix)]
fn is_in_place(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(ours), Ok(theirs)) => ours.ino() == theirs.ino(),
        _ => false,
    }
}

/// Whether the open file is still the one at that path.
#[cfg(not(unix))]
fn is_in_place(_file: &File, path: &Path) -> bool {
    path.exists()
}

fn lock_path(store: &Path, run: i64) -> PathBuf {
    let mut name = store.as_os_str().to_owned();
    name.push(format!("-run{run}.lock"));
    PathBuf::from(name)
}

impl Drop for RunLock {
    fn drop(&mut self) {
        // Removed while locked, so that nobody can lock a file that is about to go. What remains does no harm.
        drop(std::fs::remove_file(&self.path));
        drop(self.file.unlock());
    }
}
