//! How playing is brought to an end from outside.

use std::sync::Arc;
use std::time::Instant;

use mctslab_arena::Flags;

/// How playing is brought to an end from outside.
#[derive(Clone, Default)]
pub struct Control {
    /// Raised to stop.
    pub flags: Arc<Flags>,
    /// When games that are not over are abandoned.
    pub deadline: Option<Instant>,
}

impl Control {
    pub(crate) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
