//! Ctrl-C: in a run or a search once to stop in order, twice to stop now; anywhere else at once.
//!
//! Engines and workers have process groups of their own, which Ctrl-C does not reach, so an end
//! that drops nothing has to kill them, and to remove the lock of a run. That is no work for a
//! signal handler, hence a thread that waits for signals.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level;

use crate::crew::process::kill_workers;
use crate::engines::child::kill_all;
use crate::remove_locks;

/// What the first signal raises, while something can be stopped in order.
static RAISED: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

fn raised() -> MutexGuard<'static, Option<Arc<AtomicBool>>> {
    RAISED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a second signal leaves to say.
static LAST_WORDS: Mutex<Option<String>> = Mutex::new(None);

fn last_words() -> MutexGuard<'static, Option<String>> {
    LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets what is printed on standard error when a second signal ends the process: how to go on.
/// Nothing, if nothing is under way any more.
pub fn say_at_the_end(words: Option<String>) {
    *last_words() = words;
}

/// Waits for signals from now on; a program that runs from a terminal calls it once.
pub fn watch() -> std::io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            match &*raised() {
                Some(raised) if !raised.swap(true, Ordering::Relaxed) => {}
                Some(_) => end(|| {
                    if let Some(words) = &*last_words() {
                        // Nothing can be done about words that cannot be printed.
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

/// Ends this program and all that it started, and frees the run that it played.
fn end(last: impl FnOnce()) {
    kill_all();
    kill_workers();
    remove_locks();
    last();
}

/// A flag that the first Ctrl-C raises. The second ends the process at once; what was written to
/// the store stays.
pub fn flag() -> Arc<AtomicBool> {
    Arc::clone(raised().get_or_insert_default())
}

/// Does something that ends early, and in order, when its flag is raised by the first Ctrl-C.
/// Afterwards Ctrl-C is what it was before.
pub fn stoppable<T>(work: impl FnOnce(&AtomicBool) -> T) -> T {
    let flag = Arc::new(AtomicBool::new(false));
    let before = raised().replace(Arc::clone(&flag));
    let done = work(&flag);
    *raised() = before;
    done
}
