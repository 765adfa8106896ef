//! `mctslab engine-check CMD --protocol P --game G`: an engine examined.

use mctslab_lab::documents::EngineRequest;

use crate::cli::{EngineCheckArgs, Options};
use crate::lab::lab;
use crate::output::{emit, emit_json};

pub(crate) fn run(args: &EngineCheckArgs, options: &Options) -> anyhow::Result<()> {
    let EngineCheckArgs { command, protocol, game, games, movetime, options: own } = args;
    let request = EngineRequest { command, protocol, movetime: *movetime, options: own, game, games: *games };
    let document = lab().check_engine(request, options.seed)?;
    let printed = if options.json { emit_json(&document.json()) } else { emit(&document.text()) };
    printed.and_then(|()| document.failure().map_or(Ok(()), |failure| Err(anyhow::anyhow!(failure))))
}
