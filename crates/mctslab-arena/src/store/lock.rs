//! The lock on a run: held by its runner, released however the runner ends.
//!
//! It is an empty file next to the store, locked by the operating system. A killed runner leaves
//! the file, but not the lock; the next program that checks the run removes the file. Links to a
//! store lead to the same file, whatever path was given.

use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread::sleep;
use std::time::Duration;

use super::beside;

/// The number of attempts to take a lock that is held, and the time between them.
const MAX_TRIES: u32 = 5;
const RETRY_DELAY: Duration = Duration::from_millis(10);

/// The lock files of this process, for an exit that runs no destructors.
static HELD: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes the lock files of this process, which is about to exit without running destructors.
pub fn remove_locks() {
    if let Ok(mut held) = HELD.lock() {
        held.drain(..).for_each(|path| drop(std::fs::remove_file(path)));
    }
}

/// A held lock; dropping it frees the run.
pub(super) struct RunLock {
    path: PathBuf,
    file: File,
}

/// Why a lock could not be taken.
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
        let mut tries = 0;
        loop {
            // A link in a folder that others can write to must not lead to a file elsewhere.
            let no_link = rustix::fs::OFlags::NOFOLLOW.bits().cast_signed();
            let open = OpenOptions::new().create(true).truncate(false).write(true).custom_flags(no_link).open(&path);
            let file = open.map_err(Refusal::Io)?;
            match file.try_lock() {
                Ok(()) => {}
                // A program that checks whether a run is taken holds the lock for a moment.
                Err(TryLockError::WouldBlock) if tries < MAX_TRIES => {
                    tries += 1;
                    sleep(RETRY_DELAY);
                    continue;
                }
                Err(TryLockError::WouldBlock) => return Err(Refusal::Taken),
                Err(TryLockError::Error(error)) => return Err(Refusal::Io(error)),
            }
            // The previous runner may have removed the file between our opening and our locking it.
            if is_in_place(&file, &path) {
                if let Ok(mut held) = HELD.lock() {
                    held.push(path.clone());
                }
                return Ok(RunLock { path, file });
            }
        }
    }

    /// Whether a runner holds the run. The file of a killed runner is removed.
    pub(super) fn is_taken(store: &Path, run: i64) -> bool {
        let path = lock_path(store, run);
        let Ok(file) = File::open(&path) else { return false };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => true,
            Err(TryLockError::Error(_)) => false,
            Ok(()) => {
                if is_in_place(&file, &path) {
                    // If the file cannot be removed, it does no harm.
                    drop(std::fs::remove_file(&path));
                }
                false
            }
        }
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
    let real = std::fs::canonicalize(store).unwrap_or_else(|_| store.to_path_buf());
    beside(&real, &format!("-run{run}.lock"))
}

impl Drop for RunLock {
    fn drop(&mut self) {
        // Removed while locked, so that no other process can lock a file that is about to go. If it
        // cannot be removed, it does no harm.
        drop(std::fs::remove_file(&self.path));
        if let Ok(mut held) = HELD.lock() {
            held.retain(|path| *path != self.path);
        }
        drop(self.file.unlock());
    }
}
