//! Ctrl-C: in a run or a search once to stop in order, twice to stop now; anywhere else at once.
//!
//! Engines and workers have process groups of their own, which Ctrl-C does not reach, so an exit
//! that runs no destructors has to kill them and to remove the lock of a run. A signal handler
//! cannot do that, hence a thread that waits for signals.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level;

use crate::crew::process::kill_workers;
use crate::engines::child::kill_all;
use crate::remove_locks;

/// The flag that the first signal raises, while there is work that can stop in order.
static RAISED: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

fn raised() -> MutexGuard<'static, Option<Arc<AtomicBool>>> {
    RAISED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The message printed at a second signal.
static LAST_WORDS: Mutex<Option<String>> = Mutex::new(None);

fn last_words() -> MutexGuard<'static, Option<String>> {
    LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets the message for standard error when a second signal ends the process, which says how to
/// resume; `None` if nothing is to be resumed any more.
pub fn say_at_the_end(words: Option<String>) {
    *last_words() = words;
}

/// Handles signals from now on; a program that runs in a terminal calls it once.
pub fn watch() -> std::io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            match &*raised() {
                Some(raised) if !raised.swap(true, Ordering::Relaxed) => {}
                Some(_) => end(|| {
                    if let Some(words) = &*last_words() {
                        // If the message cannot be printed, there is no other way to show it.
                        drop(writeln!(std::io::stderr(), "{words}"));
                    }
                    low_level::exit(1);
                }),
                None => end(|| drop(low_level::emulate_default_handler(signal))),
            }
        }
    });
    Ok(())
}

/// Ends this process and all programs that it started, and frees the lock of its run.
fn end(last: impl FnOnce()) {
    kill_all();
    kill_workers();
    remove_locks();
    last();
}

/// A flag that the first Ctrl-C raises. The second ends the process at once; results already
/// written to the store are kept.
pub fn flag() -> Arc<AtomicBool> {
    Arc::clone(raised().get_or_insert_default())
}

/// Does work that stops early, and in order, when the first Ctrl-C raises its flag. Afterwards
/// Ctrl-C acts as before the call.
pub fn stoppable<T>(work: impl FnOnce(&AtomicBool) -> T) -> T {
    let flag = Arc::new(AtomicBool::new(false));
    let before = raised().replace(Arc::clone(&flag));
    let done = work(&flag);
    *raised() = before;
    done
}
