//! The catalog: every game and agent that a spec may name.

use std::sync::Arc;

use crate::{AnyGame, RegistryError};

/// Every game and agent that a spec may name.
#[derive(Clone, Debug)]
pub struct Catalog(());

impl Catalog {
    /// The games and agents that mctslab comes with.
    pub fn standard() -> Catalog {
        Catalog(())
    }

    /// The game that a spec names.
    pub fn game(&self, spec: &str) -> Result<Arc<dyn AnyGame>, RegistryError> {
        crate::game(spec).map(Arc::from)
    }

    /// A game's spec without what is as by default: `hex(size=5)`. A spec of another version that cannot be read stays as it is.
    pub fn short_game(&self, spec: &str) -> String {
        crate::short_game(spec)
    }
}
