//! Ctrl-C: in a run once to stop in order, twice to stop now; in any other command at once.
//!
//! Engines have process groups of their own, which Ctrl-C does not reach, so an end that drops nothing has to kill them, and to remove
//! the lock of a run. That is no work for a signal handler, hence a thread that waits for signals.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use mctslab_registry::arena::engines::child::kill_all;
use mctslab_registry::arena::remove_locks;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::low_level;

/// What the first signal raises, in a command that can stop in order.
static RAISED: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Waits for signals from now on.
pub(crate) fn watch() -> anyhow::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            match RAISED.get() {
                Some(raised) if !raised.swap(true, Ordering::Relaxed) => {}
                Some(_) => end(|| low_level::exit(1)),
                None => end(|| drop(low_level::emulate_default_handler(signal))),
            }
        }
    });
    Ok(())
}

/// Ends this program and all that it started, and frees the run that it played.
fn end(last: impl FnOnce()) {
    kill_all();
    remove_locks();
    last();
}

/// A flag that the first Ctrl-C raises. The second ends the process at once; what was written to the store stays.
pub(crate) fn flag() -> Arc<AtomicBool> {
    Arc::clone(RAISED.get_or_init(Arc::default))
}
