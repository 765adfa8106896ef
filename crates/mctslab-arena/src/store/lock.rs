//! The lock on a run: held by its runner, gone with it however it ends.
//!
//! An empty file beside the store, locked by the operating system. A killed runner leaves the file,
//! but not the lock; the next one who looks at the run removes what is left. Links to a store lead
//! to the same file, whatever path was typed.

use std::fs::{File, OpenOptions, TryLockError};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread::sleep;
use std::time::Duration;

use super::beside;

/// How often a lock that is taken is tried again, and after which time.
const TRIES: u32 = 5;
const MOMENT: Duration = Duration::from_millis(10);

/// The lock files of this program, for an end that drops nothing.
static HELD: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes the lock files of this program, which is about to end without dropping anything.
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
        let mut tries = 0;
        loop {
            // A link in a folder that others can write to must not lead to a file elsewhere.
            let no_link = rustix::fs::OFlags::NOFOLLOW.bits().cast_signed();
            let open = OpenOptions::new().create(true).truncate(false).write(true).custom_flags(no_link).open(&path);
            let file = open.map_err(Refusal::Io)?;
            match file.try_lock() {
                Ok(()) => {}
                // Who asks whether a run is taken holds the lock for a moment.
                Err(TryLockError::WouldBlock) if tries < TRIES => {
                    tries += 1;
                    sleep(MOMENT);
                    continue;
                }
                Err(TryLockError::WouldBlock) => return Err(Refusal::Taken),
                Err(TryLockError::Error(error)) => return Err(Refusal::Io(error)),
            }
            // The runner before may have removed the file between our opening and our locking it.
            if is_in_place(&file, &path) {
                if let Ok(mut held) = HELD.lock() {
                    held.push(path.clone());
                }
                return Ok(RunLock { path, file });
            }
        }
    }

    /// Whether a runner holds the run. The file of one that was killed is removed.
    pub(super) fn is_taken(store: &Path, run: i64) -> bool {
        let path = lock_path(store, run);
        let Ok(file) = File::open(&path) else { return false };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => true,
            Err(TryLockError::Error(_)) => false,
            Ok(()) => {
                if is_in_place(&file, &path) {
                    // Where nothing can be removed, what remains does no harm.
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
        // Removed while locked, so that nobody can lock a file that is about to go. What remains
        // does no harm.
        drop(std::fs::remove_file(&self.path));
        if let Ok(mut held) = HELD.lock() {
            held.retain(|path| *path != self.path);
        }
        drop(self.file.unlock());
    }
}
