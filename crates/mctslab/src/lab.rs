//! The laboratory of this program: what its specs may name.

use std::sync::{Arc, LazyLock};

use clap::builder::PossibleValuesParser;
use mctslab_lab::Lab;
use mctslab_lab::arena::engines::Speak;
use mctslab_lab::registry::{AnyGame, Catalog, RegistryError};

static LAB: LazyLock<Lab> = LazyLock::new(|| Lab::new(Catalog::standard()));

/// The laboratory that all commands share.
pub(crate) fn lab() -> &'static Lab {
    &LAB
}

/// Its catalog.
pub(crate) fn catalog() -> &'static Catalog {
    LAB.catalog()
}

/// The game that a spec names.
pub(crate) fn game(spec: &str) -> Result<Arc<dyn AnyGame>, RegistryError> {
    catalog().game(spec)
}

/// A game's spec without what is as by default.
pub(crate) fn short_game(spec: &str) -> String {
    catalog().short_game(spec)
}

/// The names of the protocols, or of those in which agents can be served.
pub(crate) fn protocols(serving: bool) -> PossibleValuesParser {
    let names = catalog().list("protocol").into_iter().map(|entry| entry.name);
    let fits = |name: &&str| !serving || catalog().protocol(name).is_ok_and(Speak::serves);
    PossibleValuesParser::new(names.filter(fits))
}
