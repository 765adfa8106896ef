//! Long calls, and Ctrl-C meanwhile.
//!
//! Only the main thread of Python notices a signal, and only while it is attached to the
//! interpreter. So a long call is made on a thread of its own, and the thread that was called looks
//! for signals until it is done.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use pyo3::prelude::*;

use crate::error::{exception, guarded};

/// How often it is looked for signals.
pub(crate) const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How long work that was interrupted is waited for; what does not end by then is left behind.
const GRACE: Duration = Duration::from_secs(1);
/// As much stack as a thread of Python has: rules of games may be Python code.
const STACK: usize = 8 << 20;

thread_local! {
    /// What is raised once nobody waits any more for what this thread does.
    static STOP: RefCell<Option<Arc<AtomicBool>>> = const { RefCell::new(None) };
}

/// Does something that may take long, with the interpreter released. Ctrl-C raises the flag that
/// `work` is given, and is then an exception as usual; work that does not look at the flag is left
/// behind on its thread.
pub(crate) fn interruptible<T, W>(py: Python<'_>, work: W) -> PyResult<T>
where
    T: Send + 'static,
    W: FnOnce(&AtomicBool) -> PyResult<T> + Send + 'static,
{
    py.detach(|| {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let (sender, done) = sync_channel(1);
        let thread = std::thread::Builder::new().name("call".to_string()).stack_size(STACK);
        let started = thread.spawn(move || {
            STOP.set(Some(Arc::clone(&flag)));
            // Whoever was interrupted does not want to know.
            drop(sender.send(guarded(|| work(&flag)).flatten()));
        });
        started.map_err(|error| exception("Error", format!("cannot start a thread: {error}")))?;
        loop {
            match done.recv_timeout(LOOK_EVERY) {
                Ok(found) => return found,
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(exception("Error", "the call ended without a result".to_string()));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = signals() {
                        stop.store(true, Ordering::Relaxed);
                        drop(done.recv_timeout(GRACE));
                        return Err(error);
                    }
                }
            }
        }
    })
}

/// Ctrl-C, if it was pressed.
fn signals() -> PyResult<()> {
    Python::attach(|py| {
        py.check_signals()?;
        Ok(())
    })
}

/// Whether nobody waits any more for what this thread does.
pub(crate) fn is_left() -> bool {
    STOP.with_borrow(|stop| stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)))
}
