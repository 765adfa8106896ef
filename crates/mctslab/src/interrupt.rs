//! Ctrl-C: once to stop in order, twice to stop now.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

/// A flag that the first Ctrl-C raises. The second ends the process at once; what was written to the store stays.
pub(crate) fn flag() -> anyhow::Result<Arc<AtomicBool>> {
    let raised = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // In this order: the first signal finds the flag down and raises it, the second finds it up.
        flag::register_conditional_shutdown(signal, 1, Arc::clone(&raised))?;
        flag::register(signal, Arc::clone(&raised))?;
    }
    Ok(raised)
}
