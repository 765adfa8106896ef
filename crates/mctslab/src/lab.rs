//! The laboratory of this program: what its specs may name.

use std::sync::OnceLock;

use clap::builder::PossibleValuesParser;
use mctslab_lab::Lab;
use mctslab_lab::arena::engines::Speak;
use mctslab_lab::registry::Catalog;
use mctslab_studies::standard_lab;

use crate::hints::CommandHints;

static LAB: OnceLock<Lab> = OnceLock::new();

/// Makes a laboratory the one that all commands share; a process has one.
pub(crate) fn open(lab: Lab) -> anyhow::Result<()> {
    LAB.set(lab).map_err(|_| anyhow::anyhow!("the command line was started before: a program starts it once"))
}

/// The laboratory that all commands share.
pub(crate) fn lab() -> &'static Lab {
    LAB.get_or_init(|| standard_lab(Catalog::standard()).with_hints(CommandHints))
}

/// The names of the protocols, or of those in which agents can be served.
pub(crate) fn protocols(serving: bool) -> PossibleValuesParser {
    let catalog = lab().catalog();
    let names = catalog.list("protocol").into_iter().map(|entry| entry.name);
    let fits = |name: &&str| !serving || catalog.protocol(name).is_ok_and(Speak::serves);
    PossibleValuesParser::new(names.filter(fits))
}
