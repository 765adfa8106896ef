//! What a study may need beside its results.

use std::sync::Arc;

use mctslab_arena::Plan;
use mctslab_registry::AnyGame;

/// What a study may need beside its results.
#[derive(Clone, Copy)]
pub struct StudyContext<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The game.
    pub game: &'a Arc<dyn AnyGame>,
}
